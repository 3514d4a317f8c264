import { array, number, object, string, type InferType } from 'yup';
import { LENGTH, requiredText, type AccountId, type UnitId } from '../base/index.ts';

export const UNIT_STATUSES = ['active', 'inactive', 'damaged', 'blocked'] as const;
export type UnitStatus = (typeof UNIT_STATUSES)[number];

/** Kinds of unit; each has a mark of its own on the map. */
export const UNIT_KINDS = ['car', 'van', 'truck', 'bus', 'motorcycle', 'machine', 'asset', 'boat'] as const;
export type UnitKind = (typeof UNIT_KINDS)[number];

/** A unit as lists and live views know it. */
export interface UnitSummary {
  unit_id: UnitId;
  account_id: AccountId;
  account_name: string;
  name: string;
  kind: UnitKind;
  status: UnitStatus;
  /** Identifiers of its devices (IMEI or other), in order of attachment. */
  identifiers: string[];
  /** Name of the device model, empty when not given. */
  device_model: string;
}

export const createUnitSchema = object({
  name: requiredText(LENGTH.unitName),
  kind: string().oneOf(UNIT_KINDS, 'validation.oneOf').default('car'),
  device_ids: array(number().integer().positive().required()).required().min(1, 'validation.atLeastOneDevice'),
});
export type CreateUnit = InferType<typeof createUnitSchema>;
