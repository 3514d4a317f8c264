import { array, number, object, string } from 'yup';
import { allocationSchema, type Allocation } from '../../domain/allocation/index.ts';
import { EQUIPMENT, PAGE, expectedField } from '../../domain/base/index.ts';
import {
  DEVICE_STATUSES,
  createDeviceSchema,
  deviceIdField,
  updateDeviceSchema,
  type Device,
  type DeviceDetails,
  type DeviceSettings,
  type TrackerClaimState,
  type UnreadDeviceMessage,
  type UnreadType,
} from '../../domain/device/index.ts';
import { LABELLED } from '../../domain/entities/index.ts';
import type { LabelColour } from '../../domain/label/index.ts';
import type { ErrorCode } from '../../domain/errors/index.ts';
import { fuelSettingsSchema } from '../../domain/detection/fuel/index.ts';
import { filterSettingsSchema } from '../../domain/detection/filters/index.ts';
import { tripDetectorSchema } from '../../domain/detection/trips/index.ts';
import type { Position } from '../../domain/telemetry/index.ts';
import { historyRequest } from './tracking.ts';
import { methodOf, pageRequest, type Page } from './method.ts';

/** A group beside the name of a thing. */
export interface GroupMark {
  readonly label_id: number;
  readonly name: string;
  readonly colour: LabelColour;
}

/**
 * Messages of a device. Messages of its unit from before it was mounted came of others; its `unit_id` is 0 where the
 * device is in none.
 */
export interface DeviceMessages extends Page<Position> {
  /** How many messages of the interval are newer than the rows. */
  newer: number;
  /** Since when the device is in its unit, ISO 8601 UTC; null: as long as there is the unit, or in none. */
  mounted_at: string | null;
  /** False of a device in no unit: these are its last reports, which are kept for the moment only. */
  stored: boolean;
  /**
   * How many other devices the unit carries now: a message says its protocol, not which of them sent it, so theirs are
   * among these. Absent: none.
   */
  others?: number;
  /**
   * Messages that may be of another device of the unit are left out: the caller holds this one and does not see the
   * unit.
   */
  left_out?: true;
}

/** The claim of a tracker, and how many milliseconds are left for its report. */
export interface TrackerClaim {
  readonly state: TrackerClaimState;
  readonly remaining: number;
}

const device = methodOf('device-service');
const read = { resource: 'devices', action: 'r' } as const;
const update = { resource: 'devices', action: 'u' } as const;
/** Reading a device in order to set it up, for who may change the unit that carries it. */
const ofOwnUnit = { resource: 'units', action: 'u' } as const;
const trackerNumber = createDeviceSchema.pick(['unique_identifier']);
const positive = number().integer().positive();
const ofDevice = object({ device_id: deviceIdField });
/** Devices that one act names. */
const deviceIds = array(positive.required())
  .required('validation.required')
  .min(1, 'validation.required')
  .max(EQUIPMENT.perAct, 'validation.maxItems');

/** Result of an act on many: those that were refused stay as they were, with the reason and its code. */
export interface BulkReply {
  readonly done: readonly number[];
  readonly refused: readonly { readonly id: number; readonly code: ErrorCode; readonly message: string }[];
}

/** device-service: trackers, who holds them and what is set for them. */
export const deviceMethods = {
  startTrackerClaim: device<TrackerClaim>()({
    summary:
      'Begins the claim of a tracker that reports already: its next report within a minute proves that it is the caller’s.',
    access: { resource: 'devices', action: 'a' },
    request: trackerNumber,
    quiet: false,
  }),
  getTrackerClaim: device<TrackerClaim>()({
    summary: 'Where the claim of a tracker is.',
    access: { resource: 'devices', action: 'a' },
    request: trackerNumber,
  }),
  getDeviceList: device<Page<Device>>()({
    summary:
      'Devices of the account and its permitted descendants, and those allocated to them, a page at a time. Without the list of devices: the free ones of the account, with the filter `use` at `free`.',
    access: read,
    unitAccess: { resource: 'units', action: 'a' },
    request: pageRequest.shape({
      filters: object({
        status: string().max(20),
        device_model: string().max(50),
        account_id: positive,
        label: string().max(40),
        /** `free`: in no unit; `used`: in one. */
        use: string().oneOf(['', 'free', 'used']),
      }).default({}),
    }),
  }),
  getDevice: device<DeviceDetails>()({
    summary: 'One device.',
    access: read,
    unitAccess: ofOwnUnit,
    request: ofDevice,
  }),
  createDevice: device<Device>()({
    summary: 'Registers a tracker by its unique identifier, in the account or in one below that `account_id` names.',
    access: { resource: 'devices', action: 'a' },
    request: createDeviceSchema.shape({ account_id: positive }),
    quiet: false,
  }),
  updateDevice: device<DeviceDetails>()({
    summary:
      'Changes a device. Another model clears its sensors and commands, which `clear_sensors_and_commands` confirms.',
    access: update,
    request: updateDeviceSchema.concat(ofDevice).shape({ expected: expectedField }),
    quiet: false,
  }),
  updateDeviceStatus: device<BulkReply>()({
    summary: 'Gives devices another status.',
    access: update,
    request: object({
      device_ids: deviceIds,
      status: string().oneOf(DEVICE_STATUSES, 'validation.oneOf').required('validation.required'),
    }),
    quiet: false,
  }),
  deleteDevices: device<BulkReply>()({
    summary: 'Deletes devices that are in no unit.',
    access: { resource: 'devices', action: 'd' },
    request: object({ device_ids: deviceIds }),
    quiet: false,
  }),
  updateDeviceSettings: device<DeviceSettings>()({
    summary:
      'Sets the trip detector, fuel detection or validity filters of a device; null puts the defaults back, what is not there stays.',
    access: update,
    request: ofDevice.shape({
      trip_detector: tripDetectorSchema.nullable().default(undefined).optional(),
      fuel: fuelSettingsSchema.nullable().default(undefined).optional(),
      filters: filterSettingsSchema.nullable().default(undefined).optional(),
      expected: expectedField,
    }),
    quiet: false,
  }),
  getDeviceMessages: device<DeviceMessages>()({
    heavy: true,
    summary:
      'Messages of a device as they were stored since it is in its unit, newest first; at most 31 days at once. Of a device in no unit, its last reports, which are stored nowhere.',
    access: read,
    unitAccess: ofOwnUnit,
    request: historyRequest
      .omit(['unit_ids'])
      .concat(ofDevice)
      .shape({
        // A page is asked for by the time of the row that it follows, and how many rows of that time are shown already.
        before: string().max(40),
        after: string().max(40),
        passed: number().integer().min(0).max(PAGE.maximumLimit).default(0),
        limit: number().integer().min(1).max(PAGE.maximumLimit).default(PAGE.defaultLimit),
      }),
  }),
  getUnreadMessageList: device<Page<UnreadDeviceMessage>>()({
    summary:
      'Messages of a device that were acknowledged and not understood, wholly or in part, newest first: the first bytes of each, kept for a while.',
    access: read,
    unitAccess: ofOwnUnit,
    request: pageRequest.omit(['sort', 'search']).concat(ofDevice),
  }),
  getUnreadTypeList: device<Page<UnreadType>>()({
    summary:
      'Types of messages that are not understood, by protocol and device model, of the devices of the account and its permitted descendants.',
    access: read,
    request: pageRequest.shape({
      filters: object({ protocol: string().max(40), device_model: string().max(50), account_id: positive }).default({}),
    }),
  }),

  allocateDevices: device<BulkReply>()({
    summary: 'Gives devices to an account below for a span of time.',
    access: { resource: 'account_devices', action: 'a' },
    request: allocationSchema.shape({ device_ids: deviceIds }),
    quiet: false,
  }),
  endDeviceAllocation: device<Allocation>()({
    summary:
      'Ends an allocation of a device now; one that has not begun is taken back, which needs `account_devices: d` too.',
    access: { resource: 'account_devices', action: 'u' },
    request: object({ allocation_id: positive.required('validation.required') }),
    quiet: false,
  }),
  getDeviceAllocations: device<Page<Allocation>>()({
    summary: 'Who held the device when.',
    access: { resource: 'account_devices', action: 'r' },
    request: pageRequest.concat(ofDevice),
  }),
  getLabels: device<{ labels: string[]; groups: GroupMark[] }>()({
    summary:
      'Groups of such things in the accounts in reach, at most 500: their names, and each with its number and colour. Of one name in several accounts the own account counts.',
    access: 'session',
    forKeys: true,
    request: object({ of: string().oneOf(LABELLED, 'validation.oneOf').required('validation.required') }),
  }),
};
