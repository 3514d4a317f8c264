import { BehaviorSubject, Subject, Subscription, type Observable } from 'rxjs';
import { SECOND, TELEMETRY, type Instant } from '../../domain/base/index.ts';
import type { Clock } from '../clock/clock.ts';
import type { Timers } from '../clock/timers.ts';
import type { Presence, TelemetrySource } from '../types.ts';
import type { ByteRange, FleetColumns, FleetFrame, TimelineMode } from './fleetColumns.ts';
import { createFleet, type Fleet } from './fleetStore.ts';
import { EMPTY_SUMMARY, sameSummary, summarise, type CountedUnits, type FleetSummary } from './fleetSummary.ts';

const SUMMARY_INTERVAL = SECOND;
/** Time between the frames of a live fleet that nobody draws. */
const UNDRAWN_INTERVAL = SECOND;
/** A hand that drags the timeline rests when it held still for so long. */
const HAND_RESTS = SECOND / 5;

export interface PipelineOptions {
  readonly clock: Clock;
  /** The browser's animation frame. */
  readonly requestFrame: (run: () => void) => number;
  readonly cancelFrame: (id: number) => void;
  readonly timers: Timers;
  /** A fleet made elsewhere; by default a new one. */
  readonly fleet?: Fleet;
}

/** What the pipeline can show; the clock's mode chooses between live and recorded. */
interface PipelineSources {
  readonly live: TelemetrySource | null;
  readonly history: TelemetrySource | null;
  /** An opened file takes the place of live and history until it is closed. */
  readonly file: TelemetrySource | null;
}

/** From sources to frames: one fleet, at most one frame per animation frame, none when nothing changes. */
export interface Pipeline {
  readonly fleet: FleetColumns;
  readonly presence$: Observable<Presence>;
  readonly summary$: Observable<FleetSummary>;
  /** The source that is shown now; null before there is one. */
  readonly source: TelemetrySource | null;
  /**
   * The instant of the picture: the clock's, or where the clock left it while the source has not got what it needs.
   * States and ages are worked out for it: they would be of no time otherwise.
   */
  pictured(): Instant;
  /** The frame is one object, used again: valid during the call only. */
  subscribe(listener: (frame: FleetFrame) => void): () => void;
  /** Says what can be shown; what is left out stays as it is. */
  setSources(sources: Partial<PipelineSources>): void;
  /** Counts these units alone in the summary; null counts all that there are. */
  setCounted(units: CountedUnits | null): void;
  /** Something of the fleet was changed from outside (a flag, a kind): a frame is due. */
  wake(): void;
  /** A hidden tab gets no frames; it catches up when it is shown. */
  setVisible(visible: boolean): void;
  /** Sources that could not say the last known positions, with why. They go on trying. */
  readonly failures$: Observable<unknown>;
  close(): void;
}

/** Builds the pipeline. It shows nothing until it has sources. */
export function createPipeline(options: PipelineOptions): Pipeline {
  return new FramePipeline(options);
}

interface MutableFrame {
  instant: Instant;
  mode: TimelineMode;
  readonly fleet: Fleet;
  readonly ranges: ByteRange[];
  moving: boolean;
}

/** A source on its way in place of another, to show the fleet as it was at an instant. */
interface Swap {
  readonly target: TelemetrySource;
  readonly instant: Instant;
  readonly abort: AbortController;
  /** False while a hand is waited for: nothing was asked yet. */
  readonly isAsked: boolean;
}

class FramePipeline implements Pipeline {
  readonly fleet: Fleet;
  readonly #options: PipelineOptions;
  readonly #clock: Clock;
  readonly #frame: MutableFrame;
  readonly #listeners = new Set<(frame: FleetFrame) => void>();
  readonly #presence = new BehaviorSubject<Presence>({ state: 'connecting' });
  readonly #summary = new BehaviorSubject<FleetSummary>(EMPTY_SUMMARY);
  readonly #failures = new Subject<unknown>();
  readonly #clockChanges: Subscription;
  #sources: PipelineSources = { live: null, history: null, file: null };
  #source: TelemetrySource | null = null;
  /** The source's state and news, while it is shown. */
  #following = new Subscription();
  #swap: Swap | null = null;
  #cancelAim: (() => void) | null = null;
  #scheduled: number | null = null;
  /** The picture stayed behind the clock, at the frame's instant. */
  #isBehind = false;
  #visible = true;
  #cancelSummary: (() => void) | null = null;
  #cancelUndrawn: (() => void) | null = null;
  #counted: CountedUnits | null = null;
  #closed = false;

  constructor(options: PipelineOptions) {
    this.#options = options;
    this.#clock = options.clock;
    this.fleet = options.fleet ?? createFleet({ epoch: options.clock.now() });
    this.#frame = {
      instant: options.clock.now(),
      mode: options.clock.state.mode,
      fleet: this.fleet,
      ranges: [],
      moving: false,
    };
    this.#clockChanges = options.clock.state$.subscribe(() => {
      this.#choose();
      this.#aimSoon();
      this.wake();
    });
  }

  get presence$(): Observable<Presence> {
    return this.#presence.asObservable();
  }

  get summary$(): Observable<FleetSummary> {
    return this.#summary.asObservable();
  }

  get failures$(): Observable<unknown> {
    return this.#failures.asObservable();
  }

  get source(): TelemetrySource | null {
    return this.#source;
  }

  pictured(): Instant {
    return this.#isBehind ? this.#frame.instant : this.#clock.now();
  }

  subscribe(listener: (frame: FleetFrame) => void): () => void {
    this.#listeners.add(listener);
    this.wake();
    return () => this.#listeners.delete(listener);
  }

  setSources(sources: Partial<PipelineSources>): void {
    this.#sources = { ...this.#sources, ...sources };
    this.#choose();
  }

  wake(): void {
    if (this.#closed || !this.#visible || this.#scheduled !== null) return;
    this.#scheduled = this.#options.requestFrame(() => {
      this.#scheduled = null;
      this.#tick();
    });
  }

  setVisible(visible: boolean): void {
    this.#visible = visible;
    if (visible) this.wake();
    else this.#cancelFrame();
  }

  close(): void {
    this.#closed = true;
    this.#cancelFrame();
    this.#cancelSummary?.();
    this.#cancelUndrawn?.();
    this.#cancelAim?.();
    this.#swap?.abort.abort(new Error('The pipeline was closed'));
    this.#following.unsubscribe();
    this.#clockChanges.unsubscribe();
    this.#listeners.clear();
    this.#presence.complete();
    this.#summary.complete();
    this.#failures.complete();
  }

  /** One animation frame. */
  #tick(): void {
    const { clock, fleet } = { clock: this.#clock, fleet: this.fleet };
    clock.settle();
    const instant = clock.now();
    const { mode, rate } = clock.state;
    // While a swap is under way the old picture stays, if there is one: it is not brought to the new instant.
    this.#isBehind = this.#source !== null && (this.#swap !== null || !this.#source.advance(instant, rate, fleet));
    const frame = this.#frame;
    if (!this.#isBehind) frame.instant = instant;
    frame.mode = mode;
    frame.moving = mode === 'replay' || (mode === 'live' && fleet.settlesAt > instant);
    fleet.takeRanges(frame.ranges);
    for (const listener of this.#listeners) listener(frame);
    this.#summariseSoon();
    if (frame.moving) this.#goOn();
  }

  /**
   * Screens without a map list where units are: a frame a second is enough, where sixty take a tenth of a processor.
   */
  #goOn(): void {
    if (this.#frame.mode !== 'live' || this.#listeners.size > 0) return this.wake();
    this.#cancelUndrawn ??= this.#options.timers.after(UNDRAWN_INTERVAL, () => {
      this.#cancelUndrawn = null;
      this.wake();
    });
  }

  /** Brings the source that the clock's mode asks for. */
  #choose(): void {
    const { live, history, file } = this.#sources;
    const target = file ?? (this.#clock.state.mode === 'live' ? live : history);
    if (target === null || target === (this.#swap?.target ?? this.#source)) return;
    this.#swap?.abort.abort(new Error('Another source was chosen'));
    // Of a large fleet even what is given up at once keeps the server from what is wanted: the hand is waited for.
    if (target === history && this.#clock.state.mode === 'paused' && this.fleet.count > TELEMETRY.largeFleet) {
      this.#prepare(target, false);
      this.#aimSoon();
    } else void this.#bring(target);
  }

  #prepare(target: TelemetrySource, isAsked: boolean): Swap {
    const swap: Swap = { target, instant: this.#clock.now(), abort: new AbortController(), isAsked };
    this.#swap = swap;
    // Where somebody put a unit is said of now: it is no report of the past.
    if (target !== this.#sources.live) this.fleet.showHandPlaces(false);
    this.#follow(target);
    return swap;
  }

  async #bring(target: TelemetrySource): Promise<void> {
    const swap = this.#prepare(target, true);
    try {
      await target.backfill(swap.instant, this.fleet, swap.abort.signal);
    } catch (error) {
      if (this.#swap !== swap) return;
      // The last picture stays, and presence says that it is not of this time: an empty one would say that nobody
      // ever reported. The source replaces it as soon as it has what it needs.
      if (this.#source === this.#sources.live) this.fleet.showHandPlaces(true);
      this.#failures.next(error);
    }
    if (this.#swap !== swap) return;
    this.#swap = null;
    this.#source = target;
    // Only once it is known who has reported: a mark would jump from where its unit was put to where it is.
    if (target === this.#sources.live) this.fleet.showHandPlaces(true);
    this.wake();
  }

  /** Data asked for first would come long after the hand left that place: the one where it rests is asked instead. */
  #aimSoon(): void {
    this.#cancelAim?.();
    this.#cancelAim = null;
    if (!this.#isAstray()) return;
    if (this.#clock.state.mode === 'paused')
      this.#cancelAim = this.#options.timers.after(HAND_RESTS, () => this.#aim());
    else this.#aim();
  }

  #isAstray(): boolean {
    if (this.#swap === null) return false;
    return !this.#swap.isAsked || (this.#clock.state.mode === 'paused' && this.#clock.now() !== this.#swap.instant);
  }

  #aim(): void {
    const swap = this.#swap;
    if (swap === null || !this.#isAstray()) return;
    swap.abort.abort(new Error('The hand rests elsewhere'));
    void this.#bring(swap.target);
  }

  #follow(source: TelemetrySource): void {
    this.#following.unsubscribe();
    this.#following = new Subscription();
    this.#following.add(source.presence$.subscribe((presence) => this.#hear(source, presence)));
    this.#following.add(source.news$.subscribe(() => this.wake()));
  }

  #hear(source: TelemetrySource, presence: Presence): void {
    const isRecorded = presence.state === 'replaying' && !presence.loading;
    // A live picture that was kept for want of history has gone by now.
    if (isRecorded && this.#source === source) this.fleet.showHandPlaces(false);
    this.#presence.next(presence);
  }

  /** Counts at most once a second, and again later: silence turns units stale without any news. */
  #summariseSoon(): void {
    if (this.#cancelSummary !== null || this.#closed) return;
    this.#summarise();
    this.#cancelSummary = this.#options.timers.after(SUMMARY_INTERVAL, () => {
      this.#cancelSummary = null;
      if (this.#visible) this.#summariseSoon();
    });
  }

  setCounted(units: CountedUnits | null): void {
    this.#counted = units;
    this.#summarise();
  }

  #summarise(): void {
    const summary = summarise(this.fleet, this.pictured(), this.#counted);
    if (sameSummary(summary, this.#summary.value)) return;
    this.#summary.next(summary);
    // Silence has no news: while nothing moves, the unit that just went stale is drawn so by this one frame.
    if (!this.#frame.moving) this.wake();
  }

  #cancelFrame(): void {
    if (this.#scheduled !== null) this.#options.cancelFrame(this.#scheduled);
    this.#scheduled = null;
  }
}
