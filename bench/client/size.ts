import fs from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { compressFiles } from '../../scripts/compress.mjs';
import type { Table } from '../support/table.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const DIST = path.join(ROOT, 'dist');
/** Words that only MapLibre's and deck.gl's own chunks carry. */
const MAP_CODE = ['maplibregl-canvas', 'deck.gl', 'luma.gl'];

/** Words of the texts that the sign-in page loads in English. */
const ENGLISH = 'Username or email';

/**
 * KB of script that travel for the sign-in page, and then for the map: by Brotli, as browsers get them over TLS. The
 * journey of the sign-in page measures the same in a browser (`tests/journeys/signIn.spec.ts`).
 */
export async function clientSize(): Promise<Table[]> {
  if (!fs.existsSync(path.join(DIST, 'index.html'))) await build({ root: ROOT, logLevel: 'error' });
  if (!fs.existsSync(path.join(DIST, 'index.html.br'))) await compressFiles(DIST);
  const entry = entryScripts();
  const map = mapScripts();
  const screen = screenScripts(entry, map);
  return [
    {
      title: 'Script transferred (Brotli)',
      rows: [
        {
          measure: 'sign-in page',
          usual: null,
          ours: kilobytes(entry),
          unit: 'KB',
          bar: { atMost: 200 },
          note: `${entry.size} files: what index.html loads, the form, and its texts in English`,
        },
        {
          measure: 'the map',
          usual: null,
          ours: kilobytes(map),
          unit: 'KB',
          bar: { atMost: 720 },
          note: `${map.size} files with map code, MapLibre's worker included`,
        },
        {
          measure: 'the map with all that its screen loads besides',
          usual: null,
          ours: kilobytes(screen),
          unit: 'KB',
          note: `${screen.size} files`,
        },
        {
          measure: 'map code in the sign-in page',
          usual: null,
          ours: [...entry].filter(isMapCode).length,
          unit: 'files',
          bar: { atMost: 0 },
        },
      ],
    },
  ];
}

/** The scripts of index.html with their static imports, and what the page then loads to show the form. */
function entryScripts(): Set<string> {
  const html = fs.readFileSync(path.join(DIST, 'index.html'), 'utf8');
  const found = new Set<string>();
  for (const [, address] of html.matchAll(/(?:src|href)="\/app\/(assets\/[^"]+\.js)"/g)) follow(address, found);
  const isAsked = (name: string): boolean =>
    name.startsWith('assets/signIn-') || (name.startsWith('assets/entrance-') && textOf(name).includes(ENGLISH));
  for (const name of allScripts().filter(isAsked)) follow(name, found);
  return found;
}

const allScripts = (): string[] =>
  fs
    .readdirSync(path.join(DIST, 'assets'))
    .filter((file) => /\.m?js$/.test(file))
    .map((file) => `assets/${file}`);

/** Chunks with map code, and MapLibre's worker. */
function mapScripts(): Set<string> {
  return new Set(allScripts().filter((name) => isMapCode(name) || name.startsWith('assets/maplibre-gl-worker')));
}

/** The same with all that these chunks bring along, without what is there already. */
function screenScripts(entry: ReadonlySet<string>, map: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  for (const name of map) follow(name, found);
  return new Set([...found].filter((name) => !entry.has(name)));
}

function follow(name: string, found: Set<string>): void {
  if (found.has(name)) return;
  found.add(name);
  const text = textOf(name);
  const imports = text.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.m?js)["']/g);
  for (const [, imported] of imports) follow(`assets/${imported}`, found);
}

const textOf = (name: string): string => fs.readFileSync(path.join(DIST, name), 'utf8');

function isMapCode(name: string): boolean {
  const text = textOf(name);
  return MAP_CODE.some((word) => text.includes(word));
}

/** Files too small to gain from it are sent as they are. */
const sizeOf = (name: string): number =>
  (fs.statSync(path.join(DIST, `${name}.br`), { throwIfNoEntry: false }) ?? fs.statSync(path.join(DIST, name))).size;

const kilobytes = (names: Iterable<string>): number => [...names].reduce((sum, name) => sum + sizeOf(name), 0) / 1_024;
