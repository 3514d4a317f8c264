import { createUnitSchema, locationField, type UnitDetails } from '../../../domain/unit/index.ts';
import type { UnitForm } from '../../../machines/unitCreation/index.ts';
import type { ForAccount } from '../../shared/form/AccountOfNew.tsx';
import { NO_PLACE, type PlaceValues } from '../place/coordinates.ts';

/** A unit as its form is written; what is saved is what the schema makes of it. */
export interface UnitValues extends Omit<UnitForm, 'location'>, ForAccount {
  location: PlaceValues;
}

const isEmptyPlace = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every((part) => part === null || part === '');

/** The unit's own fields: its devices are chosen apart. An emptied place is none. */
export const unitFormSchema = createUnitSchema
  .omit(['device_ids'])
  .shape({
    location: locationField.transform((value: unknown, original: unknown) => (isEmptyPlace(original) ? null : value)),
  });

export const NEW_UNIT: UnitValues = {
  name: '',
  kind: 'car',
  labels: [],
  location: NO_PLACE,
  attached_to_unit_id: null,
};

export function valuesOf({ name, kind, labels, location, attached_to }: UnitDetails): UnitValues {
  return { name, kind, labels, location: location ?? NO_PLACE, attached_to_unit_id: attached_to?.unit_id ?? null };
}

/** What goes over the wire of values that the schema took. */
export const toUnitForm = (values: UnitValues): UnitForm => unitFormSchema.validateSync(values);
