import { gunzipSync, gzipSync } from 'node:zlib';
import { PMTiles, type Source } from 'pmtiles';
import { expect, it } from 'vitest';
import { writePmtiles, type ArchivedTile } from './pmtilesWriter.ts';

const info = { minZoom: 0, maxZoom: 9, bounds: [-10, -20, 30, 40] as const, metadata: { name: 'Probe' } };
const text = (words: string) => new Uint8Array(gzipSync(words));

function reader(file: Uint8Array): PMTiles {
  const source: Source = {
    getKey: () => 'probe',
    getBytes: (offset, length) =>
      Promise.resolve({ data: new Uint8Array(file.subarray(offset, offset + length)).buffer }),
  };
  return new PMTiles(source, undefined, (data, compression) =>
    Promise.resolve(compression === 2 ? new Uint8Array(gunzipSync(new Uint8Array(data))).buffer : data),
  );
}

const read = async (archive: PMTiles, ...at: [number, number, number]) => {
  const tile = await archive.getZxy(...at);
  return tile ? Buffer.from(tile.data).toString() : null;
};

it('writes what readers of PMTiles read, equal tiles once', async () => {
  const tiles: ArchivedTile[] = [
    { zoom: 1, x: 1, y: 1, data: text('land') },
    { zoom: 0, x: 0, y: 0, data: text('world') },
    { zoom: 1, x: 0, y: 0, data: text('sea') },
    { zoom: 1, x: 0, y: 1, data: text('sea') },
  ];
  const archive = reader(writePmtiles(tiles, info));
  expect(await archive.getHeader()).toMatchObject({
    specVersion: 3,
    minZoom: 0,
    maxZoom: 9,
    minLon: -10,
    maxLat: 40,
    numAddressedTiles: 4,
    numTileContents: 3,
  });
  expect(await archive.getMetadata()).toEqual({ name: 'Probe' });
  expect(await read(archive, 0, 0, 0)).toBe('world');
  expect([await read(archive, 1, 0, 0), await read(archive, 1, 0, 1), await read(archive, 1, 1, 1)]).toEqual([
    'sea',
    'sea',
    'land',
  ]);
  expect(await read(archive, 1, 1, 0)).toBeNull();
});

it('keeps the root small by leaves where there are many tiles', async () => {
  const tiles = Array.from({ length: 40_000 }, (_, index): ArchivedTile => {
    const [x, y] = [index % 250, Math.floor(index / 250)];
    return { zoom: 9, x, y, data: Buffer.from(`${x} ${y}`.padEnd(Math.imul(index, 2_654_435_761 | 0) >>> 24)) };
  });
  const file = writePmtiles(tiles, info);
  expect(Buffer.from(file).readBigUInt64LE(16)).toBeLessThan(16_384n - 127n);
  const archive = reader(file);
  const header = await archive.getHeader();
  expect(header.leafDirectoryLength).toBeGreaterThan(0);
  // The tiles of this archive are not compressed.
  header.tileCompression = 1;
  expect(await read(archive, 9, 17, 5)).toMatch(/^17 5 *$/);
  expect(await read(archive, 9, 249, 159)).toMatch(/^249 159 *$/);
});
