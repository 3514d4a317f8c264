import {
  IGNITION,
  MOTION,
  FrameBuilder,
  packState,
  readFrame,
  type LiveFrame,
} from '../../src/domain/telemetry/index.ts';
import type { MapZone } from '../../src/map/index.ts';
import { toStoredCoordinate } from '../../src/domain/base/index.ts';
import { GEOFENCE_COLOURS } from '../../src/domain/geofence/index.ts';

/** Zero of the made-up clock. */
export const EPOCH = Date.UTC(2026, 0, 1, 8);

/** A spread of whole numbers to [0, 1): the same in every run. */
function spread(index: number, salt: number): number {
  let mixed = Math.imul((index + 1) ^ Math.imul(salt, 0x9e3779b1), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return ((mixed ^ (mixed >>> 16)) >>> 0) / 4_294_967_296;
}

/** Where a unit is in a round of reports, in degrees: all over the inhabited latitudes, some 100 m a round. */
export const longitudeOf = (unit: number, round: number): number => -179 + spread(unit, 1) * 357 + round * 0.001;
export const latitudeOf = (unit: number, round: number): number => -55 + spread(unit, 2) * 120 + round * 0.0005;
export const courseOf = (unit: number, round: number): number => Math.floor(spread(unit, 3) * 360 + round * 7) % 360;
/** When the unit took the fix of a round. */
export const timeOf = (round: number): number => EPOCH + round * 10_000;

/** Bytes of a live frame with the reports of every `step`th unit. */
export function frameBytes(units: number, step: number, round: number, kind: 'snapshot' | 'changes'): ArrayBuffer {
  const builder = new FrameBuilder(units);
  for (let unit = 0; unit < units; unit += step) {
    const state = packState(60, courseOf(unit, round), MOTION.moving, IGNITION.on, false);
    builder.add(
      unit + 1,
      toStoredCoordinate(longitudeOf(unit, round)),
      toStoredCoordinate(latitudeOf(unit, round)),
      timeOf(round),
      state,
    );
  }
  return builder.take(kind, true, timeOf(round), round + 1);
}

/**
 * Zones of eight corners and one to ten kilometres all over the world, and the first of them in the middle of the
 * map.
 */
export const zonesOf = (count: number): MapZone[] =>
  Array.from({ length: count }, (_, index) => {
    const [longitude, latitude] = index === 0 ? [0, 20] : [longitudeOf(index, 0), latitudeOf(index, 0)];
    const size = index === 0 ? 5 : 0.01 + spread(index, 4) * 0.09;
    const ring = Array.from({ length: 8 }, (_corner, corner): [number, number] => [
      longitude + Math.cos((corner * Math.PI) / 4) * size,
      latitude + Math.sin((corner * Math.PI) / 4) * size,
    ]);
    return {
      id: index + 1,
      name: `Zone ${index + 1}`,
      colour: GEOFENCE_COLOURS[index % GEOFENCE_COLOURS.length],
      shape: { type: 'polygon', coordinates: [[...ring, ring[0]]] },
    };
  });

export const frameOf = (...args: Parameters<typeof frameBytes>): LiveFrame => readFrame(frameBytes(...args));

/** A report as feeds of JSON carry it (field names as in open fleet servers). */
export function jsonReport(unit: number, round: number): object {
  const time = new Date(timeOf(round)).toISOString();
  return {
    id: unit * 100 + round,
    deviceId: unit + 1,
    protocol: 'teltonika',
    serverTime: time,
    deviceTime: time,
    fixTime: time,
    outdated: false,
    valid: true,
    latitude: latitudeOf(unit, round),
    longitude: longitudeOf(unit, round),
    altitude: 112.4,
    speed: 32.397,
    course: courseOf(unit, round),
    address: null,
    accuracy: 0,
    network: null,
    geofenceIds: null,
    attributes: {
      ignition: true,
      motion: true,
      sat: 11,
      rssi: 4,
      power: 13.9,
      battery: 4.1,
      odometer: 104_329_811,
      distance: 113.2,
      totalDistance: 8_911_233.4,
    },
  };
}

export const nextAnimationFrame = (): Promise<number> => new Promise((resolve) => requestAnimationFrame(resolve));
