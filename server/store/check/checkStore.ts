import { toIso, type Instant } from '../../../src/domain/base/index.ts';
import { decodeTrack, readTrackHeader } from '../../../src/domain/telemetry/index.ts';
import type { Database, Queryable } from '../database.types.ts';
import type { StoreLogger } from '../logger.ts';
import { allowLongStatements } from '../longStatements.ts';
import { readBlocksAfter, type StoredBlock } from '../positions/blocks/blockTable.ts';
import { inflate } from '../positions/blocks/trackBlocks.ts';
import { AttributeNames } from '../positions/journal/attributeNames.ts';
import { RecordReader } from '../positions/journal/record.ts';
import { journalProblem, readJournal, unitsNamed } from '../positions/journal/soundRows.ts';
import { Latest } from '../positions/latest/latest.ts';
import { loadLatest } from '../positions/latest/table.ts';
import { isDamage, queryHurtPages, readingProblem, type BlockKey, type SetAside } from '../setAside/index.ts';

const ROWS_A_PAGE = 200;
const BLOCKS_A_PAGE = 500;

/** What a walk through the store found. */
export interface CheckedStore {
  readonly journalRows: number;
  readonly blocks: number;
  readonly units: number;
  /** A line for each row that is hurt: what, of which units and times, and why. */
  readonly hurt: readonly string[];
  /** The same of rows that were set aside before. */
  readonly setAside: readonly string[];
}

/**
 * Walks through everything that is stored, and changes nothing: each journal row, block and latest state is read and
 * compared with its checksum, and every page of every table is looked at. Also beside a running server.
 */
export async function checkStore(database: Database, logger: StoreLogger): Promise<CheckedStore> {
  const findings = new Findings();
  const tables = await checkPages(database, findings);
  const journalRows = await checkJournal(database, findings);
  const blocks = await checkBlocks(database, findings);
  const reader = new RecordReader(await AttributeNames.load(database, logger));
  const latest = new Latest(reader);
  await loadLatest({ database, setAside: findings }, latest);
  const setAside = tables.includes('set_aside') ? await listSetAside(database) : [];
  return { journalRows, blocks, units: latest.count, hurt: findings.lines, setAside };
}

/** Notes instead of setting aside. */
class Findings implements SetAside {
  readonly #lines = new Map<string, string>();

  get count(): number {
    return this.#lines.size;
  }

  get lines(): readonly string[] {
    return [...this.#lines.values()];
  }

  note(what: string, reason: string): void {
    if (!this.#lines.has(what)) this.#lines.set(what, `${what}: ${reason}`);
  }

  async journalRow(key: { shard: number; sequence: number }, units: readonly number[], { reason }: { reason: string }) {
    this.note(`journal row ${key.sequence} of shard ${key.shard}${unitsText(units)}`, reason);
  }

  async block({ unitId, span, from, part }: BlockKey, { reason }: { reason: string }) {
    this.note(`track block of unit ${unitId} from ${toIso(from)} (span ${span}, part ${part})`, reason);
  }

  async latest(unitId: number, { reason }: { reason: string }) {
    this.note(`latest state of unit ${unitId}`, reason);
  }
}

const unitsText = (units: readonly number[]): string => (units.length === 0 ? '' : `, units ${units.join(', ')}`);
const spanText = (from: Instant, to: Instant): string => `${toIso(from)} to ${toIso(to)}`;

/** Has Postgres read every page of every table, which it checks by checksums of its own where it has them. */
async function checkPages(database: Database, findings: Findings): Promise<string[]> {
  const rows = await database.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = current_schema()::regnamespace and relkind = 'r' order by 1",
  );
  for (const { name } of rows) {
    try {
      await database.transaction(async (transaction) => {
        await allowLongStatements(transaction);
        await transaction.query('set local enable_indexonlyscan = off');
        await transaction.query(`select count(*) from "${name}"`);
      });
    } catch (error) {
      if (!isDamage(error)) throw error;
      findings.note(`table ${name}`, error instanceof Error ? error.message : String(error));
    }
  }
  return rows.map(({ name }) => name);
}

async function checkJournal(database: Database, findings: Findings): Promise<number> {
  let count = 0;
  const shards = await queryHurtPages<{ shard: number }>(database, 'select distinct shard from journal order by 1', []);
  for (const { shard } of shards) {
    for (let after: number | null = 0; after !== null;) {
      const { rows, last } = await readJournal(database, findings, { shard, after, most: ROWS_A_PAGE });
      for (const row of rows) {
        count++;
        const reason = journalProblem(row);
        const span = `${row.n} reports, ${spanText(row.t0, row.t1)}`;
        if (reason !== null)
          await findings.journalRow({ shard, sequence: row.sequence }, unitsNamed(row), {
            reason: `${reason} (${span})`,
          });
      }
      after = last;
    }
  }
  return count;
}

async function checkBlocks(database: Database, findings: Findings): Promise<number> {
  const reading = { database, setAside: findings };
  let count = 0;
  for (let after: BlockKey | null = { unitId: 0, span: 0, from: 0, part: 0 }; after !== null;) {
    const page: { blocks: StoredBlock[]; last: BlockKey | null } = await readBlocksAfter(
      reading,
      after,
      BLOCKS_A_PAGE,
      'all',
    );
    await readBlocksAfter(reading, after, BLOCKS_A_PAGE, 'core');
    for (const block of page.blocks) {
      count++;
      const reason = readingProblem(() => compareBlock(block));
      if (reason !== null) await findings.block(block, { reason });
    }
    after = page.last;
  }
  return count;
}

/** Throws a RangeError where the block cannot be read, or is of another unit or time than its row says. */
function compareBlock({ unitId, from, to, bytes }: StoredBlock): void {
  const header = readTrackHeader(bytes);
  if (header.unitId !== unitId || header.from !== from || header.to !== to)
    throw new RangeError(`it holds unit ${header.unitId}, ${spanText(header.from, header.to)}`);
  decodeTrack(bytes, { inflate });
}

async function listSetAside(database: Queryable): Promise<string[]> {
  const rows = await database.query<{
    kind: string;
    unit_ids: number[];
    t0: Date;
    t1: Date;
    n: number;
    reason: string;
    at: Date;
  }>('select kind, unit_ids, t0, t1, n, reason, at from set_aside order by id');
  return rows.map(
    (row) =>
      `set aside ${toIso(row.at.getTime())}: ${row.kind}${unitsText(row.unit_ids)}, ${row.n} reports, ` +
      `${spanText(row.t0.getTime(), row.t1.getTime())}: ${row.reason}`,
  );
}
