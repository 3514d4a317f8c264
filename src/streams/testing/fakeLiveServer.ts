import type { LiveAuth, LiveEvent, LiveReady, LiveRefusal } from '../../api/contract/index.ts';
import { FEED, toStoredCoordinate, type Instant } from '../../domain/base/index.ts';
import { FrameBuilder, packState, type IgnitionState, type MotionState } from '../../domain/telemetry/index.ts';
import type { LiveSocketHandlers, OpenLiveSocket } from '../sources/live/liveSocket.ts';
import type { ManualTime } from './manualTime.ts';

const LATENCY = 20;

/** One fix, as a device would send it. */
export interface TestFix {
  readonly unitId: number;
  readonly time: Instant;
  readonly longitude: number;
  readonly latitude: number;
  readonly speed: number;
  readonly course: number;
  readonly motion: MotionState;
  readonly ignition: IgnitionState;
}

interface Logged {
  readonly sequence: number;
  readonly fix: TestFix;
}

interface Connection {
  readonly auth: LiveAuth;
  readonly handlers: LiveSocketHandlers;
  open: boolean;
}

/** A live feed in memory that keeps the contract: snapshot or resume, sequences, heartbeats, refusals. */
export class FakeLiveServer {
  epoch = 'first';
  sequence = 100;
  /** What the next connections are answered instead of being let in. */
  refusal: LiveRefusal | null = null;
  /** True: nothing gets through any more, heartbeats included, but the line stays up. */
  silent = false;
  /** True: nothing can connect. */
  down = false;
  /** Cuts the line in the middle of the next snapshot. */
  cutSnapshot = false;
  /** Cuts the next line before it has a place in the feed of events. */
  cutEvents = false;
  /** Milliseconds that the server's clock is ahead. */
  ahead = 0;
  readonly attempts: LiveAuth[] = [];
  readonly watched: number[][] = [];
  readonly viewedAlarms: (number | null)[] = [];
  readonly #time: ManualTime;
  #run = 'run-1';
  #events: LiveEvent[] = [];
  readonly #latest = new Map<number, TestFix>();
  #log: Logged[] = [];
  #connections: Connection[] = [];

  constructor(time: ManualTime) {
    this.#time = time;
  }

  get connected(): number {
    return this.#connections.filter((connection) => connection.open).length;
  }

  readonly open: OpenLiveSocket = (_url, auth, handlers) => {
    const connection: Connection = { auth: structuredClone(auth), handlers, open: true };
    this.attempts.push(connection.auth);
    this.#connections.push(connection);
    this.#time.after(LATENCY, () => this.#answer(connection));
    return {
      watch: (unitIds) => void this.watched.push([...unitIds]),
      viewAlarm: (alarmId) => void this.viewedAlarms.push(alarmId),
      close: () => {
        connection.open = false;
      },
    };
  };

  /** Stores fixes and sends them to everyone. An older fix than the latest is stored and not sent. */
  report(fixes: readonly TestFix[]): void {
    this.sequence++;
    const newer = fixes.filter((fix) => fix.time > (this.#latest.get(fix.unitId)?.time ?? 0));
    for (const fix of newer) {
      this.#latest.set(fix.unitId, fix);
      this.#log.push({ sequence: this.sequence, fix });
    }
    if (newer.length > 0)
      for (const connection of this.#connections) this.#sendFrame(connection, newer, 'changes', false);
  }

  /** Sends a frame as it is, for what no good server sends. */
  sendBytes(bytes: ArrayBuffer): void {
    for (const connection of this.#connections) this.#pass(connection, (handlers) => handlers.frame(bytes));
  }

  sendFixes(fixes: readonly TestFix[]): void {
    for (const connection of this.#connections) this.#sendFrame(connection, fixes, 'changes', false);
  }

  publish(events: LiveEvent[]): void {
    this.#events.push(...events);
    for (const connection of this.#connections) this.#sendEvents(connection, events);
  }

  /** Leaves events out for everybody, as for a slow line. */
  leaveOut(events: LiveEvent[]): void {
    this.#events.push(...events);
    for (const connection of this.#connections) this.#pass(connection, (handlers) => handlers.readAgain(this.#place));
  }

  /** Forgets what happened, as a server that starts. */
  forgetEvents(run: string): void {
    this.#run = run;
    this.#events = [];
  }

  /** Cuts every line. */
  drop(): void {
    for (const connection of this.#connections) {
      if (!connection.open) continue;
      connection.open = false;
      connection.handlers.closed('transport close');
    }
  }

  /** Ends every connection with a reason. */
  refuse(refusal: LiveRefusal): void {
    for (const connection of this.#connections) {
      if (!connection.open) continue;
      connection.open = false;
      connection.handlers.refused(refusal);
    }
  }

  /** A server that was restored from elsewhere: sequences mean nothing any more. */
  restart(epoch: string): void {
    this.epoch = epoch;
    this.sequence = 1;
    this.#log = [];
    this.drop();
  }

  /** The unit is out of reach. */
  remove(unitId: number): void {
    this.#latest.delete(unitId);
  }

  #answer(connection: Connection): void {
    if (!connection.open) return;
    if (this.down) {
      connection.open = false;
      connection.handlers.closed('websocket error');
      return;
    }
    if (this.refusal !== null) {
      connection.open = false;
      connection.handlers.refused(this.refusal);
      return;
    }
    const { cursor } = connection.auth;
    const resumed = cursor !== undefined && cursor.epoch === this.epoch;
    this.#pass(connection, (handlers) =>
      handlers.ready({
        epoch: this.epoch,
        sequence: this.sequence,
        resumed,
        serverTime: this.#time.now() + this.ahead,
        ...this.#eventsSince(connection),
      }),
    );
    if (this.cutEvents) {
      this.cutEvents = false;
      this.drop();
      return;
    }
    const missed = this.#missedBy(connection);
    if (missed !== null && missed.length > 0) this.#sendEvents(connection, missed);
    if (cursor !== undefined && resumed) {
      const unseen = this.#log.filter((entry) => entry.sequence > cursor.sequence).map((entry) => entry.fix);
      this.#sendFrame(connection, unseen, 'changes', false);
    } else {
      this.#sendSnapshot(connection);
    }
    this.#beat(connection);
  }

  get #place(): string {
    return `${this.#run} ${this.#events.length}`;
  }

  /** What happened since the connection's place; null when that is not known. */
  #missedBy({ auth: { events } }: Connection): LiveEvent[] | null {
    if (events === undefined) return [];
    const [run, count] = events.split(' ');
    return run === this.#run ? this.#events.slice(Number(count)) : null;
  }

  #eventsSince(connection: Connection): Pick<LiveReady, 'events' | 'readAgain'> {
    const missed = this.#missedBy(connection);
    if (this.cutEvents) return {};
    if (missed === null) return { readAgain: true, events: this.#place };
    return missed.length === 0 ? { events: this.#place } : {};
  }

  #sendEvents(connection: Connection, events: readonly LiveEvent[]): void {
    this.#pass(connection, (handlers) => handlers.events(structuredClone([...events]), this.#place));
  }

  #sendSnapshot(connection: Connection): void {
    const fixes = [...this.#latest.values()];
    const half = Math.ceil(fixes.length / 2);
    this.#sendFrame(connection, fixes.slice(0, half), 'snapshot', false);
    if (this.cutSnapshot) {
      this.cutSnapshot = false;
      this.drop();
    }
    this.#sendFrame(connection, fixes.slice(half), 'snapshot', true);
  }

  #beat(connection: Connection): void {
    this.#time.after(FEED.beat, () => {
      if (!connection.open) return;
      this.#pass(connection, (handlers) => handlers.alive());
      this.#beat(connection);
    });
  }

  #sendFrame(connection: Connection, fixes: readonly TestFix[], kind: 'changes' | 'snapshot', last: boolean): void {
    const builder = new FrameBuilder();
    for (const fix of fixes) {
      const state = packState(fix.speed, fix.course, fix.motion, fix.ignition, false);
      builder.add(fix.unitId, toStoredCoordinate(fix.longitude), toStoredCoordinate(fix.latitude), fix.time, state);
    }
    const bytes = builder.take(kind, last, this.#time.now() + this.ahead, this.sequence);
    this.#pass(connection, (handlers) => handlers.frame(bytes));
  }

  #pass(connection: Connection, send: (handlers: LiveSocketHandlers) => void): void {
    if (!connection.open || this.silent) return;
    connection.handlers.alive();
    send(connection.handlers);
  }
}
