import type { LiveEvent, LiveReady, LiveRefusal } from '../../src/api/contract/index.ts';
import { reachesBelow } from '../../src/domain/access/index.ts';
import type { Position } from '../../src/domain/telemetry/index.ts';
import type { FeedSession } from './types.ts';

/** Bytes waiting in a viewer's socket above which it gets no more frames until it has caught up. */
export const LAG_LIMIT = 1 << 20;

/** The wire to one viewer; `feeds/server` makes it from a socket, tests from an array. */
export interface ViewerWire {
  ready(ready: LiveReady): void;
  frame(bytes: ArrayBuffer): void;
  events(events: LiveEvent[]): void;
  details(positions: Position[]): void;
  refuse(refusal: LiveRefusal): void;
  /** Bytes accepted for sending that the network has not taken yet. */
  waiting(): number;
}

/** One connected browser. */
export class Viewer {
  readonly wire: ViewerWire;
  readonly token: string;
  readonly account: number;
  session: FeedSession;
  lagging = false;
  sentSequence = 0;
  watched: ReadonlySet<number> = new Set();

  constructor(wire: ViewerWire, token: string, account: number, session: FeedSession) {
    this.wire = wire;
    this.token = token;
    this.account = account;
    this.session = session;
  }

  /** Viewers of one room see the same units. */
  get roomKey(): string {
    return roomKeyOf(this.account, this.session);
  }

  /** Sends a frame, or marks the viewer as lagging when its queue is full. */
  sendFrame(bytes: ArrayBuffer, sequence: number): void {
    if (this.wire.waiting() > LAG_LIMIT) {
      this.lagging = true;
      return;
    }
    this.wire.frame(bytes);
    this.sentSequence = sequence;
  }

  /** Sends part of a snapshot, whatever waits: a snapshot is bounded by the fleet and useless in parts. */
  sendSnapshot(bytes: ArrayBuffer, sequence: number): void {
    this.wire.frame(bytes);
    this.sentSequence = sequence;
  }

  /** True when its queue is short enough to go on. */
  drained(): boolean {
    return this.wire.waiting() < LAG_LIMIT / 8;
  }
}

/** The room of who looks through an account's eyes with such a session: all its units, its own alone, or none. */
export function roomKeyOf(account: number, { permissions, scope }: Pick<FeedSession, 'permissions' | 'scope'>): string {
  if (scope.length === 0) return `${account} without units`;
  return reachesBelow(permissions, { resource: 'units', action: 'r' }) ? String(account) : `${account} alone`;
}
