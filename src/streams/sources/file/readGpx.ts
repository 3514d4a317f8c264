import { XMLParser, XMLValidator } from 'fast-xml-parser';
import {
  METRE_PER_SECOND_IN_KMH,
  failure,
  fromIso,
  isPosition,
  success,
  type Instant,
  type Result,
} from '../../../domain/base/index.ts';
import { IGNITION } from '../../../domain/telemetry/index.ts';
import { LeftOut, placeOf, problemAt, type FileProblem, type FileProblemKey } from './fileProblem.ts';
import { isFixTime, isZeroPosition, type FileFix, type FileTrack, type ParsedFile } from './trackFile.ts';

/** Elements that occur many times, so that one of them is a list as well. */
const LISTS: ReadonlySet<string> = new Set(['trk', 'trkseg', 'trkpt', 'rte', 'rtept']);
/** Under this key the parser keeps where an element began. Its types say `Symbol`, the object. */
const PLACE = XMLParser.getMetaDataSymbol() as symbol;

/** A parsed element: texts, children, and where it began. */
type Element = Readonly<Record<string | symbol, unknown>>;

/**
 * Reads the tracks of a GPX 1.0 or 1.1 file. Document types and entities are refused: they have no
 * place in a track, and are how XML attacks its reader.
 */
export function readGpx(text: string, name: string): Result<ParsedFile, FileProblem> {
  const forbidden = /<!(DOCTYPE|ENTITY)/i.exec(text);
  if (forbidden !== null) return failure(atIndex('file.forbiddenXml', text, forbidden.index));
  const valid = XMLValidator.validate(text);
  if (valid !== true)
    return failure(problemAt('file.notXml', valid.err.line, valid.err.col, { detail: valid.err.msg }));
  const root: unknown = createParser().parse(text);
  // An empty element comes as a text.
  if ((root as Element).gpx === '') return failure(problemAt('file.gpxNoTrack', 1, 1));
  const gpx = elementOf(root, 'gpx');
  if (gpx === null) return failure({ key: 'file.unknownFormat', values: { name } });
  const timed = readTracks(text, gpx, false);
  // Where no point has a time the track is a line that does not move.
  return !timed.ok && timed.error.key === 'file.noTime' ? readTracks(text, gpx, true) : timed;
}

function readTracks(text: string, gpx: Element, isStill: boolean): Result<ParsedFile, FileProblem> {
  const reader = new GpxReader(text, isStill);
  const tracks = childrenOf(gpx, 'trk').map((track) => reader.readTrack(track));
  if (tracks.every((track) => track.fixes.length === 0)) return failure(reader.whyNothing());
  return success({ tracks, leftOut: reader.leftOut, hasUnknownSpeeds: false, isStill });
}

function createParser(): XMLParser {
  return new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '@',
    removeNSPrefix: true,
    parseTagValue: false,
    parseAttributeValue: false,
    processEntities: false,
    captureMetaData: true,
    isArray: (name) => LISTS.has(name),
  });
}

class GpxReader {
  readonly leftOut = new LeftOut();
  readonly #text: string;
  readonly #isStill: boolean;
  /** Points that were read: in a still track their order stands for their times. */
  #count = 0;

  /** `isStill`: times do not count. */
  constructor(text: string, isStill: boolean) {
    this.#text = text;
    this.#isStill = isStill;
  }

  readTrack(track: Element): FileTrack {
    const fixes: FileFix[] = [];
    for (const segment of childrenOf(track, 'trkseg')) {
      for (const point of childrenOf(segment, 'trkpt')) {
        const fix = this.#readPoint(point);
        if (fix !== null) fixes.push(fix);
      }
    }
    return { name: plainText(textOf(track, 'name')), fixes };
  }

  whyNothing(): FileProblem {
    if (this.leftOut.countOf('file.noTime') > 0) return problemAt('file.noTime', 1, 1);
    const [first] = this.leftOut.problems;
    if (first !== undefined) return first;
    return problemAt('file.gpxNoTrack', 1, 1);
  }

  #readPoint(point: Element): FileFix | null {
    const latitude = numberOf(point['@lat']);
    const longitude = numberOf(point['@lon']);
    if (!isPosition(latitude, longitude)) return this.#leaveOut(point, 'file.badCoordinate');
    if (isZeroPosition(latitude, longitude)) return this.#leaveOut(point, 'file.zeroPosition');
    const time = this.#timeOf(point);
    if (typeof time === 'string') return this.#leaveOut(point, time);
    const extensions = elementOf(point, 'extensions');
    const detail = extensions === null ? null : (elementOf(extensions, 'TrackPointExtension') ?? extensions);
    const value = (name: string): number =>
      firstNumber(textOf(point, name), detail === null ? '' : textOf(detail, name));
    return {
      time,
      latitude,
      longitude,
      speed: value('speed') * METRE_PER_SECOND_IN_KMH,
      course: value('course'),
      ignition: IGNITION.unknown,
    };
  }

  #timeOf(point: Element): Instant | FileProblemKey {
    if (this.#isStill) return this.#count++;
    const written = textOf(point, 'time');
    if (written === '') return 'file.noTime';
    const time = fromIso(/[zZ]|[+-]\d\d:?\d\d$/.test(written) ? written : `${written}Z`);
    return isFixTime(time) ? time : 'file.badTime';
  }

  #leaveOut(point: Element, key: FileProblemKey): null {
    this.leftOut.add(key, () => placeOf(this.#text, startOf(point)));
    return null;
  }
}

function atIndex(key: FileProblemKey, text: string, index: number): FileProblem {
  const { line, column } = placeOf(text, index);
  return problemAt(key, line, column);
}

function startOf(element: Element): number {
  return (element[PLACE] as { startIndex?: number } | undefined)?.startIndex ?? 0;
}

function elementOf(parent: unknown, name: string): Element | null {
  const child = (parent as Element)[name];
  const only: unknown = Array.isArray(child) ? child[0] : child;
  return typeof only === 'object' && only !== null ? (only as Element) : null;
}

function childrenOf(parent: Element, name: string): readonly Element[] {
  const children = parent[name];
  // An element without content comes as an empty text.
  return Array.isArray(children)
    ? children.filter((child): child is Element => typeof child === 'object' && child !== null)
    : [];
}

function textOf(parent: Element, name: string): string {
  const child = parent[name];
  const text: unknown = typeof child === 'object' && child !== null ? (child as Element)['#text'] : child;
  return typeof text === 'string' ? text.trim() : '';
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Text with the five entities and the character numbers that XML itself knows, and no others, written out. */
function plainText(text: string): string {
  return text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(amp|lt|gt|quot|apos));/gi,
    (whole: string, decimal?: string, hex?: string, name?: string) => {
      if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}

function numberOf(value: unknown): number {
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
}

function firstNumber(...texts: readonly string[]): number {
  for (const text of texts) {
    const value = numberOf(text);
    if (Number.isFinite(value)) return value;
  }
  return Number.NaN;
}
