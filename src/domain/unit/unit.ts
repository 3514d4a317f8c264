import { array, number, object, string, type InferType } from 'yup';
import {
  EQUIPMENT,
  LENGTH,
  changesOf,
  labelsField,
  requiredText,
  type AccountId,
  type DeviceId,
  type OperatorId,
  type UnitId,
} from '../base/index.ts';
import type { Allocation } from '../allocation/index.ts';
import type { DeviceSettings, DeviceStatus } from '../device/index.ts';
import type { Sensor } from '../sensor/index.ts';
import type { UnitStatus } from './status.ts';

/** Kinds of unit; each has a mark of its own on the map. */
export const UNIT_KINDS = ['car', 'van', 'truck', 'bus', 'motorcycle', 'machine', 'asset', 'boat'] as const;
export type UnitKind = (typeof UNIT_KINDS)[number];

/** A unit as lists and live views know it. */
export interface UnitSummary {
  unit_id: UnitId;
  /** The account that owns it. */
  account_id: AccountId;
  account_name: string;
  name: string;
  kind: UnitKind;
  status: UnitStatus;
  labels: string[];
  /** Identifiers of its devices (IMEI or other), in order of attachment. */
  identifiers: string[];
  /** Name of the device model, empty when not given. */
  device_model: string;
  /** The account that holds it now by allocation, and since when; null: its owner. */
  allocated_to: { account_id: AccountId; account_name: string; start_date: string; end_date: string | null } | null;
  /** Its drivers of now, and of later by an assignment that begins later. */
  drivers: UnitDriver[];
  /** Where it was put by hand: shown until it reports a position. */
  location: UnitLocation | null;
}

/** An operator at a unit. Times are ISO 8601 UTC. */
export interface UnitDriver {
  readonly binding_id: number;
  readonly operator_id: OperatorId;
  readonly operator_name: string;
  /** Null: has begun. */
  readonly from: string | null;
  /** Null: until it is ended. */
  readonly to: string | null;
}

/** Degrees. */
export interface UnitLocation {
  latitude: number;
  longitude: number;
}

/** A device as its unit shows it, to those too who have no list of devices. */
export interface UnitDevice {
  device_id: DeviceId;
  name: string;
  device_model: string;
  unique_identifier: string;
  status: DeviceStatus;
  settings: DeviceSettings;
  sensors: Sensor[];
}

/** A unit with everything that is said of it. */
export interface UnitDetails extends UnitSummary {
  /** The unit that it is attached to, as a trailer to its tractor. */
  attached_to: { unit_id: UnitId; name: string } | null;
  devices: UnitDevice[];
  /** Spans that the caller may see: one that owns it sees all, else its own. */
  allocation: Pick<Allocation, 'allocation_id' | 'account_id' | 'account_name' | 'start_date' | 'end_date'> | null;
  created_at: string;
  /** IANA name: the zone of the account that owns it. */
  time_zone: string;
}

/** Where a unit was put by hand; null where it was not. */
export const locationField = object({
  latitude: number()
    .typeError('validation.invalid')
    .required('validation.required')
    .min(-90, 'validation.min')
    .max(90, 'validation.max'),
  longitude: number()
    .typeError('validation.invalid')
    .required('validation.required')
    .min(-180, 'validation.min')
    .max(180, 'validation.max'),
})
  .nullable()
  .default(null);

export const deviceIdsField = array(number().integer().positive().required('validation.required'))
  .required('validation.required')
  .min(1, 'validation.atLeastOneDevice')
  .max(EQUIPMENT.devicesPerUnit, 'validation.maxItems')
  .test({
    name: 'deviceTwice',
    message: 'validation.deviceTwice',
    test: (ids) => new Set(ids).size === (ids?.length ?? 0),
  });

export const createUnitSchema = object({
  name: requiredText(LENGTH.unitName),
  kind: string().oneOf(UNIT_KINDS, 'validation.oneOf').default('car'),
  device_ids: deviceIdsField,
  labels: labelsField,
  location: locationField,
  attached_to_unit_id: number().integer().positive().nullable().default(null),
});
export type CreateUnit = InferType<typeof createUnitSchema>;

/** A change: what is not there stays as it is. */
export const updateUnitSchema = changesOf(createUnitSchema);

export const unitIdField = number().integer().positive().required('validation.required');
