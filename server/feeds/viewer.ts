import type { AlarmViewers, LiveEvent, LiveReady, LiveRefusal } from '../../src/api/contract/index.ts';
import { FEED } from '../../src/domain/base/index.ts';
import { reachesBelow } from '../../src/domain/access/index.ts';
import type { Position } from '../../src/domain/telemetry/index.ts';
import type { FeedSession } from './types.ts';

/** The wire to one viewer; `feeds/server` makes it from a socket, tests from an array. */
export interface ViewerWire {
  ready(ready: LiveReady): void;
  frame(bytes: ArrayBuffer): void;
  /** `place`: where the viewer is once it has folded them. */
  events(events: LiveEvent[], place: string): void;
  /** Nothing for this viewer happened up to the place. */
  place(place: string): void;
  /** Events were left out: it reads its lists again, and goes on from the place. */
  readAgain(place: string): void;
  details(positions: Position[]): void;
  /** Who looks at these alarms now. */
  alarmViewers(alarms: AlarmViewers[]): void;
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
  /** Events were left out since its queue was full. */
  lacksEvents = false;
  /** The place in the feed of events that it was sent last. */
  sentPlace = '';
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
    if (this.wire.waiting() > FEED.waitingBytes) {
      this.lagging = true;
      return;
    }
    this.wire.frame(bytes);
    this.sentSequence = sequence;
  }

  /** Sends events. While its queue is full they are left out, and all after them until it reads again. */
  sendEvents(events: LiveEvent[], place: string): void {
    this.lacksEvents ||= this.wire.waiting() > FEED.waitingBytes;
    if (this.lacksEvents) return;
    this.wire.events(events, place);
    this.sentPlace = place;
  }

  /** Sends the present place to a viewer that got none of the last events: else it would come back with an old one. */
  sendPlace(place: string): void {
    if (this.lacksEvents || this.sentPlace === place) return;
    this.wire.place(place);
    this.sentPlace = place;
  }

  /** Has it read again what events were left out of, once it has caught up. */
  catchUp(place: string): void {
    if (!this.lacksEvents || !this.drained()) return;
    this.lacksEvents = false;
    this.wire.readAgain(place);
    this.sentPlace = place;
  }

  /** Sends part of a snapshot, whatever waits: a snapshot is bounded by the fleet and useless in parts. */
  sendSnapshot(bytes: ArrayBuffer, sequence: number): void {
    this.wire.frame(bytes);
    this.sentSequence = sequence;
  }

  /** True when its queue is short enough to go on. */
  drained(): boolean {
    return this.wire.waiting() < FEED.waitingBytes / 8;
  }
}

/** The room of who looks through an account's eyes with such a session: all its units, its own alone, or none. */
export function roomKeyOf(account: number, { permissions, scope }: Pick<FeedSession, 'permissions' | 'scope'>): string {
  if (scope.length === 0) return `${account} without units`;
  return reachesBelow(permissions, { resource: 'units', action: 'r' }) ? String(account) : `${account} alone`;
}
