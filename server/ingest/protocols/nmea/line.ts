import { hexAt, latin1, sameText } from '../shared/index.ts';

const DOLLAR = 0x24;
const STAR = 0x2a;
const SPACE = 0x20;
/** Field behind the checksum where one vendor puts the IMEI. */
const TRAILING_IDENTIFIER = /^,[^,]*,(\d{15})(?:,|$)/;
const SPOKEN = /^IMEI[ =:]\s*([0-9A-Za-z-]{5,24})$/;
/** The one sentence that has no dollar sign. */
const BARE = 'QZE,';
/** A line that is nothing but an identifier. */
const ALONE = /^[0-9A-F]{8,24}$/;
const PREFIX = /^(?=.*\d)[0-9A-Za-z_-]{5,24}$/;

/** A line taken apart; one object serves line after line. */
export interface NmeaLine {
  /** The sentence between `$` and `*`, or an empty range when the line has none. */
  start: number;
  end: number;
  /** What is in front of the sentence, behind it, or alone and names the device; empty when nothing does. */
  identifier: string;
  checksum: 'right' | 'wrong' | 'absent';
  /** What is behind the checksum of a maker that puts the identifier there; empty otherwise. */
  tail: string;
}

export const createLine = (): NmeaLine => ({ start: 0, end: 0, identifier: '', checksum: 'absent', tail: '' });

/** Takes `bytes[start, end)` apart. */
export function readLine(line: NmeaLine, bytes: Uint8Array, start: number, end: number): void {
  const found = bytes.indexOf(DOLLAR, start);
  const dollar = found < 0 || found >= end ? -1 : found;
  line.identifier = '';
  line.checksum = 'absent';
  line.tail = '';
  if (dollar < 0 && sameText(bytes, start, Math.min(end, start + BARE.length), BARE)) {
    line.start = start;
    line.end = end;
    return;
  }
  if (dollar < 0) {
    line.start = end;
    line.end = end;
    line.identifier = identifierAlone(latin1(bytes, start, end).trim());
    return;
  }
  if (dollar > start) line.identifier = prefixed(latin1(bytes, start, dollar).trim());
  const mark = bytes.indexOf(STAR, dollar);
  const star = mark < 0 || mark >= end ? end : mark;
  line.start = dollar + 1;
  line.end = star;
  if (star === end) return;
  // One maker puts spaces around the star, and does not count them.
  while (line.end > line.start && bytes[line.end - 1] === SPACE) line.end--;
  let digits = star + 1;
  while (digits < end && bytes[digits] === SPACE) digits++;
  // Two digits; a single one where the first would be a zero.
  const stop =
    digits + 2 <= end && !Number.isNaN(hexAt(bytes, digits + 1, digits + 2)) ? digits + 2 : Math.min(end, digits + 1);
  const sum = hexAt(bytes, digits, stop);
  line.checksum =
    sum === exclusiveOr(bytes, dollar + 1, star) || sum === exclusiveOr(bytes, dollar + 1, line.end)
      ? 'right'
      : 'wrong';
  if (stop === end) return;
  const tail = latin1(bytes, stop, end);
  const named = TRAILING_IDENTIFIER.exec(tail);
  if (!named) return;
  line.identifier = named[1];
  line.tail = tail;
}

function exclusiveOr(bytes: Uint8Array, start: number, end: number): number {
  let sum = 0;
  for (let at = start; at < end; at++) sum ^= bytes[at];
  return sum;
}

function identifierAlone(text: string): string {
  return SPOKEN.exec(text)?.[1] ?? (ALONE.test(text) ? text : '');
}

/** `<identifier>`, `<identifier>,` or `<number>/<identifier>/` in front of a sentence. */
function prefixed(text: string): string {
  const last =
    text
      .replace(/,$/, '')
      .split('/')
      .findLast((part) => part !== '') ?? '';
  return SPOKEN.exec(last)?.[1] ?? (PREFIX.test(last) ? last : '');
}
