import { failure, isPosition, success, type Result } from '../../../domain/base/index.ts';
import type { LonLat } from '../../../domain/geometry/index.ts';

/**
 * What a file says of a route: named places in their order, and the line of the track; both may be empty, not together.
 */
export interface RouteFile {
  readonly places: readonly { readonly name: string; readonly at: LonLat }[];
  readonly line: readonly LonLat[];
}

/** `place`: which element of the file it is about, or which line, from 1; 0: all of it. */
export interface RouteFileFault {
  readonly code: 'unreadable' | 'unreadableLine' | 'unknown' | 'empty' | 'position';
  readonly place: number;
}

/** Largest file that is read, bytes. */
export const LARGEST_FILE = 20 * 1024 * 1024;

type Read = Result<RouteFile, RouteFileFault>;

/** Reads GPX (routes, tracks, waypoints), KML and GeoJSON by what the text is, whatever the file is called. */
export function readRouteFile(text: string): Read {
  const start = text.trimStart();
  const read = start.startsWith('{') ? readGeoJson(start) : readXml(start);
  if (!read.ok) return read;
  const { places, line } = read.value;
  if (places.length === 0 && line.length < 2) return failure({ code: 'empty', place: 0 });
  const wrong = [...places.map(({ at }) => at), ...line].findIndex(
    ([longitude, latitude]) => !isPosition(latitude, longitude),
  );
  return wrong >= 0 ? failure({ code: 'position', place: wrong + 1 }) : read;
}

function readXml(text: string): Read {
  const file = new DOMParser().parseFromString(text, 'text/xml');
  const broken = file.querySelector('parsererror');
  if (broken) return unreadable(broken.textContent);
  const kind = file.documentElement.localName;
  if (kind === 'gpx') return success(readGpx(file));
  return kind === 'kml' ? success(readKml(file)) : failure({ code: 'unknown', place: 0 });
}

/** Browsers say in which line of a file they could read no further. */
function unreadable(words: string): Read {
  const line = /line (?:number )?(\d+)/i.exec(words)?.[1];
  return failure(
    line === undefined ? { code: 'unreadable', place: 0 } : { code: 'unreadableLine', place: Number(line) },
  );
}

const named = (element: Element): string => child(element, 'name')?.textContent?.trim() ?? '';
const child = (element: Element, name: string): Element | undefined =>
  [...element.children].find((each) => each.localName === name);
const all = (file: Document | Element, name: string): Element[] =>
  [...file.querySelectorAll('*')].filter(({ localName }) => localName === name);
const gpxPlace = (element: Element): LonLat => [
  Number(element.getAttribute('lon') ?? 'x'),
  Number(element.getAttribute('lat') ?? 'x'),
];

/** Points of a planned route are places; of a recorded track only the line counts, beside waypoints. */
function readGpx(file: Document): RouteFile {
  const track = all(file, 'trkpt').map(gpxPlace);
  const planned = all(file, 'rtept');
  const waypoints = all(file, 'wpt');
  const places = (
    waypoints.length > 0 && planned.length > 100 ? waypoints : planned.length > 0 ? planned : waypoints
  ).map((element) => ({ name: named(element), at: gpxPlace(element) }));
  return { places, line: track.length > 0 ? track : planned.map(gpxPlace) };
}

function readKml(file: Document): RouteFile {
  const positions = (element: Element): LonLat[] =>
    (element.textContent ?? '')
      .trim()
      .split(/\s+/)
      .map((each) => each.split(','))
      .map(([longitude = 'x', latitude = 'x']) => [Number(longitude), Number(latitude)]);
  const coordinates = (element: Element): LonLat[] => all(element, 'coordinates').flatMap(positions);
  const places = all(file, 'Placemark').flatMap((mark) =>
    all(mark, 'Point').flatMap((point) => coordinates(point).map((at) => ({ name: named(mark), at }))),
  );
  return { places, line: all(file, 'LineString').flatMap(coordinates) };
}

function readGeoJson(text: string): Read {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch (error) {
    return unreadable(error instanceof Error ? error.message : '');
  }
  const places: { name: string; at: LonLat }[] = [];
  const line: LonLat[] = [];
  const visit = (value: unknown, name: string): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, features, geometry, geometries, coordinates, properties } = value as Record<string, unknown>;
    if (Array.isArray(features)) for (const feature of features) visit(feature, '');
    if (Array.isArray(geometries)) for (const each of geometries) visit(each, name);
    if (type === 'Feature') visit(geometry, nameIn(properties));
    if (type === 'Point') places.push({ name, at: lonLat(coordinates) });
    if (type === 'MultiPoint' && Array.isArray(coordinates))
      for (const each of coordinates) places.push({ name, at: lonLat(each) });
    if (type === 'LineString' && Array.isArray(coordinates)) line.push(...coordinates.map(lonLat));
    if (type === 'MultiLineString' && Array.isArray(coordinates)) line.push(...coordinates.flat().map(lonLat));
  };
  visit(root, '');
  return success({ places, line });
}

const nameIn = (properties: unknown): string => {
  const name: unknown = typeof properties === 'object' && properties !== null ? Reflect.get(properties, 'name') : '';
  return typeof name === 'string' ? name : '';
};

const lonLat = (value: unknown): LonLat =>
  Array.isArray(value) ? [Number(value[0] ?? Number.NaN), Number(value[1] ?? Number.NaN)] : [Number.NaN, Number.NaN];
