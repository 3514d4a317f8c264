/** Where a format's mark is in the bytes of a file. */
const BINARY: readonly (readonly [format: string, at: number, mark: readonly number[]])[] = [
  ['FIT', 8, [0x2e, 0x46, 0x49, 0x54]],
  ['ZIP (KMZ)', 0, [0x50, 0x4b, 0x03, 0x04]],
  ['gzip', 0, [0x1f, 0x8b]],
];

/** Pictures by their marks; photographs know where they were taken, but are no track. */
const PICTURES: typeof BINARY = [
  ['JPEG', 0, [0xff, 0xd8, 0xff]],
  ['PNG', 0, [0x89, 0x50, 0x4e, 0x47]],
  ['GIF', 0, [0x47, 0x49, 0x46, 0x38]],
  ['WebP', 8, [0x57, 0x45, 0x42, 0x50]],
  ['TIFF', 0, [0x49, 0x49, 0x2a, 0x00]],
  ['TIFF', 0, [0x4d, 0x4d, 0x00, 0x2a]],
  ['HEIC', 4, [0x66, 0x74, 0x79, 0x70, 0x68, 0x65]],
  ['AVIF', 4, [0x66, 0x74, 0x79, 0x70, 0x61, 0x76, 0x69, 0x66]],
  ['BMP', 0, [0x42, 0x4d]],
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
export const binaryFormat = (bytes: Uint8Array): string | null => formatAmong(BINARY, bytes);

/**
 * The format of a picture; null when the bytes are none. Two letters may begin a text as well, so BMP has a zero byte
 * behind.
 */
export function pictureFormat(bytes: Uint8Array): string | null {
  const format = formatAmong(PICTURES, bytes);
  return format === 'BMP' && !bytes.subarray(2).includes(0) ? null : format;
}

function formatAmong(formats: typeof BINARY, bytes: Uint8Array): string | null {
  return formats.find(([, at, mark]) => mark.every((value, place) => bytes[at + place] === value))?.[0] ?? null;
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
