import { BehaviorSubject, Subject, distinctUntilChanged, type Observable } from 'rxjs';
import {
  MAXIMUM_PLAYBACK_SPEED,
  clamp,
  type Instant,
  type Interval,
  type TimeSource,
} from '../../domain/base/index.ts';
import type { TimelineMode } from '../pipeline/fleetColumns.ts';

/** What the clock shows, apart from the passing of time itself. */
interface ClockState {
  readonly mode: TimelineMode;
  /** Seconds of the timeline per second; 0 when paused, 1 when live, negative backwards. */
  readonly rate: number;
  /** Timeline instant when this state began. */
  readonly instant: Instant;
  /** Interval that a replay repeats; null = none. */
  readonly loop: Interval | null;
}

/** Where a replay ran to its end: the present (the clock is live now), or an edge of the recording (it is paused). */
export type ClockEnd = 'present' | 'spanEnd' | 'spanStart';

/** The only time that views and layers know. */
export interface Clock {
  readonly state: ClockState;
  /** Every change of mode, rate, loop, and every seek; the present state first. */
  readonly state$: Observable<ClockState>;
  /** Replays that ran to an end. */
  readonly ended$: Observable<ClockEnd>;
  /** The shown instant. Pure: reading it changes nothing. */
  now(): Instant;
  /** The real present, as the server says it. */
  present(): Instant;
  /** Runs at `rate`, ±1 to ±1000, from where it is; 0 and NaN are refused with a RangeError. */
  play(rate: number): void;
  pause(): void;
  /** Shows an instant, going on with the pace it had; live becomes paused. */
  seek(instant: Instant): void;
  /** Shows the present and follows it. */
  live(): void;
  /** Pauses and moves by milliseconds, either way. */
  step(milliseconds: number): void;
  /** Repeats an interval while playing; null ends that. An empty interval is refused with a RangeError. */
  setLoop(loop: Interval | null): void;
  /** Edges of a recording (a file); null = up to the present. */
  setSpan(span: Interval | null): void;
  /** Ends a replay that has come to an edge by now. Called once per animation frame. */
  settle(): void;
}

interface ClockOptions {
  readonly timeSource: TimeSource;
}

/** A clock that starts live. Time is arithmetic over one anchor: nothing ticks. */
export function createClock({ timeSource }: ClockOptions): Clock {
  return new AnchoredClock(timeSource);
}

class AnchoredClock implements Clock {
  readonly #time: TimeSource;
  readonly #state: BehaviorSubject<ClockState>;
  readonly #ended = new Subject<ClockEnd>();
  /** Real instant at which the state began. */
  #anchor: Instant;
  #span: Interval | null = null;

  constructor(time: TimeSource) {
    this.#time = time;
    this.#anchor = time.now();
    this.#state = new BehaviorSubject<ClockState>({ mode: 'live', rate: 1, instant: this.#anchor, loop: null });
  }

  get state(): ClockState {
    return this.#state.value;
  }

  get state$(): Observable<ClockState> {
    return this.#state.pipe(distinctUntilChanged());
  }

  get ended$(): Observable<ClockEnd> {
    return this.#ended.asObservable();
  }

  now(): Instant {
    const { mode } = this.state;
    if (mode === 'live') return this.present();
    return mode === 'paused' ? this.state.instant : this.#replayed();
  }

  present(): Instant {
    return this.#time.now();
  }

  play(rate: number): void {
    if (!(Math.abs(rate) > 0)) throw new RangeError(`A clock cannot play at rate ${rate}`);
    const bounded = clamp(rate, -MAXIMUM_PLAYBACK_SPEED, MAXIMUM_PLAYBACK_SPEED);
    const pace = Math.sign(bounded) * Math.max(1, Math.abs(bounded));
    this.#become({ ...this.state, mode: 'replay', rate: pace, instant: this.now() });
  }

  pause(): void {
    if (this.state.mode === 'paused') return;
    this.#become({ ...this.state, mode: 'paused', rate: 0, instant: this.now() });
  }

  seek(instant: Instant): void {
    const target = this.#bounded(instant);
    const replaying = this.state.mode === 'replay';
    this.#become({
      ...this.state,
      mode: replaying ? 'replay' : 'paused',
      rate: replaying ? this.state.rate : 0,
      instant: target,
    });
  }

  live(): void {
    if (this.state.mode === 'live') return;
    this.#become({ ...this.state, mode: 'live', rate: 1, instant: this.present() });
  }

  step(milliseconds: number): void {
    this.#become({ ...this.state, mode: 'paused', rate: 0, instant: this.#bounded(this.now() + milliseconds) });
  }

  setLoop(loop: Interval | null): void {
    if (loop !== null && !(loop.to > loop.from)) throw new RangeError('A loop needs a start before its end');
    if (loop === this.state.loop) return;
    this.#become({ ...this.state, loop, instant: this.now() });
  }

  setSpan(span: Interval | null): void {
    if (this.state.mode !== 'live') this.#become({ ...this.state, instant: this.now() });
    this.#span = span;
  }

  settle(): void {
    if (this.state.mode !== 'replay' || this.#loopApplies()) return;
    const free = this.#unbounded();
    if (this.state.rate > 0 && free >= this.#latest()) {
      const atPresent = this.#span === null;
      if (atPresent) this.live();
      else this.pause();
      this.#ended.next(atPresent ? 'present' : 'spanEnd');
    } else if (this.state.rate < 0 && free <= this.#earliest()) {
      this.pause();
      this.#ended.next('spanStart');
    }
  }

  /** The instant of a running replay, looped or kept within the edges. */
  #replayed(): Instant {
    const free = this.#unbounded();
    const { loop, rate } = this.state;
    if (loop === null || !this.#loopApplies()) return this.#bounded(free);
    const length = loop.to - loop.from;
    if (rate > 0) return free < loop.to ? free : loop.from + ((free - loop.from) % length);
    return free >= loop.from ? free : loop.to - ((loop.to - free) % length);
  }

  #unbounded(): Instant {
    return this.state.instant + (this.#time.now() - this.#anchor) * this.state.rate;
  }

  /** A replay that has already left its loop on the far side, by a seek, runs on. */
  #loopApplies(): boolean {
    const { loop, rate, instant } = this.state;
    if (loop === null) return false;
    return rate > 0 ? instant < loop.to : instant > loop.from;
  }

  #bounded(instant: Instant): Instant {
    return clamp(instant, this.#earliest(), this.#latest());
  }

  #earliest(): Instant {
    return this.#span === null ? 0 : this.#span.from;
  }

  #latest(): Instant {
    return this.#span === null ? this.present() : this.#span.to;
  }

  #become(state: ClockState): void {
    this.#anchor = this.#time.now();
    this.#state.next(state);
  }
}
