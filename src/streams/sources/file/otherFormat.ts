/** Where a format's mark stands in the bytes of a file. */
const BINARY: readonly (readonly [format: string, at: number, mark: readonly number[]])[] = [
  ['FIT', 8, [0x2e, 0x46, 0x49, 0x54]],
  ['ZIP (KMZ)', 0, [0x50, 0x4b, 0x03, 0x04]],
  ['gzip', 0, [0x1f, 0x8b]],
];

const XML: Readonly<Record<string, string>> = {
  kml: 'KML',
  TrainingCenterDatabase: 'TCX',
  html: 'HTML',
  osm: 'OpenStreetMap XML',
  svg: 'SVG',
};

const TEXT: readonly (readonly [format: string, mark: RegExp])[] = [
  ['NMEA', /^[$!][A-Z]{4,}\w*,/],
  ['IGC', /^A[A-Z0-9]{3,}.*[\r\n]+[HIJ][A-Z0-9]/],
  ['OziExplorer', /^OziExplorer \w/],
  ['SubRip', /^\d+\r?\n\d\d:\d\d:\d\d,\d{3} --> /],
  ['WLN', /^REG;/],
  [
    'GeoJSON',
    /^\{[^]{0,2000}?"type"\s*:\s*"(Feature|FeatureCollection|GeometryCollection|(Multi)?(Point|LineString|Polygon))"/,
  ],
  ['JSON', /^[[{]/],
];

/** The format of bytes that no text begins with; null when they may be a text. */
export function binaryFormat(bytes: Uint8Array): string | null {
  return BINARY.find(([, at, mark]) => mark.every((value, place) => bytes[at + place] === value))?.[0] ?? null;
}

/** The format of a text that is not read here, by how it begins; null when it may be GPX or a table. */
export function textFormat(start: string): string | null {
  if (start.startsWith('<')) return XML[rootOf(start)] ?? null;
  return TEXT.find(([, mark]) => mark.test(start))?.[0] ?? null;
}

/** The name of the first element, without its namespace; empty when there is none. */
function rootOf(xml: string): string {
  const prolog = /^(\s*(<\?[^]*?\?>|<!--[^]*?-->|<!DOCTYPE[^>[]*>))*\s*/i.exec(xml)?.[0].length ?? 0;
  return /^<(?:[\w.-]+:)?([\w.-]+)/.exec(xml.slice(prolog, prolog + 200))?.[1] ?? '';
}
