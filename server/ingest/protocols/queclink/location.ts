import { isPosition, type Instant } from '../../../../src/domain/base/index.ts';
import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { putCells, utcInstant } from '../shared/index.ts';

const LONGITUDE = /^-?\d{1,3}\.\d{1,7}$/;
const TIME = /^\d{14}$/;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;
const COUNTRY = /^\d{3,4}$/;
const NETWORK = /^\d{2,4}$/;
const AREA = /^[0-9a-f]{3,4}$/i;
const CELL = /^[0-9a-f]{3,8}$/i;
const SIGNAL = /^-?\d{1,3}$/;
/** Neighbours that one report may list. */
const MOST_CELLS = 16;

/** `yyyyMMddHHmmss`; NaN when it is none. */
export function readTime(text: string): Instant {
  if (!TIME.test(text)) return Number.NaN;
  const field = (at: number): number => Number(text.slice(at, at + 2));
  return utcInstant(Number(text.slice(0, 4)), field(4), field(6), field(8), field(10), field(12));
}

/** A number, or NaN for an empty field and for any other text. */
export function readNumber(text: string | undefined): number {
  const number = text !== undefined && DECIMAL.test(text) ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : Number.NaN;
}

/**
 * Where the longitudes of location blocks stand: two coordinates and a time, which nothing else in a message looks
 * like. Layouts differ by model and firmware, so the block is known by its shape alone.
 */
export function findLocations(fields: readonly string[]): number[] {
  const found: number[] = [];
  for (let at = 4; at + 2 < fields.length; at++) {
    if (isLocation(fields, at) && isWithinGlobe(fields, at) && !Number.isNaN(readTime(fields[at + 2]))) found.push(at);
  }
  return found;
}

/** Whether a location block is at a place or a time that there is none of: then it is left out. */
export function hasImpossibleLocation(fields: readonly string[]): boolean {
  for (let at = 4; at + 2 < fields.length; at++) {
    if (isLocation(fields, at) && (!isWithinGlobe(fields, at) || Number.isNaN(readTime(fields[at + 2])))) return true;
  }
  return false;
}

// Looked at by length first: this runs over every field of every message.
const isLocation = (fields: readonly string[], at: number): boolean =>
  fields[at + 2].length === 14 &&
  LONGITUDE.test(fields[at]) &&
  LONGITUDE.test(fields[at + 1]) &&
  TIME.test(fields[at + 2]);

const isWithinGlobe = (fields: readonly string[], at: number): boolean =>
  isPosition(Number(fields[at + 1]), Number(fields[at]));

/** Accuracy, speed, azimuth and altitude in front of the longitude; latitude, time and the cell behind it. */
export function readLocation(fix: Fix, fields: readonly string[], at: number): void {
  fix.time = readTime(fields[at + 2]);
  fix.longitude = Number(fields[at]);
  fix.latitude = Number(fields[at + 1]);
  fix.hasPosition = true;
  const accuracy = readNumber(fields[at - 4]);
  // 0: no fix now, the last one is repeated.
  fix.valid = accuracy !== 0;
  if (accuracy > 0) fix.attributes.set('hdop', accuracy);
  fix.speed = readNumber(fields[at - 3]);
  fix.course = readNumber(fields[at - 2]);
  fix.altitude = readNumber(fields[at - 1]);
  const cell = cellAt(fields, at + 3);
  if (cell) putCells(fix, [cell]);
}

/** `mcc,mnc,lac,cell` in decimal where four such fields stand, else null. */
function cellAt(fields: readonly string[], at: number): string | null {
  const [country = '', network = '', area = '', cell = ''] = fields.slice(at, at + 4);
  if (!COUNTRY.test(country) || !NETWORK.test(network) || !AREA.test(area) || !CELL.test(cell)) return null;
  if (Number(country) === 0) return null;
  return `${Number(country)},${Number(network)},${Number.parseInt(area, 16)},${Number.parseInt(cell, 16)}`;
}

/** Cells of a message without coordinates, each with its signal where one follows. */
export function readCells(fix: Fix, fields: readonly string[]): void {
  const cells: string[] = [];
  for (let at = 4; at + 4 < fields.length && cells.length < MOST_CELLS; at++) {
    const cell = cellAt(fields, at);
    if (!cell) continue;
    cells.push(SIGNAL.test(fields[at + 4]) && fields[at + 4] !== '00' ? `${cell},${Number(fields[at + 4])}` : cell);
    at += 4;
  }
  putCells(fix, cells);
}
