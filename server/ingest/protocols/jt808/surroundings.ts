import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { putCells, toHex, u16, u24, u32 } from '../shared/index.ts';
import type { Read } from './readers.ts';

/** Cells and access points that a terminal hears, in the forms of several vendors. */

/** Adds cells to those that other additions of the report listed. */
function addCells(fix: Fix, cells: readonly string[]): void {
  const before = fix.attributes.get('cell');
  putCells(fix, [...(typeof before === 'string' ? before.split(';') : []), ...cells]);
}

/** Adds access points to those that other additions listed. */
function addPoints(fix: Fix, points: readonly string[]): void {
  const before = fix.attributes.get('wifi');
  const all = [...(typeof before === 'string' ? [before] : []), ...points];
  if (all.length > 0) fix.attributes.set('wifi', all.join(';'));
}

const signed = (byte: number): number => (byte << 24) >> 24;

/** Address 6 and signal i8, again and again. */
export const accessPoints: Read = (fix, bytes, at, size) => {
  if (size === 0 || size % 7 !== 0) return false;
  addPoints(
    fix,
    Array.from({ length: size / 7 }, (_, index) => pointText(bytes, at + index * 7)),
  );
  return true;
};

const pointText = (bytes: Uint8Array, at: number): string =>
  `${(toHex(bytes, at, at + 6).match(/../g) ?? []).join('-')},${signed(bytes[at + 6])}`;

/** As {@link accessPoints} behind their number. */
export const countedPoints: Read = (fix, bytes, at, size) =>
  size === 1 + bytes[at] * 7 && (bytes[at] === 0 || accessPoints(fix, bytes, at + 1, size - 1));

/** `aa:bb:cc:dd:ee:ff,-50,…` behind their number. */
export function readPointsText(fix: Fix, text: string): boolean {
  const fields = text.split(',');
  const points: string[] = [];
  for (let index = 0; index + 1 < fields.length; index += 2) {
    if (!/^(?:[0-9a-f]{2}:){5}[0-9a-f]{2}$/i.test(fields[index]) || !/^-?\d{1,3}$/.test(fields[index + 1]))
      return false;
    points.push(`${fields[index].replaceAll(':', '-').toLowerCase()},${fields[index + 1]}`);
  }
  addPoints(fix, points);
  return true;
}

/** 53, 5D: number of cells, then country u16, network u8, area u16, cell u16 or u32, signal of each. */
export const countedCells: Read = (fix, bytes, at, size) => {
  const count = bytes[at];
  const width = count > 0 ? (size - 1) / count : 0;
  if (width !== 8 && width !== 10) return size === 1 && count === 0;
  addCells(
    fix,
    Array.from({ length: count }, (_, index) => cellText(bytes, at + 1 + index * width, width - 6)),
  );
  return true;
};

const cellText = (bytes: Uint8Array, at: number, width: number): string =>
  `${u16(bytes, at)},${bytes[at + 2]},${u16(bytes, at + 3)},${width === 2 ? u16(bytes, at + 5) : u32(bytes, at + 5)},${bytes[at + 5 + width]}`;

/** E1: country u16, network u16, then area u24, cell u32 and signal of each. */
export const cellsOfNetwork: Read = (fix, bytes, at, size) => {
  if (size < 12 || (size - 4) % 8 !== 0) return false;
  const network = `${u16(bytes, at)},${u16(bytes, at + 2)}`;
  addCells(
    fix,
    Array.from({ length: (size - 4) / 8 }, (_, index) => {
      const cell = at + 4 + index * 8;
      return `${network},${u24(bytes, cell)},${u32(bytes, cell + 3)},${bytes[cell + 7]}`;
    }),
  );
  return true;
};

/** Countries have three digits; lengths of parts are smaller than the first of them. */
const FIRST_COUNTRY = 200;

/** EB of trackers without parts: country u16, network u8, then area u16, cell u16 and signal of each. */
export const shortCellsOfNetwork: Read = (fix, bytes, at, size) => {
  const country = size >= 8 ? u16(bytes, at) : 0;
  if (country <= FIRST_COUNTRY || country > 999 || (size - 3) % 5 !== 0) return false;
  addCells(
    fix,
    Array.from({ length: (size - 3) / 5 }, (_, index) => {
      const cell = at + 3 + index * 5;
      return `${country},${bytes[at + 2]},${u16(bytes, cell)},${u16(bytes, cell + 2)},${bytes[cell + 4]}`;
    }),
  );
  return true;
};

/** F0: country u16, network u16, cell u32, area u32, signal of each. */
export const longCells: Read = (fix, bytes, at, size) => {
  if (size === 0 || size % 13 !== 0) return false;
  addCells(
    fix,
    Array.from({ length: size / 13 }, (_, index) => {
      const cell = at + index * 13;
      return `${u16(bytes, cell)},${u16(bytes, cell + 2)},${u32(bytes, cell + 8)},${u32(bytes, cell + 4)},${bytes[cell + 12]}`;
    }),
  );
  return true;
};

/** EB-D8: country u16, network u16, their number u8, then area u16, cell u32 and signal of each. */
export const cellsBehindCount: Read = (fix, bytes, at, size) => {
  if (size < 12 || size !== 5 + bytes[at + 4] * 7) return false;
  const network = `${u16(bytes, at)},${u16(bytes, at + 2)}`;
  addCells(
    fix,
    Array.from({ length: bytes[at + 4] }, (_, index) => {
      const cell = at + 5 + index * 7;
      return `${network},${u16(bytes, cell)},${u32(bytes, cell + 2)},${bytes[cell + 6]}`;
    }),
  );
  return true;
};

/** EE of ten bytes, EB-D8 of nine: country u16, network u8, area u16, cell u32. */
export const oneCell: Read = (fix, bytes, at, size) => {
  if (size < 9 || u16(bytes, at) > 999) return false;
  addCells(fix, [`${u16(bytes, at)},${bytes[at + 2]},${u16(bytes, at + 3)},${u32(bytes, at + 5)}`]);
  return true;
};
