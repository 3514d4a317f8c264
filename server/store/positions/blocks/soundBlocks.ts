import type { QueryResultRow } from 'pg';
import type { Instant } from '../../../../src/domain/base/index.ts';
import {
  createCore,
  decodeTrack,
  readTrackCore,
  readTrackHeader,
  type TrackPart,
} from '../../../../src/domain/telemetry/index.ts';
import type { Database } from '../../database.types.ts';
import { checksumProblem, isDamage, queryHurtPages, readingProblem, type SetAside } from '../../setAside/index.ts';
import { inflate } from './trackBlocks.ts';

/** What blocks are read with: those that are spoilt are set aside, and all others served. */
export interface BlockReading {
  readonly database: Pick<Database, 'query' | 'transaction'>;
  readonly setAside: Pick<SetAside, 'block'>;
}

interface ReadRow extends QueryResultRow {
  unit_id: number;
  span: number;
  t0: Instant;
  part: number;
  data: Buffer;
  checksum: number | null;
}

type Statement = readonly [sql: string, parameters: readonly unknown[]];

/** How rows of blocks are asked for. */
interface Statements<Row> {
  /** All of them, with these columns for the bytes. */
  rows(data: string): Statement;
  /** The bytes of one. */
  row(row: Row): Statement;
  readonly columns: string;
  /** The columns where the bytes themselves are not read. */
  readonly withoutBytes: string;
}

/** Reads rows of blocks that are sound; the others are set aside. */
export async function readSound<Row extends ReadRow>(
  reading: BlockReading,
  columns: TrackPart,
  statements: Statements<Row>,
): Promise<Row[]> {
  const rows = await readableRows(reading, statements);
  const sound: Row[] = [];
  for (const row of rows) {
    const reason = blockProblem(row, columns);
    if (reason === null) sound.push(row);
    else await reading.setAside.block(keyOf(row), { reason });
  }
  return sound;
}

const keyOf = ({ unit_id: unitId, span, t0: from, part }: ReadRow) => ({ unitId, span, from, part });

/** Where Postgres cannot read the bytes of all, each is read by itself. */
async function readableRows<Row extends ReadRow>(
  { database, setAside }: BlockReading,
  { rows, row, columns, withoutBytes }: Statements<Row>,
): Promise<Row[]> {
  try {
    return await queryHurtPages<Row>(database, ...rows(columns));
  } catch (error) {
    if (!isDamage(error)) throw error;
  }
  const readable: Row[] = [];
  for (const key of await queryHurtPages<Row>(database, ...rows(withoutBytes))) {
    try {
      const [bytes] = await queryHurtPages<Pick<Row, 'data' | 'checksum'>>(database, ...row(key));
      if (bytes) readable.push({ ...key, ...bytes });
    } catch (error) {
      if (!isDamage(error)) throw error;
      await setAside.block(keyOf(key), { reason: String(error), isLost: true });
    }
  }
  return readable;
}

/** Why a block of the table, whole or cut after its core, cannot be served; null where it is sound. */
function blockProblem(
  { unit_id: unitId, data, checksum }: Pick<ReadRow, 'unit_id' | 'data' | 'checksum'>,
  columns: TrackPart,
): string | null {
  if (checksum !== null) return checksumProblem(data, checksum);
  // Of an older version: read as it will be.
  return readingProblem(() => {
    const header = readTrackHeader(data);
    if (header.unitId !== unitId)
      throw new RangeError(`Track block of unit ${header.unitId} is stored as unit ${unitId}'s`);
    if (columns === 'all') decodeTrack(data, { inflate });
    else readTrackCore(data, header, createCore(header.count), 0);
  });
}
