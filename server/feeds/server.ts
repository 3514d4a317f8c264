import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import {
  LIVE_PATH,
  SHARE_FEED,
  type LiveAuth,
  type LiveClientEvents,
  type LiveRefusal,
  type LiveServerEvents,
} from '../../src/api/contract/index.ts';
import type { DomainEvent } from '../../src/domain/events/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import type { SharedLocation } from '../../src/domain/share/index.ts';
import {
  AT_ONCE,
  FEED,
  SECOND,
  Slots,
  isId,
  type Instant,
  type SlotBounds,
  type TimeSource,
} from '../../src/domain/base/index.ts';
import { AlarmPresence, type AlarmPresenceOptions } from './alarmPresence.ts';
import { FeedHub } from './hub.ts';
import type { MissedFrom } from './recentEvents.ts';
import type { ShareWatch } from '../call/ports.ts';
import { SharedFeed, type SharedFeedOptions } from './sharedFeed.ts';
import type { FeedAuthenticate, FeedDirectory, FeedPositions, FeedSession } from './types.ts';
import type { ShownFleet } from './shownFleet.ts';
import { Viewer, type ViewerWire } from './viewer.ts';
import { createViewerAuthorizer } from './viewerAuthorizer.ts';

/** How often the rows that came in are sent: quick enough to feel at once, rare enough to be cheap. */
const TICK = 200;
const DETAILS_TICK = SECOND;
const SHARED_TICK = SECOND;
/** How often a viewer's token is checked again: it may run out, which no event says. */
const TOKEN_CHECK = 15 * SECOND;
/** A time that a client sends is in transit for so long at most, on a slow line. */
const IN_TRANSIT = 2 * SECOND;
/** How often viewers are sent their place in the feed of events, where they got none of the last. */
const PLACES_TICK = 10 * SECOND;

/** Characters of a place in the feed of events. */
const MAXIMUM_PLACE = 80;

/** What is sent, as it lies in memory here: a Buffer arrives as an ArrayBuffer. */
type SentEvents = Omit<LiveServerEvents, 'frame'> & { frame: (bytes: Uint8Array) => void };
type LiveServer = Server<LiveClientEvents, SentEvents>;
type LiveSocket = Socket<LiveClientEvents, SentEvents>;

interface FeedLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

export interface FeedOptions {
  http: HttpServer;
  positions: FeedPositions;
  /** Where units are shown; left out = by filters that nobody touched. */
  shown?: ShownFleet;
  directory: FeedDirectory;
  authenticate: FeedAuthenticate;
  /** What location shares show; left out = there are none. */
  shares?: ShareWatch;
  /** The alarm that somebody looks at. */
  lookUpAlarm: AlarmPresenceOptions['lookUp'];
  onEvents(listener: (events: DomainEvent[]) => void): () => void;
  /** Notified of sessions that have ended. */
  onSessionsEnded(listener: (sessionIds: readonly number[]) => void): () => void;
  /** Whose connection it is, null where that is not counted; left out = nobody's. */
  addressOf?(request: IncomingMessage): string | null;
  /** Connections at once; left out = as many as the product takes. */
  bounds?: SlotBounds;
  correlationId(): string;
  epoch: string;
  /** Names this run of the server: places in its feed of events mean nothing to another. */
  run: string;
  time: TimeSource;
  logger: FeedLogger;
}

export interface Feeds {
  readonly hub: FeedHub;
  close(): Promise<void>;
}

/** Opens the live feed on the product's HTTP server (contract, "Live and history"). */
export function startFeeds(options: FeedOptions): Feeds {
  const hub = new FeedHub(options);
  const presence = new AlarmPresence({
    lookUp: options.lookUpAlarm,
    forEachViewer: (visit) => hub.forEachViewer(visit),
    logger: options.logger,
  });
  const io: LiveServer = new Server(options.http, {
    path: LIVE_PATH,
    transports: ['websocket'],
    perMessageDeflate: false,
    serveClient: false,
    // A client sends small JSON only; anything larger is not ours.
    maxHttpBufferSize: 64 * 1024,
    pingInterval: FEED.beat,
    pingTimeout: 10 * SECOND,
  });
  const sessions = new WeakMap<LiveSocket, Admitted>();
  const { perSession, ...known } = options.bounds ?? AT_ONCE.liveFeeds;
  const slots = boundConnections(io, new Slots(known), options);
  const bySession = new Slots({ perSession });
  io.use((socket, next) => {
    if (!slots.has(socket)) return refuseConnection(socket, next, tooMany(options));
    void admit(options, socket, sessions).then(
      (refusal) => next(refusal === null ? undefined : Object.assign(new Error(refusal.message), { data: refusal })),
      (error: unknown) => {
        options.logger.warn({ error: String(error) }, 'live connection could not be checked');
        next(Object.assign(new Error('unavailable'), { data: unavailable(options) }));
      },
    );
  });
  io.on('connection', (socket) => {
    const admitted = sessions.get(socket);
    const leave = bySession.take({ address: null, session: admitted?.session.sessionId ?? null });
    if (leave) socket.once('disconnect', leave);
    if (leave) attach(hub, presence, socket, admitted);
    else wireOf(socket).refuse(tooMany(options));
  });
  const authorizer = createViewerAuthorizer({ ...options, hub });
  const shared = options.shares ? openSharedFeed(io, slots, { ...options, shares: options.shares }) : null;
  const stopEvents = options.onEvents((events) => {
    authorizer.publish(events);
    shared?.publish(events);
  });
  const stopEnded = options.onSessionsEnded((ids) => void authorizer.checkSessions(ids));
  const timers = [
    setInterval(() => hub.flush(), TICK),
    setInterval(() => hub.flushDetails(), DETAILS_TICK),
    setInterval(() => shared?.tick(), SHARED_TICK),
    setInterval(() => hub.sendPlaces(), PLACES_TICK),
    setInterval(() => void authorizer.checkAll(), TOKEN_CHECK),
  ];
  return {
    hub,
    async close() {
      timers.forEach(clearInterval);
      stopEvents();
      stopEnded();
      hub.close();
      shared?.close();
      await io.close();
    },
  };
}

/** Pages of location shares, in a namespace of their own: nothing of the product's feed reaches it. */
function openSharedFeed(
  io: LiveServer,
  slots: { has(socket: LiveSocket): boolean },
  options: FeedOptions & SharedFeedOptions,
): SharedFeed {
  const feed = new SharedFeed(options);
  io.of(SHARE_FEED).on('connection', (socket) => {
    const end = (): void => void socket.disconnect(true);
    if (!slots.has(socket)) return end();
    // Locations that wait in a slow line are passed over: the next picture is whole.
    const wire = { send: (location: SharedLocation) => void socket.volatile.emit('shared', location), end };
    feed.join(socket.handshake.auth, options.addressOf?.(socket.request) ?? null, wire).then(
      (leave) => {
        if (leave === null) return end();
        if (socket.connected) socket.once('disconnect', leave);
        else leave();
      },
      (error: unknown) => {
        options.logger.warn({ error: String(error) }, 'link of a location share could not be checked');
        end();
      },
    );
  });
  return feed;
}

/** Counts connections before anybody knows whose they are; `has`: there was room for the socket's. */
function boundConnections(io: LiveServer, slots: Slots, { addressOf }: FeedOptions) {
  const counted = new WeakSet<object>();
  io.engine.on(
    'connection',
    (connection: { request: IncomingMessage; once(event: 'close', run: () => void): void }) => {
      const leave = slots.take({ address: addressOf?.(connection.request) ?? null, session: null });
      if (!leave) return;
      counted.add(connection);
      connection.once('close', leave);
    },
  );
  return { has: (socket: LiveSocket): boolean => counted.has(socket.conn) };
}

/** Says why, and ends the connection. */
function refuseConnection(socket: LiveSocket, next: (error: Error) => void, refusal: LiveRefusal): void {
  next(Object.assign(new Error(refusal.message), { data: refusal }));
  setImmediate(() => socket.conn.close());
}

/** Who is behind a connection. */
interface Admitted {
  readonly session: FeedSession;
  /** From where on it lacks events. */
  readonly missed: MissedFrom | undefined;
}

/** Null when the connection may stand; else why not. */
async function admit(
  options: FeedOptions,
  socket: LiveSocket,
  sessions: WeakMap<LiveSocket, Admitted>,
): Promise<LiveRefusal | null> {
  const auth = readAuth(socket.handshake.auth);
  const correlationId = options.correlationId();
  if (auth === null)
    return { code: ERROR.malformed, message: 'The live connection needs a token and an account.', correlationId };
  const now = options.time.now();
  const answer = await options.authenticate(auth.token, auth.account, now);
  if (!answer.ok) return { ...answer.error, correlationId };
  sessions.set(socket, { session: answer.value, missed: missedFrom(auth, now) });
  return null;
}

/** Its place, if it has one; else since when it reads, in the server's time. */
function missedFrom({ events, reading }: LiveAuth, now: Instant): MissedFrom | undefined {
  if (events !== undefined) return { place: events };
  return reading === undefined ? undefined : { since: now - reading - IN_TRANSIT };
}

function attach(hub: FeedHub, presence: AlarmPresence, socket: LiveSocket, admitted: Admitted | undefined): void {
  const auth = readAuth(socket.handshake.auth);
  if (admitted === undefined || auth === null) {
    socket.disconnect(true);
    return;
  }
  const viewer = new Viewer(wireOf(socket), auth.token, auth.account, admitted.session);
  hub.join(viewer, auth.cursor, admitted.missed);
  presence.greet(viewer);
  socket.on('watch', (unitIds) => {
    if (Array.isArray(unitIds)) hub.watch(viewer, unitIds.filter(isId));
  });
  socket.on('viewAlarm', (alarmId) => {
    if (alarmId === null || isId(alarmId)) presence.view(viewer, alarmId);
  });
  socket.on('disconnect', () => {
    presence.leave(viewer);
    hub.leave(viewer);
  });
}

function wireOf(socket: LiveSocket): ViewerWire {
  return {
    ready: (ready) => void socket.emit('ready', ready),
    // A Buffer over the same memory: socket.io sends it as it lies.
    frame: (bytes) => void socket.emit('frame', Buffer.from(bytes)),
    events: (events, place) => void socket.emit('events', events, place),
    place: (place) => void socket.emit('place', place),
    readAgain: (place) => void socket.emit('readAgain', place),
    details: (positions) => void socket.emit('details', positions),
    alarmViewers: (alarms) => void socket.emit('alarmViewers', alarms),
    refuse(refusal) {
      socket.emit('refused', refusal);
      socket.disconnect(true);
    },
    waiting: () => waitingBytes(socket),
  };
}

/** Bytes queued in the engine and in the WebSocket. */
function waitingBytes(socket: LiveSocket): number {
  const buffered = within(within(socket.conn.transport, 'socket'), 'bufferedAmount');
  const packets = within(socket.conn, 'writeBuffer');
  let bytes = typeof buffered === 'number' ? buffered : 0;
  for (const packet of Array.isArray(packets) ? packets : []) {
    const data = within(packet, 'data');
    bytes += typeof data === 'string' || data instanceof Uint8Array ? data.length : 0;
  }
  return bytes;
}

/** The engine keeps what waits to itself: a field of it, or undefined where it has none any more. */
const within = (holder: unknown, field: string): unknown =>
  typeof holder === 'object' && holder !== null ? Reflect.get(holder, field) : undefined;

function readAuth(value: unknown): LiveAuth | null {
  if (typeof value !== 'object' || value === null) return null;
  const auth = value as Partial<LiveAuth>;
  if (typeof auth.token !== 'string' || auth.token.length > 200 || !isId(auth.account)) return null;
  return {
    token: auth.token,
    account: auth.account,
    cursor: readCursor(auth.cursor),
    events: typeof auth.events === 'string' && auth.events.length <= MAXIMUM_PLACE ? auth.events : undefined,
    reading: readReading(auth.reading),
  };
}

function readCursor(value: unknown): LiveAuth['cursor'] {
  if (typeof value !== 'object' || value === null) return undefined;
  const { epoch, sequence } = value as { epoch?: unknown; sequence?: unknown };
  return typeof epoch === 'string' && Number.isSafeInteger(sequence)
    ? { epoch, sequence: sequence as number }
    : undefined;
}

const readReading = (value: unknown): number | undefined =>
  typeof value === 'number' && value >= 0 && Number.isFinite(value) ? value : undefined;

function tooMany(options: Pick<FeedOptions, 'correlationId'>): LiveRefusal {
  return {
    code: ERROR.tooManyRequests,
    message: 'Too many live connections are open; trying again.',
    correlationId: options.correlationId(),
  };
}

function unavailable(options: Pick<FeedOptions, 'correlationId'>): LiveRefusal {
  return {
    code: ERROR.unavailable,
    message: 'The database cannot be reached; trying again.',
    correlationId: options.correlationId(),
  };
}
