import { distance, HOUR, isPosition, TELEMETRY, type Instant } from '../../base/index.ts';
import { METRES_A_DEGREE } from '../../geometry/index.ts';
import { isNullIsland, type DetectionPoint } from '../shared/index.ts';
import type { FilterSettings } from './settings.ts';

/**
 * Why a fix is not valid:
 *
 * - `noPosition` the report carried none; `device` the device itself does not trust it
 * - `range` not on the globe; `zero` exactly 0°, 0°
 * - `future` later than the clock allows; `duplicate` a time that was checked already
 * - `satellites`, `hdop`, `accuracy` worse than the settings ask
 * - `speed` faster than the settings allow, reported or from the fix before
 * - `drift` a standing unit's position wandered
 */
export const FILTER_REASONS = [
  'noPosition',
  'device',
  'range',
  'zero',
  'future',
  'duplicate',
  'satellites',
  'hdop',
  'accuracy',
  'speed',
  'drift',
] as const;
export type FilterReason = (typeof FILTER_REASONS)[number];
export type FilterVerdict = 'valid' | FilterReason;

/** How many fixes got each verdict. */
export type FilterCounts = Record<FilterVerdict, number>;

/** What a filter knows, as plain data. Times are −1 where there is none. */
export interface FilterState {
  /** Time of the last report. */
  seen: Instant;
  /** The last valid fix. */
  time: Instant;
  latitude: number;
  longitude: number;
  /** The last fix that was too far to be reached: one that agrees with it outvotes the valid one. */
  farTime: Instant;
  farLatitude: number;
  farLongitude: number;
  counts: FilterCounts;
}

const noCounts = (): FilterCounts => ({
  valid: 0,
  noPosition: 0,
  device: 0,
  range: 0,
  zero: 0,
  future: 0,
  duplicate: 0,
  satellites: 0,
  hdop: 0,
  accuracy: 0,
  speed: 0,
  drift: 0,
});

const createFilterState = (): FilterState => ({
  seen: -1,
  time: -1,
  latitude: 0,
  longitude: 0,
  farTime: -1,
  farLatitude: 0,
  farLongitude: 0,
  counts: noCounts(),
});

/**
 * Filters the fixes of one device in order of time. It only gives verdicts: what was reported stays stored, and
 * other settings filter it again.
 */
export class FixFilter {
  readonly #settings: FilterSettings;
  #state = createFilterState();

  constructor(settings: FilterSettings) {
    this.#settings = settings;
  }

  /** `receivedAt` is when the report arrived: the clock by which a time is in the future. */
  check(point: DetectionPoint, receivedAt: Instant): FilterVerdict {
    const verdict = this.#verdict(point, receivedAt);
    const state = this.#state;
    if (verdict !== 'future') state.seen = Math.max(state.seen, point.time);
    if (verdict === 'valid') this.#keep(point);
    state.counts[verdict]++;
    return verdict;
  }

  counts(): FilterCounts {
    return { ...this.#state.counts };
  }

  /** All that is known, as plain data of its own. */
  state(): FilterState {
    return structuredClone(this.#state);
  }

  restore(state: FilterState): void {
    this.#state = structuredClone(state);
  }

  #verdict(point: DetectionPoint, receivedAt: Instant): FilterVerdict {
    const isKnown = this.#settings.skip_duplicate && point.time === this.#state.seen;
    const alone = filterAlone(this.#settings, point, receivedAt);
    if (isKnown && alone !== 'future') return 'duplicate';
    return alone === 'valid' ? this.#motion(point) : alone;
  }

  #motion(point: DetectionPoint): FilterVerdict {
    const { max_speed } = this.#settings;
    const state = this.#state;
    const late = state.time < 0 || point.time <= state.time;
    if (late) return 'valid';
    // Most fixes need no exact distance: they are too near for a jump, and drive.
    const most = mostMetres(state, point);
    const mayJump = max_speed > 0 && isFaster(most, point.time - state.time, max_speed);
    const { enable, speed } = this.#settings.static_drift;
    const mayDrift = enable && point.speed < speed && most > 0;
    if (!mayJump && !mayDrift) return 'valid';
    const metres = distance(state.latitude, state.longitude, point.latitude, point.longitude);
    if (mayJump && isFaster(metres, point.time - state.time, max_speed) && !this.#agreesWithFar(point)) {
      this.#keepFar(point);
      return 'speed';
    }
    return mayDrift && metres > 0 && metres <= this.#settings.static_drift.distance ? 'drift' : 'valid';
  }

  #agreesWithFar(point: DetectionPoint): boolean {
    const { farTime, farLatitude, farLongitude } = this.#state;
    if (farTime < 0 || point.time <= farTime) return false;
    return !isFaster(
      distance(farLatitude, farLongitude, point.latitude, point.longitude),
      point.time - farTime,
      this.#settings.max_speed,
    );
  }

  #keep(point: DetectionPoint): void {
    const state = this.#state;
    if (point.time < state.time) return;
    state.time = point.time;
    state.latitude = point.latitude;
    state.longitude = point.longitude;
    state.farTime = -1;
  }

  #keepFar(point: DetectionPoint): void {
    const state = this.#state;
    state.farTime = point.time;
    state.farLatitude = point.latitude;
    state.farLongitude = point.longitude;
  }
}

/**
 * What can be said of a fix without those before it: everything but doubles, jumps and drift. All that is
 * said by settings that {@link needPast} is false of, save that nobody is notified of doubles.
 */
export function filterAlone(settings: FilterSettings, point: DetectionPoint, receivedAt: Instant): FilterVerdict {
  if (settings.skip_future && point.time > receivedAt + TELEMETRY.futureTolerance) return 'future';
  if (!point.hasPosition) return 'noPosition';
  if (!isPosition(point.latitude, point.longitude)) return 'range';
  if (settings.skip_zero && isNullIsland(point.latitude, point.longitude)) return 'zero';
  if (!point.valid) return 'device';
  return qualityOf(settings, point);
}

function qualityOf(
  { min_satellites, max_hdop, max_accuracy, max_speed }: FilterSettings,
  point: DetectionPoint,
): FilterVerdict {
  if (point.satellites >= 0 && point.satellites < min_satellites) return 'satellites';
  if (max_hdop > 0 && point.hdop > max_hdop) return 'hdop';
  if (max_accuracy > 0 && point.accuracy > max_accuracy) return 'accuracy';
  return max_speed > 0 && point.speed > max_speed ? 'speed' : 'valid';
}

/** Whether a fix is checked by those before it: by jumps or drift. */
export const needPast = ({ max_speed, static_drift }: FilterSettings): boolean => max_speed > 0 || static_drift.enable;

/** Whether a fix is checked by what only its whole report says. */
export const needQuality = ({ min_satellites, max_hdop, max_accuracy }: FilterSettings): boolean =>
  min_satellites > 0 || max_hdop > 0 || max_accuracy > 0;

/** Metres in milliseconds against km/h. */
const isFaster = (metres: number, span: number, speed: number): boolean => metres * HOUR > speed * span * 1_000;

/** Metres that no great circle between the places exceeds: along a meridian and a parallel at the equator. */
function mostMetres(from: Pick<FilterState, 'latitude' | 'longitude'>, to: DetectionPoint): number {
  const degrees = Math.abs(to.latitude - from.latitude) + Math.abs(to.longitude - from.longitude);
  return degrees * METRES_A_DEGREE * (1 + 1e-9);
}
