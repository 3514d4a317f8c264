import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import type { Table } from '../support/table.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const DIST = path.join(ROOT, 'dist');
/** Words that only MapLibre's and deck.gl's own chunks carry. */
const MAP_CODE = ['maplibregl-canvas', 'deck.gl', 'luma.gl'];

/** KB of script that travel for the sign-in page, and then for the map. */
export async function clientSize(): Promise<Table[]> {
  if (!fs.existsSync(path.join(DIST, 'index.html'))) await build({ root: ROOT, logLevel: 'error' });
  const entry = entryScripts();
  const map = mapScripts();
  const screen = screenScripts(entry, map);
  return [
    {
      title: 'Script transferred (gzip)',
      rows: [
        {
          measure: 'sign-in page',
          usual: null,
          ours: kilobytes(entry),
          unit: 'KB',
          bar: { atMost: 200 },
          note: `${entry.size} files that index.html loads, with what they import at once`,
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

/** The scripts of index.html and all that they import without being asked. */
function entryScripts(): Set<string> {
  const html = fs.readFileSync(path.join(DIST, 'index.html'), 'utf8');
  const found = new Set<string>();
  for (const [, address] of html.matchAll(/(?:src|href)="\/app\/(assets\/[^"]+\.js)"/g)) follow(address, found);
  return found;
}

/** Chunks with map code, and MapLibre's worker. */
function mapScripts(): Set<string> {
  const names = fs
    .readdirSync(path.join(DIST, 'assets'))
    .filter((file) => /\.m?js$/.test(file))
    .map((file) => `assets/${file}`);
  return new Set(names.filter((name) => isMapCode(name) || name.startsWith('assets/maplibre-gl-worker')));
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
  const text = read(name).toString('utf8');
  const imports = text.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([^"']+\.m?js)["']/g);
  for (const [, imported] of imports) follow(`assets/${imported}`, found);
}

const read = (name: string): Buffer => fs.readFileSync(path.join(DIST, name));

function isMapCode(name: string): boolean {
  const text = read(name).toString('utf8');
  return MAP_CODE.some((word) => text.includes(word));
}

const kilobytes = (names: Iterable<string>): number =>
  [...names].reduce((sum, name) => sum + gzipSync(read(name)).length, 0) / 1_024;
