import { number, object, string } from 'yup';
import type { UnclaimedDevice } from '../../domain/device/index.ts';
import { TELEMETRY } from '../../domain/base/index.ts';
import type { Position } from '../../domain/telemetry/index.ts';
import { methodOf, pageRequest, unitIds, type Page } from './method.ts';

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

export const trackingMethods = {
  getLastPositions: tracking<{ positions: Position[] }>()({
    summary: 'The latest position of each unit.',
    access: { resource: 'units', action: 'r' },
    request: object({ unit_ids: unitIds.max(TELEMETRY.lastPositions) }),
  }),
  getHistory: tracking<{ positions: Position[]; truncated: boolean }>()({
    summary: 'Positions of the units in the interval, oldest first.',
    access: { resource: 'units', action: 'sh' },
    request: historyRequest.shape({ limit: number().integer().min(1).max(TELEMETRY.exportPoints).default(50_000) }),
  }),
  getUnclaimedDevices: tracking<Page<UnclaimedDevice>>()({
    summary: 'Trackers that reported but are not registered.',
    access: { resource: 'devices', action: 'a' },
    request: pageRequest,
  }),
};

