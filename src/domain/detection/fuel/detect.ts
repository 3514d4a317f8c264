import { DETECTION, SECOND, type Instant } from '../../base/index.ts';
import type { Anchor } from '../shared/index.ts';
import { FuelChange, type Change } from './change.ts';
import type { FuelEvent } from './event.ts';
import { SlidingExtreme } from './extreme.ts';
import { emptiedAfter, type Emptied } from './fault.ts';
import { MEDIAN_REACH, runningMedian } from './median.ts';
import type { FuelSeries } from './series.ts';
import type { FuelSettings } from './settings.ts';

/** How far detection has come; times are −1 at the beginning. */
export interface FuelState {
  /** Rows up to here are checked for good. */
  readonly decided: Instant;
  /** End of the last event: no change reaches back before it. */
  readonly floor: Instant;
  /** What the last event left behind; absent in states of before faults were reported. */
  readonly emptied?: Emptied | null;
}

const FUEL_START: FuelState = { decided: -1, floor: -1, emptied: null };

export interface FuelRun {
  /** In order of time; what is not settled comes last. */
  readonly events: FuelEvent[];
  /** To go on from with later rows. Its time is that of the latest row that had a part in it. */
  readonly anchor: Anchor<FuelState>;
}

/** Rows before {@link fuelWindowFrom} that the first of the window need around them. */
export const FUEL_CONTEXT = MEDIAN_REACH + 1;

/**
 * From where rows are needed to go on from a state with the result of a run over everything: those at
 * or after this instant and the {@link FUEL_CONTEXT} before it. (A series that is built from reports begins
 * {@link DETECTION.fuelGap} earlier still, so that tanks, positions and idling are known.)
 */
export function fuelWindowFrom(state: FuelState, settings: FuelSettings): Instant {
  const window = Math.max(settings.theft.observe_time, settings.refill.observe_time) * SECOND;
  // A change begins within the window of its row, and what lasted before it within one more.
  return Math.max(state.floor, state.decided - 2 * window);
}

/**
 * Thefts and refills in a series (domain reference, 2.3). With `from` it goes on where an earlier run
 * stopped: the rows needed are those of {@link fuelWindowFrom}, and events are reported from there on. After a
 * late report take an anchor from before it and drop the events that end after the
 * anchor state's `floor`.
 */
export function detectFuel(series: FuelSeries, settings: FuelSettings, from: Anchor<FuelState> | null = null): FuelRun {
  return new FuelDetection(series, settings, from ?? { time: -1, state: FUEL_START }).run();
}

class FuelDetection {
  readonly #series: FuelSeries;
  readonly #settings: FuelSettings;
  readonly #levels: Float64Array;
  readonly #change: FuelChange;
  readonly #lowest: SlidingExtreme;
  readonly #highest: SlidingExtreme;
  readonly #events: FuelEvent[] = [];
  #anchor: Anchor<FuelState>;
  /** Cleared by the first verdict that later rows may turn. */
  #final = true;
  #floor: Instant;
  #emptied: Emptied | null;

  constructor(series: FuelSeries, settings: FuelSettings, from: Anchor<FuelState>) {
    this.#series = series;
    this.#settings = settings;
    this.#levels = runningMedian(series.times, series.levels, DETECTION.fuelGap);
    this.#change = new FuelChange(series, this.#levels, settings);
    this.#lowest = new SlidingExtreme(this.#levels, 1);
    this.#highest = new SlidingExtreme(this.#levels, -1);
    this.#anchor = from;
    this.#floor = from.state.floor;
    this.#emptied = from.state.emptied ?? null;
  }

  run(): FuelRun {
    const { times, count } = this.#series;
    let row = 0;
    for (; row < count && times[row] <= this.#anchor.state.decided; row++)
      if (times[row] >= this.#floor) this.#push(row);
    while (row < count) {
      this.#push(row);
      row = this.#evaluate(row);
    }
    return { events: this.#events, anchor: this.#anchor };
  }

  #push(row: number): void {
    this.#lowest.push(row);
    this.#highest.push(row);
  }

  /** Decides on a row; returns the row to go on with. */
  #evaluate(row: number): number {
    const { refill, theft } = this.#settings;
    const low = this.#lowest.from(this.#firstOf(row, refill.observe_time));
    const rise = low === row ? null : this.#change.rise(low, row, this.#floor);
    if (rise?.accepted) {
      const next = this.#report(rise);
      if (next !== null) return next;
    }
    const high = this.#highest.from(this.#firstOf(row, theft.observe_time));
    const drop = high === row ? null : this.#change.drop(high, row, this.#floor);
    if (drop?.accepted) {
      const next = this.#report(drop);
      if (next !== null) return next;
    }
    this.#decide(Math.max(row, rise?.looked ?? 0, drop?.looked ?? 0), {
      decided: this.#series.times[row],
      floor: this.#floor,
      emptied: this.#emptied,
    });
    return row + 1;
  }

  /** First row of the window that ends with a row: the one before it where a silence leaves no other. */
  #firstOf(row: number, observeTime: number): number {
    const { times } = this.#series;
    const since = Math.max(times[row] - observeTime * SECOND, this.#floor);
    if (row > 0 && times[row - 1] < since) return times[row - 1] >= this.#floor ? row - 1 : row;
    return this.#change.firstRowAt(since);
  }

  /**
   * Reports a change, and answers the row to go on with; null when nobody asked for what it is. A fault is reported in
   * any case.
   */
  #report(change: Change): number | null {
    const { times } = this.#series;
    const event = this.#change.eventOf(change, this.#emptied, true);
    if (event.kind !== 'fault' && !this.#settings[event.kind].enable) return null;
    this.#floor = times[change.end];
    this.#emptied = emptiedAfter(event);
    this.#decide(change.looked, { decided: this.#floor, floor: this.#floor, emptied: this.#emptied });
    this.#events.push(this.#final ? event : { ...event, settled: false });
    this.#lowest.clear();
    this.#highest.clear();
    this.#push(change.end);
    return change.end + 1;
  }

  /** Moves the anchor while no later row can turn what the rows up to `looked` showed. */
  #decide(looked: number, state: FuelState): void {
    const reach = this.#reachOf(looked);
    if (reach === null) this.#final = false;
    if (reach !== null && this.#final) this.#anchor = { time: Math.max(this.#anchor.time, reach), state };
  }

  /** Time of the last row that has a part in a row's median; null while later rows may have. */
  #reachOf(row: number): Instant | null {
    const { times, count } = this.#series;
    for (let next = row + 1; next <= row + MEDIAN_REACH; next++) {
      if (next >= count) return null;
      if (times[next] - times[next - 1] > DETECTION.fuelGap) return times[next];
    }
    return times[row + MEDIAN_REACH];
  }
}
