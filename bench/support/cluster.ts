import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { migrate, openDatabase, startEmbeddedPostgres, type Database } from '../../server/store/index.ts';

export const quiet = { debug: () => undefined, info: () => undefined, warn: console.warn, error: console.error };

/** What a piece of work cost: wall clock and CPU in seconds, WAL in bytes. */
export interface Cost {
  readonly wall: number;
  readonly node: number;
  readonly postgres: number;
  readonly wal: number;
}

/** A database of its own, and a meter on it and on this process. */
export class BenchDatabase {
  readonly database: Database;
  readonly #postmaster: () => number;

  constructor(database: Database, postmaster: () => number) {
    this.database = database;
    this.#postmaster = postmaster;
  }

  /** Runs the work and says what it cost; starts from a checkpoint, so that no earlier work is paid for. */
  async cost(work: () => Promise<unknown>): Promise<Cost> {
    await this.database.query('checkpoint');
    const [node, postgres, wal, wall] = [
      process.cpuUsage(),
      this.#postgresCpu(),
      await this.#walBytes(),
      performance.now(),
    ];
    await work();
    const spent = (performance.now() - wall) / 1_000;
    const used = process.cpuUsage(node);
    return {
      wall: spent,
      node: (used.user + used.system) / 1e6,
      postgres: this.#postgresCpu() - postgres,
      wal: (await this.#walBytes()) - wal,
    };
  }

  /** Bytes on disk of a table with its indexes. */
  async size(table: string): Promise<number> {
    const [row] = await this.database.query<{ size: string }>('select pg_total_relation_size($1::regclass) as size', [
      table,
    ]);
    return Number(row.size);
  }

  /** CPU seconds of Postgres with all its children, dead ones included. Linux only. */
  #postgresCpu(): number {
    const postmaster = this.#postmaster();
    const processes = fs.readdirSync('/proc').filter((entry) => /^\d+$/.test(entry));
    return processes.reduce((sum, id) => sum + ticksOf(Number(id), postmaster), 0) / 100;
  }

  async #walBytes(): Promise<number> {
    const [row] = await this.database.query<{ bytes: string }>(`select pg_current_wal_lsn() - '0/0' as bytes`);
    return Number(row.bytes);
  }
}

/** CPU of both sides in seconds. */
export const cpuOf = (cost: Cost): number => cost.node + cost.postgres;

/** The sum of several costs. */
export function sumOf(...costs: readonly Cost[]): Cost {
  const add = (key: keyof Cost): number => costs.reduce((sum, cost) => sum + cost[key], 0);
  return { wall: add('wall'), node: add('node'), postgres: add('postgres'), wal: add('wal') };
}

/** Starts an empty Postgres in a temporary folder, runs the work, and removes all of it. */
export async function withDatabase<Result>(work: (bench: BenchDatabase) => Promise<Result>): Promise<Result> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wayline-bench-'));
  const server = await startEmbeddedPostgres({ dataDirectory: path.join(folder, 'postgres'), logger: quiet });
  try {
    const database = openDatabase({ connection: server.connection, logger: quiet });
    try {
      await migrate(database, quiet);
      return await work(new BenchDatabase(database, () => server.pid()));
    } finally {
      await database.close();
    }
  } finally {
    await server.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

function ticksOf(id: number, postmaster: number): number {
  const fields = statOf(id);
  if (fields === null) return 0;
  const own = Number(fields[11]) + Number(fields[12]);
  if (id === postmaster) return own + Number(fields[13]) + Number(fields[14]);
  return Number(fields[1]) === postmaster ? own : 0;
}

/** CPU seconds that a process has used, without its children's. Linux only. */
export function cpuOfProcess(id: number): number {
  const fields = statOf(id);
  return fields === null ? 0 : (Number(fields[11]) + Number(fields[12])) / 100;
}

/** What the system says of a process, from its state on; null when it has ended. */
function statOf(id: number): string[] | null {
  try {
    return fs.readFileSync(`/proc/${id}/stat`, 'utf8').split(') ')[1].split(' ');
  } catch {
    return null; // it ended meanwhile
  }
}
