import { DAY, REPEATER, SECOND, type Instant } from '../../src/domain/base/index.ts';
import type { RepeaterProtocol } from '../../src/domain/repeater/index.ts';
import type { PositionStore } from '../store/index.ts';
import { BackOff, type BackOffOptions } from './backOff.ts';
import { isSeen, type BookedRepeater, type RepeaterBook } from './book.ts';
import { Counters, type StoredState } from './counters.ts';
import { Cursor } from './cursor.ts';
import type { Message } from './message.ts';
import { createTarget, type SendResult, type Target, type TargetProblem, type Transports } from './targets/index.ts';

export interface ForwarderOptions extends BackOffOptions {
  readonly book: RepeaterBook;
  readonly positions: Pick<PositionStore, 'compactedTo' | 'readCommitted' | 'readTracks' | 'sequence'>;
  readonly transports: Transports;
  readonly logger: { warn(details: object, message: string): void };
}

/** Messages of a unit that are sent before another unit's turn comes. */
const BATCH = 50;
/** Units whose messages are on their way at a time. */
const AT_ONCE: Readonly<Record<RepeaterProtocol, number>> = {
  wialon_ips: 8,
  wialon_retranslator: 2,
  osmand_http: 4,
  json_http: 4,
  mqtt: 4,
};
const KEEP = REPEATER.keepDays * DAY;
/** After a mistake of ours, or with the database away. */
const PAUSE = 5 * SECOND;

/** Sends what units report to one target, and waits where that fails: others have forwarders of their own. */
export class Forwarder {
  readonly #options: ForwarderOptions;
  readonly counters: Counters;
  readonly cursors = new Map<number, Cursor>();
  /** Units whose cursor was stored and is no longer needed. */
  readonly #settled = new Set<number>();
  /** Counted or failed since the state was stored. */
  #dirty = true;
  #repeater: BookedRepeater;
  #target: Target | null = null;
  /** Units to send for, in their turn. */
  readonly #ready = new Set<number>();
  readonly #running = new Map<number, Promise<void>>();
  readonly #circuit: BackOff;
  readonly #units = new Map<number, BackOff>();
  #closing = false;

  constructor(repeater: BookedRepeater, stored: StoredState | undefined, options: ForwarderOptions) {
    this.#options = options;
    this.#repeater = repeater;
    this.#circuit = new BackOff(options);
    this.counters = new Counters(stored);
  }

  get id(): number {
    return this.#repeater.id;
  }

  /** As it is to be stored. */
  get state(): StoredState {
    const waits = [this.#circuit, ...this.#units.values()].filter(({ failures }) => failures > 0);
    const failures = Math.max(0, ...waits.map((each) => each.failures));
    let waiting = 0;
    let oldest = Number.POSITIVE_INFINITY;
    for (const cursor of this.cursors.values()) {
      waiting += cursor.waiting;
      if (cursor.waiting > 0) oldest = Math.min(oldest, cursor.oldest);
    }
    const next = Math.min(...waits.map((each) => each.next ?? Number.POSITIVE_INFINITY));
    const { sent, dropped, refused, lastSuccess, lastError } = this.counters;
    return {
      state: failures === 0 ? 'running' : failures < REPEATER.failingAfter ? 'retrying' : 'failing',
      sent,
      waiting,
      dropped,
      refused,
      waitingSince: Number.isFinite(oldest) ? oldest : null,
      lastSuccess,
      lastError,
      nextAttempt: Number.isFinite(next) ? next : null,
    };
  }

  /** What changed since it was stored last; taken as stored from now on. */
  toStore() {
    const cursors = [...this.cursors.values()].filter(({ dirty }) => dirty);
    const settled = [...this.#settled];
    const taken = { cursors, settled, state: this.#dirty ? [this.state] : [], lines: this.counters.lines.splice(0) };
    for (const cursor of cursors) {
      cursor.dirty = false;
      cursor.stored = true;
    }
    this.#settled.clear();
    this.#dirty = false;
    return taken;
  }

  /** It was not stored. */
  storeAgain({ cursors, settled, lines }: ReturnType<Forwarder['toStore']>): void {
    for (const cursor of cursors) cursor.dirty = true;
    for (const unitId of settled) if (!this.cursors.has(unitId)) this.#settled.add(unitId);
    this.counters.lines.unshift(...lines);
    this.#dirty = true;
  }

  /** The repeater was changed: another target is tried at once, and what was paused goes on. */
  follow(repeater: BookedRepeater): void {
    if (JSON.stringify(repeater.address) !== JSON.stringify(this.#repeater.address)) this.#disconnect();
    this.#repeater = repeater;
    if (this.isPaused) this.#disconnect();
    for (const unitId of this.cursors.keys()) this.#ready.add(unitId);
    this.pump();
  }

  get isPaused(): boolean {
    return this.#options.book.isPaused(this.#repeater);
  }

  /** A report of a unit came with the group. */
  take(unitId: number, sequence: number, receivedAt: Instant): void {
    let cursor = this.cursors.get(unitId);
    if (!cursor) {
      cursor = new Cursor(unitId, sequence - 1, receivedAt);
      cursor.stored = this.#settled.delete(unitId);
      this.cursors.set(unitId, cursor);
    }
    cursor.add();
    this.#dirty = true;
    this.#ready.add(unitId);
  }

  /** Goes on where it was when the server stopped. */
  restore(cursor: Cursor): void {
    this.cursors.set(cursor.unitId, cursor);
    this.#ready.add(cursor.unitId);
    this.#dirty = true;
  }

  /** Begins to send for the units whose turn it is. */
  pump(): void {
    if (this.#closing || this.isPaused || this.#circuit.isWaiting) return;
    // After a failure one attempt shows whether the target is back.
    const most = this.#circuit.failures > 0 ? 1 : AT_ONCE[this.#repeater.address.protocol];
    for (const unitId of this.#ready) {
      if (this.#running.size >= most) return;
      if (this.#running.has(unitId) || this.#units.get(unitId)?.isWaiting) continue;
      this.#ready.delete(unitId);
      this.#start(unitId, (cursor) => this.#sendSome(cursor));
    }
  }

  /** Drops what waits for too long, of targets that are away or paused as well. */
  expire(): void {
    const limit = this.#options.now() - KEEP;
    for (const cursor of this.cursors.values())
      if (cursor.oldest < limit && !this.#running.has(cursor.unitId))
        this.#start(cursor.unitId, async () => void (await this.#nextBatch(cursor)));
  }

  /** Sends beside what comes, in turn with it. */
  send(...message: Parameters<Target['send']>): Promise<SendResult> {
    return this.#open().send(...message);
  }

  /** Resolves when what is on its way was answered or given up. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#disconnect();
    await Promise.all(this.#running.values());
  }

  #start(unitId: number, work: (cursor: Cursor) => Promise<void>): void {
    const cursor = this.cursors.get(unitId);
    if (!cursor) return;
    const done = work(cursor)
      .catch((error: unknown) => {
        this.#options.logger.warn({ error: String(error), repeaterId: this.id, unitId }, 'a repeater goes on later');
        setTimeout(() => this.#again(unitId), PAUSE).unref();
      })
      .finally(() => {
        this.#running.delete(unitId);
        this.pump();
      });
    this.#running.set(unitId, done);
  }

  #again(unitId: number): void {
    if (this.cursors.has(unitId)) this.#ready.add(unitId);
    this.pump();
  }

  async #sendSome(cursor: Cursor): Promise<void> {
    const { unitId } = cursor;
    const batch = await this.#nextBatch(cursor);
    if (batch === null || this.#closing) return;
    const target = this.#open();
    const { answers, problem } = await target.send(await this.#options.book.unit(unitId), batch.messages);
    // Its address was changed meanwhile, and with it the answer's meaning.
    if (problem !== null && target !== this.#target) return this.#again(unitId);
    cursor.advance(batch, answers.length);
    this.#count(unitId, answers);
    if (problem !== null) return this.#failed(cursor, problem);
    this.#circuit.reset();
    this.#units.delete(unitId);
    this.#again(unitId);
  }

  /** What is to be sent next; reports that are too old, or that the account does not see, are passed over. */
  async #nextBatch(cursor: Cursor) {
    const { book, positions, now } = this.#options;
    const { unitId } = cursor;
    for (;;) {
      const sight = book.sightOf(this.id, unitId);
      const batch = sight === undefined ? null : await cursor.next(positions, BATCH);
      if (batch === null || sight === undefined) {
        if (sight === undefined || !cursor.isBehind(positions)) return this.#settle(cursor);
        continue;
      }
      const isOld = ({ receivedAt }: Message): boolean => receivedAt < now() - KEEP;
      const isSent = (message: Message): boolean => !isOld(message) && isSeen(sight, message.time);
      const first = batch.messages.findIndex(isSent);
      const passed = batch.messages.slice(0, first < 0 ? batch.messages.length : first);
      if (passed.length > 0) {
        cursor.advance(batch, passed.length);
        this.#drop(unitId, passed.filter((message) => isOld(message) && isSeen(sight, message.time)).length);
        continue;
      }
      const end = batch.messages.findIndex((message) => !isSent(message));
      return end < 0 ? batch : { ...batch, messages: batch.messages.slice(0, end) };
    }
  }

  #settle(cursor: Cursor): null {
    this.cursors.delete(cursor.unitId);
    this.#ready.delete(cursor.unitId);
    this.#units.get(cursor.unitId)?.reset();
    this.#units.delete(cursor.unitId);
    if (cursor.stored) this.#settled.add(cursor.unitId);
    this.#dirty = true;
    return null;
  }

  #count(unitId: number, answers: SendResult['answers']): void {
    if (answers.length === 0) return;
    const refusals = answers.filter((answer) => answer !== null);
    this.counters.sent += answers.length - refusals.length;
    this.counters.refused += refusals.length;
    const at = this.#options.now();
    if (refusals.length < answers.length) this.counters.lastSuccess = at;
    this.#dirty = true;
    const [detail] = refusals;
    if (detail !== undefined) this.counters.note({ at, code: 'refused', detail, unitId, messages: refusals.length });
  }

  #drop(unitId: number, messages: number): void {
    if (messages === 0) return;
    this.counters.dropped += messages;
    this.counters.note({ at: this.#options.now(), code: 'dropped', detail: '', unitId, messages });
    this.#dirty = true;
  }

  #failed({ unitId }: Cursor, { scope, code, detail }: TargetProblem): void {
    if (this.#closing) return;
    this.#ready.add(unitId);
    this.#dirty = true;
    const isOfUnit = scope === 'unit';
    // Of units that failed at the same time the first is enough: the next attempt is due anyway.
    if (!isOfUnit && this.#circuit.isWaiting) return;
    this.counters.note({ at: this.#options.now(), code, detail, unitId: isOfUnit ? unitId : null, messages: 0 });
    const backOff = isOfUnit ? (this.#units.get(unitId) ?? new BackOff(this.#options)) : this.#circuit;
    if (isOfUnit) {
      this.#units.set(unitId, backOff);
      // It answered.
      this.#circuit.reset();
    }
    backOff.failed(() => this.pump());
  }

  #open(): Target {
    return (this.#target ??= createTarget(this.#repeater.address, this.#options.transports));
  }

  #disconnect(): void {
    this.#target?.close();
    this.#target = null;
    this.#circuit.reset();
    for (const backOff of this.#units.values()) backOff.reset();
    this.#units.clear();
    this.#dirty = true;
  }
}
