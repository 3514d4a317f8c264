import type { OsmExtract } from '../osm/index.ts';
import { cutStreetTiles, STREET_ZOOMS } from './cutTiles.ts';
import { writePmtiles } from './pmtilesWriter.ts';

/** As the licence of the data (ODbL 1.0) wants it shown. */
const ATTRIBUTION = '© OpenStreetMap contributors';

const LAYERS: Readonly<Record<string, readonly string[]>> = {
  earth: ['kind'],
  landuse: ['kind'],
  water: ['kind', 'name'],
  roads: ['kind', 'kind_detail', 'name', 'ref'],
  buildings: ['kind'],
  boundaries: ['kind', 'kind_detail'],
  places: ['kind', 'kind_detail', 'name', 'population_rank'],
  pois: ['kind', 'name'],
};

/** The streets of an extract as a PMTiles file; null when there is nothing to draw. */
export function streetArchive(extract: OsmExtract, name: string): { file: Uint8Array; tiles: number } | null {
  const { tiles, bounds } = cutStreetTiles(extract);
  if (tiles.length === 0) return null;
  const metadata = {
    name,
    attribution: ATTRIBUTION,
    description: 'Streets, water, land use, buildings and places; OpenStreetMap data, ODbL 1.0',
    type: 'overlay',
    vector_layers: Object.entries(LAYERS).map(([id, fields]) => ({
      id,
      minzoom: STREET_ZOOMS.min,
      maxzoom: STREET_ZOOMS.max,
      fields: Object.fromEntries(fields.map((field) => [field, 'String'])),
    })),
  };
  const file = writePmtiles(tiles, { minZoom: STREET_ZOOMS.min, maxZoom: STREET_ZOOMS.max, bounds, metadata });
  return { file, tiles: tiles.length };
}
