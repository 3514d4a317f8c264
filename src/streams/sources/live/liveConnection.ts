import type { LiveAuth, LiveRefusal } from '../../../api/contract/index.ts';
import { FEED, SECOND, type Instant, type TimeSource } from '../../../domain/base/index.ts';
import { behaviourOf } from '../../../domain/errors/index.ts';
import type { Timers } from '../../clock/timers.ts';
import type { Presence } from '../../types.ts';
import type { LiveSocket, LiveSocketHandlers, OpenLiveSocket } from './liveSocket.ts';

/** First wait after a lost connection; it doubles up to the longest. */
const FIRST_RETRY = 0.5 * SECOND;
const LONGEST_RETRY = 30 * SECOND;

export interface LiveConnectionOptions {
  readonly url: string;
  readonly open: OpenLiveSocket;
  readonly time: TimeSource;
  readonly timers: Timers;
  /** Uniform in [0, 1). */
  readonly random: () => number;
  /** Token, account and the places to continue from, at the time of connecting; null = nobody is signed in. */
  readonly auth: () => LiveAuth | null;
  readonly handlers: Pick<
    LiveSocketHandlers,
    'ready' | 'frame' | 'events' | 'place' | 'readAgain' | 'details' | 'alarmViewers'
  >;
  readonly onPresence: (presence: Presence) => void;
  /** The session must act: sign in again, or leave. */
  readonly onRefused: (refusal: LiveRefusal) => void;
}

/**
 * Keeps one connection to the live feed: says at once when it is lost, comes back by itself with
 * growing, scattered waits, and waits for a new token when it was refused.
 */
export class LiveConnection {
  readonly #options: LiveConnectionOptions;
  #socket: LiveSocket | null = null;
  #cancelTimer: () => void = () => {};
  #heardAt: Instant = 0;
  #attempts = 0;
  #staleSince: Instant | null = null;
  #watched: readonly number[] = [];
  #viewedAlarm: number | null = null;
  #ready = false;
  /** The picture is whole and nothing has been heard for so long that it may no longer be true. */
  #isSilent = false;
  #isSettled = false;
  #closed = false;

  constructor(options: LiveConnectionOptions) {
    this.#options = options;
  }

  /** Connects now, whatever it was waiting for; also after a new token. */
  connect(): void {
    if (this.#closed) return;
    this.#hangUp();
    const auth = this.#options.auth();
    if (auth === null) return;
    if (this.#staleSince === null) this.#options.onPresence({ state: 'connecting' });
    this.#heardAt = this.#options.time.now();
    this.#socket = this.#options.open(this.#options.url, auth, this.#handlers());
    this.#listen();
  }

  /** Tries again at once when it waits for its next try, or for a line that went silent: the network is back. */
  retryNow(): void {
    if (this.#isSilent || (this.#socket === null && this.#staleSince !== null)) this.connect();
  }

  /** The browser has no network any more: nothing will be heard, and that is said at once. */
  networkLost(): void {
    if (this.#isSettled && !this.#isSilent) this.#fallSilent();
  }

  /** The picture is whole: says live. */
  settled(): void {
    this.#attempts = 0;
    this.#staleSince = null;
    this.#isSilent = false;
    this.#isSettled = true;
    this.#options.onPresence({ state: 'live' });
  }

  /** The bytes made no sense: starts over. */
  fault(): void {
    this.#lost();
  }

  /** Units whose details are wanted; sent again after every reconnect. */
  watch(unitIds: readonly number[]): void {
    this.#watched = unitIds;
    if (this.#ready) this.#socket?.watch(unitIds);
  }

  /** The alarm that the person looks at; said again after every reconnect. */
  viewAlarm(alarmId: number | null): void {
    this.#viewedAlarm = alarmId;
    if (this.#ready) this.#socket?.viewAlarm(alarmId);
  }

  close(): void {
    this.#closed = true;
    this.#hangUp();
  }

  #handlers(): LiveSocketHandlers {
    const { handlers } = this.#options;
    return {
      ...handlers,
      ready: (ready) => {
        this.#ready = true;
        handlers.ready(ready);
        if (this.#watched.length > 0) this.#socket?.watch(this.#watched);
        if (this.#viewedAlarm !== null) this.#socket?.viewAlarm(this.#viewedAlarm);
      },
      alive: () => {
        this.#heardAt = this.#options.time.now();
        if (this.#isSilent) this.settled();
      },
      closed: () => this.#lost(),
      refused: (refusal) => this.#refused(refusal),
    };
  }

  /** Looks now and then whether the server was heard. */
  #listen(): void {
    const silence = Math.max(0, this.#options.time.now() - this.#heardAt);
    if (silence >= FEED.deadAfter) {
      this.#lost();
      return;
    }
    if (silence >= FEED.silentAfter && this.#isSettled && !this.#isSilent) this.#fallSilent();
    const limit = silence < FEED.silentAfter ? FEED.silentAfter : FEED.deadAfter;
    this.#cancelTimer = this.#options.timers.after(limit - silence, () => this.#listen());
  }

  /**
   * Says that the connection is lost before it is certain: a line that was only slow is live again with the next sign.
   */
  #fallSilent(): void {
    this.#isSilent = true;
    this.#staleSince = this.#heardAt;
    this.#options.onPresence({ state: 'stale', since: this.#heardAt, retryAt: null });
  }

  #lost(): void {
    if (this.#closed) return;
    this.#hangUp();
    const now = this.#options.time.now();
    const wait = Math.min(LONGEST_RETRY, FIRST_RETRY * 2 ** this.#attempts) * (0.5 + 0.5 * this.#options.random());
    this.#attempts++;
    this.#staleSince ??= now;
    this.#cancelTimer = this.#options.timers.after(wait, () => this.connect());
    this.#options.onPresence({ state: 'stale', since: this.#staleSince, retryAt: now + wait });
  }

  #refused(refusal: LiveRefusal): void {
    const behaviour = behaviourOf(refusal.code, true);
    if (behaviour === 'unavailable' || behaviour === 'show') {
      this.#lost();
      return;
    }
    this.#hangUp();
    this.#staleSince ??= this.#options.time.now();
    this.#options.onPresence(
      behaviour === 'relogin'
        ? { state: 'stale', since: this.#staleSince, retryAt: null }
        : { state: 'failed', code: refusal.code, message: refusal.message },
    );
    this.#options.onRefused(refusal);
  }

  #hangUp(): void {
    this.#cancelTimer();
    this.#cancelTimer = () => {};
    this.#ready = false;
    this.#isSilent = false;
    this.#isSettled = false;
    this.#socket?.close();
    this.#socket = null;
  }
}
