import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { archiveFolder, openStreetArchives } from '../../server/basemap/archives.ts';
import { osmExtract } from '../support/osmExtract.ts';
import { worldArchive } from '../support/pmtilesArchive.ts';
import { tileAt, tileLayers } from '../support/tileLayers.ts';

const folders: string[] = [];
function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'wayline-streets-'));
  folders.push(made);
  return made;
}
afterAll(() => folders.forEach((made) => rmSync(made, { recursive: true })));

const open = (dataDirectory: string, file: string | null = null, problems: string[] = []) =>
  openStreetArchives({ file, dataDirectory, problem: (found) => void problems.push(path.basename(found)) });

async function layersAt(streets: Awaited<ReturnType<typeof open>>, longitude: number, latitude: number, zoom: number) {
  const tile = await streets.tile(zoom, ...tileAt(longitude, latitude, zoom));
  return tile ? tileLayers(tile) : null;
}

describe("Liechtenstein's streets, which come with the product", () => {
  it("name Vaduz' streets, with their classes and numbers", async () => {
    const streets = await open(folder());
    const near = await layersAt(streets, 9.5209, 47.1405, 14);
    const roads = near?.['roads'] ?? [];
    const named = new Map(roads.map(({ properties }) => [properties['name'], properties]));
    for (const name of ['Äulestrasse', 'Städtle', 'Heiligkreuz', 'Fürst-Franz-Josef-Strasse'])
      expect([...named.keys()]).toContain(name);
    expect(named.get('Äulestrasse')).toMatchObject({ kind: 'major_road', kind_detail: 'primary' });
    expect(roads.map(({ properties }) => properties['ref'])).toContain('28');
    const south = await layersAt(streets, 9.5239, 47.1194, 14);
    expect(south?.['roads']?.map(({ properties }) => properties['name'])).toContain('Landstrasse');
    expect(new Set(roads.map(({ properties }) => properties['kind']))).toEqual(
      new Set(['major_road', 'minor_road', 'path']),
    );
    expect(near?.['buildings']?.length).toBeGreaterThan(200);
    expect(near?.['places']?.map(({ properties }) => properties['name:fa'])).toContain('فادوتس');
    await streets.close();
  });

  it('show the Rhine, woods, the railway and the border from afar, and buildings only near', async () => {
    const streets = await open(folder());
    const far = await layersAt(streets, 9.52, 47.16, 11);
    expect(far?.['water']?.map(({ properties }) => properties['kind'])).toContain('river');
    expect(far?.['landuse']?.map(({ properties }) => properties['kind'])).toContain('forest');
    expect(far?.['roads']?.map(({ properties }) => properties['kind'])).toContain('rail');
    expect(far?.['boundaries']?.map(({ properties }) => properties['kind'])).toContain('country');
    expect(far?.['buildings']).toBeUndefined();
    expect(await layersAt(streets, 13.4, 52.5, 12)).toBeNull();
    expect(streets.about).toMatchObject({ minZoom: 6, maxZoom: 14, isOwn: false });
    expect(streets.about?.attribution).toBe('© OpenStreetMap contributors');
    await streets.close();
  });
});

/** A village with a street along a brook, a wood with a clearing, two houses and a border. */
const VILLAGE = osmExtract({
  nodes: [
    { id: 1, longitude: 20.0, latitude: 50.0 },
    { id: 2, longitude: 20.004, latitude: 50.001 },
    { id: 3, longitude: 20.009, latitude: 50.0 },
    {
      id: 4,
      longitude: 20.002,
      latitude: 50.002,
      tags: { place: 'village', name: 'Probedorf', 'name:ru': 'Пробедорф' },
    },
    ...square(10, 20.0, 50.004, 0.006),
    ...square(20, 20.002, 50.005, 0.001),
    ...square(30, 20.001, 50.0015, 0.0002),
  ],
  ways: [
    { id: 1, nodes: [1, 2], tags: { highway: 'residential', name: 'Hauptstrasse' } },
    { id: 2, nodes: [2, 3], tags: { highway: 'residential', name: 'Hauptstrasse' } },
    { id: 3, nodes: [1, 3], tags: { waterway: 'stream', name: 'Bach' } },
    { id: 4, nodes: [10, 11, 12], tags: {} },
    { id: 5, nodes: [12, 13, 10], tags: {} },
    { id: 6, nodes: [20, 21, 22, 23, 20] },
    { id: 7, nodes: [30, 31, 32, 33, 30], tags: { building: 'house' } },
    { id: 8, nodes: [1, 999], tags: { highway: 'track' } },
  ],
  relations: [
    {
      id: 1,
      tags: { type: 'multipolygon', landuse: 'forest' },
      members: [
        { way: 4, role: 'outer' },
        { way: 5, role: 'outer' },
        { way: 6, role: 'inner' },
      ],
    },
    { id: 2, tags: { boundary: 'administrative', admin_level: '2' }, members: [{ way: 4, role: 'outer' }] },
  ],
});

function square(id: number, west: number, south: number, size: number) {
  return [
    [0, 0],
    [1, 0],
    [1, 1],
    [0, 1],
  ].map(([right, up], index) => ({ id: id + index, longitude: west + right * size, latitude: south + up * size }));
}

/** Runs the command as a person does. */
function basemap(...words: string[]): { code: number; output: string } {
  try {
    const output = execFileSync(process.execPath, ['server/basemap/streets/main.ts', ...words], {
      encoding: 'utf8',
      stdio: 'pipe',
      env: { ...process.env, DATA_DIR: folders[folders.length - 1], INIT_CWD: folders[folders.length - 1] },
    });
    return { code: 0, output };
  } catch (error) {
    const { status, stderr } = error as { status: number; stderr: string };
    return { code: status, output: stderr };
  }
}

describe('npm run basemap', () => {
  it('makes streets of an extract where the server finds them', async () => {
    const data = folder();
    writeFileSync(path.join(data, 'village.osm.pbf'), VILLAGE);
    const made = basemap('village.osm.pbf');
    expect(made.output).toMatch(/village\.pmtiles: \d+ tiles/);
    const streets = await open(data);
    expect(streets.about?.isOwn).toBe(true);
    const near = await layersAt(streets, 20.004, 50.002, 14);
    const roads = near?.['roads'] ?? [];
    // Two ways of one street are one line; the track that leaves the extract has no second end.
    expect(roads.map(({ properties }) => [properties['kind'], properties['name']])).toEqual([
      ['minor_road', 'Hauptstrasse'],
    ]);
    expect(near?.['water']?.map(({ properties }) => properties['kind'])).toEqual(['stream']);
    expect(near?.['buildings']).toHaveLength(1);
    expect(near?.['boundaries']?.map(({ properties }) => properties['kind'])).toEqual(['country']);
    expect(near?.['places']?.[0]?.properties).toMatchObject({ kind_detail: 'village', 'name:ru': 'Пробедорф' });
    // The wood of two half rings, with its clearing.
    const [wood] = near?.['landuse'] ?? [];
    expect([wood?.properties['kind'], wood?.loadGeometry().length]).toEqual(['forest', 2]);
    expect((await layersAt(streets, 9.5209, 47.1405, 14))?.['roads']?.length).toBeGreaterThan(50);
    await streets.close();
  });

  it('says what is wrong with what it was given', () => {
    const data = folder();
    writeFileSync(path.join(data, 'picture.osm.pbf'), 'no extract');
    writeFileSync(path.join(data, 'history.osm.pbf'), osmExtract({ nodes: [], features: ['HistoricalInformation'] }));
    writeFileSync(path.join(data, 'empty.osm.pbf'), osmExtract({ nodes: [] }));
    expect(basemap()).toMatchObject({ code: 2, output: expect.stringContaining('npm run basemap') });
    expect(basemap('--what', 'x')).toMatchObject({ code: 2 });
    expect(basemap('nowhere.osm.pbf')).toMatchObject({ code: 1, output: expect.stringContaining('There is no file') });
    expect(basemap('picture.osm.pbf').output).toMatch(/cannot be read as an OpenStreetMap extract/);
    expect(basemap('history.osm.pbf').output).toMatch(/HistoricalInformation/);
    expect(basemap('empty.osm.pbf').output).toMatch(/no roads/);
    expect(existsSync(archiveFolder(data))).toBe(false);
  });
});

describe('street archives', () => {
  it('come from the configured file first, and a broken one of the folder is left out with a word', async () => {
    const data = folder();
    mkdirSync(archiveFolder(data));
    writeFileSync(path.join(archiveFolder(data), 'broken.pmtiles'), 'PMTiles');
    const file = path.join(data, 'world.pmtiles');
    writeFileSync(file, worldArchive(4));
    const problems: string[] = [];
    const streets = await open(data, file, problems);
    expect(problems).toEqual(['broken.pmtiles']);
    expect(streets.about).toMatchObject({ isOwn: true, maxZoom: 4 });
    expect(Object.keys((await layersAt(streets, 10, 48, 4)) ?? {})).toContain('places');
    await streets.close();
    await expect(open(data, path.join(data, 'nowhere.pmtiles'))).rejects.toThrow(/ENOENT/);
  });
});
