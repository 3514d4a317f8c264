import { XMLBuilder } from 'fast-xml-parser';
import { strToU8, zipSync } from 'fflate';
import { destination } from '../../../../domain/base/index.ts';
import { AREA_TRACK } from '../import/foundArea.ts';
import { ringsOf, unwrapped, type LonLat, type Shape } from '../../../../domain/geometry/index.ts';

export const AREA_FORMATS = ['geojson', 'kml', 'kmz', 'gpx', 'wkt'] as const;
export type AreaFormat = (typeof AREA_FORMATS)[number];

/** A geofence as files write it; what is left out is not known. */
export interface WrittenArea {
  readonly name: string;
  readonly shape: Shape;
  readonly description?: string;
  readonly colour?: string;
  /** km/h; null: none. */
  readonly speed_limit?: number | null;
  /** Seconds. */
  readonly min_stay?: number;
}

/** What is filled in beside name, description and shape, by the names of its fields. */
function figuresOf({ colour, speed_limit, min_stay }: WrittenArea): Readonly<Record<string, string | number>> {
  return {
    ...(colour !== undefined && { colour }),
    ...(typeof speed_limit === 'number' && { speed_limit }),
    ...(min_stay !== undefined && min_stay > 0 && { min_stay }),
  };
}

/** Corners of a circle where a format has none (domain reference, chapter 10). */
const CORNERS = 64;

/**
 * A file of areas (domain reference, chapter 10). Circles and corridors keep their radius and width where the format
 * can say them.
 */
export function writeAreas(format: AreaFormat, areas: readonly WrittenArea[]): Blob {
  switch (format) {
    case 'geojson':
      return new Blob([geoJson(areas)], { type: 'application/geo+json' });
    case 'kml':
      return new Blob([kml(areas)], { type: 'application/vnd.google-earth.kml+xml' });
    case 'kmz':
      return new Blob([zipSync({ 'doc.kml': strToU8(kml(areas)) }) as Uint8Array<ArrayBuffer>], {
        type: 'application/vnd.google-earth.kmz',
      });
    case 'gpx':
      return new Blob([gpx(areas)], { type: 'application/gpx+xml' });
    default:
      return new Blob([wkt(areas)], { type: 'text/plain' });
  }
}

/** Rings of an area as files write them: closed, the outline against the clock and holes with it (RFC 7946). */
function writtenRings(shape: Exclude<Shape, { type: 'corridor' }>): LonLat[][] {
  const rings = shape.type === 'circle' ? [circle(shape.center, shape.radius)] : ringsOf(shape);
  return rings.map((ring, index) => (turnsLeft(ring) === (index === 0) ? ring : ring.toReversed()));
}

function circle([longitude, latitude]: LonLat, radius: number): LonLat[] {
  const ring = Array.from({ length: CORNERS }, (_, corner): LonLat => {
    const [lat, lon] = destination(latitude, longitude, (corner * 360) / CORNERS, radius);
    return [round(lon), round(lat)];
  });
  return [...ring, ring[0]];
}

const round = (degrees: number): number => Number(degrees.toFixed(7));

function turnsLeft(ring: readonly LonLat[]): boolean {
  let sum = 0;
  for (let index = 1; index < ring.length; index++)
    sum += (ring[index][0] - ring[index - 1][0]) * (ring[index][1] + ring[index - 1][1]);
  return sum < 0;
}

function geoJson(areas: readonly WrittenArea[]): string {
  const features = areas.map((area) => {
    const { name, description = '', shape } = area;
    const about = { name, ...(description !== '' && { description }), ...figuresOf(area) };
    if (shape.type === 'circle')
      return {
        type: 'Feature',
        geometry: { type: 'Point', coordinates: shape.center },
        properties: { ...about, radius: shape.radius },
      };
    if (shape.type === 'corridor')
      return {
        type: 'Feature',
        geometry: { type: 'LineString', coordinates: shape.coordinates },
        properties: { ...about, width: shape.width },
      };
    return { type: 'Feature', geometry: { type: 'Polygon', coordinates: writtenRings(shape) }, properties: about };
  });
  return `${JSON.stringify({ type: 'FeatureCollection', features })}\n`;
}

const XML = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true });
const HEAD = { '?xml': { '@version': '1.0', '@encoding': 'UTF-8' } };
const places = (line: readonly LonLat[]): string =>
  line.map(([longitude, latitude]) => `${longitude},${latitude},0`).join(' ');

function kml(areas: readonly WrittenArea[]): string {
  const placemarks = areas.map((area) => {
    const { name, description = '', shape } = area;
    const figures = {
      ...figuresOf(area),
      ...(shape.type === 'circle' && { radius: shape.radius }),
      ...(shape.type === 'corridor' && { width: shape.width }),
    };
    const data = Object.entries(figures).map(([key, value]) => ({ '@name': key, value }));
    const about = {
      name,
      ...(description !== '' && { description }),
      ...(data.length > 0 && { ExtendedData: { Data: data } }),
    };
    if (shape.type === 'corridor')
      return { ...about, LineString: { tessellate: 1, coordinates: places(unwrapped(shape.coordinates)) } };
    const [outline, ...holes] = writtenRings(shape);
    return {
      ...about,
      Polygon: {
        outerBoundaryIs: { LinearRing: { coordinates: places(outline) } },
        innerBoundaryIs: holes.map((hole) => ({ LinearRing: { coordinates: places(hole) } })),
      },
    };
  });
  return XML.build({
    ...HEAD,
    kml: { '@xmlns': 'http://www.opengis.net/kml/2.2', Document: { Placemark: placemarks } },
  });
}

/**
 * GPX has no areas: circles are waypoints, corridors routes, polygons tracks of type `area` with a segment for each
 * ring.
 */
function gpx(areas: readonly WrittenArea[]): string {
  const point = ([longitude, latitude]: LonLat) => ({ '@lat': latitude, '@lon': longitude });
  const of = <Type extends Shape['type']>(type: Type) =>
    areas.flatMap(({ name, description = '', shape }) =>
      shape.type === type ? [{ name, description, shape: shape as Extract<Shape, { type: Type }> }] : [],
    );
  const about = (name: string, desc: string) => ({ name, ...(desc !== '' && { desc }) });
  return XML.build({
    ...HEAD,
    gpx: {
      '@version': '1.1',
      '@creator': 'Wayline',
      '@xmlns': 'http://www.topografix.com/GPX/1/1',
      wpt: of('circle').map(({ name, description, shape }) => ({
        ...point(shape.center),
        ...about(name, description || `${shape.radius} m`),
      })),
      rte: of('corridor').map(({ name, description, shape }) => ({
        ...about(name, description),
        rtept: shape.coordinates.map(point),
      })),
      trk: of('polygon').map(({ name, description, shape }) => ({
        ...about(name, description),
        type: AREA_TRACK,
        trkseg: writtenRings(shape).map((ring) => ({ trkpt: ring.map(point) })),
      })),
    },
  });
}

/** A line each: the name, a tab, and the geometry, longitude first. */
function wkt(areas: readonly WrittenArea[]): string {
  const list = (line: readonly LonLat[]): string => `(${line.map((place) => place.join(' ')).join(', ')})`;
  return areas
    .map(({ name, shape }) => {
      const geometry =
        shape.type === 'corridor'
          ? `LINESTRING ${list(unwrapped(shape.coordinates))}`
          : `POLYGON (${writtenRings(shape).map(list).join(', ')})`;
      return `${name.replaceAll(/\s+/g, ' ')}\t${geometry}\n`;
    })
    .join('');
}
