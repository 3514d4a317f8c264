import { MINUTE, SECOND, toIso, type Instant, type TimeSource } from '../../../src/domain/base/index.ts';
import { TRACK_FLAG } from '../../../src/domain/telemetry/index.ts';
import {
  DatabaseUnavailable,
  EventLoopBreaks,
  type CommittedBatch,
  type Database,
  type PositionStore,
} from '../../store/index.ts';
import { DueQueue } from '../dueQueue.ts';
import type { DetectionLedger } from '../facts.ts';
import { KeyedQueue } from '../keyedQueue.ts';
import { Setups } from '../setup.ts';
import { FollowedRun } from './followedRun.ts';
import { readRuns, RunBook, type StoredRun } from './runBook.ts';
import { isNews, writeRuns, type FoundRun } from './runRows.ts';

export interface RouteRunOptions {
  readonly database: Database;
  readonly positions: Pick<PositionStore, 'onCommitted' | 'readCommitted' | 'readTracks' | 'sequence'>;
  readonly directory: DetectionLedger;
  readonly time: TimeSource;
  readonly logger: { warn(details: object, message: string): void };
}

/** Runs of routes behind the acknowledgement: it hears of what was committed, and looks at it when it is asked to. */
interface RouteRuns {
  /** Looks at the runs of units that reported, and at those whose instant has come. */
  run(): Promise<void>;
  close(): Promise<void>;
}

/** The distance left and the time of arrival are stored this often; what happens is stored when it is found. */
const STORED_EVERY = 30 * SECOND;
/** Late reports come in batches: runs are gone through again once a batch is over. */
const SETTLE = 10 * SECOND;
/** Older reports may belong to runs that are over. */
const LATE_AFTER = 2 * MINUTE;
/** Units in work side by side. */
const AT_A_TIME = 8;

export function openRouteRuns(options: RouteRunOptions): RouteRuns {
  return new RunWatch(options);
}

/** Reports of the past that came: from when to when. */
interface LateSpan {
  from: Instant;
  to: Instant;
  due: Instant;
}

class RunWatch implements RouteRuns {
  readonly #options: RouteRunOptions;
  readonly #book: RunBook;
  readonly #setups: Setups;
  readonly #followed = new Map<number, FollowedRun>();
  readonly #due = new DueQueue();
  readonly #queue = new KeyedQueue();
  readonly #late = new Map<number, LateSpan>();
  readonly #stop: () => void;
  #reported = new Set<number>();
  #running: Promise<void> | null = null;
  #closing = false;

  constructor(options: RouteRunOptions) {
    this.#options = options;
    this.#setups = new Setups(options.database);
    this.#book = new RunBook(
      options.database,
      options.time,
      (unitIds) => this.#reread(unitIds),
      (error) => this.#warn(error, 'route runs could not be read; trying again'),
    );
    this.#stop = options.positions.onCommitted((batch) => this.#hear(batch));
  }

  run(): Promise<void> {
    this.#running ??= this.#runOnce().finally(() => (this.#running = null));
    return this.#running;
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#stop();
    this.#book.close();
    await this.#running;
    await this.#queue.settled();
  }

  /** Called for every group: it notes who reported, and what came late. */
  #hear({ count, unitIds, times, flags, advanced }: CommittedBatch): void {
    const now = this.#options.time.now();
    for (let place = 0; place < count; place++) {
      const unitId = unitIds[place];
      if (this.#book.has(unitId)) this.#reported.add(unitId);
      // A tracker that was out of reach sends in order what it kept: it advances, and is late nevertheless.
      const isLate = advanced[place] === 0 || now - times[place] > LATE_AFTER;
      if (!isLate || (flags[place] & TRACK_FLAG.hasPosition) === 0) continue;
      const span = this.#late.get(unitId);
      if (!span) this.#late.set(unitId, { from: times[place], to: times[place], due: now + SETTLE });
      else [span.from, span.to] = [Math.min(span.from, times[place]), Math.max(span.to, times[place])];
    }
  }

  /** Followed runs go on only where they are the same. */
  #reread(unitIds: ReadonlySet<number>): void {
    for (const runId of this.#followed.keys()) {
      const run = this.#book.run(runId);
      if (!run || unitIds.has(run.unitId)) this.#followed.delete(runId);
    }
    for (const unitId of unitIds) this.#schedule(unitId);
  }

  /** When the unit's runs are looked at next, if it does not report before. */
  #schedule(unitId: number): void {
    const instants = this.#book.of(unitId).flatMap((run) => {
      if (!this.#followed.has(run.runId)) return [run.plan.from];
      return run.result?.due ?? [];
    });
    this.#due.set(unitId, instants.length > 0 ? Math.min(...instants) : null);
  }

  async #runOnce(): Promise<void> {
    const now = this.#options.time.now();
    await this.#book.settled();
    await this.#lookAtLate(now);
    const units = new Set([...this.#reported, ...this.#due.take(now)]);
    this.#reported = new Set();
    const waiting = units.values();
    const breaks = new EventLoopBreaks();
    const follow = async (): Promise<void> => {
      for (let next = waiting.next(); !next.done && !this.#closing; next = waiting.next()) {
        await this.#attempt(next.value, now);
        await breaks.take();
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, follow));
  }

  async #attempt(unitId: number, now: Instant): Promise<void> {
    try {
      await this.#queue.run(unitId, () => this.#lookAt(unitId, now));
    } catch (error) {
      for (const { runId } of this.#book.of(unitId)) this.#followed.delete(runId);
      this.#reported.add(unitId);
      if (!(error instanceof DatabaseUnavailable))
        this.#warn(error, 'runs of a unit could not be looked at; they are tried again', unitId);
    }
  }

  /** Folds what is new into the runs that have begun, and stores what is other. */
  async #lookAt(unitId: number, now: Instant): Promise<void> {
    const runs = this.#book.of(unitId).filter(({ plan }) => plan.from <= now);
    const found: FoundRun[] = [];
    for (const run of runs) {
      const followed = await this.#follow(run);
      const result = followed.fold.result(now);
      if (!isNews(run.result, result) && now - followed.storedAt < STORED_EVERY && result.state !== 'finished') {
        this.#book.keep({ ...run, result: { ...(run.result ?? result), due: result.due } });
        continue;
      }
      followed.storedAt = now;
      found.push({ run, result, unitName: this.#options.directory.nameOf(unitId) });
    }
    await this.#store(found, now);
    this.#tidy(unitId, now);
    this.#schedule(unitId);
  }

  async #store(found: readonly FoundRun[], now: Instant): Promise<void> {
    const changed = found.filter(({ run, result }) => JSON.stringify(run.result) !== JSON.stringify(result));
    if (changed.length === 0) return;
    const written = await this.#options.database.transaction((transaction) =>
      writeRuns(transaction, changed, this.#options.directory, now),
    );
    for (const { run, result } of changed)
      if (written.has(run.runId) && this.#book.run(run.runId)) this.#book.keep({ ...run, result });
  }

  /** Goes on with the run where its reports were not late, and through all of its time again where they were. */
  async #follow(run: StoredRun): Promise<FollowedRun> {
    const { positions } = this.#options;
    const known = this.#followed.get(run.runId);
    const track = known ? positions.readCommitted(run.unitId, known.cursor) : null;
    if (known && track && !known.isLate(track)) {
      known.cursor = positions.sequence;
      known.accept(track);
      return known;
    }
    return this.#goThrough(run);
  }

  async #goThrough(run: StoredRun): Promise<FollowedRun> {
    const { positions } = this.#options;
    const setup = (await this.#setups.read([run.unitId])).get(run.unitId);
    if (!setup) throw new Error(`Unit ${run.unitId} was asked for and not answered.`);
    const followed = new FollowedRun(run.plan, run.byHand, setup, positions.sequence);
    const breaks = new EventLoopBreaks();
    for await (const track of positions.readTracks(run.unitId, followed.from, run.plan.until)) {
      followed.accept(track);
      await breaks.take();
    }
    this.#followed.set(run.runId, followed);
    return followed;
  }

  /** Runs whose time is over need no more than late reports; after a while they are read again when these come. */
  #tidy(unitId: number, now: Instant): void {
    for (const run of this.#book.of(unitId)) {
      const isOver = run.result !== null && run.result.due === null && now >= run.plan.until;
      if (!isOver) continue;
      this.#followed.delete(run.runId);
      this.#book.forget(run);
    }
  }

  /** Runs of the past that late reports belong to are gone through again. */
  async #lookAtLate(now: Instant): Promise<void> {
    const spans = [...this.#late].filter(([, { due }]) => due <= now);
    if (spans.length === 0) return;
    const runs = await readRuns(
      this.#options.database,
      `exists (select 1 from unnest($1::int8[], $2::timestamptz[], $3::timestamptz[]) as w (unit_id, since, until)
         where r.unit_id = w.unit_id and r.until_at > w.since and r.from_at <= w.until)`,
      [spans.map(([unitId]) => unitId), spans.map(([, { from }]) => toIso(from)), spans.map(([, { to }]) => toIso(to))],
    );
    for (const [unitId] of spans) this.#late.delete(unitId);
    for (const run of runs) {
      this.#followed.delete(run.runId);
      if (!this.#book.run(run.runId)) this.#book.keep(run);
      this.#reported.add(run.unitId);
    }
  }

  #warn(error: unknown, message: string, unitId?: number): void {
    this.#options.logger.warn({ error: String(error), ...(unitId === undefined ? {} : { unitId }) }, message);
  }
}
