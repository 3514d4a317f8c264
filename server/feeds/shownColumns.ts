import type { Instant } from '../../src/domain/base/index.ts';
import type { FilterVerdict } from '../../src/domain/detection/index.ts';
import {
  idlingSince,
  MOTION,
  packState,
  stateCourse,
  stateIgnition,
  stateLate,
  withIdleTime,
} from '../../src/domain/telemetry/index.ts';

const FIRST_CAPACITY = 1024;

/** Where and how a unit is shown, of one report. */
export interface Shown {
  readonly time: Instant;
  /** 1e-7 degrees; 0, 0 where no valid place is known. */
  readonly longitude: number;
  readonly latitude: number;
  /** Packed as in the live frame. */
  readonly state: number;
  /** Since when the unit idles; 0: it does not. */
  readonly idleSince: Instant;
  /** A valid place is known. */
  readonly located: boolean;
  /** The report's own fix was refused. */
  readonly refused: boolean;
  readonly sequence: number;
}

/** Growing columns of what viewers are shown of every unit; a unit keeps its index while the process lives. */
export class ShownColumns {
  count = 0;
  unitIds = new Uint32Array(FIRST_CAPACITY);
  times = new Float64Array(FIRST_CAPACITY);
  longitudes = new Int32Array(FIRST_CAPACITY);
  latitudes = new Int32Array(FIRST_CAPACITY);
  states = new Uint32Array(FIRST_CAPACITY);
  sequences = new Float64Array(FIRST_CAPACITY);
  /** Since when the unit idles, by the times of its reports; 0: it does not. */
  idleSince = new Float64Array(FIRST_CAPACITY);
  located = new Uint8Array(FIRST_CAPACITY);
  refused = new Uint8Array(FIRST_CAPACITY);
  readonly #indices = new Map<number, number>();

  /** Index of the unit, or -1. */
  indexOf(unitId: number): number {
    return this.#indices.get(unitId) ?? -1;
  }

  /** Index of the unit, a new one where it has none. */
  protected ensure(unitId: number): number {
    const known = this.#indices.get(unitId);
    if (known !== undefined) return known;
    if (this.count === this.unitIds.length) this.#grow();
    const index = this.count++;
    this.unitIds[index] = unitId;
    this.#indices.set(unitId, index);
    return index;
  }

  /** Takes in a filtered report that is newer than what is shown: a refused fix leaves the unit where it was. */
  protected take(
    index: number,
    verdict: FilterVerdict,
    time: Instant,
    longitude: number,
    latitude: number,
    state: number,
    sequence: number,
  ): void {
    const stays = verdict !== 'valid';
    const shown = stays && verdict !== 'drift' ? shownState(state, verdict) : state;
    const since = idlingSince(this.idleSince[index], this.times[index], time, shown);
    this.idleSince[index] = since;
    this.times[index] = time;
    this.sequences[index] = sequence;
    this.refused[index] = stays && verdict !== 'drift' ? 1 : 0;
    this.states[index] = withIdleTime(shown, since, time);
    if (!stays) this.located[index] = 1;
    if (!givesPlace(verdict, this.located[index] === 1)) return;
    this.longitudes[index] = longitude;
    this.latitudes[index] = latitude;
  }

  /** Shows the unit otherwise. Answers whether that is another place or state than before. */
  protected put(index: number, shown: Shown): boolean {
    const isSame =
      this.times[index] === shown.time &&
      this.longitudes[index] === shown.longitude &&
      this.latitudes[index] === shown.latitude &&
      this.states[index] === shown.state;
    if (isSame) return false;
    this.times[index] = shown.time;
    this.longitudes[index] = shown.longitude;
    this.latitudes[index] = shown.latitude;
    this.states[index] = shown.state;
    this.idleSince[index] = shown.idleSince;
    this.sequences[index] = shown.sequence;
    this.located[index] = shown.located ? 1 : 0;
    this.refused[index] = shown.refused ? 1 : 0;
    return true;
  }

  #grow(): void {
    const size = this.count * 2;
    const enlarge = <T extends Uint32Array | Float64Array | Int32Array | Uint8Array>(from: T, to: T): T => (
      to.set(from),
      to
    );
    this.unitIds = enlarge(this.unitIds, new Uint32Array(size));
    this.times = enlarge(this.times, new Float64Array(size));
    this.longitudes = enlarge(this.longitudes, new Int32Array(size));
    this.latitudes = enlarge(this.latitudes, new Int32Array(size));
    this.states = enlarge(this.states, new Uint32Array(size));
    this.sequences = enlarge(this.sequences, new Float64Array(size));
    this.idleSince = enlarge(this.idleSince, new Float64Array(size));
    this.located = enlarge(this.located, new Uint8Array(size));
    this.refused = enlarge(this.refused, new Uint8Array(size));
  }
}

/**
 * A unit whose place nobody knows may be where its device does not trust itself to be; one that is placed is not moved
 * there.
 */
export const givesPlace = (verdict: FilterVerdict, located: boolean): boolean =>
  verdict === 'valid' || (verdict === 'device' && !located);

/**
 * The state of a report whose fix is refused: nothing is known of how the unit goes. A fix that the device itself does
 * not trust says at least whether the unit moves, as before.
 */
export function shownState(state: number, verdict: FilterVerdict): number {
  return verdict === 'device'
    ? state
    : packState(0, stateCourse(state), MOTION.noFix, stateIgnition(state), stateLate(state));
}
