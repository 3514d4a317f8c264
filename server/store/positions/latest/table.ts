import type { Database } from '../../database.types.ts';
import { isDamage, queryHurtPages, readingProblem, type SetAside } from '../../setAside/index.ts';
import { byteaArray, instantArray, int8Array } from '../binaryArrays.ts';
import type { Latest } from './latest.ts';
import { unitOfStored } from './row.ts';

/** Units in one statement, so that none holds the table for long. */
const UNITS_A_STATEMENT = 5_000;
const UNITS_A_PAGE = 5_000;
/**
 * Units written a second while nothing presses: the rows are for SQL and for a quick start, the journal
 * has the same and more. So even a large fleet's latest states cost little beside its positions.
 */
const UNITS_A_SECOND = 500;

const UPSERT = `
  insert into last_position (unit_id, time, received_at, sequence, data)
  select * from unnest($1::int8[], $2::timestamptz[], $3::timestamptz[], $4::int8[], $5::bytea[])
  on conflict (unit_id) do update set time = excluded.time, received_at = excluded.received_at, sequence = excluded.sequence, data = excluded.data`;

/** Writes changed latest states to their table. One writer at a time. */
export class LatestWriter {
  readonly #database: Database;
  readonly #latest: Latest;
  #turn: Promise<void> = Promise.resolve();
  #waiting = false;

  constructor(database: Database, latest: Latest) {
    this.#database = database;
    this.#latest = latest;
  }

  /** Writes as many as `milliseconds` of time allow for. */
  async writeSome(milliseconds: number): Promise<void> {
    if (this.#waiting) return;
    this.#waiting = true;
    await this.#afterOthers(() => this.#write(Math.ceil((UNITS_A_SECOND * milliseconds) / 1000))).finally(
      () => (this.#waiting = false),
    );
  }

  /** Writes all that have changed until now. */
  writeAll(): Promise<void> {
    return this.#afterOthers(async () => {
      for (let left = this.#latest.dirtyCount; left > 0; left -= UNITS_A_STATEMENT)
        await this.#write(UNITS_A_STATEMENT);
    });
  }

  #afterOthers(work: () => Promise<void>): Promise<void> {
    const result = this.#turn.then(work);
    this.#turn = result.catch(() => undefined);
    return result;
  }

  async #write(most: number): Promise<void> {
    const indices = this.#latest
      .takeDirty(Math.min(most, UNITS_A_STATEMENT))
      .sort((a, b) => this.#latest.unitIds[a] - this.#latest.unitIds[b]);
    if (indices.length === 0) return;
    const { unitIds, times, reportTimes, receivedTimes, sequences } = this.#latest;
    const of = (column: ArrayLike<number>): number[] => indices.map((index) => column[index]);
    // A unit that never had a position is listed by its last report.
    const shown = indices.map((index) => (times[index] > 0 ? times[index] : reportTimes[index]));
    const rows = indices.map((index) => this.#latest.pack(index));
    try {
      await this.#database.query(UPSERT, [
        int8Array(of(unitIds)),
        instantArray(shown),
        instantArray(of(receivedTimes)),
        int8Array(of(sequences)),
        byteaArray(rows),
      ]);
    } catch (error) {
      this.#latest.returnDirty(indices);
      throw error;
    }
  }
}

/** What latest states are loaded with. */
export interface LatestReading {
  readonly database: Pick<Database, 'query' | 'transaction'>;
  readonly setAside: Pick<SetAside, 'latest'>;
}

interface LatestRow {
  unit_id: number;
  sequence: number;
  data: Buffer;
}

/**
 * Fills the latest states from their table, a page at a time. Rows that are spoilt are set aside; answers the units of
 * these.
 */
export async function loadLatest(reading: LatestReading, latest: Latest): Promise<number[]> {
  const spoilt: number[] = [];
  const setAside = async (unitId: number, reason: string, isLost = false): Promise<void> => {
    spoilt.push(unitId);
    await reading.setAside.latest(unitId, { reason, isLost });
  };
  for (let after = 0; ;) {
    const { rows, last } = await readPage(reading.database, after, (unitId, error) => setAside(unitId, error, true));
    for (const row of rows) {
      const reason = latestProblem(row);
      if (reason === null) latest.load(row.data, row.sequence);
      else await setAside(row.unit_id, reason);
    }
    if (last === null) return spoilt;
    after = last;
  }
}

/** The next rows; of those whose bytes Postgres cannot read, `lost` hears. */
async function readPage(
  database: LatestReading['database'],
  after: number,
  lost: (unitId: number, error: string) => Promise<void>,
): Promise<{ rows: LatestRow[]; last: number | null }> {
  const where = 'from last_position where unit_id > $1 order by unit_id limit $2';
  const parameters = [after, UNITS_A_PAGE];
  try {
    const rows = await queryHurtPages<LatestRow>(database, `select unit_id, sequence, data ${where}`, parameters);
    return { rows, last: rows.at(-1)?.unit_id ?? null };
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  const keys = await queryHurtPages<{ unit_id: number }>(database, `select unit_id ${where}`, parameters);
  const rows: LatestRow[] = [];
  for (const { unit_id: unitId } of keys) {
    const sql = 'select unit_id, sequence, data from last_position where unit_id = $1';
    const found = await queryHurtPages<LatestRow>(database, sql, [unitId]).catch((error: unknown) => {
      if (!isDamage(error)) throw error;
      return lost(unitId, String(error));
    });
    if (found) rows.push(...found);
  }
  return { rows, last: keys.at(-1)?.unit_id ?? null };
}

/** Why a row of the latest states cannot be loaded; null where it is sound. */
const latestProblem = ({ unit_id: unitId, data }: Omit<LatestRow, 'sequence'>): string | null =>
  readingProblem(() => {
    const named = unitOfStored(data);
    if (named !== unitId) throw new RangeError(`The last position of unit ${named} is stored as unit ${unitId}'s`);
  });
