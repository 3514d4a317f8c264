import { DETECTION, METRE_PER_SECOND_IN_KMH, SECOND, distance } from '../../base/index.ts';
import type { DetectionPoint } from '../shared/index.ts';
import { speedOf, type Step } from './movement.ts';
import type { KnownFix } from './state.ts';

/** Fixes that a speed is compared with: a jump there and back again is a minority of the legs between them. */
const FIXES = 6;
/** A real peak is at most this many times the usual speed of the fixes up to it. */
const PEAK = 2;

/**
 * True of a speed that was reported and that a vehicle can have: nothing is compared with it, which spares most reports
 * the work.
 */
const isTrusted = ({ speed }: DetectionPoint): boolean => speed <= DETECTION.plausibleSpeed;

/** Keeps the fix of a report whose speed is to be compared; nothing is compared across a break. */
export function noteFix(fixes: KnownFix[], point: DetectionPoint, step: Step): void {
  if (step.broken || isTrusted(point)) fixes.length = 0;
  if (!step.usable || isTrusted(point)) return;
  // Done for every report: the oldest is written over.
  const fix = (fixes.length === FIXES ? fixes.shift() : undefined) ?? { time: 0, latitude: 0, longitude: 0 };
  fix.time = point.time;
  fix.latitude = point.latitude;
  fix.longitude = point.longitude;
  fixes.push(fix);
}

/**
 * What a report counts for as a trip's top speed, km/h; NaN where it has no speed. A reported speed counts up to
 * {@link DETECTION.plausibleSpeed}. A faster one, and any speed that is worked out from the last two fixes, counts as
 * far as the distance over several fixes bears it out: positions jump, and catch up after they were stationary. `fixes`
 * end with the report's own.
 */
export function topSpeedOf(point: DetectionPoint, step: Step, fixes: readonly Readonly<KnownFix>[]): number {
  const speed = speedOf(point, step);
  const { plausibleSpeed } = DETECTION;
  if (Number.isNaN(speed) || isTrusted(point)) return speed;
  // A jump that is all there is to go by.
  if (speed > plausibleSpeed && fixes.length < FIXES) return Number.NaN;
  const usual = usualSpeed(fixes);
  return speed <= plausibleSpeed && speed <= PEAK * usual ? speed : Math.min(usual, speed);
}

/** Filled and used again: this is done for many reports. */
const legs: number[] = [];

/**
 * km/h that the fixes agree upon: the least of their middle leg, all of their legs, and the segment past the last but
 * one.
 */
function usualSpeed(fixes: readonly Readonly<KnownFix>[]): number {
  const last = fixes.length - 1;
  let metres = 0;
  legs.length = 0;
  for (let place = 1; place <= last; place++) {
    const leg = metresBetween(fixes[place - 1], fixes[place]);
    metres += leg;
    insert(legs, speedOver(leg, fixes[place - 1], fixes[place]));
  }
  const start = Math.max(0, last - 2);
  const past = speedOver(metresBetween(fixes[start], fixes[last]), fixes[start], fixes[last]);
  return Math.min(legs[(last - 1) >> 1], speedOver(metres, fixes[0], fixes[last]), past);
}

/** Puts a number in its place among growing ones. */
function insert(numbers: number[], value: number): void {
  let place = numbers.length;
  for (; place > 0 && numbers[place - 1] > value; place--) numbers[place] = numbers[place - 1];
  numbers[place] = value;
}

const metresBetween = (from: Readonly<KnownFix>, to: Readonly<KnownFix>): number =>
  distance(from.latitude, from.longitude, to.latitude, to.longitude);
const speedOver = (metres: number, from: Readonly<KnownFix>, to: Readonly<KnownFix>): number =>
  (metres / (to.time - from.time)) * SECOND * METRE_PER_SECOND_IN_KMH;
