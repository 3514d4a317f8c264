import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { failure, success, type Result } from '../../../../domain/base/index.ts';
import { unwrapped, type LonLat } from '../../../../domain/geometry/index.ts';
import { AREA_TRACK, FIGURES, type AreaFileProblem, type FoundArea, type FoundGeometry } from './foundArea.ts';

type Element = Readonly<Record<string, unknown>>;

const PLAIN = new Set(['kml', 'gpx']);

const PARSER = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: { enabled: true, maxTotalExpansions: Infinity, maxExpandedLength: Infinity },
  captureMetaData: true,
  isArray: (name, _, __, isAttribute) => !isAttribute && !PLAIN.has(name),
});

/** Reads KML 2.2 and GPX 1.1. Document types and entities are refused: they are how XML attacks its reader. */
export function readXml(text: string): Result<readonly FoundArea[], AreaFileProblem> {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return failure({ key: 'forbiddenXml' });
  const valid = XMLValidator.validate(text);
  if (valid !== true) return failure({ key: 'notXml', values: { line: valid.err.line, detail: valid.err.msg } });
  let root: unknown;
  try {
    root = PARSER.parse(text);
  } catch (error) {
    // Valid XML that the parser will not take, such as hundreds of elements within each other.
    return failure({ key: 'refusedXml', values: { detail: error instanceof Error ? error.message : '' } });
  }
  if (!isElement(root)) return failure({ key: 'unknown' });
  if (isElement(root['kml'])) return success(placemarksOf(root['kml']).flatMap(readPlacemark));
  if (isElement(root['gpx'])) return success(readGpx(root['gpx']));
  // A KML or GPX element without anything in it comes as a text.
  return root['kml'] === '' || root['gpx'] === '' ? success([]) : failure({ key: 'unknown' });
}

const isElement = (value: unknown): value is Element =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const childrenOf = (element: Element, name: string): Element[] => {
  const children = element[name];
  return Array.isArray(children) ? children.filter(isElement) : [];
};
function textOf(element: Element, name: string): string {
  const [first] = Array.isArray(element[name]) ? (element[name] as unknown[]) : [];
  if (typeof first === 'string') return first.trim();
  return isElement(first) && typeof first['#text'] === 'string' ? first['#text'].trim() : '';
}

/**
 * Placemarks of a document and of all its folders, in the order of the file: their numbers are shown to find them
 * there.
 */
function placemarksOf(element: Element): Element[] {
  return placemarksWithin(element).toSorted((a, b) => startOf(a) - startOf(b));
}

/** Where an element begins in its file. */
function startOf(element: Element): number {
  const about: unknown = Reflect.get(element, XMLParser.getMetaDataSymbol() as symbol);
  return isElement(about) ? Number(about['startIndex']) : 0;
}

function placemarksWithin(element: Element): Element[] {
  const inside = ['Document', 'Folder'].flatMap((name) => childrenOf(element, name).flatMap(placemarksWithin));
  return [...childrenOf(element, 'Placemark'), ...inside];
}

function readPlacemark(placemark: Element, index: number): FoundArea[] {
  const data = dataOf(placemark);
  const about = {
    name: textOf(placemark, 'name'),
    description: textOf(placemark, 'description'),
    number: index + 1,
    figures: Object.fromEntries(FIGURES.flatMap((name) => (data.has(name) ? [[name, data.get(name)]] : []))),
  };
  const [radius, width] = [sizeOf(data, 'radius'), sizeOf(data, 'width')];
  const geometries = geometriesOf(placemark).map((geometry) => asCorridor(asCircle(geometry, radius), width));
  return (geometries.length > 0 ? geometries : [{ type: 'none' as const }]).map((geometry) => ({ ...about, geometry }));
}

function geometriesOf(element: Element): FoundGeometry[] {
  return [
    ...childrenOf(element, 'Point').map((point): FoundGeometry => {
      const [place] = coordinatesOf(point);
      return place === undefined ? { type: 'none' } : { type: 'point', point: place };
    }),
    ...childrenOf(element, 'LineString').map((line): FoundGeometry => ({ type: 'line', line: coordinatesOf(line) })),
    ...childrenOf(element, 'Polygon').map((polygon): FoundGeometry => ({
      type: 'polygon',
      rings: ['outerBoundaryIs', 'innerBoundaryIs'].flatMap((name) =>
        childrenOf(polygon, name).flatMap((boundary) => childrenOf(boundary, 'LinearRing').map(coordinatesOf)),
      ),
    })),
    ...childrenOf(element, 'Track').map((track): FoundGeometry => ({
      type: 'line',
      line: (Array.isArray(track['coord']) ? track['coord'] : []).flatMap((text) =>
        pairs(String(text).trim().replaceAll(/\s+/g, ',')),
      ),
    })),
    ...childrenOf(element, 'MultiGeometry').flatMap(geometriesOf),
    ...childrenOf(element, 'MultiTrack').flatMap(geometriesOf),
  ];
}

const coordinatesOf = (element: Element): LonLat[] => textOf(element, 'coordinates').split(/\s+/).flatMap(pairs);

/**
 * `longitude,latitude[,altitude]`; what cannot be read is a place that is none, so that its shape is refused and not
 * another one.
 */
function pairs(text: string): LonLat[] {
  if (text === '') return [];
  const [longitude, latitude] = text.split(',').map(Number);
  return [[longitude ?? Number.NaN, latitude ?? Number.NaN]];
}

/** What is written beside the geometry, by its name. */
function dataOf(placemark: Element): ReadonlyMap<string, string> {
  const data = childrenOf(placemark, 'ExtendedData').flatMap((each) => childrenOf(each, 'Data'));
  return new Map(data.map((each) => [String(each['@name']), textOf(each, 'value')]));
}

/**
 * A size beside the geometry. Circles and corridors have no form in KML: programs write a polygon of many corners or a
 * line, and the radius or the width beside it.
 */
function sizeOf(data: ReadonlyMap<string, string>, name: 'radius' | 'width'): number | null {
  const value = Number(data.get(name));
  return value > 0 ? value : null;
}

const asCorridor = (geometry: FoundGeometry, width: number | null): FoundGeometry =>
  geometry.type === 'line' && width !== null ? { ...geometry, width } : geometry;

function asCircle(geometry: FoundGeometry, radius: number | null): FoundGeometry {
  if (radius === null) return geometry;
  if (geometry.type === 'point') return { type: 'circle', center: geometry.point, radius };
  if (geometry.type !== 'polygon' || geometry.rings.length !== 1) return geometry;
  // Over the date line the middle is not that of the figures, which change their sign there.
  const ring = unwrapped(geometry.rings[0].slice(0, -1));
  const [longitudes, latitudes] = [ring.map(([longitude]) => longitude), ring.map(([, latitude]) => latitude)];
  const middle = (values: readonly number[]): number => (Math.min(...values) + Math.max(...values)) / 2;
  return { type: 'circle', center: [middle(longitudes), middle(latitudes)], radius };
}

/** Waypoints are points, routes and tracks lines; each segment of a track is one, but for outlines of our own. */
function readGpx(gpx: Element): FoundArea[] {
  let number = 0;
  const about = (element: Element) => ({
    name: textOf(element, 'name'),
    description: textOf(element, 'desc'),
    number: ++number,
  });
  const place = (point: Element): LonLat => [Number(point['@lon']), Number(point['@lat'])];
  return [
    ...childrenOf(gpx, 'wpt').map((point) => ({
      ...about(point),
      geometry: { type: 'point' as const, point: place(point) },
    })),
    ...childrenOf(gpx, 'rte').map((route) => ({
      ...about(route),
      geometry: { type: 'line' as const, line: childrenOf(route, 'rtept').map(place) },
    })),
    ...childrenOf(gpx, 'trk').flatMap((track): FoundArea[] => {
      const words = about(track);
      const lines = childrenOf(track, 'trkseg').map((segment) => childrenOf(segment, 'trkpt').map(place));
      if (textOf(track, 'type') === AREA_TRACK) return [{ ...words, geometry: { type: 'polygon', rings: lines } }];
      return lines.map((line) => ({ ...words, geometry: { type: 'line', line } }));
    }),
  ];
}
