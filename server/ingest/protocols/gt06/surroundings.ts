import { toHex, putAttribute, u16 } from '../shared/index.ts';
import { DATE, readDate } from './blocks.ts';
import { CELL, CELL_4G, readAccessPoints, readCells, readCountedCells, WIDE_CELL, type CellShape } from './cells.ts';
import { startsWithDate, outcomeOf, type Layout } from './layout.ts';
import { readAlarm } from './states.ts';

/** Cells and access points that a device hears: where it is without a position. */

const NEIGHBOURS = 7;

/** Date, cells; with Wi-Fi: timing advance, count, access points. */
export function cells(shape: CellShape, count = NEIGHBOURS): Layout {
  return (fix, frame, reading) => {
    const { bytes, start, end } = frame;
    if (!startsWithDate(fix, frame, reading) || end - start < DATE + 3) return 'broken';
    const next = readCells(fix, bytes, start + DATE, end, count, shape);
    if (next > 0 && next + 2 <= end) readAccessPoints(fix, bytes, next + 2, end, bytes[next + 1]);
    return fix.attributes.size > 0 ? outcomeOf(next > 0) : 'empty';
  };
}

/** Lengths of the 0x24 and the 0x34 that count their cells. */
export const COUNTED_CELLS = 44;
export const COUNTED_WIDE_CELLS = 50;

/** Date, timing advance, country and network, count, cells. */
export const countedCells =
  (shape: CellShape): Layout =>
  (fix, frame, reading) => {
    const { bytes, start, end } = frame;
    if (!startsWithDate(fix, frame, reading)) return 'broken';
    readCountedCells(fix, bytes, start + DATE + 1, end, shape);
    return fix.attributes.size > 0 ? 'report' : 'empty';
  };

/** Area u16, number u24, signal. */
const LISTED_CELL = 6;

/** True when 0x19 lists cells behind a date: date, country and network, count u8, cells, two bytes more. */
export function isListOfCells(bytes: Uint8Array, start: number, end: number): boolean {
  const at = start + DATE;
  const count = at + ((bytes[at] & 0x80) === 0 ? 3 : 4);
  return (
    count + 3 <= end &&
    count + 1 + bytes[count] * LISTED_CELL + 2 === end &&
    !Number.isNaN(readDate(bytes, start, 0)) &&
    bytes[count] > 0
  );
}

/** 0x19 of trackers that send all cells they hear. */
export const listOfCells: Layout = (fix, frame, reading) => {
  const { bytes, start, end } = frame;
  if (!startsWithDate(fix, frame, reading)) return 'broken';
  const next = readCountedCells(fix, bytes, start + DATE, end, CELL);
  if (next < 0) return 'unread';
  return outcomeOf(next + 2 === end && u16(bytes, next) === 0);
};

const SIX_CELLS = 6;
/** Date, country and network, six wide cells, timing advance, count. */
const WITHOUT_POINTS = DATE + 4 + SIX_CELLS * 7 + 2;

/** True when 0x33 lists six wide cells and access points, and nothing else. */
export function isListOfPoints(bytes: Uint8Array, start: number, end: number): boolean {
  const points = start + WITHOUT_POINTS;
  return points <= end && points + bytes[points - 1] * 7 === end;
}

export const listOfPoints: Layout = cells(WIDE_CELL, SIX_CELLS);

/** 0xA9: date, country and network, generation, count, cells, timing advance, count, access points, alarm, language. */
export const alarmAmongPoints: Layout = (fix, frame, reading) => {
  const { bytes, start, end } = frame;
  if (!startsWithDate(fix, frame, reading)) return 'broken';
  const at = start + DATE;
  const generation = at + ((bytes[at] & 0x80) === 0 ? 3 : 4);
  // The count is behind the generation, so the network is read as if it ended with that.
  const count = bytes[generation + 1];
  const head = Uint8Array.from([...bytes.subarray(at, generation), ...bytes.subarray(generation + 2, end)]);
  const read = readCells(fix, head, 0, head.length, count, bytes[generation] > 0 ? CELL_4G : CELL);
  const next = at + read + 2;
  if (read < 0 || next + 2 > end) return fix.attributes.size > 0 ? 'partly' : 'unread';
  const after = readAccessPoints(fix, bytes, next + 2, end, bytes[next + 1]);
  if (after + 2 !== end) return 'partly';
  readAlarm(fix, bytes[after] | ((bytes[after + 1] >> 4) << 8), reading.model);
  return 'report';
};

/** 0xB2: date, signal, then a beacon: address 6, number 16, two numbers u16, battery in hundredths u16, switch. */
export const beacon: Layout = (fix, frame, reading) => {
  const { bytes, start, end } = frame;
  const at = start + DATE + 1;
  if (!startsWithDate(fix, frame, reading) || at + 28 > end) return 'unread';
  putAttribute(fix, 'tag_id_1', toHex(bytes, at, at + 6));
  putAttribute(fix, 'tag_uuid_1', toHex(bytes, at + 6, at + 22));
  putAttribute(fix, 'tag_major_1', u16(bytes, at + 22));
  putAttribute(fix, 'tag_minor_1', u16(bytes, at + 24));
  putAttribute(fix, 'tag_voltage_1', u16(bytes, at + 26) / 100);
  return outcomeOf(at + 29 >= end);
};

/** 0xF3: date, count, access points with the signal before the address. */
export const accessPoints: Layout = (fix, frame, reading) => {
  const { bytes, start, end } = frame;
  if (!startsWithDate(fix, frame, reading) || end - start < DATE + 1) return 'broken';
  readAccessPoints(fix, bytes, start + DATE + 1, end, bytes[start + DATE], { size: 8, address: 2, signal: 1 });
  return fix.attributes.size > 0 ? 'report' : 'empty';
};
