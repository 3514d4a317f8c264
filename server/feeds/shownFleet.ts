import { COORDINATE_SCALE, type Instant } from '../../src/domain/base/index.ts';
import {
  createPoint,
  FixFilter,
  filterAlone,
  needPast,
  needQuality,
  resetPoint,
  type DetectionPoint,
  type FilterSettings,
  type FilterVerdict,
} from '../../src/domain/detection/index.ts';
import { MOTION, stateMotion, TRACK_FLAG, type Position } from '../../src/domain/telemetry/index.ts';
import type { CommittedBatch, LatestStates } from '../store/types.ts';
import { ShownColumns } from './shownColumns.ts';
import { ShownRows, type ShownBatch } from './shownRows.ts';
import { filterHistory } from './filteredHistory.ts';
import type { FeedPositions } from './types.ts';

/** The validity filters of units; `pipeline` knows them. */
interface FeedFilters {
  of(unitId: number): FilterSettings;
  /** Notified of units whose filters changed. Returns an undo. */
  onChanged(listener: (unitIds: readonly number[]) => void): () => void;
}

export interface ShownFleetOptions {
  readonly positions: FeedPositions;
  readonly filters: FeedFilters;
  readonly logger: { warn(details: object, message: string): void };
}

/** How many units' past is read side by side. */
const AT_A_TIME = 4;
const AGAIN_AFTER = 2_000;

/**
 * Where every unit is shown: the latest states after the validity filters of the units' devices. A fix that is
 * refused leaves a unit where it was, and counts as a report all the same; what was stored stays as it is. A report
 * costs one check of its own; units whose filters look back have a filter each. Only where nothing is known
 * of a unit, at the start or after its filters changed, its past is read, in the background.
 */
export class ShownFleet extends ShownColumns {
  readonly #options: ShownFleetOptions;
  /** Filters that look back, by unit. */
  readonly #filters = new Map<number, FixFilter>();
  /** Units whose past is to be read: they are not shown otherwise than they were until then. */
  readonly #waiting = new Set<number>();
  /** Units that were idling when the server started: shown, and their past is read for since when. */
  readonly #idling = new Set<number>();
  readonly #working = new Set<number>();
  readonly #shownListeners = new Set<(batch: ShownBatch) => void>();
  readonly #listeners = new Set<(unitId: number) => void>();
  readonly #batch = new ShownRows();
  readonly #stops: (() => void)[];
  readonly #point: DetectionPoint = createPoint();
  #running = 0;
  #retry: ReturnType<typeof setTimeout> | null = null;
  #idle: (() => void)[] = [];
  #closed = false;

  constructor(options: ShownFleetOptions) {
    super();
    this.#options = options;
    const { latest } = options.positions;
    for (let index = 0; index < latest.count; index++) this.#begin(latest, index);
    this.#stops = [
      options.positions.onCommitted((batch) => this.#committed(batch)),
      options.filters.onChanged((unitIds) => this.#refilter(unitIds)),
    ];
    this.#work();
  }

  /** Notified when a unit is shown elsewhere than before though it did not report. Returns an undo. */
  onRefiltered(listener: (unitId: number) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Notified of every committed group, of the rows that changed what is shown. Returns an undo. */
  onShown(listener: (batch: ShownBatch) => void): () => void {
    this.#shownListeners.add(listener);
    return () => void this.#shownListeners.delete(listener);
  }

  #committed(batch: CommittedBatch): void {
    const shown = this.#batch;
    shown.begin(batch.sequence);
    for (let row = 0; row < batch.count; row++)
      if (this.#accept(batch, row)) shown.add(this, this.indexOf(batch.unitIds[row]));
    for (const listener of this.#shownListeners) listener(shown);
  }

  /** Takes a committed row in. Answers whether the unit's shown state changed. */
  #accept(batch: CommittedBatch, row: number): boolean {
    if ((batch.flags[row] & TRACK_FLAG.hasPosition) === 0) return false;
    const unitId = batch.unitIds[row];
    const index = this.ensure(unitId);
    const time = batch.times[row];
    // Reports that come late, or again, move no mark. Of a unit whose past is being read the newest are read with it.
    if (time <= this.times[index] || this.#waiting.has(unitId)) return false;
    const verdict = this.#verdictOf(batch, row, unitId);
    if (verdict === 'future' || verdict === 'duplicate' || verdict === 'noPosition') return false;
    this.take(index, verdict, time, batch.longitudes[row], batch.latitudes[row], batch.states[row], batch.sequence);
    return true;
  }

  /** Everything known of the unit's latest report, at the place where it is shown; or null. */
  position(unitId: number): Position | null {
    const position = this.#options.positions.latest.position(unitId);
    const index = this.indexOf(unitId);
    if (position === null || index < 0 || this.times[index] === 0 || !this.located[index]) return position;
    const [latitude, longitude] = [this.latitudes[index] / COORDINATE_SCALE, this.longitudes[index] / COORDINATE_SCALE];
    const isThere = position.latitude === latitude && position.longitude === longitude;
    return isThere
      ? position
      : { ...position, latitude, longitude, valid: position.valid && this.refused[index] === 0 };
  }

  /** Resolves when no unit's past is to be read. */
  settled(): Promise<void> {
    if (this.#waiting.size === 0 && this.#idling.size === 0 && this.#running === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  close(): void {
    this.#closed = true;
    for (const stop of this.#stops) stop();
    if (this.#retry) clearTimeout(this.#retry);
    this.#waiting.clear();
    this.#idling.clear();
    this.#rest();
  }

  #begin(latest: LatestStates, from: number): void {
    const unitId = latest.unitIds[from];
    const settings = this.#options.filters.of(unitId);
    const index = this.ensure(unitId);
    if (latest.times[from] <= 0) return;
    const point = this.#fill(latest.times[from], latest.longitudes[from], latest.latitudes[from], latest.flags[from]);
    const needsMore = needPast(settings) || needQuality(settings);
    if (needsMore || filterAlone(settings, point, latest.receivedTimes[from]) !== 'valid') this.#waiting.add(unitId);
    else {
      const state = latest.states[from];
      const [longitude, latitude] = [latest.longitudes[from], latest.latitudes[from]];
      this.take(index, 'valid', point.time, longitude, latitude, state, latest.sequences[from]);
      if (stateMotion(state) === MOTION.idling) this.#idling.add(unitId);
    }
  }

  #verdictOf(batch: CommittedBatch, row: number, unitId: number): FilterVerdict {
    const settings = this.#options.filters.of(unitId);
    const point = this.#fill(batch.times[row], batch.longitudes[row], batch.latitudes[row], batch.flags[row]);
    point.speed = batch.speeds[row];
    point.satellites = batch.satellites[row];
    point.hdop = batch.hdops[row];
    point.accuracy = batch.accuracies[row];
    if (!needPast(settings)) return filterAlone(settings, point, batch.receivedTimes[row]);
    let filter = this.#filters.get(unitId);
    if (!filter) {
      filter = new FixFilter(settings);
      this.#filters.set(unitId, filter);
    }
    return filter.check(point, batch.receivedTimes[row]);
  }

  #fill(time: Instant, longitude: number, latitude: number, flags: number): DetectionPoint {
    const point = this.#point;
    resetPoint(point);
    point.time = time;
    point.longitude = longitude / COORDINATE_SCALE;
    point.latitude = latitude / COORDINATE_SCALE;
    point.hasPosition = (flags & TRACK_FLAG.hasPosition) !== 0;
    point.valid = (flags & TRACK_FLAG.valid) !== 0;
    return point;
  }

  #refilter(unitIds: readonly number[]): void {
    for (const unitId of unitIds) {
      this.#filters.delete(unitId);
      if (this.#options.positions.latest.indexOf(unitId) >= 0) this.#waiting.add(unitId);
    }
    this.#work();
  }

  #work(): void {
    while (this.#running < AT_A_TIME && !this.#closed) {
      const next = this.#next();
      if (next === null) break;
      this.#working.add(next);
      this.#running++;
      void this.#readPast(next).finally(() => {
        this.#running--;
        this.#working.delete(next);
        this.#work();
      });
    }
    this.#rest();
  }

  #next(): number | null {
    for (const unitId of this.#waiting) if (!this.#working.has(unitId)) return unitId;
    for (const unitId of this.#idling) if (!this.#working.has(unitId)) return unitId;
    return null;
  }

  #rest(): void {
    if (this.#waiting.size > 0 || this.#idling.size > 0 || this.#running > 0) return;
    const idle = this.#idle;
    this.#idle = [];
    for (const resolve of idle) resolve();
  }

  async #readPast(unitId: number): Promise<void> {
    const { positions, filters, logger } = this.#options;
    const settings = filters.of(unitId);
    try {
      const past = await filterHistory(positions, unitId, settings);
      if (this.#closed || filters.of(unitId) !== settings) return;
      this.#waiting.delete(unitId);
      this.#idling.delete(unitId);
      if (needPast(settings)) this.#filters.set(unitId, past.filter);
      if (past.last === null) return;
      const index = this.ensure(unitId);
      if (!this.put(index, { ...past.last, sequence: positions.sequence })) return;
      for (const listener of this.#listeners) listener(unitId);
    } catch (error) {
      if (this.#closed) return;
      logger.warn({ unitId, error: String(error) }, 'the past of a unit could not be filtered; it is tried again');
      await new Promise<void>((resolve) => (this.#retry = setTimeout(resolve, AGAIN_AFTER).unref()));
    }
  }
}
