import { HOUR, SECOND, type Instant } from '../../domain/base/index.ts';
import { IGNITION, MOTION, STALE_AFTER, motionOf } from '../../domain/telemetry/index.ts';
import type { TestFix } from './fakeLiveServer.ts';

/** A repeatable stand-in for chance: uniform numbers in [0, 1). */
export function seeded(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 0x1_0000_0000;
  };
}

export interface World {
  readonly from: Instant;
  readonly to: Instant;
  readonly unitIds: readonly number[];
  readonly fixes: readonly TestFix[];
}

/**
 * Units on the move for `hours`: some report every few seconds, some rarely, some fall silent for
 * longer than the stale limit, some send invalid fixes, and the last appears late. One crosses 180°.
 */
export function createWorld(units: number, hours: number, from: Instant = Date.UTC(2026, 0, 1, 6), seed = 7): World {
  const random = seeded(seed);
  const to = from + hours * HOUR;
  const fixes = Array.from({ length: units }, (_, index) =>
    drive(index + 1, index === units - 1, from, to, random),
  ).flat();
  return {
    from,
    to,
    unitIds: Array.from({ length: units }, (_, index) => index + 1),
    fixes: fixes.toSorted((a, b) => a.time - b.time || a.unitId - b.unitId),
  };
}

function drive(unitId: number, late: boolean, from: Instant, to: Instant, random: () => number): TestFix[] {
  const fixes: TestFix[] = [];
  const interval = unitId % 4 === 0 ? 60 : 5 + Math.floor(random() * 10);
  let longitude = unitId === 2 ? 179.95 : 40 + random() * 20;
  let latitude = -30 + random() * 60;
  let course = Math.floor(random() * 360);
  let time = late ? from + (to - from) / 4 : from - 600 * SECOND + Math.floor(random() * 10) * SECOND;
  while (time < to) {
    const parked = random() < 0.1;
    const speed = parked ? 0 : Math.floor(random() * 100) + 5;
    const ignition = parked ? IGNITION.off : IGNITION.on;
    const valid = random() > 0.05;
    const step = speed * 1e-5 * interval;
    course = (course + Math.floor(random() * 40) + 340) % 360;
    longitude = wrap(longitude + (unitId === 2 ? Math.abs(step) : Math.sin((course * Math.PI) / 180) * step));
    latitude += Math.cos((course * Math.PI) / 180) * step * 0.5;
    const place = { longitude: Math.round(longitude * 1e7) / 1e7, latitude: Math.round(latitude * 1e7) / 1e7 };
    fixes.push({
      unitId,
      time,
      ...place,
      speed,
      course,
      motion: valid ? motionOf(true, speed, ignition) : MOTION.noFix,
      ignition,
    });
    time += (random() < 0.02 ? 400 : interval) * SECOND;
  }
  return fixes;
}

function wrap(longitude: number): number {
  return longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude;
}

/** Where a unit is at an instant, found the slow and obvious way. */
export interface Expected {
  readonly time: Instant;
  readonly longitude: number;
  readonly latitude: number;
}

/** The unit's last fix at or before the instant; null when it has none. */
export function lastFixOf(world: World, unitId: number, instant: Instant): TestFix | null {
  return world.fixes.findLast((fix) => fix.unitId === unitId && fix.time <= instant) ?? null;
}

/**
 * Drawn place by the rules of a replay: along the way to the next fix unless it is far off in time; invalid fixes
 * stand.
 */
export function expectedAt(world: World, unitId: number, instant: Instant): Expected | null {
  const own = withKnownPlaces(world.fixes.filter((fix) => fix.unitId === unitId));
  const index = own.findLastIndex((fix) => fix.time <= instant);
  if (index < 0) return null;
  const from = own[index];
  const next = own.at(index + 1);
  if (next === undefined || next.time - from.time > STALE_AFTER) return from;
  const progress = (instant - from.time) / (next.time - from.time);
  const across = next.longitude - from.longitude;
  const delta = across > 180 ? across - 360 : across < -180 ? across + 360 : across;
  return {
    time: from.time,
    longitude: wrap(from.longitude + delta * progress),
    latitude: from.latitude + (next.latitude - from.latitude) * progress,
  };
}

/** Invalid fixes put where the unit was. */
function withKnownPlaces(fixes: readonly TestFix[]): TestFix[] {
  const result: TestFix[] = [];
  for (const fix of fixes) {
    const before = result.at(-1);
    result.push(
      fix.motion === MOTION.noFix && before !== undefined
        ? { ...fix, longitude: before.longitude, latitude: before.latitude }
        : fix,
    );
  }
  return result;
}
