import type { Fix } from '../../src/domain/telemetry/index.ts';
import type { Database } from '../../server/store/index.ts';
import { instantArray, int2Array, int4Array, int8Array } from '../../server/store/positions/binaryArrays.ts';

/** Rows of one statement at most. */
const LARGEST_BATCH = 1_000;

/** Columns of rows that wait. */
class Rows {
  readonly unit: number[] = [];
  readonly time: number[] = [];
  readonly received: number[] = [];
  readonly latitude: number[] = [];
  readonly longitude: number[] = [];
  readonly speed: number[] = [];
  readonly course: number[] = [];
  readonly altitude: number[] = [];
  readonly satellites: number[] = [];
  readonly attributes: string[] = [];
  readonly callbacks: ((stored: boolean) => void)[] = [];
}

/**
 * The usual way, done well: a row a position with its attributes as jsonb, many rows in one
 * `unnest` statement with binary arrays, acknowledged after the commit.
 */
export class RowStore {
  readonly #database: Database;
  #open = new Rows();
  readonly #full: Rows[] = [];
  #writing = false;

  private constructor(database: Database) {
    this.#database = database;
  }

  static async open(database: Database): Promise<RowStore> {
    await database.query(`create table row_position (unit_id int8, t timestamptz, received timestamptz, lat int4, lon int4,
      speed int2, course int2, altitude int2, satellites int2, attributes jsonb, primary key (unit_id, t))`);
    return new RowStore(database);
  }

  append(unitId: number, _protocol: number, receivedAt: number, fix: Fix): void {
    const rows = this.#open;
    rows.unit.push(unitId);
    rows.time.push(fix.time);
    rows.received.push(receivedAt);
    rows.latitude.push(Math.round(fix.latitude * 1e7));
    rows.longitude.push(Math.round(fix.longitude * 1e7));
    rows.speed.push(Math.round(fix.speed * 10));
    rows.course.push(Math.round(fix.course * 10));
    rows.altitude.push(fix.altitude);
    rows.satellites.push(fix.satellites);
    rows.attributes.push(JSON.stringify(Object.fromEntries(fix.attributes)));
    if (rows.unit.length >= LARGEST_BATCH) this.#turn();
  }

  appendUnread(): never {
    throw new Error('The trackers of the bench send nothing unknown');
  }

  afterCommit(callback: (stored: boolean) => void): void {
    this.#open.callbacks.push(callback);
    if (!this.#writing) queueMicrotask(() => void this.#write());
  }

  #turn(): void {
    this.#full.push(this.#open);
    this.#open = new Rows();
  }

  async #write(): Promise<void> {
    if (this.#writing) return;
    this.#writing = true;
    while (this.#full.length > 0 || this.#open.callbacks.length > 0 || this.#open.unit.length > 0) {
      if (this.#full.length === 0) this.#turn();
      const rows = this.#full.shift();
      if (rows === undefined) break;
      if (rows.unit.length > 0) await this.#insert(rows);
      for (const callback of rows.callbacks) callback(true);
    }
    this.#writing = false;
  }

  async #insert(rows: Rows): Promise<void> {
    await this.#database.query(
      `insert into row_position select * from unnest($1::int8[], $2::timestamptz[], $3::timestamptz[], $4::int4[], $5::int4[],
        $6::int2[], $7::int2[], $8::int2[], $9::int2[], $10::jsonb[]) on conflict do nothing`,
      [
        int8Array(rows.unit),
        instantArray(rows.time),
        instantArray(rows.received),
        int4Array(rows.latitude),
        int4Array(rows.longitude),
        int2Array(rows.speed),
        int2Array(rows.course),
        int2Array(rows.altitude),
        int2Array(rows.satellites),
        rows.attributes,
      ],
    );
  }
}
