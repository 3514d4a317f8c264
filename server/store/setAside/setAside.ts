import { toIso, type Instant, type TimeSource } from '../../../src/domain/base/index.ts';
import type { Database } from '../database.types.ts';
import type { StoreLogger } from '../logger.ts';
import { queryHurtPages } from './hurtPages.ts';

/** A block's place in the table. */
export interface BlockKey {
  readonly unitId: number;
  readonly span: number;
  readonly from: Instant;
  readonly part: number;
}

interface JournalKey {
  readonly shard: number;
  readonly sequence: number;
}

/** `isLost`: Postgres cannot read the bytes, so they are not kept. */
interface Spoilt {
  readonly reason: string;
  readonly isLost?: boolean;
}

/** Takes rows that cannot be read out of the way of all others; they are kept, counted and named in the log. */
export interface SetAside {
  journalRow(key: JournalKey, unitIds: readonly number[], spoilt: Spoilt): Promise<void>;
  block(key: BlockKey, spoilt: Spoilt): Promise<void>;
  latest(unitId: number, spoilt: Spoilt): Promise<void>;
  /** How many rows lie aside. */
  readonly count: number;
}

interface MovedRow {
  kind: 'journal' | 'block' | 'latest';
  unit_ids: number[];
  t0: Date;
  t1: Date;
  n: number;
}

const MOVED = 'returning kind, unit_ids, t0, t1, n';
const COLUMNS = 'kind, unit_ids, shard, sequence, span, part, t0, t1, n, reason, at, data';
const dataOr = ({ isLost = false }: Spoilt): string => (isLost ? 'null' : 'data');

/** Opens it on a migrated database. */
export async function openSetAside(database: Database, logger: StoreLogger, time: TimeSource): Promise<SetAside> {
  const [{ count }] = await database.query<{ count: number }>('select count(*) as count from set_aside');
  return new SetAsideRows(database, logger, time, count);
}

class SetAsideRows implements SetAside {
  readonly #database: Database;
  readonly #logger: StoreLogger;
  readonly #time: TimeSource;
  #count: number;

  constructor(database: Database, logger: StoreLogger, time: TimeSource, count: number) {
    this.#database = database;
    this.#logger = logger;
    this.#time = time;
    this.#count = count;
  }

  get count(): number {
    return this.#count;
  }

  journalRow({ shard, sequence }: JournalKey, unitIds: readonly number[], spoilt: Spoilt): Promise<void> {
    return this.#move(
      `with gone as (delete from journal where shard = $3 and sequence = $4 returning *)
       insert into set_aside (${COLUMNS})
       select 'journal', $5::int8[], shard, sequence, null, null, t0, t1, n, $1, $2, ${dataOr(spoilt)} from gone ${MOVED}`,
      [spoilt.reason, this.#now(), shard, sequence, unitIds],
      spoilt,
    );
  }

  block({ unitId, span, from, part }: BlockKey, spoilt: Spoilt): Promise<void> {
    return this.#move(
      `with gone as (delete from track_block where unit_id = $3 and span = $4 and t0 = $5 and part = $6 returning *)
       insert into set_aside (${COLUMNS})
       select 'block', array[unit_id], null, null, span, part, t0, t1, n, $1, $2, ${dataOr(spoilt)} from gone ${MOVED}`,
      [spoilt.reason, this.#now(), unitId, span, new Date(from), part],
      spoilt,
    );
  }

  latest(unitId: number, spoilt: Spoilt): Promise<void> {
    return this.#move(
      `with gone as (delete from last_position where unit_id = $3 returning *)
       insert into set_aside (${COLUMNS})
       select 'latest', array[unit_id], null, sequence, null, null, time, time, 1, $1, $2, ${dataOr(spoilt)} from gone ${MOVED}`,
      [spoilt.reason, this.#now(), unitId],
      spoilt,
    );
  }

  #now(): Date {
    return new Date(this.#time.now());
  }

  /** Out of its table and into ours in one statement. Nothing where somebody else was first. */
  async #move(sql: string, parameters: readonly unknown[], { reason }: Spoilt): Promise<void> {
    const moved = await queryHurtPages<MovedRow>(this.#database, sql, parameters);
    this.#count += moved.length;
    for (const { kind, unit_ids: units, t0, t1, n: reports } of moved) {
      this.#logger.error(
        { kind, units, from: toIso(t0.getTime()), to: toIso(t1.getTime()), reports, reason },
        'a spoilt row was set aside; all others are served',
      );
    }
  }
}
