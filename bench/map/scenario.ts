import { FakeFleet } from '../../src/map/testing/fakeFleet.ts';
import { destination } from '../../src/domain/base/index.ts';
import { IGNITION, MOTION, type MotionState } from '../../src/domain/telemetry/index.ts';
import type { UnitFix } from '../../src/streams/pipeline/fleetColumns.ts';

/** Zero of the synthetic clock. */
export const EPOCH = Date.UTC(2026, 0, 1, 8);

const AREAS: Record<string, readonly [west: number, south: number, east: number, north: number]> = {
  europe: [-8, 37, 30, 59],
  city: [11.45, 48.08, 11.7, 48.22],
  sea: [-40, 30, -20, 45],
};

/** A small generator with a fixed seed (mulberry32): the same fleet in every run. */
function generator(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const STATES: readonly MotionState[] = [MOTION.moving, MOTION.moving, MOTION.moving, MOTION.parked, MOTION.parked, MOTION.idling, MOTION.moving, MOTION.noFix];

/** `count` units within an area, most of them driving; every tenth has been silent for two hours. */
export function createScenario(count: number, area: string): FakeFleet {
  const [west, south, east, north] = AREAS[area] ?? [-8, 37, 30, 59];
  const random = generator(7);
  const fleet = new FakeFleet(count, EPOCH);
  for (let i = 0; i < count; i++) {
    const slot = fleet.ensure(i + 1);
    const motion = STATES[i % STATES.length] ?? MOTION.moving;
    const silent = i % 10 === 9;
    const course = random() * 360;
    const start = fix(west + random() * (east - west), south + random() * (north - south), course, motion, silent ? -7_200_000 : 0);
    const moves = motion === MOTION.moving && !silent;
    fleet.segment(slot, start, moves ? ahead(start, 60_000, 20 + random() * 60) : null);
    fleet.setKind(slot, i % 8);
  }
  return fleet;
}

/** Lets the first `count` units (spread evenly) report a new fix. */
export function moveAll(fleet: FakeFleet, count: number, now: number): void {
  const step = Math.max(1, Math.floor(fleet.count / count));
  for (let slot = 0; slot < fleet.count; slot += step) {
    if (fleet.motions[slot] !== MOTION.moving) continue;
    const here = fix(fleet.longitudes[slot] ?? 0, fleet.latitudes[slot] ?? 0, (fleet.courses[slot] ?? 0) + 15, MOTION.moving, now - EPOCH);
    fleet.report(slot, ahead(here, 10_000, 60), now, 10);
  }
}

/** Names as fleets have them, some of them Persian and Russian. */
export function nameOf(unitId: number): string {
  const plate = String(1_000 + ((unitId * 7_919) % 9_000));
  if (unitId % 5 === 3) return `کامیون ${plate}`;
  if (unitId % 5 === 4) return `Фургон ${plate}`;
  return `Truck ${plate}`;
}

function fix(longitude: number, latitude: number, course: number, motion: MotionState, time: number): UnitFix {
  return { longitude, latitude, course: (course + 360) % 360, motion, time: EPOCH + time, speed: motion === MOTION.moving ? 60 : 0, ignition: IGNITION.on, late: false };
}

function ahead(from: UnitFix, milliseconds: number, speed: number): UnitFix {
  const [latitude, longitude] = destination(from.latitude, from.longitude, from.course, (speed / 3.6) * (milliseconds / 1_000));
  return { ...from, latitude, longitude, time: from.time + milliseconds };
}
