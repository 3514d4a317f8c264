import GeoJSONVT, { type LegacyFeature } from 'geojson-vt';
import { clipShape, shapeFeature, shifted, type Box, type Shape } from './shapes.ts';
import { smoothLine, smoothRing } from './smooth.ts';

/** Regions are tiles of this zoom. */
const REGION_ZOOM = 6;
/** Beyond a region's edge, in parts of its width: what is smoothed beside the edge is so on both sides. */
const MARGIN = 0.12;
const KEPT_REGIONS = 16;

export interface RegionOptions {
  readonly maxZoom: number;
  readonly extent: number;
}

/** Near tiles: of the region's shapes only, with rounded corners. */
export interface Regions<Layer extends string> {
  tile(layer: Layer, zoom: number, x: number, y: number): readonly LegacyFeature[];
}

type Region = Map<string, GeoJSONVT>;

/** Cuts near tiles from pieces of the world: all of it with rounded corners would take gigabytes. */
export function createRegions<Layer extends string>(
  shapesOf: (layer: Layer) => readonly Shape[],
  { maxZoom, extent }: RegionOptions,
): Regions<Layer> {
  const kept = new Map<string, Region>();
  const regionOf = (x: number, y: number): Region => {
    const key = `${x} ${y}`;
    const region = kept.get(key) ?? new Map<string, GeoJSONVT>();
    kept.delete(key);
    kept.set(key, region);
    if (kept.size > KEPT_REGIONS) kept.delete(kept.keys().next().value ?? key);
    return region;
  };
  return {
    tile(layer, zoom, x, y) {
      const [column, row] = [x >> (zoom - REGION_ZOOM), y >> (zoom - REGION_ZOOM)];
      const region = regionOf(column, row);
      let index = region.get(layer);
      if (!index) {
        const features = near(shapesOf(layer), boxOf(column, row)).map(shapeFeature);
        index = new GeoJSONVT(
          { type: 'FeatureCollection', features },
          { maxZoom, indexMaxZoom: REGION_ZOOM, tolerance: 2, extent, buffer: 64 },
        );
        region.set(layer, index);
      }
      return index.getTile(zoom, x, y)?.features ?? [];
    },
  };
}

/** Pieces of the shapes in the box, smooth; the world goes on beyond 180 degrees. */
function near(shapes: readonly Shape[], box: Box): Shape[] {
  return shapes.flatMap((shape) =>
    [-360, 0, 360].flatMap((turn) => {
      const [west, , east] = shape.box;
      if (east + turn < box[0] || west + turn > box[2]) return [];
      return clipShape(shifted(shape, turn), box).map(smooth);
    }),
  );
}

function smooth(shape: Shape): Shape {
  return { ...shape, parts: shape.parts.map((part) => (shape.kind === 'line' ? smoothLine(part) : smoothRing(part))) };
}

function boxOf(x: number, y: number): Box {
  const side = 2 ** REGION_ZOOM;
  const longitude = (value: number): number => (value / side) * 360 - 180;
  const latitude = (value: number): number =>
    (Math.atan(Math.sinh(Math.PI * (1 - (2 * value) / side))) * 180) / Math.PI;
  return [longitude(x - MARGIN), latitude(y + 1 + MARGIN), longitude(x + 1 + MARGIN), latitude(y - MARGIN)];
}
