import { number, object, string } from 'yup';
import { UNIT_KINDS, createUnitSchema, type UnitSummary } from '../../domain/unit/index.ts';
import { methodOf, pageRequest, type Page } from './method.ts';

const unit = methodOf('unit-service');

export const unitMethods = {
  getUnitList: unit<Page<UnitSummary>>()({
    summary: 'Units of the account and its permitted descendants, a page at a time.',
    access: { resource: 'units', action: 'r' },
    request: pageRequest.shape({
      filters: object({ kind: string().max(20), status: string().max(20), account_id: number().integer().positive() }).default({}),
    }),
  }),
  getUnit: unit<UnitSummary>()({
    summary: 'One unit.',
    access: { resource: 'units', action: 'r' },
    request: object({ unit_id: number().integer().positive().required() }),
  }),
  createUnit: unit<UnitSummary>()({
    summary: 'Creates a unit from one or more devices.',
    access: { resource: 'units', action: 'a' },
    request: createUnitSchema,
    quiet: false,
  }),
  updateUnit: unit<UnitSummary>()({
    summary: 'Renames a unit or changes its kind.',
    access: { resource: 'units', action: 'u' },
    // The kind has no default here: a unit that is renamed stays what it is.
    request: object({ unit_id: number().integer().positive().required() })
      .concat(createUnitSchema.pick(['name']).partial())
      .shape({ kind: string().oneOf(UNIT_KINDS, 'validation.oneOf') }),
    quiet: false,
  }),
};
