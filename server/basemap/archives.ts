import { open, readdir, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { Compression, PMTiles, TileType, type Header, type Source } from 'pmtiles';
import type { StreetTiles } from '../../src/api/contract/index.ts';

/** Below this zoom the built-in map says more than streets do. */
const FIRST_ZOOM = 6;
/** Comes with the product: Liechtenstein, of the OpenStreetMap extract that `bundled/README.md` names. */
const BUNDLED = path.join(import.meta.dirname, 'bundled', 'liechtenstein.pmtiles');

/** Where a deployment's own street archives lie: `npm run basemap` writes them there. */
export const archiveFolder = (dataDirectory: string): string => path.join(dataDirectory, 'basemap');

/** The streets that this server can draw without the internet. */
export interface StreetArchives {
  /** What the client needs to know of them. */
  readonly about: StreetTiles | null;
  /** MVT, not compressed; null where no archive has the tile. */
  tile(zoom: number, x: number, y: number): Promise<Uint8Array | null>;
  close(): Promise<void>;
}

export interface ArchiveOptions {
  /** BASEMAP_PMTILES. Rejects when it cannot be read. */
  readonly file: string | null;
  /** DATA_DIR: what lies in its folder `basemap` is used too, and left out with a word where it cannot be read. */
  readonly dataDirectory: string;
  readonly problem: (file: string, error: unknown) => void;
}

interface Archive {
  readonly header: Header;
  readonly attribution: string;
  readonly tiles: PMTiles;
  readonly handle: FileHandle;
}

/** Opens all archives: the configured one first, then those of the folder, then the bundled one. */
export async function openStreetArchives({ file, dataDirectory, problem }: ArchiveOptions): Promise<StreetArchives> {
  const optional = async (found: string): Promise<Archive[]> => {
    try {
      return [await openArchive(found)];
    } catch (error) {
      problem(found, error);
      return [];
    }
  };
  const folder = archiveFolder(dataDirectory);
  // A folder that is not there holds none.
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.pmtiles')).toSorted();
  const own: Archive[] = file === null ? [] : [await openArchive(file)];
  for (const name of names) own.push(...(await optional(path.join(folder, name))));
  const all = [...own, ...(await optional(BUNDLED))];
  return {
    about: all.length === 0 ? null : aboutOf(all, own.length > 0),
    async tile(zoom, x, y) {
      for (const { tiles } of all) {
        const found = await tiles.getZxy(zoom, x, y);
        if (found) return new Uint8Array(found.data);
      }
      return null;
    },
    async close() {
      for (const { handle } of all) await handle.close();
    },
  };
}

async function openArchive(file: string): Promise<Archive> {
  const handle = await open(file, 'r');
  try {
    const tiles = new PMTiles(sourceOf(file, handle), undefined, inflate);
    const header = await tiles.getHeader();
    if (header.tileType !== TileType.Mvt) throw new Error('It holds pictures instead of vector tiles.');
    const { attribution } = (await tiles.getMetadata()) as { attribution?: unknown };
    return { header, tiles, handle, attribution: typeof attribution === 'string' ? attribution : '' };
  } catch (error) {
    await handle.close();
    throw error;
  }
}

function sourceOf(file: string, handle: FileHandle): Source {
  return {
    getKey: () => file,
    async getBytes(offset, length) {
      const { buffer, bytesRead } = await handle.read(new Uint8Array(length), 0, length, offset);
      return { data: buffer.slice(0, bytesRead).buffer };
    },
  };
}

const unzip = promisify(gunzip);

async function inflate(data: ArrayBuffer, compression: Compression): Promise<ArrayBuffer> {
  if (compression === Compression.None) return data;
  if (compression !== Compression.Gzip) throw new Error('Its tiles are compressed in another way than gzip.');
  return new Uint8Array(await unzip(new Uint8Array(data))).buffer;
}

/** All as one: the box around them, and zooms that each of them has. */
function aboutOf(archives: readonly Archive[], isOwn: boolean): StreetTiles {
  const headers = archives.map(({ header }) => header);
  const maxZoom = Math.min(...headers.map((header) => header.maxZoom));
  return {
    minZoom: Math.min(FIRST_ZOOM, maxZoom),
    maxZoom,
    bounds: [
      Math.min(...headers.map(({ minLon }) => minLon)),
      Math.min(...headers.map(({ minLat }) => minLat)),
      Math.max(...headers.map(({ maxLon }) => maxLon)),
      Math.max(...headers.map(({ maxLat }) => maxLat)),
    ],
    attribution: [...new Set(archives.map(({ attribution }) => plainText(attribution)))].filter(Boolean).join(' · '),
    isOwn,
  };
}

/** Archives made elsewhere carry links; what the map shows is text. */
const plainText = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll(/[<>]/g, '')
    .trim();
