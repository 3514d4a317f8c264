import type { LiveAuth, LiveReady } from '../../../api/contract/index.ts';
import { SECOND, TELEMETRY, type Instant, type TimeSource } from '../../../domain/base/index.ts';
import { readFrame, type LiveFrame } from '../../../domain/telemetry/index.ts';
import { CorrectedTime } from '../../clock/correctedTime.ts';
import type { Timers } from '../../clock/timers.ts';
import { takeRows } from '../../pipeline/fleetRows.ts';
import { LiveConnection } from './liveConnection.ts';
import { LiveFold } from './liveFold.ts';
import type { LiveCommand, LiveIdentity, LiveReport } from './liveMessages.ts';
import type { OpenLiveSocket } from './liveSocket.ts';
import type { SnapshotStore } from './snapshotStore.ts';

/** Least time between two hand-overs of rows to the page: quicker than the eye can follow. */
const POST_INTERVAL = 50;
/** How often the picture is kept while it changes. */
const KEEP_INTERVAL = 10 * SECOND;

export interface LiveCoreOptions {
  readonly open: OpenLiveSocket;
  readonly time: TimeSource;
  readonly timers: Timers;
  readonly random: () => number;
  readonly snapshots: SnapshotStore;
  readonly post: (report: LiveReport, transfer: ArrayBuffer[]) => void;
}

/**
 * Everything between the socket and the page: connection, fold, hand-over of changed rows, the kept
 * picture. Lives in a worker; knows nothing of workers, so that tests run it as it is.
 */
export class LiveCore {
  readonly #options: LiveCoreOptions;
  readonly #time: CorrectedTime;
  readonly #fold: LiveFold;
  #connection: LiveConnection | null = null;
  #identity: LiveIdentity | null = null;
  /** Where it is in the feed of events, in the server's words; null until it was sent. */
  #place: string | null = null;
  /** Since when the page reads without hearing what changes; null once it has a place in the feed. */
  #readingSince: Instant | null = null;
  #attached = false;
  #request: number | null = null;
  /** False while the page has not taken the last rows: then changes gather here, and cost nothing there. */
  #pageFree = true;
  #cancelPost: (() => void) | null = null;
  #cancelKeep: (() => void) | null = null;
  #settled = false;

  constructor(options: LiveCoreOptions) {
    this.#options = options;
    this.#time = new CorrectedTime(options.time);
    this.#fold = new LiveFold(options.time.now());
  }

  /** Does what the page asks. */
  handle(command: LiveCommand): void {
    switch (command.type) {
      case 'start':
        this.#connection = this.#createConnection(command.url);
        void this.#identify(command.identity, command.at);
        break;
      case 'identify':
        void this.#identify(command.identity, this.#time.now());
        break;
      case 'attach':
        this.#attached = true;
        this.#request = command.request;
        this.#pageFree = true;
        this.#post();
        break;
      case 'detach':
        this.#attached = false;
        this.#request = null;
        break;
      case 'taken':
        this.#pageFree = true;
        if (this.#fold.fleet.changedCount > 0) this.#postSoon();
        break;
      case 'watch':
        this.#connection?.watch(command.unitIds.slice(0, TELEMETRY.watchedUnits));
        break;
      case 'viewAlarm':
        this.#connection?.viewAlarm(command.alarmId);
        break;
      case 'retry':
        this.#connection?.retryNow();
        break;
      case 'networkLost':
        this.#connection?.networkLost();
        break;
      case 'keep':
        void this.#keep();
        break;
      case 'erase':
        void this.#erase();
        break;
      case 'close':
        this.#close();
        break;
    }
  }

  async #identify(identity: LiveIdentity | null, at: Instant): Promise<void> {
    const before = this.#identity;
    this.#identity = identity;
    const same = identity?.account === before?.account && identity?.snapshotKey === before?.snapshotKey;
    if (!same) {
      this.#fold.clear();
      this.#place = null;
      this.#readingSince = at;
      this.#postSoon();
    }
    if (identity === null) return;
    if (!same && identity.snapshotKey !== null) await this.#restore(identity);
    if (this.#identity === identity) this.#connection?.connect();
  }

  async #restore(identity: LiveIdentity): Promise<void> {
    const snapshot = identity.snapshotKey === null ? null : await this.#options.snapshots.load(identity.snapshotKey);
    if (snapshot === null || this.#identity !== identity) return;
    this.#fold.restore(snapshot, this.#time.now());
    this.#post();
  }

  #createConnection(url: string): LiveConnection {
    const { open, timers, random } = this.#options;
    return new LiveConnection({
      url,
      open,
      timers,
      random,
      time: this.#time,
      auth: () => this.#auth(),
      handlers: {
        ready: (ready) => this.#ready(ready),
        frame: (bytes) => this.#frame(bytes),
        events: (events, place) => {
          this.#standAt(place);
          if (events.length > 0) this.#report({ type: 'events', events });
        },
        place: (place) => this.#standAt(place),
        readAgain: (place) => {
          this.#standAt(place);
          this.#report({ type: 'readAgain' });
        },
        details: (positions) => this.#report({ type: 'details', positions }),
        alarmViewers: (alarms) => this.#report({ type: 'alarmViewers', alarms }),
      },
      onPresence: (presence) => {
        this.#settled = presence.state === 'live';
        this.#report({ type: 'presence', presence });
      },
      onRefused: (refusal) => this.#report({ type: 'refused', refusal }),
    });
  }

  #auth(): LiveAuth | null {
    if (this.#identity === null) return null;
    const { token, account } = this.#identity;
    const auth: LiveAuth = { token, account };
    if (this.#fold.cursor !== null) auth.cursor = this.#fold.cursor;
    if (this.#place !== null) auth.events = this.#place;
    if (this.#readingSince !== null) auth.reading = Math.max(0, this.#time.now() - this.#readingSince);
    return auth;
  }

  #ready(ready: LiveReady): void {
    this.#sample(ready.serverTime);
    if (ready.resumed && this.#fold.cursor?.epoch !== ready.epoch) {
      // It continues a place that is not ours.
      this.#fold.loseCursor();
      this.#connection?.fault();
      return;
    }
    this.#fold.begin(ready);
    this.#report({ type: 'ready', ready });
    if (ready.events !== undefined) this.#standAt(ready.events);
    if (ready.readAgain === true) this.#report({ type: 'readAgain' });
    this.#settleWhenWhole();
  }

  #frame(bytes: ArrayBuffer): void {
    let frame: LiveFrame;
    try {
      frame = readFrame(bytes);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      // The frame's content is unknown, so nothing after it can be trusted: a snapshot puts it right.
      this.#fold.loseCursor();
      this.#connection?.fault();
      return;
    }
    this.#sample(frame.baseTime);
    this.#fold.fold(frame, this.#time.now());
    this.#settleWhenWhole();
    this.#postSoon();
    this.#keepSoon();
  }

  #settleWhenWhole(): void {
    if (!this.#settled && this.#fold.cursor !== null) this.#connection?.settled();
  }

  #standAt(place: string): void {
    this.#place = place;
    this.#readingSince = null;
  }

  #sample(serverTime: number): void {
    if (this.#time.sample(serverTime)) this.#report({ type: 'offset', offset: this.#time.offset });
  }

  #postSoon(): void {
    if (!this.#attached || this.#cancelPost !== null) return;
    this.#cancelPost = this.#options.timers.after(POST_INTERVAL, () => {
      this.#cancelPost = null;
      this.#post();
    });
  }

  #post(): void {
    if (!this.#attached || !this.#pageFree) return;
    // The answer to a request holds every unit, and is given when there is a whole picture.
    if (this.#request !== null && !this.#fold.whole) return;
    if (this.#request !== null) this.#fold.fleet.markAllChanged();
    const batch = takeRows(this.#fold.fleet);
    if (batch === null && this.#request === null) return;
    this.#pageFree = false;
    const report: LiveReport = {
      type: 'rows',
      batch,
      request: this.#request,
      latest: this.#fold.latest,
      epoch: this.#fold.fleet.epoch,
    };
    this.#request = null;
    this.#report(report, batch === null ? [] : [batch.buffer]);
  }

  #keepSoon(): void {
    this.#cancelKeep ??= this.#options.timers.after(KEEP_INTERVAL, () => void this.#keep());
  }

  async #keep(): Promise<void> {
    this.#cancelKeep?.();
    this.#cancelKeep = null;
    const key = this.#identity?.snapshotKey ?? null;
    const snapshot = key === null ? null : this.#fold.save(this.#time.now());
    if (key !== null && snapshot !== null) await this.#options.snapshots.save(key, snapshot);
  }

  async #erase(): Promise<void> {
    const key = this.#identity?.snapshotKey ?? null;
    this.#close();
    if (key !== null) await this.#options.snapshots.erase(key);
  }

  #close(): void {
    this.#connection?.close();
    this.#connection = null;
    this.#attached = false;
    this.#cancelPost?.();
    this.#cancelKeep?.();
    this.#cancelPost = null;
    this.#cancelKeep = null;
    this.#identity = null;
  }

  #report(report: LiveReport, transfer: ArrayBuffer[] = []): void {
    this.#options.post(report, transfer);
  }
}
