import type { LiveCursor, LiveEvent } from '../../src/api/contract/index.ts';
import type { DomainEvent, EventKind } from '../../src/domain/events/index.ts';
import { coversInstant } from '../../src/domain/allocation/index.ts';
import { FEED, SECOND, TELEMETRY, fromIso, type Instant, type TimeSource } from '../../src/domain/base/index.ts';
import { DEFAULT_FILTERS } from '../../src/domain/detection/index.ts';
import { keptInSight, type Position } from '../../src/domain/telemetry/index.ts';
import { FrameRing } from './frameRing.ts';
import { concerns, heardBy } from './hearing.ts';
import { RecentEvents, type MissedFrom } from './recentEvents.ts';
import { Room } from './room.ts';
import { ShownFleet } from './shownFleet.ts';
import type { ShownBatch } from './shownRows.ts';
import type { FeedDirectory, FeedPositions, FeedSession, Sees } from './types.ts';
import { roomKeyOf, type Viewer } from './viewer.ts';

/** How long every single row can be repeated to a viewer that comes back. */
const RING_SPAN = 60 * SECOND;
const NO_ROOMS: readonly Room[] = [];
/** Events after which other accounts see a unit than before. */
const ALLOCATION_EVENTS: ReadonlySet<EventKind> = new Set<EventKind>([
  'unitAllocated',
  'unitAllocationBegan',
  'unitAllocationEnded',
]);

export interface HubOptions {
  positions: FeedPositions;
  /** Where units are shown; left out = by filters that nobody touched. */
  shown?: ShownFleet;
  directory: FeedDirectory;
  time: TimeSource;
  epoch: string;
  /** Names this run of the server: places in its feed of events mean nothing to another. */
  run: string;
  /** Longest the ring keeps, in milliseconds; tests shorten it. */
  ringSpan?: number;
}

/**
 * Spreads committed positions over the rooms. Work per row is a look-up of the unit's account and
 * a handful of stores per room that has viewers; nothing scans the fleet except a viewer's return.
 */
export class FeedHub {
  readonly epoch: string;
  readonly #options: HubOptions;
  readonly #rooms = new Map<string, Room>();
  /** Rooms that see an account's units. */
  readonly #roomsOf = new Map<number, Room[]>();
  readonly #ring: FrameRing;
  readonly #watchers = new Map<number, Set<Viewer>>();
  readonly #dirtyDetails = new Map<Viewer, Set<number>>();
  readonly #shown: ShownFleet;
  /** Units that were filtered again without a report, and where the feed stood then. */
  readonly #filteredAgain = new Map<number, number>();
  readonly #recent: RecentEvents;
  readonly #stops: (() => void)[];
  #delivered = 0;

  constructor(options: HubOptions) {
    this.#options = options;
    this.epoch = options.epoch;
    this.#ring = new FrameRing(options.positions.sequence, options.ringSpan ?? RING_SPAN);
    this.#recent = new RecentEvents(options.run, options.time.now());
    this.#shown = options.shown ?? unfiltered(options.positions);
    this.#stops = [
      this.#shown.onShown((batch) => this.#committed(batch)),
      this.#shown.onRefiltered((unitId) => this.#refiltered(unitId)),
    ];
  }

  get viewers(): number {
    let count = 0;
    for (const room of this.#rooms.values()) count += room.viewers.size;
    return count;
  }

  /** Frames that were handed to viewers since the start, for the metrics. */
  get delivered(): number {
    return this.#delivered;
  }

  /**
   * Lets a viewer in: says where the feed is, then sends what it lacks. `missed`: from where on it lacks events;
   * absent: it asks for none.
   */
  join(viewer: Viewer, cursor: LiveCursor | undefined, missed?: MissedFrom): void {
    const { positions, directory } = this.#options;
    const now = this.#now();
    const sequence = positions.sequence;
    const room = this.#roomFor(viewer);
    const resumed = cursor !== undefined && cursor.epoch === this.epoch && cursor.sequence <= sequence;
    const events = missed === undefined ? [] : this.#missedBy(viewer, missed);
    const { place } = this.#recent;
    viewer.sentPlace = place;
    viewer.wire.ready({
      epoch: this.epoch,
      sequence,
      resumed,
      serverTime: now,
      ...(events === null ? { readAgain: true } : {}),
      ...(events === null || events.length === 0 ? { events: place } : {}),
    });
    if (events !== null && events.length > 0) viewer.wire.events(events, place);
    if (!resumed)
      room.sendSnapshot(viewer, directory.unitIdsOf(viewer.session.scope), now, sequence, this.#shown, this.#sees);
    else if (this.#ring.covers(cursor.sequence))
      room.sendMissed(viewer, cursor.sequence, now, sequence, this.#ring, this.#sees);
    else room.sendChangesSince(viewer, cursor.sequence, now, sequence, this.#shown, this.#sees);
    if (resumed) room.resend(viewer, this.#changedSince(cursor.sequence), now, sequence, this.#shown, this.#sees);
    room.viewers.add(viewer);
  }

  leave(viewer: Viewer): void {
    this.watch(viewer, []);
    this.#dirtyDetails.delete(viewer);
    this.#leaveRoom(viewer);
  }

  /**
   * Takes what was found out about the viewer again: units that it lost reach it no more from now on,
   * those that it gained do. It is not sent the state of what it gained: it starts over for that.
   */
  renew(viewer: Viewer, session: FeedSession): void {
    const before = viewer.roomKey;
    const left = this.#rooms.get(before);
    if (before === roomKeyOf(viewer.account, session)) {
      viewer.session = session;
      if (left && !sameAccounts(left.scope, session.scope)) this.#rescope(left, session.scope);
    } else if (left?.viewers.has(viewer)) {
      this.#leaveRoom(viewer);
      viewer.session = session;
      this.#roomFor(viewer).viewers.add(viewer);
    }
    this.watch(viewer, [...viewer.watched]);
  }

  /** Replaces the units whose full details the viewer wants; units out of its reach are left out. */
  watch(viewer: Viewer, unitIds: readonly number[]): void {
    for (const unitId of viewer.watched) {
      const watchers = this.#watchers.get(unitId);
      watchers?.delete(viewer);
      if (watchers?.size === 0) this.#watchers.delete(unitId);
    }
    const watched = new Set(
      unitIds.filter((unitId) => this.#isSeenNow(viewer, unitId)).slice(0, TELEMETRY.watchedUnits),
    );
    viewer.watched = watched;
    for (const unitId of watched) {
      const watchers = this.#watchers.get(unitId) ?? new Set();
      this.#watchers.set(unitId, watchers.add(viewer));
      this.#markDetails(unitId);
    }
  }

  /** Sends the rows of the tick. Called every 200 ms by the server, by hand in tests. */
  flush(): void {
    const now = this.#now();
    const { positions } = this.#options;
    for (const room of this.#rooms.values()) {
      room.flush(now, positions.sequence, this.#shown, this.#sees);
      this.#delivered += room.viewers.size;
      for (const viewer of room.viewers) viewer.catchUp(this.#recent.place);
    }
  }

  /** Sends viewers their place in the feed of events. Called now and then. */
  sendPlaces(): void {
    this.forEachViewer((viewer) => viewer.sendPlace(this.#recent.place));
  }

  /** Sends the details of watched units that changed. Called every second. */
  flushDetails(): void {
    for (const [viewer, unitIds] of this.#dirtyDetails) {
      const details: Position[] = [];
      for (const unitId of unitIds) {
        const position = this.#shown.position(unitId);
        const isSeen = (time: Instant): boolean => this.#isDetailSeen(viewer, unitId, time);
        if (position && isSeen(fromIso(position.time))) details.push(keptInSight(position, isSeen));
      }
      if (details.length > 0 && !viewer.lagging) viewer.wire.details(details);
    }
    this.#dirtyDetails.clear();
  }

  /**
   * Passes domain events on to those who may hear of them; `changed` are viewers whose permissions these events
   * altered.
   */
  publish(events: readonly DomainEvent[], changed: ReadonlySet<Viewer> = new Set()): void {
    this.#recent.push(events, this.#now());
    this.forEachViewer((viewer) => {
      const heard = heardBy(viewer, events, changed.has(viewer));
      if (heard.length > 0) viewer.sendEvents(heard, this.#recent.place);
    });
    const units = events.filter(({ kind }) => ALLOCATION_EVENTS.has(kind)).map((event) => event.subject_id);
    if (units.length > 0) this.#renewSight([...new Set(units)]);
  }

  forEachViewer(visit: (viewer: Viewer) => void): void {
    for (const room of this.#rooms.values()) for (const viewer of room.viewers) visit(viewer);
  }

  close(): void {
    for (const stop of this.#stops) stop();
    if (this.#options.shown === undefined) this.#shown.close();
    this.#rooms.clear();
    this.#roomsOf.clear();
  }

  /** What the viewer may hear of what it missed; null when it has to read again. */
  #missedBy(viewer: Viewer, from: MissedFrom): LiveEvent[] | null {
    const events = this.#recent.after(from);
    if (events === null) return null;
    const heard = heardBy(
      viewer,
      events,
      events.some((event) => concerns(event, viewer)),
    );
    return heard.length > FEED.missedEvents ? null : heard;
  }

  /** An owner sees everything; who holds the unit now sees what it reports within the span. */
  readonly #sees: Sees = (accounts, unitId, time) => {
    const { directory } = this.#options;
    if (accounts.has(directory.accountOf(unitId))) return true;
    const allocation = directory.allocationAt(unitId, this.#now());
    return allocation !== null && accounts.has(allocation.accountId) && coversInstant(allocation, time);
  };

  /**
   * Rooms that see the unit's report: those of its owner, and of who holds it then and now where they do not see the
   * owner's.
   */
  #roomsSeeing(unitId: number, time: Instant, now: Instant): readonly Room[] {
    const { directory } = this.#options;
    const owned = this.#roomsOf.get(directory.accountOf(unitId)) ?? NO_ROOMS;
    const allocation = directory.allocationAt(unitId, now);
    if (allocation === null || !coversInstant(allocation, time)) return owned;
    const holders = this.#roomsOf.get(allocation.accountId) ?? NO_ROOMS;
    return [...owned, ...holders.filter((room) => !owned.includes(room))];
  }

  /**
   * Units were allocated, or a span began or ended: who gained one is sent where it is, who lost one watches it no
   * more.
   */
  #renewSight(unitIds: readonly number[]): void {
    const { directory } = this.#options;
    const latest = this.#shown;
    const now = this.#now();
    for (const unitId of unitIds) {
      const index = latest.indexOf(unitId);
      const time = index < 0 ? 0 : latest.times[index];
      const owner = directory.accountOf(unitId);
      for (const room of time > 0 ? this.#roomsSeeing(unitId, time, now) : NO_ROOMS) {
        if (!room.scope.has(owner))
          room.add(unitId, latest.longitudes[index], latest.latitudes[index], time, latest.states[index]);
      }
      for (const viewer of this.#watchers.get(unitId) ?? [])
        if (!this.#isSeenNow(viewer, unitId)) this.watch(viewer, [...viewer.watched]);
    }
  }

  #isDetailSeen(viewer: Viewer, unitId: number, time: Instant): boolean {
    const scope = this.#rooms.get(viewer.roomKey)?.scope;
    return scope !== undefined && this.#sees(scope, unitId, time);
  }

  #isSeenNow(viewer: Viewer, unitId: number): boolean {
    const scope = this.#rooms.get(viewer.roomKey)?.scope;
    return scope !== undefined && this.#sees(scope, unitId, this.#now());
  }

  #committed(batch: ShownBatch): void {
    this.#ring.push(batch, this.#now());
    if (this.#rooms.size === 0) return;
    const now = this.#now();
    for (let row = 0; row < batch.count; row++) {
      const unitId = batch.unitIds[row];
      for (const room of this.#roomsSeeing(unitId, batch.times[row], now)) {
        room.add(unitId, batch.longitudes[row], batch.latitudes[row], batch.times[row], batch.states[row]);
      }
      if (this.#watchers.size > 0) this.#markDetails(unitId);
    }
  }

  /** Nobody who looks on waits for the unit's next report; who comes back later is notified then. */
  #refiltered(unitId: number): void {
    this.#filteredAgain.set(unitId, this.#options.positions.sequence);
    const index = this.#shown.indexOf(unitId);
    for (const room of this.#roomsSeeing(unitId, this.#shown.times[index], this.#now()))
      room.addReplaced(this.#shown, index);
    this.#markDetails(unitId);
  }

  *#changedSince(sequence: number): Generator<number> {
    for (const [unitId, at] of this.#filteredAgain) if (at >= sequence) yield unitId;
  }

  #markDetails(unitId: number): void {
    for (const viewer of this.#watchers.get(unitId) ?? []) {
      const dirty = this.#dirtyDetails.get(viewer) ?? new Set();
      this.#dirtyDetails.set(viewer, dirty.add(unitId));
    }
  }

  #roomFor(viewer: Viewer): Room {
    const known = this.#rooms.get(viewer.roomKey);
    if (known) return known;
    const room = new Room(viewer.roomKey, viewer.session.scope);
    this.#rooms.set(room.key, room);
    this.#listRoom(room);
    return room;
  }

  #leaveRoom(viewer: Viewer): void {
    const room = this.#rooms.get(viewer.roomKey);
    room?.viewers.delete(viewer);
    if (room?.viewers.size !== 0) return;
    this.#rooms.delete(room.key);
    this.#unlistRoom(room);
  }

  #rescope(room: Room, scope: FeedSession['scope']): void {
    this.#unlistRoom(room);
    room.scope = new Set(scope);
    this.#listRoom(room);
  }

  #listRoom(room: Room): void {
    for (const account of room.scope) this.#roomsOf.set(account, [...(this.#roomsOf.get(account) ?? []), room]);
  }

  #unlistRoom(room: Room): void {
    for (const account of room.scope) {
      const rooms = (this.#roomsOf.get(account) ?? []).filter((other) => other !== room);
      if (rooms.length > 0) this.#roomsOf.set(account, rooms);
      else this.#roomsOf.delete(account);
    }
  }

  #now(): Instant {
    return this.#options.time.now();
  }
}

function sameAccounts(known: ReadonlySet<number>, scope: FeedSession['scope']): boolean {
  return known.size === scope.length && scope.every((account) => known.has(account));
}

function unfiltered(positions: FeedPositions): ShownFleet {
  return new ShownFleet({
    positions,
    filters: { of: () => DEFAULT_FILTERS, onChanged: () => () => undefined },
    logger: { warn: () => undefined },
  });
}
