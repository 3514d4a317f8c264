import net from 'node:net';
import { MINUTE, SECOND } from '../../src/domain/base/index.ts';
import type { RepeaterTest } from '../../src/domain/repeater/index.ts';
import type { CommittedBatch, Database, PositionStore } from '../store/index.ts';
import type { BackOffOptions } from './backOff.ts';
import { RepeaterBook, type BookedRepeater, type BookOptions } from './book.ts';
import type { StoredState } from './counters.ts';
import { Cursor } from './cursor.ts';
import { Forwarder } from './forwarder.ts';
import { readCursors, readMark, readStates, writeProgress, type Progress } from './rows.ts';
import { resend, type Resending } from './resend.ts';
import { sendTest } from './testing.ts';
import { problemOf, type Transports } from './targets/index.ts';

export interface RepeaterOptions extends BackOffOptions, Transports, Omit<BookOptions, 'database' | 'onFailure'> {
  readonly database: Database;
  readonly positions: Pick<
    PositionStore,
    'beforeCompaction' | 'compactedTo' | 'latest' | 'onCommitted' | 'readCommitted' | 'readTracks' | 'sequence'
  >;
  readonly logger: { warn(details: object, message: string): void };
}

/** Sends positions on, behind the acknowledgement. One process does it: two servers never work on one database. */
export interface Repeaters {
  /** Sends the last report of a unit of the repeater; null: there is no such repeater. */
  test(repeaterId: number): Promise<RepeaterTest | null>;
  /** Sends what units reported in a period; null: there is no such repeater. */
  resend(repeaterId: number, resending: Resending): ReturnType<typeof resend> | null;
  /** Why nothing is ever sent to the host: only where that is certain without asking a name server. */
  refusalOf(place: { readonly host: string; readonly port: number }): Promise<'blocked' | 'ownListener' | null>;
  /** Stores how far it is; what came is sent meanwhile. */
  store(): Promise<void>;
  /** Sends nothing new, waits for answers, and stores how far it came. */
  close(): Promise<void>;
}

const STORE_EVERY = SECOND;
/** Allocations begin and end by the clock, and messages grow too old. */
const LOOK_EVERY = MINUTE;

/** Opens the repeaters where they were when the server stopped. Rejects when the database is away. */
export async function openRepeaters(options: RepeaterOptions): Promise<Repeaters> {
  const { database, logger } = options;
  const book = new RepeaterBook({
    ...options,
    onFailure: (error) => logger.warn({ error: String(error) }, 'repeaters could not be read; trying again'),
  });
  await book.current();
  const engine = new Engine(options, book);
  await engine.restore(await readMark(database));
  engine.start();
  return engine;
}

class Engine implements Repeaters {
  readonly #options: RepeaterOptions;
  readonly #book: RepeaterBook;
  readonly #forwarders = new Map<number, Forwarder>();
  readonly #woken = new Set<Forwarder>();
  readonly #stops: (() => void)[] = [];
  /** Forwarders of repeaters that were deleted, until they have ended. */
  readonly #ending = new Set<Promise<void>>();
  #storing: Promise<void> = Promise.resolve();
  #moved = false;

  constructor(options: RepeaterOptions, book: RepeaterBook) {
    this.#options = options;
    this.#book = book;
  }

  /** Goes on with what waited, and with what came since the mark was stored. */
  async restore(mark: number | null): Promise<void> {
    const { database, positions } = this.#options;
    const [states, cursors] = [await readStates(database), await readCursors(database)];
    for (const repeater of this.#book.all) this.#add(repeater, states.get(repeater.id));
    for (const { repeaterId, unitId, cursor } of cursors)
      this.#forwarders.get(repeaterId)?.restore(Cursor.restored(unitId, cursor, positions));
    const since = Math.max(mark ?? positions.sequence, positions.compactedTo);
    if (since >= positions.sequence) return;
    for (const repeater of this.#book.all) this.#takeUp(repeater, since);
  }

  start(): void {
    const { positions, logger } = this.#options;
    const store = setInterval(() => {
      this.store().catch((error: unknown) =>
        logger.warn({ error: String(error) }, 'how far repeaters are could not be stored; it is tried again'),
      );
    }, STORE_EVERY);
    const look = setInterval(() => {
      this.#book.forgetUnits();
      for (const forwarder of this.#forwarders.values()) forwarder.expire();
    }, LOOK_EVERY);
    this.#stops.push(
      positions.onCommitted((batch) => this.#hear(batch)),
      positions.beforeCompaction((sequence) => this.#compact(sequence)),
      () => clearInterval(store),
      () => clearInterval(look),
    );
    this.#book.onChanged(() => this.#follow());
    this.#follow();
  }

  async test(repeaterId: number): Promise<RepeaterTest | null> {
    await this.#book.current();
    const [repeater, forwarder] = [this.#book.get(repeaterId), this.#forwarders.get(repeaterId)];
    return repeater && forwarder ? sendTest(repeater, forwarder, { ...this.#options, book: this.#book }) : null;
  }

  resend(repeaterId: number, resending: Resending): ReturnType<typeof resend> | null {
    const [repeater, forwarder] = [this.#book.get(repeaterId), this.#forwarders.get(repeaterId)];
    return repeater && forwarder
      ? resend(repeater, forwarder, { ...this.#options, book: this.#book }, resending)
      : null;
  }

  async refusalOf({ host, port }: { readonly host: string; readonly port: number }) {
    if (net.isIP(host) === 0 && host.toLowerCase() !== 'localhost') return null;
    try {
      await this.#options.dialer.resolve({ host, port });
    } catch (error) {
      const { code } = problemOf(error);
      if (code === 'blocked' || code === 'ownListener') return code;
    }
    return null;
  }

  store(): Promise<void> {
    return (this.#storing = this.#storing.catch(() => undefined).then(() => this.#write()));
  }

  async close(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop();
    await Promise.all([...this.#forwarders.values()].map((forwarder) => forwarder.close()).concat(...this.#ending));
    await this.store();
    this.#book.close();
  }

  /** Called within the commit: takes notice, and sends later. */
  #hear({ sequence, count, unitIds, receivedTimes }: CommittedBatch): void {
    if (this.#book.isEmpty) return;
    for (let row = 0; row < count; row++)
      for (const { repeater } of this.#book.of(unitIds[row])) {
        const forwarder = this.#forwarders.get(repeater.id);
        if (!forwarder) continue;
        forwarder.take(unitIds[row], sequence, receivedTimes[row]);
        if (this.#woken.size === 0) setImmediate(() => this.#wake());
        this.#woken.add(forwarder);
      }
  }

  #wake(): void {
    const woken = [...this.#woken];
    this.#woken.clear();
    this.#moved = true;
    for (const forwarder of woken) forwarder.pump();
  }

  /** Reports that become blocks were sent, or are stored as waiting. */
  #compact(sequence: number): Promise<void> {
    for (const { cursors } of this.#forwarders.values())
      for (const cursor of cursors.values()) cursor.compact(this.#options.positions, sequence);
    this.#moved = true;
    return this.store();
  }

  #follow(): void {
    for (const [id, forwarder] of this.#forwarders) {
      if (this.#book.get(id)) continue;
      this.#forwarders.delete(id);
      const ending = forwarder.close().finally(() => this.#ending.delete(ending));
      this.#ending.add(ending);
    }
    for (const repeater of this.#book.all) (this.#forwarders.get(repeater.id) ?? this.#add(repeater)).follow(repeater);
  }

  #add(repeater: BookedRepeater, stored?: StoredState): Forwarder {
    const forwarder = new Forwarder(repeater, stored, {
      ...this.#options,
      book: this.#book,
      transports: this.#options,
    });
    this.#forwarders.set(repeater.id, forwarder);
    return forwarder;
  }

  /** Units that reported since the mark and have no cursor: the server was killed before it stored one. */
  #takeUp(repeater: BookedRepeater, since: number): void {
    const { positions } = this.#options;
    const forwarder = this.#forwarders.get(repeater.id);
    for (const unitId of this.#book.unitsOf(repeater)) {
      if (!forwarder || forwarder.cursors.has(unitId) || positions.latest.indexOf(unitId) < 0) continue;
      const stored = { after: since, until: null, sentTo: null, backlog: null };
      const cursor = Cursor.restored(unitId, stored, positions);
      cursor.dirty = true;
      cursor.stored = false;
      if (cursor.waiting > 0) forwarder.restore(cursor);
    }
  }

  async #write(): Promise<void> {
    const { forwarders, progress } = this.#collect();
    const { cursors, settled, states, lines } = progress;
    if (!this.#moved && cursors.length + settled.length + states.length + lines.length === 0) return;
    this.#moved = false;
    try {
      await writeProgress(this.#options.database, progress);
    } catch (error) {
      this.#moved = true;
      for (const { forwarder, taken } of forwarders) forwarder.storeAgain(taken);
      throw error;
    }
  }

  /** All of one instant: nothing is awaited. */
  #collect() {
    const forwarders = [...this.#forwarders.values()].map((forwarder) => ({ forwarder, taken: forwarder.toStore() }));
    const of = <Value>(pick: (taken: ReturnType<Forwarder['toStore']>) => readonly Value[]) =>
      forwarders.flatMap(({ forwarder: { id }, taken }) => pick(taken).map((value) => ({ repeaterId: id, value })));
    const progress: Progress = {
      sequence: this.#options.positions.sequence,
      cursors: of(({ cursors }) => cursors).map(({ repeaterId, value }) => ({
        repeaterId,
        unitId: value.unitId,
        cursor: value.description,
      })),
      settled: of(({ settled }) => settled).map(({ repeaterId, value }) => ({ repeaterId, unitId: value })),
      states: of(({ state }) => state).map(({ repeaterId, value }) => ({ repeaterId, state: value })),
      lines: of(({ lines }) => lines).map(({ repeaterId, value }) => ({ repeaterId, line: value })),
    };
    return { forwarders, progress };
  }
}
