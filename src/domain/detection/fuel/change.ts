import { DETECTION, HOUR, SECOND, type Instant } from '../../base/index.ts';
import { firstRowAt } from '../../telemetry/index.ts';
import type { FuelDoubt, FuelEvent } from './event.ts';
import { BEGUN, DONE, emptiedBy, type Emptied } from './fault.ts';
import { medianOf } from './median.ts';
import { expectedUse, type FuelSeries } from './series.ts';
import type { FuelSettings } from './settings.ts';

/** A change of level that was large enough to be looked into. */
export interface Change {
  readonly kind: 'theft' | 'refill';
  /** Rows. */
  readonly start: number;
  readonly end: number;
  /** Last row that was looked at. */
  readonly looked: number;
  /** Litres: where the level settled, what use explains, and the volume that is left; NaN of what did not last. */
  readonly settledLevel: number;
  readonly expected: number;
  readonly volume: number;
  /** The level before had lasted, and so did the one after: what comes back has sloshed. */
  readonly accepted: boolean;
}

/** What a change is reported as. */
interface Meaning {
  readonly kind: FuelEvent['kind'];
  readonly code: FuelEvent['reason']['code'];
  readonly startLevel: number;
  readonly volume: number;
  readonly doubts: readonly FuelDoubt[];
}

/** Measures changes of a series' filtered levels against the settings. */
export class FuelChange {
  readonly #series: FuelSeries;
  readonly #levels: Float64Array;
  readonly #settings: FuelSettings;
  /** Less than this in a step is noise; no step at all is none either way. */
  readonly #noise: number;

  constructor(series: FuelSeries, levels: Float64Array, settings: FuelSettings) {
    this.#series = series;
    this.#levels = levels;
    this.#settings = settings;
    this.#noise = Math.max(settings.refill.min_change, Number.MIN_VALUE);
  }

  firstRowAt(time: Instant): number {
    return firstRowAt(this.#series.times, time);
  }

  /**
   * The refill that a rise from `low` to `row` is part of; null when it is too small to be one. What
   * happened before `floor` belongs to the change before.
   */
  rise(low: number, row: number, floor: Instant): Change | null {
    const { min_refill: bound, observe_time } = this.#settings.refill;
    if (this.#levels[row] - this.#levels[low] + this.#expected(low, row) < bound) return null;
    const { end, looked } = this.#extend(row, observe_time, (from, to) => this.#levels[to] - this.#levels[from]);
    const expected = this.#expected(low, end);
    const rejected: Change = {
      kind: 'refill',
      start: low,
      end,
      looked,
      settledLevel: Number.NaN,
      expected,
      volume: Number.NaN,
      accepted: false,
    };
    if (!this.#mostReach(end, looked, this.#levels[low] + bound - expected, 1)) return rejected;
    const settledLevel = this.#medianOf(end, looked);
    const volume = settledLevel - this.#levels[low] + expected;
    const lasting = settledLevel - this.#lastingBefore(low, observe_time, floor) + expected;
    return { ...rejected, settledLevel, volume, accepted: volume >= bound && lasting >= bound };
  }

  /** The theft that a drop from `high` to `row` is part of; null when use explains it. */
  drop(high: number, row: number, floor: Instant): Change | null {
    const { min_theft: bound, observe_time } = this.#settings.theft;
    if (this.#levels[high] - this.#levels[row] - this.#expected(high, row) < bound) return null;
    const { end, looked } = this.#extend(
      row,
      observe_time,
      (from, to) => this.#levels[from] - this.#levels[to] - this.#expected(from, to),
    );
    const expected = this.#expected(high, end);
    const rejected: Change = {
      kind: 'theft',
      start: high,
      end,
      looked,
      settledLevel: Number.NaN,
      expected,
      volume: Number.NaN,
      accepted: false,
    };
    if (!this.#mostReach(end, looked, this.#levels[high] - bound - expected, -1)) return rejected;
    const settledLevel = this.#medianOf(end, looked);
    const volume = this.#levels[high] - settledLevel - expected;
    const lasting = this.#lastingBefore(high, observe_time, floor) - settledLevel - expected;
    return { ...rejected, settledLevel, volume, accepted: volume >= bound && lasting >= bound };
  }

  /** `emptied`: a tank reads empty since the event before. */
  eventOf(change: Change, emptied: Emptied | null, settled: boolean): FuelEvent {
    const { start, end, expected, settledLevel } = change;
    const { times, latitudes, longitudes } = this.#series;
    const meaning = this.#meaningOf(change, emptied);
    const { theft, refill } = this.#settings;
    const { bound, window } =
      change.kind === 'theft'
        ? { bound: theft.min_theft, window: theft.observe_time }
        : { bound: refill.min_refill, window: refill.observe_time };
    const doubts = [...meaning.doubts, ...this.#doubts(start, end)];
    return {
      kind: meaning.kind,
      start: times[start],
      end: times[end],
      startLevel: meaning.startLevel,
      endLevel: settledLevel,
      volume: meaning.volume,
      expected,
      confidence: doubts.length > 0 ? 'low' : 'normal',
      doubts,
      place: Number.isNaN(latitudes[start]) ? null : { latitude: latitudes[start], longitude: longitudes[start] },
      reason: { code: meaning.code, values: { unexplained: meaning.volume, bound, window } },
      settled,
    };
  }

  /** What a change stands for: fuel, or a sensor that read empty. */
  #meaningOf({ kind, start, end, volume, settledLevel }: Change, emptied: Emptied | null): Meaning {
    const plain = { kind, startLevel: this.#levels[start], volume, doubts: [] };
    if (kind === 'theft') {
      const how = emptiedBy(this.#series, this.#levels, start, end);
      if (how === 'fault') return { ...plain, kind: 'fault', code: 'dropout' };
      return { ...plain, code: 'unexplainedDrop', doubts: how === 'doubt' ? ['empty'] : [] };
    }
    const { empties } = this.#series;
    if (emptied === null || empties[end] >= empties[start]) return { ...plain, code: 'rise' };
    const gained = settledLevel - emptied.level;
    if (emptied.isFault && gained >= this.#settings.refill.min_refill)
      return { ...plain, code: 'rise', startLevel: emptied.level, volume: gained, doubts: ['fault'] };
    const isBack = emptied.isFault || Math.abs(gained) < this.#settings.theft.min_theft;
    return isBack ? { ...plain, kind: 'fault', code: 'restored' } : { ...plain, code: 'rise' };
  }

  /** Goes on while within the observed time the level changes by more than noise in the same sense. */
  #extend(
    row: number,
    observeTime: number,
    changed: (from: number, to: number) => number,
  ): { end: number; looked: number } {
    const { times, count } = this.#series;
    let end = row;
    let looked = row;
    while (looked + 1 < count && times[looked + 1] - times[end] <= observeTime * SECOND) {
      looked++;
      if (changed(end, looked) >= this.#noise) end = looked;
    }
    return { end, looked };
  }

  /** What the median needs to be beyond a level, and costs no sorting: half of the rows are. */
  #mostReach(first: number, last: number, level: number, sign: 1 | -1): boolean {
    let reached = 0;
    for (let row = first; row <= last; row++) if ((this.#levels[row] - level) * sign >= 0) reached++;
    return reached * 2 >= last - first + 1;
  }

  #medianOf(first: number, last: number): number {
    return medianOf(this.#levels.slice(first, last + 1));
  }

  /** The level of the observed time up to a row. */
  #lastingBefore(row: number, observeTime: number, floor: Instant): number {
    const since = Math.max(this.#series.times[row] - observeTime * SECOND, floor);
    return this.#medianOf(Math.min(row, this.firstRowAt(since)), row);
  }

  #expected(from: number, to: number): number {
    const { km_per_liter, hour_per_liter } = this.#settings.theft;
    return expectedUse(this.#series, from, to, km_per_liter, hour_per_liter);
  }

  #doubts(start: number, end: number): FuelDoubt[] {
    const { times, distances } = this.#series;
    const doubts: FuelDoubt[] = [];
    for (let row = start + 1; row <= end && doubts.length === 0; row++)
      if (times[row] - times[row - 1] > DETECTION.fuelGap) doubts.push('gap');
    const [first, last] = this.#coreOf(start, end);
    const metres = distances[last] - distances[first];
    const walked = (DETECTION.fuelStandingSpeed * 1_000 * (times[last] - times[first])) / HOUR;
    if (metres > DETECTION.fuelStandingDistance || metres > walked) doubts.push('moving');
    return doubts;
  }

  /**
   * The rows between which most of the change took place. Its ends may lie on the way to the pump and from it:
   * what sloshes there is the lowest or the highest level of the window.
   */
  #coreOf(start: number, end: number): [first: number, last: number] {
    const { [start]: from, [end]: to } = this.#levels;
    const progress = (row: number): number => (this.#levels[row] - from) / (to - from);
    let first = start;
    for (let row = start + 1; row < end; row++) if (progress(row) <= BEGUN) first = row;
    let last = first + 1;
    while (last < end && progress(last) < DONE) last++;
    return [first, last];
  }
}
