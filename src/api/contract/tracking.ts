import { array, number, object, string } from 'yup';
import type { UnclaimedDevice } from '../../domain/device/index.ts';
import { LENGTH, TELEMETRY, type DeviceId, type UnitId } from '../../domain/base/index.ts';
import type { DrivenTrip, FuelEvent, Stop, UnitEvent } from '../../domain/unitEvent/index.ts';
import { UNIT_EVENT_KINDS } from '../../domain/unitEvent/index.ts';
import type { Position, ProtocolName } from '../../domain/telemetry/index.ts';
import type { Found } from './savedView.ts';
import { emptyRequest, methodOf, pageRequest, unitIds, type Page } from './method.ts';

const tracking = methodOf('tracking-service');

/** Formats of `POST /api/history`: `blocks` is the binary stream, the others are for people's tools. */
export const HISTORY_FORMATS = ['blocks', 'json', 'csv', 'gpx', 'kml', 'geojson'] as const;
export type HistoryFormat = (typeof HISTORY_FORMATS)[number];

/** Interval and units of a history call. No `unit_ids`: every unit in reach. Times are ISO 8601 UTC. */
export const historyRequest = object({
  unit_ids: unitIds,
  from: string().required('validation.required').max(40),
  to: string().required('validation.required').max(40),
});

const point = object({
  latitude: number().required().min(-90).max(90),
  longitude: number().required().min(-180).max(180),
});

/** Trackers that wait to be registered, and where trackers report to. */
export interface UnclaimedDevices extends Page<UnclaimedDevice> {
  readonly listening: {
    /** The name by which the product is reached from outside; null: the one by which the caller reached it. */
    readonly host: string | null;
    /** Of the protocols that are not switched off. */
    readonly ports: Readonly<Partial<Record<ProtocolName, number>>>;
  };
}

/** A saved satellites setting that leaves a unit without trips, and one that does not. */
export interface SatelliteRefusal {
  readonly unit_id: UnitId;
  readonly unit_name: string;
  /** The device whose saved trip detector it is; null where it is another account's. */
  readonly device_id: DeviceId | null;
  /** As it is saved; null as above. */
  readonly trip_detector: object | null;
  /** The account of the device: whom to ask. */
  readonly account_name: string;
  /** Satellites that the setting demands. */
  readonly bound: number;
  /** The unit's last fixes, at most a hundred, and how many of them the setting refuses: more than half. */
  readonly fixes: number;
  readonly refused: number;
  /** A setting that refuses hardly any. */
  readonly fitting: number;
  /** The caller may save another setting and have the past detected again. */
  readonly may_change: boolean;
}

/** Addresses in the order of the points. */
export interface Addresses {
  readonly addresses: readonly string[];
  /** Places in that order of points whose address a geocoder still looks for: towns until then. */
  readonly pending: readonly number[];
}

/** Of units: what may have to be looked at, each with a list of the units of its own. */
export const ATTENTION_KINDS = ['openAlarm', 'alarm', 'lowBattery'] as const;
export type AttentionKind = (typeof ATTENTION_KINDS)[number];

/**
 * How much needs a person now, beside what the live feed reports of the fleet (stale units, units without a fix).
 * Null: the caller may not see such things.
 */
export interface Attention {
  /** Alarms of the queue that nobody acknowledged. */
  readonly openAlarms: number | null;
  /** Rules that fire at this moment, counted by unit. */
  readonly firing: number | null;
  /** Units that sent an alarm within {@link ATTENTION.alarmSpan}. */
  readonly alarm: number | null;
  /** Units whose battery is below {@link ATTENTION.lowBattery}. */
  readonly lowBattery: number | null;
  /** Trackers that report and are registered to nobody. */
  readonly unclaimed: number | null;
  /** 1 where the owner's server takes positions from senders without an API key (`TRACCAR_WITHOUT_KEY`). */
  readonly openIngest: number | null;
  /** Stored rows of the owner's server that are spoilt and were set aside. */
  readonly setAside: number | null;
  /** Maintenance that is due, and that is overdue. */
  readonly servicesDue: number | null;
  readonly servicesOverdue: number | null;
  /** Invitations that wait for the caller's answer. */
  readonly invitations: number;
  /** The caller's background jobs that failed within {@link ATTENTION.jobSpan}. */
  readonly failedJobs: number;
}

export const trackingMethods = {
  getLastPositions: tracking<{ positions: Position[] }>()({
    summary: 'The latest position of each unit.',
    access: { resource: 'units', action: 'r' },
    request: object({ unit_ids: unitIds.max(TELEMETRY.lastPositions) }),
  }),
  getHistory: tracking<{ positions: Position[]; truncated: boolean }>()({
    heavy: true,
    summary: 'Positions of the units in the interval, oldest first.',
    access: { resource: 'units', action: 'sh' },
    request: historyRequest.shape({ limit: number().integer().min(1).max(TELEMETRY.exportPoints).default(50_000) }),
  }),
  getRecordedSpans: tracking<{ spans: { readonly from: string; readonly to: string }[] }>()({
    heavy: true,
    summary: 'Stretches of the interval from which there are reports of the unit, a day long at most: for calendars.',
    access: { resource: 'units', action: 'sh' },
    request: historyRequest
      .omit(['unit_ids'])
      .shape({ unit_id: number().integer().positive().required('validation.required') }),
  }),
  getUnclaimedDevices: tracking<UnclaimedDevices>()({
    summary: 'Trackers that reported but are not registered, and the ports that trackers report to.',
    access: { resource: 'devices', action: 'a' },
    request: pageRequest,
  }),
  getTrips: tracking<{ trips: DrivenTrip[]; truncated: boolean }>()({
    summary: 'Trips of the units that touch the interval, whole, oldest first: the same whatever interval is asked.',
    access: { resource: 'units', action: 'st' },
    request: historyRequest.shape({ limit: number().integer().min(1).max(TELEMETRY.intervalRows).default(1_000) }),
  }),
  getStops: tracking<{ stops: Stop[]; truncated: boolean }>()({
    summary: 'Parkings of the units, and spans without data, that touch the interval.',
    access: { resource: 'units', action: 'st' },
    request: historyRequest.shape({ limit: number().integer().min(1).max(TELEMETRY.intervalRows).default(1_000) }),
  }),
  getFuelEvents: tracking<{ events: FuelEvent[]; truncated: boolean }>()({
    summary: 'Thefts and refills of the units in the interval.',
    access: { resource: 'units', action: 'se' },
    request: historyRequest.shape({ limit: number().integer().min(1).max(TELEMETRY.intervalRows).default(1_000) }),
  }),
  getEvents: tracking<{ events: UnitEvent[]; truncated: boolean }>()({
    summary: 'What happened to the units in the interval, newest first.',
    access: { resource: 'units', action: 'se' },
    request: historyRequest.shape({
      kinds: array(string().oneOf(UNIT_EVENT_KINDS, 'validation.oneOf').required()).max(UNIT_EVENT_KINDS.length),
      limit: number().integer().min(1).max(TELEMETRY.intervalRows).default(500),
    }),
  }),
  getAttention: tracking<Attention>()({
    summary:
      'How much needs a person now: open alarms, rules that fire, alarms of devices, low batteries, trackers and invitations that wait.',
    access: { resource: 'widgets', action: 'r' },
    request: emptyRequest,
  }),
  getAttentionUnits: tracking<{ unit_ids: UnitId[] }>()({
    summary: 'The units with an alarm of the last 24 hours, or with a low battery.',
    access: { resource: 'units', action: 'r' },
    request: object({ kind: string().oneOf(ATTENTION_KINDS, 'validation.oneOf').required('validation.required') }),
  }),
  getSatelliteRefusals: tracking<{ refusals: SatelliteRefusal[] }>()({
    summary:
      'Units whose saved satellites setting refuses more than half of their last hundred fixes; of many units, the 50 with the highest settings are checked.',
    access: { resource: 'units', action: 'r' },
    request: object({ unit_ids: unitIds }),
  }),
  recomputeDetection: tracking<{ trips: number; fuel_events: number }>()({
    heavy: true,
    summary: 'Applies the settings of a unit to its past from an instant on; nobody is notified again.',
    access: { resource: 'units', action: 'u' },
    request: object({
      unit_id: number().integer().positive().required('validation.required'),
      from: string().required('validation.required').max(40),
    }),
    quiet: false,
  }),
  getAddresses: tracking<Addresses>()({
    summary:
      'Where points lie in words, in the language of the call: the address where a geocoder is set, else the nearest town with distance and direction.',
    access: 'session',
    forKeys: true,
    request: object({
      points: array(point.required())
        .required('validation.required')
        .min(1, 'validation.required')
        .max(TELEMETRY.addresses, 'validation.maxItems'),
    }),
  }),
  findAddresses: tracking<{ found: Found[]; towns_only: boolean }>()({
    summary:
      'Addresses by their words, those near a point first; towns alone (`towns_only`) where no geocoder is set or it does not answer.',
    access: 'session',
    forKeys: true,
    request: object({
      text: string()
        .required('validation.required')
        .min(LENGTH.searchText.min, 'validation.minLength')
        .max(LENGTH.searchText.max, 'validation.maxLength'),
      near: point.default(undefined).optional(),
    }),
  }),
};
