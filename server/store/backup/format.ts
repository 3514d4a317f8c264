/**
 * The file of a backup: records of a kind (one letter), a length (32 bits, big endian) and a body, in one
 * gzip stream. The last record holds the SHA-256 of all bytes before it, so that a file that was cut short
 * or changed is refused.
 */
import { createHash } from 'node:crypto';

/** Version of the file's own layout; readers refuse a later one. */
export const FORMAT = 1;
/** No record is longer: longer bodies are cut. */
const LONGEST_RECORD = 1024 * 1024;
const HEAD_BYTES = 5;

/** What a backup says of itself, first of all. */
export interface Manifest {
  readonly wayline: 'backup';
  readonly format: number;
  /** ISO 8601. */
  readonly created: string;
  /** Migrations that had run: the version of the tables. */
  readonly migrations: readonly string[];
  /**
   * The last id that each identity column gave, by its table: of a row that was deleted, too. Missing in older backups.
   */
  readonly lastIds?: Readonly<Record<string, number>>;
}

export interface TableHead {
  readonly name: string;
  readonly columns: readonly string[];
}

export interface FileHead {
  /** Below DATA_DIR, with slashes. */
  readonly path: string;
  readonly mode: number;
}

/** A record. `data` belongs to the table or file before it, which `end` closes. */
export type BackupRecord =
  | { readonly kind: 'manifest'; readonly body: Manifest }
  | { readonly kind: 'table'; readonly body: TableHead }
  | { readonly kind: 'file'; readonly body: FileHead }
  | { readonly kind: 'data'; readonly body: Buffer }
  | { readonly kind: 'end' }
  | { readonly kind: 'checksum'; readonly body: string };

const LETTERS = { manifest: 'M', table: 'T', file: 'F', data: 'D', end: 'E', checksum: 'S' } as const;
const KINDS = new Map(
  Object.entries(LETTERS).map(([kind, letter]) => [letter as string, kind as BackupRecord['kind']]),
);

/** The file is no backup, cut short, or changed. */
export class BadBackup extends Error {
  override readonly name = 'BadBackup';
}

/** Bytes of the records, with the checksum behind them. */
export async function* encodeBackup(records: AsyncIterable<BackupRecord>): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  for await (const record of records) {
    for (const bytes of encode(record)) {
      digest.update(bytes);
      yield bytes;
    }
  }
  yield* encode({ kind: 'checksum', body: digest.digest('hex') });
}

function* encode(record: BackupRecord): Generator<Buffer> {
  if (record.kind === 'data') {
    for (let from = 0; from < record.body.length; from += LONGEST_RECORD)
      yield* framed('data', record.body.subarray(from, from + LONGEST_RECORD));
  } else yield* framed(record.kind, 'body' in record ? Buffer.from(JSON.stringify(record.body)) : Buffer.alloc(0));
}

function* framed(kind: BackupRecord['kind'], body: Buffer): Generator<Buffer> {
  const head = Buffer.alloc(HEAD_BYTES);
  head.write(LETTERS[kind], 0, 'latin1');
  head.writeUInt32BE(body.length, 1);
  yield head;
  if (body.length > 0) yield body;
}

/**
 * Records of a backup's bytes. Throws {@link BadBackup} at the first byte that cannot be right, and at an end without
 * the right checksum.
 */
export async function* decodeBackup(
  bytes: AsyncIterable<Buffer>,
): AsyncGenerator<Exclude<BackupRecord, { kind: 'checksum' }>> {
  const digest = createHash('sha256');
  let pending: Buffer = Buffer.alloc(0);
  let isWhole = false;
  let isFirst = true;
  for await (const chunk of bytes) {
    pending = pending.length === 0 ? chunk : Buffer.concat([pending, chunk]);
    for (let frame = cut(pending, isFirst); frame !== null; frame = cut(pending, isFirst)) {
      if (isWhole) throw new BadBackup('there is more behind its end');
      pending = pending.subarray(frame.bytes.length);
      const record = parse(frame.kind, frame.bytes.subarray(HEAD_BYTES));
      if (record.kind === 'checksum') {
        if (record.body !== digest.digest('hex')) throw new BadBackup('its checksum does not match');
        isWhole = true;
      } else {
        digest.update(frame.bytes);
        isFirst = false;
        yield record;
      }
    }
  }
  if (!isWhole || pending.length > 0) throw new BadBackup('it was cut short');
}

function cut(pending: Buffer, isFirst: boolean): { kind: BackupRecord['kind']; bytes: Buffer } | null {
  if (pending.length < HEAD_BYTES) return null;
  const kind = KINDS.get(pending.toString('latin1', 0, 1));
  const length = pending.readUInt32BE(1);
  if (kind === undefined || length > LONGEST_RECORD || (isFirst && kind !== 'manifest'))
    throw new BadBackup(isFirst ? 'it is no backup of Wayline' : 'it is damaged');
  return pending.length < HEAD_BYTES + length ? null : { kind, bytes: pending.subarray(0, HEAD_BYTES + length) };
}

function parse(kind: BackupRecord['kind'], body: Buffer): BackupRecord {
  if (kind === 'data') return { kind, body: Buffer.from(body) };
  if (kind === 'end') return { kind };
  try {
    return { kind, body: JSON.parse(body.toString('utf8')) } as BackupRecord;
  } catch {
    // A body that is no JSON was written by nobody of ours.
    throw new BadBackup('it is damaged');
  }
}
