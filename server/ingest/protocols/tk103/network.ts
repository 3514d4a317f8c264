import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { dateAt, putAttribute, putCells, timeOfDayAt, type TextFields } from '../shared/index.ts';

const BRACED = /\{(\d+),(\d+),(\d+),(\d+)\}/g;
/** Area and cell, with the signal behind each pair, or without; the state may follow. */
const WITH_SIGNAL = /^,(\d+),(\d+)((?:,[0-9a-f]{1,8},[0-9a-f]{1,8},\d{1,3})+)(?:,[0-9a-f]{8})?$/i;
const WITHOUT_SIGNAL = /^,(\d+),(\d+)((?:,[0-9a-f]{1,8},[0-9a-f]{1,8})+?)(?:,[0-9a-f]{8})?$/i;
const POINT = /^((?:[0-9A-F]{2}:){5}[0-9A-F]{2})\*(-?\d+)\*/i;

/**
 * Cells as `{mcc,mnc,area,cell}…` in decimal, or `,mcc,mnc,area,cell,signal…` in hexadecimal; false when there are
 * none.
 */
export function readCells(fix: Fix, body: string): boolean {
  const braced = Array.from(body.matchAll(BRACED), ([, ...parts]) => parts.map(Number).join(','));
  if (braced.length > 0) putCells(fix, braced);
  const withSignal = WITH_SIGNAL.exec(body);
  const listed = withSignal ?? WITHOUT_SIGNAL.exec(body);
  if (!listed) return braced.length > 0;
  const network = `${Number(listed[1])},${Number(listed[2])}`;
  const parts = listed[3].slice(1).split(',');
  const cells: string[] = [];
  for (let at = 0; at < parts.length; at += withSignal ? 3 : 2) {
    const cell = `${network},${Number.parseInt(parts[at], 16)},${Number.parseInt(parts[at + 1], 16)}`;
    cells.push(withSignal ? `${cell},${Number(parts[at + 2])}` : cell);
  }
  putCells(fix, cells);
  return true;
}

/** DW50 and its like: `mcc,mnc,area,cell,count,(address*signal*channel),…,ddmmyy,hhmmss` from field 2 on. */
export function readSurroundings(fix: Fix, fields: TextFields): boolean {
  const count = fields.digits(6);
  const date = 7 + count;
  if (!(count >= 0 && date + 1 < fields.count)) return false;
  const cell = [2, 3, 4, 5].map((index) => fields.digits(index));
  if (cell.some(Number.isNaN)) return false;
  fix.time = timeOf(fields, date, date + 1);
  putCells(fix, [cell.join(',')]);
  const points: string[] = [];
  for (let index = 7; index < date; index++) {
    const point = POINT.exec(fields.text(index));
    if (point) points.push(`${point[1].toLowerCase().replaceAll(':', '-')},${point[2]}`);
  }
  if (points.length > 0) putAttribute(fix, 'wifi', points.join(';'));
  return !Number.isNaN(fix.time);
}

/** `ddmmyy` and `hhmmss` in two fields. */
export function timeOf(fields: TextFields, date: number, time: number): number {
  const { bytes } = fields;
  return (
    dateAt(bytes, fields.start(date), fields.end(date), 'day first') +
    timeOfDayAt(bytes, fields.start(time), fields.end(time))
  );
}
