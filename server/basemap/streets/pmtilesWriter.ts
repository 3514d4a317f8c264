import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { zxyToTileId } from 'pmtiles';

/** A tile as it lies in the archive: gzipped MVT. */
export interface ArchivedTile {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
  readonly data: Uint8Array;
}

export interface ArchiveInfo {
  readonly minZoom: number;
  readonly maxZoom: number;
  /** Degrees: west, south, east, north. */
  readonly bounds: readonly [number, number, number, number];
  /** Name, attribution, layers: what readers look up in the archive. */
  readonly metadata: object;
}

interface Entry {
  readonly id: number;
  readonly offset: number;
  readonly length: number;
  run: number;
}

const HEADER = 127;
/** A reader takes the first 16 KiB at once: header and root directory fit in there. */
const LONGEST_ROOT = 16_384 - HEADER;
const ENTRIES_PER_LEAF = 4_096;
const GZIP = 2;
const MVT = 1;

/** An archive in the PMTiles format, version 3: equal tiles are kept once, directories are clustered. */
export function writePmtiles(tiles: readonly ArchivedTile[], info: ArchiveInfo): Uint8Array {
  const ordered = tiles
    .map((tile) => ({ id: zxyToTileId(tile.zoom, tile.x, tile.y), data: tile.data }))
    .toSorted((a, b) => a.id - b.id);
  const { entries, contents } = placed(ordered);
  const { root, leaves } = directories(entries);
  const metadata = gzipSync(JSON.stringify(info.metadata));
  const data = Buffer.concat(contents);
  const sections = [root, metadata, leaves, data];
  const header = headerOf(
    sections.map(({ length }) => length),
    info,
    { addressed: ordered.length, entries: entries.length, contents: contents.length },
  );
  return Buffer.concat([header, ...sections]);
}

function placed(tiles: readonly { id: number; data: Uint8Array }[]): { entries: Entry[]; contents: Uint8Array[] } {
  const offsets = new Map<string, number>();
  const contents: Uint8Array[] = [];
  const entries: Entry[] = [];
  let end = 0;
  for (const { id, data } of tiles) {
    const key = createHash('sha1').update(data).digest('base64');
    let offset = offsets.get(key);
    if (offset === undefined) {
      offsets.set(key, (offset = end));
      contents.push(data);
      end += data.length;
    }
    const last = entries.at(-1);
    if (last && last.offset === offset && last.id + last.run === id) last.run++;
    else entries.push({ id, offset, length: data.length, run: 1 });
  }
  return { entries, contents };
}

function directories(entries: readonly Entry[]): { root: Uint8Array; leaves: Uint8Array } {
  const whole = gzipSync(directory(entries));
  if (whole.length <= LONGEST_ROOT) return { root: whole, leaves: new Uint8Array() };
  for (let size = ENTRIES_PER_LEAF; ; size *= 2) {
    const leaves: Uint8Array[] = [];
    const pointers: Entry[] = [];
    let offset = 0;
    for (let from = 0; from < entries.length; from += size) {
      const leaf = gzipSync(directory(entries.slice(from, from + size)));
      // A run of nought says that this is a directory and no tile.
      pointers.push({ id: entries[from].id, offset, length: leaf.length, run: 0 });
      leaves.push(leaf);
      offset += leaf.length;
    }
    const root = gzipSync(directory(pointers));
    if (root.length <= LONGEST_ROOT) return { root, leaves: Buffer.concat(leaves) };
  }
}

/**
 * Columns of variable-length numbers: ids as differences, runs, lengths, and places (0: right behind the one before).
 */
function directory(entries: readonly Entry[]): Uint8Array {
  const bytes: number[] = [];
  const put = (value: number): void => {
    let rest = value;
    for (; rest > 0x7f; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
  };
  put(entries.length);
  entries.forEach(({ id }, index) => put(id - (entries[index - 1]?.id ?? 0)));
  entries.forEach(({ run }) => put(run));
  entries.forEach(({ length }) => put(length));
  entries.forEach(({ offset }, index) => {
    const before = entries[index - 1];
    put(before && before.offset + before.length === offset ? 0 : offset + 1);
  });
  return Uint8Array.from(bytes);
}

function headerOf(
  [root, metadata, leaves, data]: readonly number[],
  { minZoom, maxZoom, bounds }: ArchiveInfo,
  counts: { addressed: number; entries: number; contents: number },
): Uint8Array {
  const header = Buffer.alloc(HEADER);
  header.write('PMTiles');
  header.writeUInt8(3, 7);
  const metadataAt = HEADER + root;
  const leavesAt = metadataAt + metadata;
  const dataAt = leavesAt + leaves;
  const numbers = [HEADER, root, metadataAt, metadata, leavesAt, leaves, dataAt, data];
  [...numbers, counts.addressed, counts.entries, counts.contents].forEach((number, index) =>
    header.writeBigUInt64LE(BigInt(number), 8 + index * 8),
  );
  [1, GZIP, GZIP, MVT, minZoom, maxZoom].forEach((byte, index) => header.writeUInt8(byte, 96 + index));
  const [west, south, east, north] = bounds;
  [west, south, east, north].forEach((edge, index) => header.writeInt32LE(Math.round(edge * 1e7), 102 + index * 4));
  header.writeUInt8(Math.min(maxZoom, minZoom + 4), 118);
  [(west + east) / 2, (south + north) / 2].forEach((middle, index) =>
    header.writeInt32LE(Math.round(middle * 1e7), 119 + index * 4),
  );
  return header;
}
