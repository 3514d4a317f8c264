import { failure, success, type Result } from '../../../../domain/base/index.ts';
import type { LonLat } from '../../../../domain/geometry/index.ts';
import type { AreaFileProblem, FoundArea, FoundGeometry } from './foundArea.ts';

const KINDS =
  /^(?:SRID=\d+;)?\s*(CIRCLE|POINT|LINESTRING|POLYGON|MULTIPOINT|MULTILINESTRING|MULTIPOLYGON)\s*Z?\s*(\(.*\))\s*;?$/is;

/**
 * Reads WKT, a geometry a line; a name may come before it, behind a tab. Traccar writes latitude before longitude and
 * has circles (`CIRCLE (lat lon, radius)`): such a file is read in its order.
 */
export function readWkt(text: string): Result<readonly FoundArea[], AreaFileProblem> {
  const lines = joined(text);
  const read = lines.map(({ line }) => {
    const [name, wkt] = line.includes('\t')
      ? [line.slice(0, line.indexOf('\t')), line.slice(line.lastIndexOf('\t') + 1)]
      : ['', line];
    return { name: name.trim(), match: KINDS.exec(wkt.trim()) };
  });
  if (read.every(({ match }) => match === null)) return failure({ key: 'unknown' });
  const isLatitudeFirst = isTraccar(read.map(({ match }) => match));
  return success(
    read.flatMap(({ name, match }, index) => {
      const about = { name, description: '', number: lines[index].number };
      const geometries =
        match === null ? [{ type: 'none' as const }] : geometriesOf(match[1].toUpperCase(), match[2], isLatitudeFirst);
      return geometries.map((geometry) => ({ ...about, geometry }));
    }),
  );
}

/** Lines of a file with their numbers; one whose brackets are open goes on in the next. */
function joined(text: string): { number: number; line: string }[] {
  const lines: { number: number; line: string }[] = [];
  let depth = 0;
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    const last = lines.at(-1);
    if (depth > 0 && last) last.line += ` ${line}`;
    else if (line.trim() !== '') lines.push({ number: index + 1, line });
    depth = Math.max(0, depth + (line.split('(').length - line.split(')').length));
  }
  return lines;
}

/**
 * Only Traccar has circles; and a second figure beyond 90 is no latitude, a first one beyond it no longitude of its
 * order.
 */
function isTraccar(matches: readonly (RegExpExecArray | null)[]): boolean {
  let [firstBeyond, secondBeyond, hasCircle] = [false, false, false];
  for (const match of matches) {
    if (match === null) continue;
    hasCircle ||= match[1].toUpperCase() === 'CIRCLE';
    for (const [first, second] of match[2]
      .matchAll(/(-?[\d.]+)\s+(-?[\d.]+)/g)
      .map(([, a, b]) => [Number(a), Number(b)])) {
      firstBeyond ||= Math.abs(first) > 90;
      secondBeyond ||= Math.abs(second) > 90;
    }
  }
  return !firstBeyond && (hasCircle || secondBeyond);
}

function geometriesOf(kind: string, body: string, isLatitudeFirst: boolean): FoundGeometry[] {
  const place = (text: string): LonLat => {
    const [first, second] = text.trim().split(/\s+/).map(Number);
    const [a, b] = [first ?? Number.NaN, second ?? Number.NaN];
    return isLatitudeFirst ? [b, a] : [a, b];
  };
  const line = (text: string): LonLat[] => text.replaceAll(/[()]/g, '').split(',').map(place);
  if (kind === 'CIRCLE') {
    const [center, radius] = body.replaceAll(/[()]/g, '').split(',');
    return [{ type: 'circle', center: place(center ?? ''), radius: Number(radius) }];
  }
  const lists = groups(body);
  if (kind === 'POINT' || kind === 'MULTIPOINT') return line(body).map((point) => ({ type: 'point', point }));
  if (kind === 'LINESTRING') return [{ type: 'line', line: line(body) }];
  if (kind === 'MULTILINESTRING') return lists.map((each) => ({ type: 'line', line: line(each) }));
  if (kind === 'POLYGON') return [{ type: 'polygon', rings: lists.map(line) }];
  return lists.map((each) => ({ type: 'polygon', rings: groups(each).map(line) }));
}

/** What is in the brackets within a pair of brackets. */
function groups(text: string): string[] {
  const found: string[] = [];
  let [depth, from] = [0, 0];
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '(' && ++depth === 2) from = at;
    else if (text[at] === ')' && depth-- === 2) found.push(text.slice(from, at + 1));
  }
  return found;
}
