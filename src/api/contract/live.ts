import type { DomainEvent, EventOrigin } from '../../domain/events/index.ts';
import type { SharedLocation } from '../../domain/share/index.ts';
import type { Position } from '../../domain/telemetry/index.ts';

/**
 * The live feed: Socket.IO at path `/live`, namespace `/`. The connection's `auth` is {@link LiveAuth}.
 *
 * 1. The server answers a good connection with `ready`; a refused one gets a `connect_error` whose
 *    `data` is a {@link LiveRefusal}; a token that dies later gets a `refused` event, then the end.
 * 2. If the client's cursor can be continued, the frames after it follow; otherwise one snapshot
 *    frame per 5,000 units, the last one flagged, brings the latest state of every unit in reach.
 * 3. `frame` carries one binary live frame (domain/telemetry/frame) and no JSON.
 * 4. `events` carries domain events of the accounts in reach, oldest first: those about what the
 *    viewer may read. A viewer that may not read of the change that altered its own permissions is notified
 *    by a `permissionsChanged` in its place, without details.
 *    They go on from the client's own place (`events`), or from the moment it began to read (`reading`), in order and
 *    without a gap. Where the server cannot do that, because too much happened or because it was restarted, and where a
 *    viewer's line is too slow for its events, it says `readAgain` instead; never both.
 * 5. `alarmViewers` says who looks at an alarm now, whenever that changes, and after `ready` where somebody does. It
 *    ends with the connection of whoever looks.
 */
export const LIVE_PATH = '/live';

/**
 * The feed of location shares: the same connection in a namespace of its own, whose `auth` is {@link ShareAuth}. It
 * carries `shared` alone, and takes nothing.
 */
export const SHARE_FEED = '/share';

export interface ShareAuth {
  /** Of the link. */
  token: string;
  /** What the opening of a link answered whose openings are limited; else empty. */
  visit: string;
}

export interface LiveAuth {
  token: string;
  account: number;
  /** Last folded frame sequence of `epoch`; absent on the first connection. */
  cursor?: LiveCursor;
  /** The place of the last folded event, as the server gave it. */
  events?: string;
  /** On the first connection: milliseconds since the client began to read what events change. */
  reading?: number;
}

/** A place in the feed. Sequences grow by commit; a new epoch means they cannot be compared. */
export interface LiveCursor {
  epoch: string;
  sequence: number;
}

export interface LiveRefusal {
  code: string;
  message: string;
  correlationId: string;
}

/** First message after connecting. */
export interface LiveReady {
  epoch: string;
  /** Sequence from which frames follow. */
  sequence: number;
  /** True when the frames continue the client's cursor, false when a snapshot comes. */
  resumed: boolean;
  /** The server's clock, for the age of data (Unix milliseconds). */
  serverTime: number;
  /** Events from the client's place on cannot be sent: it reads its lists again. */
  readAgain?: true;
  /** The place in the feed of events from which they follow. Absent where missed ones come first: those bring it. */
  events?: string;
}

/**
 * The viewer's permissions changed by something that they may not read of. Made by the feed, in the place of its cause
 * in the log of the viewer's account.
 */
interface PermissionsChanged extends EventOrigin {
  sequence: number;
  kind: 'permissionsChanged';
  subject_type: 'user';
  data: Record<string, never>;
}

/** An event as the feed carries it. */
export type LiveEvent = DomainEvent | PermissionsChanged;

/** Kinds of events after which what the viewer may do in their account can be different. */
export const PERMISSION_EVENTS: readonly LiveEvent['kind'][] = [
  'permissionsChanged',
  'roleUpdated',
  'userRoleChanged',
  'accountUpdated',
];

/** Who looks at an alarm now; nobody: it is left. */
export interface AlarmViewers {
  readonly alarm_id: number;
  readonly people: readonly { readonly user_id: number; readonly name: string }[];
}

/** Server to client. */
export interface LiveServerEvents {
  ready: (ready: LiveReady) => void;
  /** One live frame as bytes. */
  frame: (bytes: ArrayBuffer) => void;
  /** `place`: where the client is once it has folded them. */
  events: (events: LiveEvent[], place: string) => void;
  /** Nothing for this client happened up to the place. */
  place: (place: string) => void;
  /** Events were left out because the line is slow: the client reads its lists again, and goes on from the place. */
  readAgain: (place: string) => void;
  /** Full details of watched units, at most once a second. */
  details: (positions: Position[]) => void;
  /** Replaces what was known of these alarms. */
  alarmViewers: (alarms: AlarmViewers[]) => void;
  refused: (refusal: LiveRefusal) => void;
  /** In the namespace of shares alone: what the link shows, when a unit has reported, and when it ends. */
  shared: (location: SharedLocation) => void;
}

/** Client to server. */
export interface LiveClientEvents {
  /** Replaces the set of units whose details are wanted (at most TELEMETRY.watchedUnits). */
  watch: (unitIds: number[]) => void;
  /** The person looks at this alarm now; null: at none. */
  viewAlarm: (alarmId: number | null) => void;
}
