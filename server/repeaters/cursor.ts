import { type Instant } from '../../src/domain/base/index.ts';
import { firstRowAt, type TrackColumns } from '../../src/domain/telemetry/index.ts';
import type { PositionStore } from '../store/index.ts';
import { messageOf, receivedAt, type Message } from './message.ts';

const NEVER = Number.NEGATIVE_INFINITY;
/** Later than anything is received. */
const ALWAYS = Date.UTC(9999, 0);

/**
 * Reports that were compacted before they could be sent: those from an instant on that were received within two others.
 */
interface Backlog {
  from: Instant;
  first: Instant;
  last: Instant;
  count: number;
}

/** A cursor as it is stored. */
export interface StoredCursor {
  readonly after: number;
  readonly until: number | null;
  readonly sentTo: Instant | null;
  readonly backlog: Readonly<Backlog> | null;
}

type Positions = Pick<PositionStore, 'compactedTo' | 'readCommitted' | 'readTracks' | 'sequence'>;

/** Reports to send next, oldest first. */
interface Batch {
  readonly messages: readonly Message[];
  readonly generation: number;
}

/**
 * Where a repeater is in the positions of a unit that has something to send. Positions are read in windows: the groups
 * of the journal that have come since the last window are sent in the order of their times, so that each report is sent
 * once however late it came. Unsent groups that become blocks are a backlog, as blocks do not distinguish groups.
 */
export class Cursor {
  readonly unitId: number;
  /** Not as it is stored. */
  dirty = true;
  /** There is a row of it. */
  stored = false;
  /** When the oldest report that waits was received; about, where it is of the journal. */
  oldest: Instant;
  #after: number;
  #until: number | null = null;
  #sentTo: Instant = NEVER;
  #backlog: Backlog | null = null;
  /** Reports of the journal that wait. */
  #waiting = 0;
  /** Grows when what was read last is no longer what is described here. */
  #generation = 0;
  /** Times of reports that were sent and that the description does not leave out. */
  readonly #delivered = new Set<Instant>();

  constructor(unitId: number, after: number, oldest: Instant) {
    this.unitId = unitId;
    this.#after = after;
    this.oldest = oldest;
  }

  /** As it was stored, with what has come since. */
  static restored(unitId: number, { after, until, sentTo, backlog }: StoredCursor, positions: Positions): Cursor {
    const cursor = new Cursor(unitId, after, backlog?.first ?? Number.POSITIVE_INFINITY);
    cursor.#until = until;
    cursor.#sentTo = sentTo ?? NEVER;
    cursor.#backlog = backlog && { ...backlog };
    cursor.dirty = false;
    cursor.stored = true;
    cursor.#forEachPending(positions, Number.POSITIVE_INFINITY, (track, row) => {
      cursor.#waiting++;
      cursor.oldest = Math.min(cursor.oldest, receivedAt(track, row));
    });
    return cursor;
  }

  /** For the database. */
  get description(): StoredCursor {
    return {
      after: this.#after,
      until: this.#until,
      sentTo: Number.isFinite(this.#sentTo) ? this.#sentTo : null,
      backlog: this.#backlog,
    };
  }

  get waiting(): number {
    return this.#waiting + (this.#backlog?.count ?? 0);
  }

  /** True where no group has come that was not looked at. */
  isBehind(positions: Pick<Positions, 'sequence'>): boolean {
    return this.#backlog !== null || this.#after < positions.sequence;
  }

  /** A report came. */
  add(): void {
    this.#waiting++;
  }

  /** The next reports, some of them; null: all was sent. */
  async next(positions: Positions, limit: number): Promise<Batch | null> {
    if (this.#backlog !== null) {
      const messages = await this.#nextOfBacklog(positions, this.#backlog, limit);
      if (messages.length > 0) return this.#batch(messages);
      this.#backlog = null;
      this.dirty = true;
    }
    for (;;) {
      // A window of which nothing was sent yet takes in what has come since, so that all of it is in order.
      const until: number = this.#sentTo === NEVER ? positions.sequence : (this.#until ?? positions.sequence);
      this.#until = until;
      const track = positions.readCommitted(this.unitId, this.#after, until);
      if (track === null) return this.#nextOfLost(positions, limit);
      const messages = this.#rowsOf(track, firstRowAt(track.times, this.#sentTo + 1), limit);
      if (messages.length > 0) return this.#batch(messages);
      this.#beginAfter(until);
      this.#delivered.clear();
      if (until >= positions.sequence) return null;
    }
  }

  /** Reports of the batch up to this many are done. */
  advance({ messages, generation }: Batch, count: number): void {
    if (count === 0) return;
    const done = messages.slice(0, count);
    const last = done[done.length - 1];
    this.dirty = true;
    this.oldest = messages[count]?.receivedAt ?? this.oldest;
    if (generation !== this.#generation) {
      for (const { time } of done) this.#delivered.add(time);
      return;
    }
    if (this.#backlog === null) {
      this.#sentTo = last.time;
      this.#waiting = Math.max(0, this.#waiting - count);
      return;
    }
    const { last: lastReceived } = this.#backlog;
    // Received in the same second as reports that are still of the journal.
    for (const { time, receivedAt: at } of done) if (at === lastReceived) this.#delivered.add(time);
    this.#backlog.from = last.time + 1;
    this.#backlog.count = Math.max(0, this.#backlog.count - count);
  }

  /** Groups up to the sequence become blocks: what waits in them is described by its times. */
  compact(positions: Positions, sequence: number): void {
    if (this.#after >= sequence) return;
    const found: Backlog = { from: Infinity, first: Infinity, last: NEVER, count: 0 };
    this.#forEachPending(positions, sequence, (track, row) => {
      const at = receivedAt(track, row);
      found.from = Math.min(found.from, track.times[row]);
      found.first = Math.min(found.first, at);
      found.last = Math.max(found.last, at);
      found.count++;
    });
    if (this.#until !== null && this.#until > sequence) this.#after = sequence;
    else this.#beginAfter(sequence);
    this.#generation++;
    this.dirty = true;
    if (found.count > 0) this.#addBacklog(found);
  }

  #addBacklog(found: Backlog): void {
    const { from, first, last, count } = this.#backlog ?? { ...found, count: 0 };
    this.#waiting = Math.max(0, this.#waiting - found.count);
    this.#backlog = {
      from: Math.min(from, found.from),
      first: Math.min(first, found.first),
      last: Math.max(last, found.last),
      count: count + found.count,
    };
  }

  #beginAfter(sequence: number): void {
    this.#after = sequence;
    this.#until = null;
    this.#sentTo = NEVER;
    this.dirty = true;
  }

  #batch(messages: readonly Message[]): Batch {
    this.oldest = messages[0].receivedAt;
    return { messages, generation: this.#generation };
  }

  #rowsOf(track: TrackColumns, first: number, limit: number): Message[] {
    const messages: Message[] = [];
    for (let row = first; row < track.count && messages.length < limit; row++)
      if (!this.#delivered.has(track.times[row])) messages.push(messageOf(track, row));
    return messages;
  }

  /** Reports of groups up to the sequence that were not sent. */
  #forEachPending(positions: Positions, sequence: number, visit: (track: TrackColumns, row: number) => void): void {
    const until = this.#until ?? this.#after;
    const begun = positions.readCommitted(this.unitId, this.#after, Math.min(until, sequence));
    for (let row = begun ? firstRowAt(begun.times, this.#sentTo + 1) : 0; begun && row < begun.count; row++)
      visit(begun, row);
    if (until >= sequence) return;
    const later = positions.readCommitted(this.unitId, until, sequence);
    for (let row = 0; later && row < later.count; row++) visit(later, row);
  }

  async #nextOfBacklog(positions: Positions, { from, first, last }: Backlog, limit: number): Promise<Message[]> {
    const messages: Message[] = [];
    for await (const track of positions.readTracks(this.unitId, from, Number.POSITIVE_INFINITY)) {
      for (let row = 0; row < track.count; row++) {
        const at = receivedAt(track, row);
        if (at < first || at > last || this.#delivered.has(track.times[row])) continue;
        messages.push(messageOf(track, row));
        if (messages.length === limit) return messages;
      }
    }
    return messages;
  }

  /**
   * The journal ended without a word, as after a restored backup: what was received since is looked for by its time.
   */
  #nextOfLost(positions: Positions, limit: number): Promise<Batch | null> {
    this.#beginAfter(positions.compactedTo);
    this.#backlog = { from: 0, first: Math.min(this.oldest, ALWAYS), last: ALWAYS, count: this.#waiting };
    this.#waiting = 0;
    return this.next(positions, limit);
  }
}
