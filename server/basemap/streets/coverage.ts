import type { LegacyFeature } from 'geojson-vt';
import type { OsmExtract } from '../osm/index.ts';
import { mercator } from '../places.ts';

/** Squares of this zoom are the grain of what an extract covers. */
const CELL_ZOOM = 14;
/** A square with fewer corners of houses, small streets and land use is an edge that a neighbour's map draws better. */
const LEAST_CORNERS = 30;
/** Squares beyond the edge that count as covered too. */
const WIDENED = 2;
const EXTENT = 4_096;

/** Squares that the extract knows well: there its streets take the place of the built-in map. */
export interface Coverage {
  /** The covered part of a tile, in tile coordinates with its margin. */
  tile(zoom: number, x: number, y: number, margin: number): LegacyFeature[];
  /** The box around all squares, degrees; null when there are none. */
  readonly bounds: readonly [west: number, south: number, east: number, north: number] | null;
}

const key = (x: number, y: number): number => y * 2 ** CELL_ZOOM + x;

/** Where the extract has details. Coasts are left to the built-in map, which knows land from sea. */
export function coverageOf(extract: OsmExtract): Coverage {
  const corners = new Map<number, number>();
  const coast = new Set<number>();
  for (const { tags, nodes } of extract.ways) {
    const isCoast = tags['natural'] === 'coastline';
    if (!isCoast && !isDetail(tags)) continue;
    for (const node of nodes) {
      const cell = cellOf(extract, node);
      if (cell === null) continue;
      if (isCoast) coast.add(cell);
      else corners.set(cell, (corners.get(cell) ?? 0) + 1);
    }
  }
  const cells = widened(
    [...corners].flatMap(([cell, count]) => (count >= LEAST_CORNERS ? [cell] : [])),
    coast,
  );
  return { tile: (zoom, x, y, margin) => squares(cells, zoom, x, y, margin), bounds: boundsOf(cells) };
}

/** With the squares around: the built-in map's rivers and borders may be so far off. */
function widened(cells: readonly number[], coast: ReadonlySet<number>): Set<number> {
  const steps = Array.from({ length: WIDENED * 2 + 1 }, (_, index) => index - WIDENED);
  const all = cells.flatMap((cell) => steps.flatMap((down) => steps.map((right) => cell + key(right, down))));
  return new Set(all.filter((cell) => !coast.has(cell)));
}

function isDetail(tags: Readonly<Record<string, string>>): boolean {
  return (
    tags['building'] !== undefined ||
    tags['landuse'] !== undefined ||
    tags['natural'] === 'wood' ||
    ['residential', 'service', 'track', 'path', 'unclassified'].includes(tags['highway'] ?? '')
  );
}

function cellOf(extract: OsmExtract, node: number): number | null {
  const at = extract.position(node);
  if (at === null) return null;
  const [x, y] = mercator(at[0], at[1]);
  return key(Math.floor(x * 2 ** CELL_ZOOM), Math.floor(y * 2 ** CELL_ZOOM));
}

function boundsOf(cells: ReadonlySet<number>): Coverage['bounds'] {
  if (cells.size === 0) return null;
  const side = 2 ** CELL_ZOOM;
  const columns = Array.from(cells, (cell) => cell % side).toSorted((a, b) => a - b);
  const rows = Array.from(cells, (cell) => Math.floor(cell / side)).toSorted((a, b) => a - b);
  const longitude = (column: number): number => (column / side) * 360 - 180;
  const latitude = (row: number): number => (Math.atan(Math.sinh(Math.PI * (1 - (2 * row) / side))) * 180) / Math.PI;
  const [west, east] = [columns[0], columns[columns.length - 1] + 1].map(longitude);
  const [north, south] = [rows[0], rows[rows.length - 1] + 1].map(latitude);
  return [west, south, east, north];
}

/** Rows of neighbouring squares, each as one rectangle. */
function squares(cells: ReadonlySet<number>, zoom: number, x: number, y: number, margin: number): LegacyFeature[] {
  const side = 2 ** (CELL_ZOOM - zoom);
  const size = EXTENT / side;
  const found: LegacyFeature[] = [];
  for (let row = 0; row < side; row++) {
    let from = -1;
    for (let column = 0; column <= side; column++) {
      const isCovered = column < side && cells.has(key(x * side + column, y * side + row));
      if (isCovered && from < 0) from = column;
      if (isCovered || from < 0) continue;
      const left = from === 0 ? -margin : from * size;
      const right = column === side ? EXTENT + margin : column * size;
      const top = row === 0 ? -margin : row * size;
      const bottom = row === side - 1 ? EXTENT + margin : (row + 1) * size;
      const ring: [number, number][] = [
        [left, top],
        [right, top],
        [right, bottom],
        [left, bottom],
        [left, top],
      ];
      found.push({ type: 3, geometry: [ring], tags: { kind: 'earth' } });
      from = -1;
    }
  }
  return found;
}
