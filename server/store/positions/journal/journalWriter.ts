import type { Instant } from '../../../../src/domain/base/index.ts';
import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { DatabaseUnavailable, type Queryable } from '../../database.types.ts';
import type { StoreLogger } from '../../logger.ts';
import { checksumOf } from '../../setAside/index.ts';
import type { UnreadRow } from '../../types.ts';
import { insertUnread } from '../../unread/insert.ts';
import type { AttributeNames } from './attributeNames.ts';
import { Group, type CommitCallback, type KnownUnit } from './group.ts';
import { journalRow, toStoredRow } from './journalRow.ts';

/** A group smaller than this waits a moment for company: a commit costs the same for one as for hundreds. */
const SMALL_GROUP = 200;
const SMALL_GROUP_PAUSE = 2;
/** While a commit takes long, this much may gather; then devices are asked to send again later. */
const MOST_WAITING_BYTES = 32 * 1024 * 1024;
/** How often a database that is away is asked whether it is back. */
const PROBE = 50;
/**
 * After so many groups in a row it is over: a full disk has room for a few small ones between those that it refuses.
 */
const RECOVERED = 20;

const INSERT = 'insert into journal (shard, sequence, t0, t1, n, data, checksum) values ($1, $2, $3, $4, $5, $6, $7)';

export interface JournalOptions {
  database: Queryable;
  logger: StoreLogger;
  names: AttributeNames;
  shard: number;
  /** Sequence of the last group that may be in the database. */
  sequence: number;
  known: (unitId: number) => KnownUnit;
  /** Folds a group that is durable; `row` are its bytes, to keep. */
  onCommitted(group: Group, sequence: number, row: Buffer): void;
  /** Notified of unread messages that are durable; the list is valid during the call only. */
  onUnread?(messages: readonly UnreadRow[]): void;
}

/**
 * Group commit: while one journal row is written, what comes in gathers for the next. When the
 * database fails, what was not written is dropped and its senders are notified: they have it and send
 * again. Until it is back everything is refused at once, so memory stays bounded.
 */
export class JournalWriter {
  readonly #options: JournalOptions;
  #open = new Group();
  #spare: Group | null = new Group();
  #inFlight: Group | null = null;
  #sequence: number;
  #scheduled = false;
  #away = false;
  /** Groups that are still to be written before a failure is over; 0 = there is none. */
  #recovering = 0;
  #blocked: () => boolean = () => false;
  #closed = false;
  #idle: (() => void)[] = [];
  #probe: ReturnType<typeof setTimeout> | null = null;

  constructor(options: JournalOptions) {
    this.#options = options;
    this.#sequence = options.sequence;
  }

  /** `blocked` says when nothing more may be taken in for other reasons. */
  setBackPressure(blocked: () => boolean): void {
    this.#blocked = blocked;
  }

  append(unitId: number, protocolCode: number, receivedAt: Instant, fix: Fix, completes = false): void {
    const group = this.#open;
    if (this.#isFull(group)) {
      group.refused = true;
      return;
    }
    group.add(unitId, protocolCode, receivedAt, fix, this.#options.known, this.#options.names, completes);
    if (!this.#scheduled && !this.#inFlight) this.#schedule();
  }

  appendUnread(message: UnreadRow): void {
    const group = this.#open;
    if (this.#isFull(group)) {
      group.refused = true;
      return;
    }
    group.addUnread(message);
    if (!this.#scheduled && !this.#inFlight) this.#schedule();
  }

  afterCommit(callback: CommitCallback): void {
    const open = this.#open;
    if (open.refused || this.#away) this.#refuse(callback);
    else if (!open.isEmpty) open.callbacks.push(callback);
    else if (this.#inFlight) this.#inFlight.callbacks.push(callback);
    else queueMicrotask(() => callback(true));
  }

  /** Resolves when nothing waits to be written. */
  async drain(): Promise<void> {
    if (this.#open.isEmpty && !this.#inFlight) return;
    await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  /** Takes nothing more in and writes what is there. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.drain();
    if (this.#probe) clearTimeout(this.#probe);
  }

  #isFull(group: Group): boolean {
    return this.#away || this.#closed || group.bytes.length + group.unreadBytes > MOST_WAITING_BYTES || this.#blocked();
  }

  /** After those that wait already, so that answers keep the order of the questions. */
  #refuse(callback: CommitCallback): void {
    const no = () => callback(false);
    if (!this.#open.isEmpty) this.#open.callbacks.push(no);
    else if (this.#inFlight) this.#inFlight.callbacks.push(no);
    else {
      this.#open.refused = false;
      queueMicrotask(no);
    }
  }

  #schedule(): void {
    this.#scheduled = true;
    const flush = () => {
      this.#scheduled = false;
      void this.#flush();
    };
    if (this.#open.count >= SMALL_GROUP) setImmediate(flush);
    else setTimeout(flush, SMALL_GROUP_PAUSE);
  }

  async #flush(): Promise<void> {
    if (this.#inFlight || this.#open.isEmpty) return;
    const group = this.#open;
    this.#open = this.#spare ?? new Group();
    this.#spare = null;
    this.#inFlight = group;
    // Each attempt has a number of its own: an answer that was lost may have been a yes.
    const sequence = ++this.#sequence;
    try {
      const row = await this.#write(group, sequence);
      if (row) this.#options.onCommitted(group, sequence, row);
      if (group.unread.length > 0) this.#options.onUnread?.(group.unread);
      this.#stored();
      this.#answer(group, true);
    } catch (error) {
      this.#fail(error);
      this.#answer(group, false);
      this.#dropOpen();
    }
    this.#inFlight = null;
    group.clear();
    this.#spare = group;
    this.#next();
  }

  /** Answers the bytes of the journal's row; null where the group holds unread messages alone. */
  async #write(group: Group, sequence: number): Promise<Buffer | null> {
    if (group.count === 0) {
      await insertUnread(this.#options.database, group.unread, '', []);
      return null;
    }
    await this.#options.names.persist();
    const row = journalRow(group.base, group.bytes.bytes.subarray(0, group.bytes.length));
    const stored = toStoredRow(row);
    const { database, shard } = this.#options;
    const parameters = [
      shard,
      sequence,
      new Date(group.earliest),
      new Date(group.latest),
      group.count,
      stored,
      checksumOf(stored),
    ];
    if (group.unread.length === 0) await database.query(INSERT, parameters);
    else await insertUnread(database, group.unread, INSERT, parameters);
    return row;
  }

  #next(): void {
    if (!this.#open.isEmpty) {
      this.#schedule();
      return;
    }
    const waiting = this.#idle;
    this.#idle = [];
    for (const resolve of waiting) resolve();
  }

  /** Says so once, as a full disk refuses again and again; but of a mistake of ours always. */
  #fail(error: unknown): void {
    if (this.#recovering === 0 || !(error instanceof DatabaseUnavailable))
      this.#options.logger.error(
        { error: String(error) },
        'positions could not be stored; devices are asked to send again',
      );
    this.#recovering = RECOVERED;
    this.#away = true;
    this.#scheduleProbe();
  }

  #stored(): void {
    if (this.#recovering === 0) return;
    this.#recovering--;
    if (this.#recovering === 0) this.#options.logger.info({}, 'positions are stored again');
  }

  #dropOpen(): void {
    const group = this.#open;
    this.#answer(group, false);
    group.clear();
  }

  #scheduleProbe(): void {
    this.#probe = setTimeout(() => void this.#ask(), PROBE);
    this.#probe.unref();
  }

  async #ask(): Promise<void> {
    try {
      await this.#options.database.query('select 1');
      this.#away = false;
      this.#open.refused = false;
    } catch {
      // Still away: asking again is all there is to do, and the database has logged why.
      if (!this.#closed) this.#scheduleProbe();
    }
  }

  #answer(group: Group, stored: boolean): void {
    for (const callback of group.callbacks) {
      try {
        callback(stored);
      } catch (error) {
        this.#options.logger.error({ error: String(error) }, 'a callback after a commit failed');
      }
    }
  }
}
