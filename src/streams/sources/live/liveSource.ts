import { BehaviorSubject, ReplaySubject, Subject, type Observable } from 'rxjs';
import type { AlarmViewers, LiveEvent, LiveReady, LiveRefusal } from '../../../api/contract/index.ts';
import { SECOND, type Instant, type Interval, type TimeSource } from '../../../domain/base/index.ts';
import type { Position } from '../../../domain/telemetry/index.ts';
import type { WritableFleet } from '../../pipeline/fleetColumns.ts';
import { RowReceiver, viewRows, type RowBatch } from '../../pipeline/fleetRows.ts';
import type { Presence, TelemetrySource } from '../../types.ts';
import type { LiveIdentity, LivePort, LiveReport } from './liveMessages.ts';
import { createWatchers, type Watch } from './watchers.ts';

/** See `LiveFold`: the page's buffer counts in f32 as well. */
const EPOCH_SPAN = 3 * 3_600 * SECOND;

export interface LiveSourceOptions {
  /** Address of the server; empty = where the page came from. */
  readonly url: string;
  /** Who is signed in now, or null. Asked at the start and on every `setAuth`. */
  readonly getAuth: () => LiveIdentity | null;
  /** The server refused the token: the session signs in again and calls `setAuth`, or ends. */
  readonly onRefused: (refusal: LiveRefusal) => void;
  /** For the start of the span only; the fold runs in the worker. */
  readonly timeSource: TimeSource;
  /** The line to the worker. */
  readonly port: LivePort;
}

export interface LiveSource extends TelemetrySource {
  /** Domain events in order, each once, without gaps save where `readAgain$` says so. */
  readonly events$: Observable<LiveEvent[]>;
  /** Events were missed: what they change is read again. A late subscriber is notified of the last time. */
  readonly readAgain$: Observable<void>;
  /** Full details of watched units. */
  readonly details$: Observable<Position[]>;
  /** Who looks at alarms now, whenever that changes. Each `ready$` starts over. */
  readonly alarmViewers$: Observable<AlarmViewers[]>;
  /** Each successful connection. */
  readonly ready$: Observable<LiveReady>;
  /** Milliseconds that the server's clock is ahead; for the clock's time source. */
  readonly offset$: Observable<number>;
  /** Wants details of these units too, beside those that others watch; the answer ends it. */
  readonly watch: Watch;
  /** The person looks at this alarm; null: at none. */
  viewAlarm(alarmId: number | null): void;
  /** The session has a new token or account: `getAuth` is asked again and the feed reconnects. */
  setAuth(): void;
  /** Tries to connect now instead of at `retryAt`. */
  retry(): void;
  /** Keeps the picture now, because the page is being hidden. */
  keep(): void;
  /** Closes, and removes the kept picture from the browser: the user signed out. */
  erase(): void;
}

/** The live feed as a source of telemetry. */
export function createLiveSource(options: LiveSourceOptions): LiveSource {
  return new PortLiveSource(options);
}

interface Waiting {
  readonly request: number;
  readonly fleet: WritableFleet;
  readonly resolve: () => void;
}

class PortLiveSource implements LiveSource {
  readonly capabilities = { seek: false, follow: true, events: true };
  readonly #options: LiveSourceOptions;
  readonly #port: LivePort;
  readonly watch: Watch;
  readonly #presence = new BehaviorSubject<Presence>({ state: 'connecting' });
  readonly #span: BehaviorSubject<Interval>;
  readonly #news = new Subject<void>();
  readonly #events = new Subject<LiveEvent[]>();
  readonly #readAgain = new ReplaySubject<void>(1);
  readonly #details = new Subject<Position[]>();
  readonly #alarmViewers = new Subject<AlarmViewers[]>();
  readonly #ready = new ReplaySubject<LiveReady>(1);
  readonly #offset = new BehaviorSubject(0);
  #receiver: RowReceiver | null = null;
  #queue: RowBatch[] = [];
  #waiting: Waiting | null = null;
  #requests = 0;
  #closed = false;

  constructor(options: LiveSourceOptions) {
    this.#options = options;
    this.#port = options.port;
    this.watch = createWatchers((unitIds) => this.#port.send({ type: 'watch', unitIds: [...unitIds] }));
    const now = options.timeSource.now();
    this.#span = new BehaviorSubject<Interval>({ from: now, to: now });
    this.#port.onReport((report) => this.#take(report));
    this.#port.send({ type: 'start', url: options.url, identity: options.getAuth(), at: now });
  }

  get presence$(): Observable<Presence> {
    return this.#presence.asObservable();
  }

  get span$(): Observable<Interval> {
    return this.#span.asObservable();
  }

  get news$(): Observable<void> {
    return this.#news.asObservable();
  }

  get events$(): Observable<LiveEvent[]> {
    return this.#events.asObservable();
  }

  get readAgain$(): Observable<void> {
    return this.#readAgain.asObservable();
  }

  get details$(): Observable<Position[]> {
    return this.#details.asObservable();
  }

  get alarmViewers$(): Observable<AlarmViewers[]> {
    return this.#alarmViewers.asObservable();
  }

  get ready$(): Observable<LiveReady> {
    return this.#ready.asObservable();
  }

  get offset$(): Observable<number> {
    return this.#offset.asObservable();
  }

  backfill(_instant: Instant, fleet: WritableFleet, signal?: AbortSignal): Promise<void> {
    const request = ++this.#requests;
    this.#queue = [];
    this.#receiver = null;
    return new Promise((resolve, reject) => {
      this.#waiting = { request, fleet, resolve };
      signal?.addEventListener('abort', () => {
        if (this.#waiting?.request !== request) return;
        this.#waiting = null;
        this.#port.send({ type: 'detach' });
        reject(signal.reason as Error);
      });
      this.#port.send({ type: 'attach', request });
    });
  }

  advance(instant: Instant, _rate: number, fleet: WritableFleet): boolean {
    if (this.#receiver?.fleet !== fleet) return false;
    if (instant - fleet.epoch > EPOCH_SPAN) fleet.rebase(instant);
    if (this.#queue.length === 0) return true;
    for (const batch of this.#queue) this.#receiver.apply(viewRows(batch));
    this.#queue = [];
    this.#port.send({ type: 'taken' });
    return true;
  }

  viewAlarm(alarmId: number | null): void {
    this.#port.send({ type: 'viewAlarm', alarmId });
  }

  setAuth(): void {
    this.#port.send({ type: 'identify', identity: this.#options.getAuth() });
  }

  retry(): void {
    this.#port.send({ type: 'retry' });
  }

  keep(): void {
    this.#port.send({ type: 'keep' });
  }

  erase(): void {
    if (this.#closed) return;
    this.#port.send({ type: 'erase' });
    this.#end();
  }

  close(): void {
    if (this.#closed) return;
    this.#port.send({ type: 'keep' });
    this.#port.send({ type: 'close' });
    this.#end();
  }

  #end(): void {
    this.#closed = true;
    this.#receiver = null;
    this.#queue = [];
    this.#port.close();
    for (const subject of [
      this.#presence,
      this.#span,
      this.#news,
      this.#events,
      this.#readAgain,
      this.#details,
      this.#alarmViewers,
      this.#ready,
      this.#offset,
    ])
      subject.complete();
  }

  #take(report: LiveReport): void {
    if (this.#closed) return;
    switch (report.type) {
      case 'rows':
        this.#takeRows(report);
        break;
      case 'presence':
        // The source begins as connecting; that is no news.
        if (report.presence.state !== 'connecting' || this.#presence.value.state !== 'connecting')
          this.#presence.next(report.presence);
        break;
      case 'ready':
        this.#ready.next(report.ready);
        break;
      case 'offset':
        this.#offset.next(report.offset);
        break;
      case 'events':
        this.#events.next(report.events);
        break;
      case 'readAgain':
        this.#readAgain.next();
        break;
      case 'details':
        this.#details.next(report.positions);
        break;
      case 'alarmViewers':
        this.#alarmViewers.next(report.alarms);
        break;
      case 'refused':
        this.#options.onRefused(report.refusal);
        break;
    }
  }

  #takeRows(report: Extract<LiveReport, { type: 'rows' }>): void {
    const waiting = this.#waiting;
    if (report.request !== null) {
      if (waiting?.request !== report.request) return;
      this.#waiting = null;
      waiting.fleet.reset(report.epoch);
      this.#receiver = new RowReceiver(waiting.fleet);
      if (report.batch !== null) this.#receiver.apply(viewRows(report.batch));
      this.#port.send({ type: 'taken' });
      waiting.resolve();
    } else if (this.#receiver !== null && report.batch !== null) {
      this.#queue.push(report.batch);
    }
    if (report.latest > this.#span.value.to) this.#span.next({ from: this.#span.value.from, to: report.latest });
    this.#news.next();
  }
}
