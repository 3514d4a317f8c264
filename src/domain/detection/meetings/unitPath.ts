import { HOUR, RULE, SECOND, type Instant } from '../../base/index.ts';
import type { Place } from '../../unitEvent/index.ts';

/** Between fixes further apart nobody knows where a moving unit was. */
const LONGEST_GAP = RULE.memory * SECOND;
/** A unit that stopped is taken to be there for so long, though it sleeps. */
const LONGEST_STOP = 24 * HOUR;

/** Where a unit was: its usable fixes in the order of their times, and what lies between them. */
export class UnitPath {
  readonly times: number[] = [];
  readonly #latitudes: number[] = [];
  readonly #longitudes: number[] = [];
  readonly #moves: boolean[] = [];

  /** Takes in a fix that follows all those before; another one of the same instant takes its place. */
  add(time: Instant, latitude: number, longitude: number, moves: boolean): void {
    if (this.times.at(-1) === time) this.#drop(this.times.length - 1, 1);
    this.times.push(time);
    this.#latitudes.push(latitude);
    this.#longitudes.push(longitude);
    this.#moves.push(moves);
  }

  /** Forgets fixes that no instant from this one on needs. */
  forget(before: Instant): void {
    const kept = this.indexAt(before);
    if (kept > 0) this.#drop(0, kept);
  }

  /** Place of the last fix at or before the instant, −1 where there is none. */
  indexAt(time: Instant): number {
    let [low, high] = [0, this.times.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.times[middle] <= time) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /**
   * Where the unit was at the instant, `index` being the place of its last fix by then; null: not known. A unit that
   * stopped stays until it reports again; one that moves is between two fixes, or nobody knows where. So what is found
   * of an instant does not depend on when reports came.
   */
  placeAt(time: Instant, index: number): Place | null {
    if (index < 0) return null;
    const [latitude, longitude] = [this.#latitudes[index], this.#longitudes[index]];
    const age = time - this.times[index];
    if (age === 0 || (!this.#moves[index] && age <= LONGEST_STOP)) return { latitude, longitude };
    const next = index + 1;
    if (!this.#moves[index] || next >= this.times.length) return null;
    const gap = this.times[next] - this.times[index];
    if (gap > LONGEST_GAP) return null;
    const part = age / gap;
    // The shorter line across the date line.
    const turn = ((this.#longitudes[next] - longitude + 540) % 360) - 180;
    const east = longitude + turn * part;
    return {
      latitude: latitude + (this.#latitudes[next] - latitude) * part,
      longitude: east > 180 ? east - 360 : east < -180 ? east + 360 : east,
    };
  }

  #drop(from: number, count: number): void {
    for (const column of [this.times, this.#latitudes, this.#longitudes, this.#moves]) column.splice(from, count);
  }
}
