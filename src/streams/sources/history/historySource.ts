import { BehaviorSubject, type Observable } from 'rxjs';
import {
  DAY,
  HOUR,
  MINUTE,
  SECOND,
  TELEMETRY,
  type Instant,
  type Interval,
  type Result,
  type TimeSource,
} from '../../../domain/base/index.ts';
import type { Timers } from '../../clock/timers.ts';
import type { FleetColumns, UnitFix, WritableFleet } from '../../pipeline/fleetColumns.ts';
import type { Presence, TelemetrySource } from '../../types.ts';
import type { LoadFailure } from '../replay/chunkLoader.ts';
import { ReplayTimeline } from '../replay/replayTimeline.ts';
import { readFix, type LastFixes } from '../replay/trackChunk.ts';
import { createHistoryLoader, type FetchHistory, type HistoryLoader } from './historyLoader.ts';
import type { FilteredTrack } from './filtering.ts';
import type { TrackDecoder } from './trackDecoder.ts';

/** 16 bytes each: about 130 MB. */
const POINT_BUDGET = 8_000_000;

export interface HistorySourceOptions {
  /** Posts to `/api/history` and `/api/backfill`. */
  readonly fetchHistory: FetchHistory;
  readonly decoder: TrackDecoder;
  /** The server's present; nothing is asked beyond it. */
  readonly timeSource: TimeSource;
  readonly timers: Timers;
  /** Units to replay; left out = every unit in reach. */
  readonly unitIds?: readonly number[];
  /** First instant with data, where it is known. */
  readonly earliest?: Instant;
  /** Most fixes held in memory. */
  readonly pointBudget?: number;
}

export interface HistorySource extends TelemetrySource {
  /** Fixes of these units were added or changed from `from` on: they are read again. */
  invalidate(unitIds: readonly number[], from: Instant): void;
  /** Tries again at once what could not be had: the server answers again. */
  retry(): void;
  /**
   * All that is stored of one unit in [from, to), attributes included, for charts and exact trails; and which fixes its
   * filters refuse.
   */
  trackOf(
    unitId: number,
    from: Instant,
    to: Instant,
    signal?: AbortSignal,
  ): Promise<Result<FilteredTrack, LoadFailure>>;
  /** The units' stored blocks that touch the span, one after another as they were answered. */
  blocksOf: HistoryLoader['blocks'];
  /** Past positions for trails, where they are loaded; see ReplayEngine.sample. */
  sample(instant: Instant, fleet: FleetColumns, out: Int32Array): boolean;
}

/** Recorded positions of the server as a source. */
export function createHistorySource(options: HistorySourceOptions): HistorySource {
  return new ServerHistory(options);
}

class ServerHistory implements HistorySource {
  readonly capabilities = { seek: true, follow: false, events: false };
  readonly #options: HistorySourceOptions;
  readonly #loader: HistoryLoader;
  readonly #timeline: ReplayTimeline;
  readonly #span: BehaviorSubject<Interval>;
  readonly #closing = new AbortController();
  readonly #fix: UnitFix = {
    longitude: 0,
    latitude: 0,
    time: 0,
    speed: 0,
    course: 0,
    motion: 0,
    ignition: 0,
    late: false,
    idleSince: 0,
  };
  /** A fleet that was to be filled and still holds another picture, since history could not be had. */
  #owed: WritableFleet | null = null;
  #isLarge = false;
  #sized = false;

  constructor(options: HistorySourceOptions) {
    this.#options = options;
    this.#loader = createHistoryLoader(options.fetchHistory, options.decoder, options.unitIds ?? null);
    this.#timeline = new ReplayTimeline({
      loader: this.#loader,
      chunkLength: () => (this.#isLarge ? 15 * MINUTE : HOUR),
      isLarge: () => this.#isLarge,
      pointBudget: options.pointBudget ?? POINT_BUDGET,
      time: options.timeSource,
      timers: options.timers,
    });
    const now = options.timeSource.now();
    this.#span = new BehaviorSubject<Interval>({
      from: options.earliest ?? now - TELEMETRY.historyDays * DAY,
      to: now,
    });
  }

  get presence$(): Observable<Presence> {
    return this.#timeline.presence$;
  }

  get span$(): Observable<Interval> {
    return this.#span.asObservable();
  }

  get news$(): Observable<void> {
    return this.#timeline.news$;
  }

  async backfill(instant: Instant, fleet: WritableFleet, signal?: AbortSignal): Promise<void> {
    this.#owed = fleet;
    if (!this.#timeline.engine.covers(instant)) {
      const last = await this.#timeline.during(this.#arrive(instant, fleet.count, this.#either(signal)));
      fleet.reset(instant);
      if (last !== null) this.#stand(last, fleet);
    } else {
      fleet.reset(instant);
    }
    this.#owed = null;
    this.#timeline.engine.attach(fleet);
    this.#timeline.advance(instant, 0, fleet);
  }

  advance(instant: Instant, rate: number, fleet: WritableFleet): boolean {
    if (this.#owed === fleet && this.#timeline.engine.covers(instant)) {
      this.#owed = null;
      fleet.reset(instant);
      this.#timeline.engine.attach(fleet);
    }
    const isShown = this.#timeline.advance(instant, rate, fleet);
    const now = this.#options.timeSource.now();
    if (now - this.#span.value.to >= SECOND && !this.#span.closed) this.#span.next({ ...this.#span.value, to: now });
    return isShown;
  }

  invalidate(unitIds: readonly number[], from: Instant): void {
    this.#timeline.invalidate(unitIds, from);
  }

  retry(): void {
    this.#timeline.retry();
  }

  trackOf(
    unitId: number,
    from: Instant,
    to: Instant,
    signal?: AbortSignal,
  ): Promise<Result<FilteredTrack, LoadFailure>> {
    return this.#loader.track(unitId, { from, to }, this.#either(signal));
  }

  readonly blocksOf: HistoryLoader['blocks'] = (unitIds, span, signal) =>
    this.#loader.blocks(unitIds, span, this.#either(signal));

  sample(instant: Instant, fleet: FleetColumns, out: Int32Array): boolean {
    return this.#timeline.engine.sample(instant, fleet, out);
  }

  close(): void {
    this.#closing.abort(new Error('The history was closed'));
    this.#timeline.close();
    this.#span.complete();
    this.#options.decoder.close();
  }

  /**
   * Reads what the units said last at the instant. Of a large fleet the blocks that say so are those of the chunk, so
   * that it comes at once: null when it is there.
   */
  async #arrive(instant: Instant, shown: number, signal: AbortSignal): Promise<LastFixes | null> {
    const units = this.#options.unitIds?.length ?? shown;
    if (units > TELEMETRY.largeFleet) this.#size(units);
    if (this.#isLarge) {
      await this.#timeline.bring(instant, signal);
      if (this.#timeline.engine.covers(instant)) return null;
    }
    const last = await this.#loader.lastFixes(instant, null, signal);
    if (!last.ok) throw new Error(`${last.error.code}: ${last.error.message}`);
    this.#size(last.value.unitIds.length);
    this.#timeline.stand(instant, last.value);
    return last.value;
  }

  /** Every unit at its last fix, until the chunk that says how it goes on is there. */
  #stand(last: LastFixes, fleet: WritableFleet): void {
    last.unitIds.forEach((unitId, row) => {
      readFix(this.#fix, last.times[row], last.longitudes[row], last.latitudes[row], last.states[row]);
      fleet.segment(fleet.ensure(unitId), this.#fix, null);
    });
  }

  /** Large fleets are read by the quarter of an hour, others by the hour: the first picture comes as soon. */
  #size(units: number): void {
    if (this.#sized) return;
    this.#sized = true;
    this.#isLarge = units > TELEMETRY.largeFleet;
  }

  #either(signal: AbortSignal | undefined): AbortSignal {
    return signal === undefined ? this.#closing.signal : AbortSignal.any([signal, this.#closing.signal]);
  }
}
