import { fromIso } from '../../../src/domain/base/index.ts';
import type { Position } from '../../../src/domain/telemetry/index.ts';
import { Budget, type ExportFormat, type ExportSource } from './types.ts';

/** A pause longer than this starts a new segment: what lies between is not known. Milliseconds. */
const SEGMENT_GAP = 5 * 60_000;
/** Points of one gx:Track, which needs its times before its coordinates and so is held in memory. */
const TRACK_POINTS = 1_000;

/** GPX 1.1: a track for each unit, a segment for each stretch without a gap. */
export const gpx: ExportFormat = {
  contentType: 'application/gpx+xml; charset=utf-8',
  extension: 'gpx',
  async *write(source: ExportSource) {
    const budget = new Budget(source.limit);
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Wayline" xmlns="http://www.topografix.com/GPX/1/1">\n';
    for (const unitId of source.unitIds) {
      yield* gpxTrack(source, unitId, budget);
      if (budget.exhausted) break;
    }
    if (budget.exhausted) yield `<!-- truncated after ${source.limit} positions -->\n`;
    yield '</gpx>\n';
  },
};

async function* gpxTrack(source: ExportSource, unitId: number, budget: Budget): AsyncGenerator<string> {
  let last: number | null = null;
  for await (const { position, verdict } of source.read([unitId])) {
    if (verdict !== 'valid') continue;
    if (!budget.take()) break;
    const time = fromIso(position.time);
    if (last === null) yield `<trk><name>${escapeXml(source.nameOf(unitId))}</name><trkseg>\n`;
    else if (time - last > SEGMENT_GAP) yield '</trkseg><trkseg>\n';
    last = time;
    const elevation = Number.isFinite(position.altitude) ? `<ele>${position.altitude}</ele>` : '';
    yield `<trkpt lat="${position.latitude}" lon="${position.longitude}">${elevation}<time>${position.time}</time></trkpt>\n`;
  }
  if (last !== null) yield '</trkseg></trk>\n';
}

/** KML 2.2 with Google's track extension: a placemark for each unit, playable on a time slider. */
export const kml: ExportFormat = {
  contentType: 'application/vnd.google-earth.kml+xml; charset=utf-8',
  extension: 'kml',
  async *write(source: ExportSource) {
    const budget = new Budget(source.limit);
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>Wayline</name>\n';
    for (const unitId of source.unitIds) {
      yield* kmlPlacemark(source, unitId, budget);
      if (budget.exhausted) break;
    }
    if (budget.exhausted) yield `<!-- truncated after ${source.limit} positions -->\n`;
    yield '</Document></kml>\n';
  },
};

async function* kmlPlacemark(source: ExportSource, unitId: number, budget: Budget): AsyncGenerator<string> {
  let opened = false;
  let pending: Position[] = [];
  for await (const { position, verdict } of source.read([unitId])) {
    if (verdict !== 'valid') continue;
    if (!budget.take()) break;
    if (!opened)
      yield `<Placemark><name>${escapeXml(source.nameOf(unitId))}</name><gx:MultiTrack><gx:interpolate>0</gx:interpolate>\n`;
    opened = true;
    const last = pending.at(-1);
    if (last && (pending.length >= TRACK_POINTS || fromIso(position.time) - fromIso(last.time) > SEGMENT_GAP)) {
      yield kmlTrack(pending);
      pending = [];
    }
    pending.push(position);
  }
  if (pending.length > 0) yield kmlTrack(pending);
  if (opened) yield '</gx:MultiTrack></Placemark>\n';
}

function kmlTrack(positions: readonly Position[]): string {
  const when = positions.map((position) => `<when>${position.time}</when>`);
  const where = positions.map(({ longitude, latitude, altitude }) => {
    return `<gx:coord>${longitude} ${latitude} ${Number.isFinite(altitude) ? altitude : 0}</gx:coord>`;
  });
  return `<gx:Track>${when.join('')}${where.join('')}</gx:Track>\n`;
}

/** Text inside an element. Characters that XML cannot hold at all are left out. */
function escapeXml(text: string): string {
  return [...text]
    .filter((character) => isXmlCharacter(character.codePointAt(0) ?? 0))
    .join('')
    .replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);
}

/** XML 1.0, production 2. */
function isXmlCharacter(code: number): boolean {
  return (
    code === 0x9 ||
    code === 0xa ||
    code === 0xd ||
    (code >= 0x20 && code <= 0xd7ff) ||
    (code >= 0xe000 && code <= 0xfffd) ||
    code >= 0x10000
  );
}
