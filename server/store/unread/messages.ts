import { DAY, UNREAD, type TimeSource } from '../../../src/domain/base/index.ts';
import type { Database, Queryable } from '../database.types.ts';
import type { StoreLogger } from '../logger.ts';
import { allowLongStatements } from '../longStatements.ts';
import type { UnreadRow } from '../types.ts';

/** A device past its bound is brought this far below it, so that not every message of a busy one is a deletion. */
const KEPT_SHARE = 0.9;

interface Kept {
  messages: number;
  bytes: number;
}

/** Unread messages in the table, held within the bounds of {@link UNREAD}. */
export interface UnreadMessages {
  /** Counts what was stored; brings devices that are past their bounds back, in the background. */
  readonly onStored: (messages: readonly UnreadRow[]) => void;
  /** Removes messages, and types of which none is left. */
  remove(ids: readonly number[]): Promise<void>;
  /** Removes what is too old or of devices that are gone, now. */
  sweep(): Promise<void>;
  /** Resolves when no device waits to be brought back. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export interface UnreadMessagesOptions {
  readonly database: Database;
  readonly logger: StoreLogger;
  readonly time: TimeSource;
}

/** Opens the bounds; how much is kept of each device is read in the background. */
export function openUnreadMessages(options: UnreadMessagesOptions): UnreadMessages {
  return new BoundedMessages(options);
}

class BoundedMessages implements UnreadMessages {
  readonly #options: UnreadMessagesOptions;
  /** What is kept, by device; of few devices in a fleet whose trackers are known. */
  #kept = new Map<number, Kept>();
  #work: Promise<void> = Promise.resolve();
  readonly #pruning = new Set<number>();

  constructor(options: UnreadMessagesOptions) {
    this.#options = options;
    this.#alone(() => this.#sweep());
  }

  readonly onStored = (messages: readonly UnreadRow[]): void => {
    for (const { deviceId, bytes } of messages) {
      const kept = this.#kept.get(deviceId) ?? { messages: 0, bytes: 0 };
      kept.messages++;
      kept.bytes += bytes.length;
      this.#kept.set(deviceId, kept);
      if (kept.messages > UNREAD.messages || kept.bytes > UNREAD.bytes) this.#bringBack(deviceId);
    }
  };

  async remove(ids: readonly number[]): Promise<void> {
    const gone = await this.#options.database.query<{ device_id: number; size: number }>(
      `delete from unread_message where id = any($1::int8[]) returning device_id, octet_length(bytes) as size`,
      [ids],
    );
    for (const { device_id, size } of gone) this.#forget(device_id, 1, size);
    await forgetReadTypes(this.#options.database, [...new Set(gone.map(({ device_id }) => device_id))]);
  }

  sweep(): Promise<void> {
    const sweeping = this.#work.then(() => this.#sweep());
    this.#work = sweeping.catch(() => undefined);
    return sweeping;
  }

  async settled(): Promise<void> {
    await this.#work;
  }

  async close(): Promise<void> {
    await this.#work;
  }

  #alone(work: () => Promise<void>): void {
    this.#work = this.#work.then(work).catch((error: unknown) => {
      this.#options.logger.warn(
        { error: String(error) },
        'unread messages could not be brought within their bounds; tried again later',
      );
    });
  }

  #bringBack(deviceId: number): void {
    if (this.#pruning.has(deviceId)) return;
    this.#pruning.add(deviceId);
    this.#alone(async () => {
      this.#pruning.delete(deviceId);
      const gone = await removeOldest(this.#options.database, deviceId);
      this.#forget(deviceId, gone.messages, gone.bytes);
    });
  }

  #forget(deviceId: number, messages: number, bytes: number): void {
    const kept = this.#kept.get(deviceId);
    if (!kept) return;
    kept.messages -= messages;
    kept.bytes -= bytes;
    if (kept.messages <= 0) this.#kept.delete(deviceId);
  }

  async #sweep(): Promise<void> {
    const { database, time } = this.#options;
    const earliest = new Date(time.now() - UNREAD.days * DAY);
    const upkeep = (sql: string, parameters: readonly unknown[]) =>
      database.transaction(async (transaction) => {
        await allowLongStatements(transaction);
        return transaction.query<{ device_id: number; messages: number; bytes: number }>(sql, parameters);
      });
    await upkeep(
      'delete from unread_message m where received_at < $1 or not exists (select from device d where d.id = m.device_id)',
      [earliest],
    );
    await upkeep(FORGET_TYPES, [earliest, UNREAD.types]);
    await upkeep('delete from reread_request where requested_at < $1', [earliest]);
    const rows = await upkeep(
      'select device_id, count(*) as messages, sum(octet_length(bytes)) as bytes from unread_message group by device_id',
      [],
    );
    // Messages stored meanwhile are counted on top: a few bytes too many until the next sweep.
    this.#kept = new Map(rows.map((row) => [row.device_id, { messages: row.messages, bytes: row.bytes }]));
    for (const [deviceId, kept] of this.#kept)
      if (kept.messages > UNREAD.messages || kept.bytes > UNREAD.bytes) this.#bringBack(deviceId);
  }
}

/** Types are locked in the order of their key by all who change them, so that nobody waits for the other. */
const FORGET_TYPES = `
  with ranked as (
    select device_id, protocol, type, last_at, row_number() over (partition by device_id order by last_at desc) as place from unread_type
  ), gone as (
    select t.device_id, t.protocol, t.type from unread_type t join ranked r using (device_id, protocol, type)
    where t.last_at < $1 or r.place > $2 or not exists (select from device d where d.id = t.device_id)
    order by t.device_id, t.protocol, t.type for update of t
  )
  delete from unread_type t using gone g where t.device_id = g.device_id and t.protocol = g.protocol and t.type = g.type`;

async function removeOldest(database: Queryable, deviceId: number): Promise<Kept> {
  const [gone] = await database.query<{ messages: number; bytes: number | null }>(
    `with gone as (
       delete from unread_message where device_id = $1 and id <= (
         select max(id) from (
           select id, sum(octet_length(bytes)) over newest as size, row_number() over newest as place
           from unread_message where device_id = $1 window newest as (order by id desc)
         ) m where size > $2 or place > $3)
       returning octet_length(bytes) as size)
     select count(*) as messages, sum(size)::int8 as bytes from gone`,
    [deviceId, Math.floor(UNREAD.bytes * KEPT_SHARE), Math.floor(UNREAD.messages * KEPT_SHARE)],
  );
  return { messages: gone?.messages ?? 0, bytes: gone?.bytes ?? 0 };
}

/** A type of which nothing is kept any more was read; the list of unread types is without it. */
async function forgetReadTypes(database: Queryable, deviceIds: readonly number[]): Promise<void> {
  await database.query(
    `with gone as (
       select t.device_id, t.protocol, t.type from unread_type t where t.device_id = any($1::int8[])
         and not exists (select from unread_message m where m.device_id = t.device_id and m.protocol = t.protocol and m.type = t.type)
       order by t.device_id, t.protocol, t.type for update of t
     )
     delete from unread_type t using gone g where t.device_id = g.device_id and t.protocol = g.protocol and t.type = g.type`,
    [deviceIds],
  );
}
