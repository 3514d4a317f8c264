import {
  BehaviorSubject,
  Subject,
  filter,
  fromEvent,
  lastValueFrom,
  startWith,
  take,
  takeUntil,
  type Observable,
} from 'rxjs';
import {
  MINUTE,
  SECOND,
  clamp,
  floorTo,
  success,
  type Instant,
  type Interval,
  type Result,
  type TimeSource,
} from '../../../domain/base/index.ts';
import { behaviourOf } from '../../../domain/errors/index.ts';
import { STALE_AFTER } from '../../../domain/telemetry/index.ts';
import type { Timers } from '../../clock/timers.ts';
import type { WritableFleet } from '../../pipeline/fleetColumns.ts';
import type { Presence } from '../../types.ts';
import type { ChunkLoader, LoadFailure } from './chunkLoader.ts';
import { ReplayEngine } from './replayEngine.ts';
import { knownBefore, replaceUnits, rowCount, type LastFixes, type TrackChunk } from './trackChunk.ts';

/** How far back a trail is drawn, in milliseconds. */
const TRAIL_REACH = 10 * MINUTE;
/** Real time that should lie loaded ahead of the shown instant. */
const LOOK_AHEAD = 10 * SECOND;
const MOST_AHEAD = 4;
const MOST_LOADS = 2;
const FIRST_RETRY = SECOND;
const LONGEST_RETRY = 30 * SECOND;
/** Tries before the failure is shown, a second after it; it goes on trying. */
const QUIET_TRIES = 2;
/** A chunk that was cut by the present is read again after this, when it is needed. */
const EDGE_AGE = 5 * SECOND;

export interface ReplayTimelineOptions {
  readonly loader: ChunkLoader;
  /** Length of a chunk in milliseconds. */
  readonly chunkLength: () => number;
  /** Whether what all units last said takes about as long to come as a chunk: then it waits until one is shown. */
  readonly isLarge: () => boolean;
  /** Most fixes held; 16 bytes each. */
  readonly pointBudget: number;
  readonly time: TimeSource;
  readonly timers: Timers;
}

interface Load {
  readonly abort: AbortController;
}

interface LoadedPiece {
  readonly chunk: TrackChunk;
  readonly last: LastFixes | null;
  /** See ReplayEngine.insert. */
  readonly wholeFrom?: Instant;
}

/** What the units last said at an instant. */
interface KnownAt {
  readonly instant: Instant;
  readonly last: LastFixes;
}

/**
 * Decides which chunks are there: the one that is shown first, then those ahead in the direction
 * of play, as many as the budget holds; late data has them read again.
 */
export class ReplayTimeline {
  readonly engine = new ReplayEngine();
  readonly #options: ReplayTimelineOptions;
  readonly #presence = new BehaviorSubject<Presence>({ state: 'replaying', loading: false });
  readonly #news = new Subject<void>();
  readonly #loads = new Map<Instant, Load>();
  /** When each loaded chunk was asked for: what came later is not in it. */
  readonly #askedAt = new Map<Instant, Instant>();
  /** Loaded chunks by last use, oldest first. */
  readonly #uses = new Map<Instant, true>();
  /** Units whose rows in a chunk are out of date. */
  readonly #outdated = new Map<Instant, Set<number>>();
  #wanted: readonly Instant[] = [];
  #instant: Instant = 0;
  #knownAt: KnownAt | null = null;
  #attempts = 0;
  #busy = 0;
  #retryAt: Instant = 0;
  #cancelRetry: () => void = () => {};
  #closed = false;

  constructor(options: ReplayTimelineOptions) {
    this.#options = options;
  }

  get presence$(): Observable<Presence> {
    return this.#presence.asObservable();
  }

  get news$(): Observable<void> {
    return this.#news.asObservable();
  }

  /** See TelemetrySource.advance. */
  advance(instant: Instant, rate: number, fleet: WritableFleet): boolean {
    if (this.#closed) return false;
    const shown = this.engine.advance(instant, rate, fleet);
    this.#instant = instant;
    this.#wanted = this.#wantedAt(instant, rate);
    for (const from of this.#wanted) this.#touch(from);
    this.#pump();
    this.#say(!shown);
    return shown;
  }

  /** What the units last said at an instant: the chunk there needs not be preceded by most of it once more. */
  stand(instant: Instant, last: LastFixes): void {
    this.#knownAt = { instant, last };
  }

  /** Brings the chunk at the instant: resolves when it is there or could not be had for now, rejects when aborted. */
  async bring(instant: Instant, signal: AbortSignal): Promise<void> {
    this.#instant = instant;
    this.#wanted = this.#wantedAt(instant, 0);
    this.#pump();
    // Of what is yet to come there is no chunk.
    if (!this.#wanted.includes(floorTo(instant, this.#options.chunkLength()))) return;
    const aborted = fromEvent(signal, 'abort');
    const arrived = this.#news.pipe(
      startWith(undefined),
      filter(() => this.engine.covers(instant) || this.#attempts > 0),
      take(1),
      takeUntil(aborted),
    );
    await lastValueFrom(arrived, { defaultValue: undefined });
    signal.throwIfAborted();
  }

  /** Says `loading` while something of the caller's is under way. */
  async during<T>(work: Promise<T>): Promise<T> {
    this.#busy++;
    this.#say(true);
    try {
      return await work;
    } finally {
      this.#busy--;
      this.#say(this.#isWaiting());
    }
  }

  /** Fixes of the units that are older than now known came in from `from` on: reads them again. */
  invalidate(unitIds: readonly number[], from: Instant): void {
    this.#knownAt = null;
    const length = this.#options.chunkLength();
    const begins = new Set([...this.engine.chunks.map((chunk) => chunk.from), ...this.#loads.keys()]);
    for (const begin of begins) {
      if (begin + length <= from) continue;
      if (this.#wanted.includes(begin)) {
        this.#remainOutdated(begin, new Set(unitIds));
      } else {
        this.#drop(begin);
      }
    }
    this.#pump();
  }

  /** Tries again at once what failed: the server answers again. */
  retry(): void {
    if (this.#attempts === 0) return;
    this.#cancelRetry();
    this.#retryAt = 0;
    this.#pump();
  }

  close(): void {
    this.#closed = true;
    this.#cancelRetry();
    for (const { abort } of this.#loads.values()) abort.abort(new Error('The replay was closed'));
    this.#loads.clear();
    this.#presence.complete();
    this.#news.complete();
  }

  #wantedAt(instant: Instant, rate: number): readonly Instant[] {
    const length = this.#options.chunkLength();
    const shown = floorTo(instant, length);
    const ahead = rate === 0 ? 0 : clamp(Math.ceil((Math.abs(rate) * LOOK_AHEAD) / length), 1, MOST_AHEAD);
    const wanted = [shown];
    for (let step = 1; step <= ahead; step++) wanted.push(shown + Math.sign(rate) * step * length);
    // A unit on its way across the chunk's end needs the fix beyond it.
    if (shown + length - instant <= STALE_AFTER && rate <= 0) wanted.push(shown + length);
    // Trails reach back behind the chunk's beginning.
    if (instant - shown <= TRAIL_REACH && rate >= 0) wanted.push(shown - length);
    return wanted.filter((from) => from >= 0 && from <= this.#options.time.now());
  }

  /** Starts what is missing, most wanted first, and stops what is wanted no more. */
  #pump(): void {
    if (this.#closed) return;
    for (const [from, { abort }] of this.#loads) {
      if (this.#wanted.includes(from)) continue;
      this.#loads.delete(from);
      abort.abort(new Error('The replay went elsewhere'));
    }
    if (this.#options.time.now() < this.#retryAt) return;
    for (const from of this.#wanted) {
      // Until what is shown is there, nothing new takes its share of line and server.
      const mayLoad = from === this.#wanted[0] || this.engine.has(this.#wanted[0]);
      if (this.#loads.size >= MOST_LOADS || !mayLoad) return;
      if (!this.#loads.has(from) && this.#isMissing(from)) void this.#load(from);
    }
  }

  #isMissing(from: Instant): boolean {
    if (!this.engine.has(from) || this.#outdated.has(from)) return true;
    // The chunk before it brings what is missing, if it comes.
    if (!this.engine.isWhole(from) && !this.#wanted.includes(from - this.#options.chunkLength())) return true;
    const asked = this.#askedAt.get(from) ?? Number.POSITIVE_INFINITY;
    return asked < from + this.#options.chunkLength() && this.#options.time.now() - asked >= EDGE_AGE;
  }

  async #load(from: Instant): Promise<void> {
    const load: Load = { abort: new AbortController() };
    this.#loads.set(from, load);
    const known = this.engine.chunkFrom(from);
    const outdated = known === null ? undefined : this.#outdated.get(from);
    const askedAt = (this.#isToComplete(from, outdated) ? this.#askedAt.get(from) : null) ?? this.#options.time.now();
    this.#outdated.delete(from);
    try {
      const piece = await this.#piece(from, known, outdated, load);
      if (this.#loads.get(from) !== load) return;
      this.#loads.delete(from);
      if (piece.ok) this.#insert(from, piece.value, askedAt);
      else this.#failed(piece.error, from, outdated);
    } catch (error) {
      // An aborted load was replaced by something wanted more; anything else is a bug.
      if (!load.abort.signal.aborted) throw error;
      if (known !== null && this.engine.chunkFrom(from) === known) this.#remainOutdated(from, outdated);
    }
  }

  /** Its rows are there and current, and of some units only what they last said before it is missing. */
  #isToComplete(from: Instant, outdated: ReadonlySet<number> | undefined): boolean {
    return outdated === undefined && this.engine.has(from) && !this.engine.isWhole(from);
  }

  #piece(
    from: Instant,
    known: TrackChunk | null,
    outdated: ReadonlySet<number> | undefined,
    load: Load,
  ): Promise<Result<LoadedPiece, LoadFailure>> {
    if (known === null)
      return this.#isShown(from) && this.#options.isLarge() ? this.#shown(from, load) : this.#whole(from, load);
    if (outdated !== undefined) return this.#patched(known, outdated, load);
    return this.engine.isWhole(from) ? this.#whole(from, load) : this.#completed(known, load);
  }

  #isShown(from: Instant): boolean {
    return floorTo(this.#instant, this.#options.chunkLength()) === from && !this.engine.hasChunkBefore(from);
  }

  /**
   * A large fleet's chunk at the shown instant: beside its rows only what those units last said of whom it may not say.
   */
  async #shown(from: Instant, { abort }: Load): Promise<Result<LoadedPiece, LoadFailure>> {
    const instant = this.#instant;
    const [chunk, silent] = await Promise.all([
      this.#options.loader.chunk(this.#span(from), null, abort.signal),
      this.#silent(instant, from, abort.signal),
    ]);
    if (!chunk.ok) return chunk;
    return silent.ok ? success({ chunk: chunk.value, last: silent.value, wholeFrom: instant }) : silent;
  }

  /** What is to be known of the time before a chunk to show the instant in it. */
  async #silent(instant: Instant, from: Instant, signal: AbortSignal): Promise<Result<LastFixes, LoadFailure>> {
    const silent = await this.#options.loader.lastFixes(instant, null, signal, from);
    return silent.ok ? success(knownBefore(silent.value, from)) : silent;
  }

  async #whole(from: Instant, { abort }: Load): Promise<Result<LoadedPiece, LoadFailure>> {
    const { loader } = this.#options;
    const span = this.#span(from);
    const known = this.#knownAt;
    if (known !== null && from <= known.instant && known.instant < span.to && !this.engine.hasChunkBefore(from)) {
      const chunk = await loader.chunk(span, null, abort.signal);
      return chunk.ok
        ? success({ chunk: chunk.value, last: knownBefore(known.last, from), wholeFrom: known.instant })
        : chunk;
    }
    const [chunk, before] = await Promise.all([
      loader.chunk(span, null, abort.signal),
      this.#lastBefore(from, abort.signal),
    ]);
    if (!chunk.ok) return chunk;
    return before.ok ? success({ chunk: chunk.value, last: before.value }) : before;
  }

  /**
   * A chunk that is there, with all that the units last said before it; of a large fleet first with what the shown
   * instant needs.
   */
  async #completed(known: TrackChunk, { abort }: Load): Promise<Result<LoadedPiece, LoadFailure>> {
    const instant = this.#instant;
    if (this.#options.isLarge() && this.#isShown(known.from) && !this.engine.covers(instant)) {
      const silent = await this.#silent(instant, known.from, abort.signal);
      return silent.ok ? success({ chunk: known, last: silent.value, wholeFrom: instant }) : silent;
    }
    const last = await this.#lastBefore(known.from, abort.signal);
    return last.ok ? success({ chunk: known, last: last.value }) : last;
  }

  /** What the units last said before a chunk; null where the chunk before it says. */
  async #lastBefore(from: Instant, signal: AbortSignal): Promise<Result<LastFixes | null, LoadFailure>> {
    // Fixes at the very beginning belong to the chunk, so the last before it are asked one millisecond earlier.
    return this.engine.hasChunkBefore(from) ? success(null) : this.#options.loader.lastFixes(from - 1, null, signal);
  }

  async #patched(
    known: TrackChunk,
    units: ReadonlySet<number>,
    { abort }: Load,
  ): Promise<Result<LoadedPiece, LoadFailure>> {
    const { loader } = this.#options;
    const { from } = known;
    const [patch, last] = await Promise.all([
      loader.chunk(this.#span(from), [...units], abort.signal),
      this.#lastBefore(from, abort.signal),
    ]);
    if (!patch.ok) return patch;
    return last.ok ? success({ chunk: replaceUnits(known, units, patch.value), last: last.value }) : last;
  }

  #insert(from: Instant, { chunk, last, wholeFrom }: LoadedPiece, askedAt: Instant): void {
    this.#attempts = 0;
    this.#retryAt = 0;
    if (last === null && !this.engine.hasChunkBefore(from)) {
      // The chunk that was to say the last fixes before this one was dropped meanwhile.
      this.#pump();
      return;
    }
    this.engine.insert(chunk, last, wholeFrom);
    if (this.#knownAt !== null && chunk.from <= this.#knownAt.instant && this.#knownAt.instant < chunk.to)
      this.#knownAt = null;
    this.#askedAt.set(from, askedAt);
    this.#touch(from);
    this.#makeRoom();
    this.#news.next();
    this.#pump();
    this.#say(this.#isWaiting());
  }

  #isWaiting(): boolean {
    return this.#wanted.length > 0 && !this.engine.covers(this.#instant);
  }

  /** Keeps units marked that could not be read again. */
  #remainOutdated(from: Instant, units: ReadonlySet<number> | undefined): void {
    if (units !== undefined) this.#outdated.set(from, new Set([...units, ...(this.#outdated.get(from) ?? [])]));
  }

  #failed(problem: LoadFailure, from: Instant, outdated: ReadonlySet<number> | undefined): void {
    this.#remainOutdated(from, outdated);
    const wait = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** this.#attempts);
    this.#attempts++;
    this.#retryAt = this.#options.time.now() + wait;
    this.#cancelRetry();
    this.#cancelRetry = this.#options.timers.after(wait, () => this.#pump());
    const passing = behaviourOf(problem.code, true) === 'unavailable' && this.#attempts < QUIET_TRIES;
    if (!passing) this.#presence.next({ state: 'failed', ...problem });
    this.#news.next();
  }

  /** Drops the chunks that were not used for longest while there are more fixes than the budget. */
  #makeRoom(): void {
    let points = this.engine.points;
    for (const from of this.#uses.keys()) {
      if (points <= this.#options.pointBudget) return;
      if (this.#wanted.includes(from)) continue;
      const chunk = this.engine.chunkFrom(from);
      if (chunk !== null) points -= rowCount(chunk);
      this.#drop(from);
    }
  }

  #drop(from: Instant): void {
    this.engine.remove(from);
    this.#loads.get(from)?.abort.abort(new Error('The chunk is out of date'));
    this.#loads.delete(from);
    this.#uses.delete(from);
    this.#askedAt.delete(from);
    this.#outdated.delete(from);
  }

  #touch(from: Instant): void {
    if (!this.engine.has(from)) return;
    this.#uses.delete(from);
    this.#uses.set(from, true);
  }

  #say(waiting: boolean): void {
    const loading = waiting || this.#busy > 0;
    const before = this.#presence.value;
    if (before.state === 'failed' && this.#attempts > 0) return;
    if (before.state === 'replaying' && before.loading === loading) return;
    this.#presence.next({ state: 'replaying', loading });
  }

  #span(from: Instant): Interval {
    return { from, to: from + this.#options.chunkLength() };
  }
}
