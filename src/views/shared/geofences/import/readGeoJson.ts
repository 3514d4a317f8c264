import { failure, success, type Result } from '../../../../domain/base/index.ts';
import type { LonLat } from '../../../../domain/geometry/index.ts';
import { FIGURES, type AreaFileProblem, type FoundArea, type FoundFigures, type FoundGeometry } from './foundArea.ts';

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads GeoJSON (RFC 7946): a collection, one feature, or a bare geometry. Circles are points with a radius, corridors
 * lines with a width.
 */
export function readGeoJson(text: string): Result<readonly FoundArea[], AreaFileProblem> {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch (error) {
    return failure({ key: 'notJson', values: { detail: error instanceof Error ? error.message : '' } });
  }
  if (!isFields(root) || typeof root['type'] !== 'string') return failure({ key: 'unknown' });
  if (root['type'] !== 'FeatureCollection') return success(readFeature(root, 0));
  return Array.isArray(root['features'])
    ? success(root['features'].flatMap((feature: unknown, index) => readFeature(feature, index)))
    : failure({ key: 'unknown' });
}

function readFeature(feature: unknown, index: number): FoundArea[] {
  const number = index + 1;
  if (!isFields(feature)) return [{ name: '', description: '', number, geometry: { type: 'none' } }];
  const isFeature = feature['type'] === 'Feature';
  const properties = isFeature && isFields(feature['properties']) ? feature['properties'] : {};
  const word = (...names: readonly string[]): string => {
    const value = names
      .map((name) => properties[name])
      .find((each) => typeof each === 'string' || typeof each === 'number');
    return value === undefined ? '' : String(value).trim();
  };
  const about = {
    name: word('name', 'Name', 'NAME', 'title'),
    description: word('description', 'desc'),
    number,
    figures: figuresOf(properties),
  };
  const geometries = geometriesOf(isFeature ? feature['geometry'] : feature, properties);
  return (geometries.length > 0 ? geometries : [{ type: 'none' as const }]).map((geometry) => ({ ...about, geometry }));
}

function figuresOf(properties: Fields): FoundFigures {
  const said = FIGURES.map((name) => [name, properties[name]] as const);
  return Object.fromEntries(said.filter(([, value]) => typeof value === 'string' || typeof value === 'number'));
}

/** Collections within each other that are followed; RFC 7946 advises against any, and a stack has an end. */
const DEPTH = 100;

function geometriesOf(geometry: unknown, properties: Fields, depth = 0): FoundGeometry[] {
  if (!isFields(geometry) || depth > DEPTH) return [];
  const { coordinates } = geometry;
  const [radius, width] = [Number(properties['radius']), Number(properties['width'])];
  const point = (value: unknown): FoundGeometry => {
    const place = placeOf(value);
    return radius > 0 ? { type: 'circle', center: place, radius } : { type: 'point', point: place };
  };
  const line = (value: unknown): FoundGeometry => ({
    type: 'line',
    line: listOf(value).map(placeOf),
    ...(width > 0 && { width }),
  });
  const polygon = (value: unknown): FoundGeometry => ({
    type: 'polygon',
    rings: listOf(value).map((ring) => listOf(ring).map(placeOf)),
  });
  switch (geometry['type']) {
    case 'Point':
      return [point(coordinates)];
    case 'MultiPoint':
      return listOf(coordinates).map(point);
    case 'LineString':
      return [line(coordinates)];
    case 'MultiLineString':
      return listOf(coordinates).map(line);
    case 'Polygon':
      return [polygon(coordinates)];
    case 'MultiPolygon':
      return listOf(coordinates).map(polygon);
    case 'GeometryCollection':
      return listOf(geometry['geometries']).flatMap((each) => geometriesOf(each, properties, depth + 1));
    default:
      return [];
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const placeOf = (value: unknown): LonLat => {
  const [longitude, latitude] = listOf(value);
  return [typeof longitude === 'number' ? longitude : Number.NaN, typeof latitude === 'number' ? latitude : Number.NaN];
};
