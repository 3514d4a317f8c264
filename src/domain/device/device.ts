import { boolean, number, object, string, type InferType } from 'yup';
import {
  LENGTH,
  changesOf,
  labelsField,
  optionalText,
  requiredText,
  textLine,
  type AccountId,
  type DeviceId,
  type UnitId,
} from '../base/index.ts';
import type { Allocation } from '../allocation/index.ts';
import { CLOCK_OFFSETS, type ClockOffset } from './clock.ts';
import { networksField, protocolLockField, type DeviceRefusal, type ProtocolLock } from './lock.ts';
import type { DeviceStatus } from './status.ts';

/** A device as lists show it. */
export interface Device {
  readonly device_id: DeviceId;
  readonly account_id: AccountId;
  readonly account_name: string;
  readonly name: string;
  /** Code of a known model, or free text. */
  readonly device_model: string;
  readonly manufacturer: string;
  readonly version: string;
  /** What its clock is set to. */
  readonly clock_offset: ClockOffset;
  /** The protocol by which it may report. */
  readonly protocol_lock: ProtocolLock;
  /** Addresses and networks from which it may report; none: any. */
  readonly networks: string[];
  readonly unique_identifier: string;
  readonly status: DeviceStatus;
  readonly sim_number_1: string;
  readonly sim_operator_1: string;
  readonly sim_number_2: string;
  readonly sim_operator_2: string;
  readonly labels: string[];
  /** The unit that carries it, or null. */
  readonly unit_id: UnitId | null;
  readonly unit_name: string;
  /** The account that holds it now by allocation, or null. */
  readonly allocated_to: Pick<
    Allocation,
    'allocation_id' | 'account_id' | 'account_name' | 'start_date' | 'end_date'
  > | null;
  readonly created_at: string;
}

/** A device with what is set for it; settings that were never set are null: the defaults count. */
export interface DeviceDetails extends Device {
  /** The password itself is never shown. */
  readonly has_password: boolean;
  /**
   * The last time that somebody named it and was not let in; absent or null: never since the server started, or not
   * for the caller.
   */
  readonly refusal?: DeviceRefusal | null;
  /** Satellites that a fix needs while no trip detector is saved: by its model, or by what its own fixes showed. */
  readonly default_satellites: number;
  readonly sensors: number;
  readonly commands: number;
  readonly settings: DeviceSettings;
}

/** What detection and validity obey; the shapes are those of domain/detection. Null: the defaults. */
export interface DeviceSettings {
  readonly trip_detector: object | null;
  readonly fuel: object | null;
  readonly filters: object | null;
}

/** A tracker that reported but belongs to nobody yet. */
export interface UnclaimedDevice {
  identifier: string;
  protocol: string;
  address: string;
  /** ISO 8601 UTC. */
  first_seen: string;
  last_seen: string;
  /** How often it was refused. */
  attempts: number;
  /** Code of the model that it most likely is; empty where nothing speaks for one. */
  model: string;
}

/**
 * Where the claim of a tracker that reports is: asked for nothing yet, waiting for its next report, proven by it, or
 * without one in time.
 */
export type TrackerClaimState = 'none' | 'waiting' | 'proven' | 'failed';

const simNumber = optionalText(LENGTH.simNumber).matches(/^$|^\+?\d*$/, 'validation.simNumber');

/**
 * What no tracker sends, and what nobody sees: pictures, control characters, marks of direction and of no width. A
 * device that had one would stand unheard for ever.
 */
const visibleIdentifier = {
  name: 'identifierCharacters',
  message: 'validation.identifierCharacters',
  test: (value: string | undefined) => !value || !/[\p{C}\p{Extended_Pictographic}]/u.test(value),
};

const deviceFields = object({
  name: requiredText(LENGTH.deviceName),
  device_model: requiredText(LENGTH.deviceModel),
  unique_identifier: string()
    .required('validation.required')
    .min(LENGTH.uniqueIdentifier.min, 'validation.minLength')
    .max(LENGTH.uniqueIdentifier.max, 'validation.maxLength')
    .matches(/^\S*$/, 'validation.identifierSpace')
    .test(visibleIdentifier),
  version: optionalText(LENGTH.deviceVersion),
  clock_offset: string().oneOf(CLOCK_OFFSETS, 'validation.oneOf').default('protocol'),
  protocol_lock: protocolLockField,
  networks: networksField,
  manufacturer: textLine().max(LENGTH.deviceName.max, 'validation.maxLength').default(''),
  sim_number_1: simNumber,
  sim_operator_1: optionalText(LENGTH.simOperator),
  sim_number_2: simNumber,
  sim_operator_2: optionalText(LENGTH.simOperator),
  labels: labelsField,
  /** What the device must send at login; null takes the password away, nothing keeps it. */
  device_password: textLine().nullable().max(LENGTH.devicePassword.max, 'validation.maxLength'),
});

/** 'Both SIM numbers are the same, please enter different SIM numbers' (specification, chapter 8). */
const differentSims = {
  name: 'simSame',
  message: 'validation.simSame',
  test: (value: string | undefined, { parent }: { parent: { sim_number_1?: string } }) =>
    !value || value !== parent.sim_number_1,
};

export const createDeviceSchema = deviceFields.shape({ sim_number_2: simNumber.test(differentSims) });
export type CreateDevice = InferType<typeof createDeviceSchema>;

/** A change; another model takes sensors and commands away, which has to be said (specification, chapter 4). */
export const updateDeviceSchema = changesOf(deviceFields)
  .shape({ sim_number_2: simNumber.default(undefined).optional().test(differentSims) })
  .concat(object({ clear_sensors_and_commands: boolean().default(false) }));

export const deviceIdField = number().integer().positive().required('validation.required');
