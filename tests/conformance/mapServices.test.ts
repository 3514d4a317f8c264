import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PMTiles, type RangeResponse, type Source } from 'pmtiles';
import { createMapServices, type FetchJson, type MapServicesConfig } from '../../server/basemap/services.ts';
import { worldArchive } from '../support/pmtilesArchive.ts';
import { startTileService, type TileService } from '../support/tileService.ts';

const NOTHING: MapServicesConfig = {
  bingKey: null,
  googleKey: null,
  osmTiles: null,
  satelliteTiles: null,
  trafficTiles: null,
  streets: null,
};
const fetchJson: FetchJson = async (url, init) => {
  const answer = await fetch(url, init);
  return { status: answer.status, body: answer.ok ? await answer.json() : null };
};

let tiles: TileService;
beforeAll(async () => {
  tiles = await startTileService();
});
afterAll(() => tiles.close());

const directory = (key: string) =>
  createMapServices(
    {
      ...NOTHING,
      osmTiles: `${tiles.url}/osm/{z}/{x}/{y}.png`,
      bingKey: key,
      bingUrl: tiles.url,
      googleKey: key,
      googleUrl: tiles.url,
    },
    fetchJson,
  );

/** The tile at 3/4/2 as the map asks for it. */
const tileUrl = (template: string): string =>
  template.replace('{z}', '3').replace('{x}', '4').replace('{y}', '2').replace('{quadkey}', '120');

describe('map services over the wire', () => {
  it('gives templates whose tiles are pictures, for every service of the list', async () => {
    const { services } = await directory(tiles.key).at(0);
    for (const service of services) {
      if (!('tiles' in service)) throw new Error(`${service.id}: ${service.problem}`);
      for (const template of service.tiles) {
        const answer = await fetch(tileUrl(template));
        expect([service.id, answer.status, answer.headers.get('content-type')]).toEqual([service.id, 200, 'image/png']);
      }
      expect(service.attribution).not.toBe('');
    }
    expect(services).toHaveLength(6);
    expect(tiles.asked.filter((path) => path === 'POST /v1/createSession')).toHaveLength(3);
  });

  it('says that a key is refused, and that a service is away', async () => {
    const problems = async (made: ReturnType<typeof createMapServices>) =>
      (await made.at(0)).services.map((service) => ('problem' in service ? service.problem : 'fine'));
    expect(await problems(directory('wrong-key'))).toEqual([
      'fine',
      'refused',
      'refused',
      'refused',
      'refused',
      'refused',
    ]);
    const away = createMapServices({ ...NOTHING, bingKey: 'key', bingUrl: 'http://127.0.0.1:1' }, fetchJson);
    expect(await problems(away)).toEqual([
      'fine',
      'unreachable',
      'unreachable',
      'notConfigured',
      'notConfigured',
      'notConfigured',
    ]);
  });
});

it("the journeys' archive is one that readers of PMTiles read", async () => {
  const archive = worldArchive(3);
  const source: Source = {
    getKey: () => 'world',
    getBytes: async (offset, length): Promise<RangeResponse> => ({
      data: new Uint8Array(archive.subarray(offset, offset + length)).buffer,
    }),
  };
  const reader = new PMTiles(source);
  expect(await reader.getHeader()).toMatchObject({
    specVersion: 3,
    minZoom: 0,
    maxZoom: 3,
    numAddressedTiles: 85,
    tileType: 1,
  });
  expect(await reader.getMetadata()).toMatchObject({ name: 'World' });
  expect((await reader.getZxy(3, 4, 2))?.data.byteLength).toBeGreaterThan(100);
});
