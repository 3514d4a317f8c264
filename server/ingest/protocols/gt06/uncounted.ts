import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { bcdDigits, u16, utcInstant } from '../shared/index.ts';
import { DATE, GPS_BLOCK, readGps } from './blocks.ts';
import { readAccessPoints } from './cells.ts';

/**
 * Frames of small trackers that have neither serial nor checksum, and whose length byte counts the content alone, or
 * the access points in it: `78 78 | count | number | content | 0D 0A`.
 */
export type Uncounted = 'report' | 'empty' | 'wrong';

const POSITIONS = new Set([0x10, 0x11]);
const SURROUNDINGS = new Set([0x17, 0x69]);
const HEARTBEAT = 0x08;
/** Three bytes more stand behind the position on later models. */
const LONG_POSITION = GPS_BLOCK + 3;

/** Reads such a frame: its content has to fit exactly, for nothing else proves it. */
export function readUncounted(fix: Fix, bytes: Uint8Array, start: number, end: number): Uncounted {
  if (bytes[start] !== 0x78) return 'wrong';
  const protocol = bytes[start + 3];
  const size = end - start - 6;
  if (protocol === HEARTBEAT) return size === 0 && bytes[start + 2] === 1 ? 'empty' : 'wrong';
  if (!POSITIONS.has(protocol))
    return SURROUNDINGS.has(protocol) && readSurroundings(fix, bytes, start, end) ? 'report' : 'wrong';
  const fits = (size === GPS_BLOCK || size === LONG_POSITION) && bytes[start + 2] === size;
  return fits && readPosition(fix, bytes, start + 4) ? 'report' : 'wrong';
}

/** Date in UTC and position. */
function readPosition(fix: Fix, bytes: Uint8Array, at: number): boolean {
  return readGps(fix, bytes, at, 0) && Math.abs(fix.latitude) <= 90 && Math.abs(fix.longitude) <= 180;
}

/** Date 6 as BCD, access points, cells u8, country, network, cells. */
function readSurroundings(fix: Fix, bytes: Uint8Array, start: number, end: number): boolean {
  const date = start + 4;
  const points = bytes[start + 2];
  const cellsAt = date + DATE + points * 7;
  const stop = end - 2;
  if (cellsAt + 1 > stop || stop - cellsAt !== 4 + bytes[cellsAt] * 5) return false;
  const digits = bcdDigits(bytes, date, date + DATE);
  if (digits === '') return false;
  const [year, month, day, hour, minute, second] = (digits.match(/../g) ?? []).map(Number);
  fix.time = utcInstant(2000 + year, month, day, hour, minute, second);
  readAccessPoints(fix, bytes, date + DATE, cellsAt, points);
  const network = `${u16(bytes, cellsAt + 1)},${bytes[cellsAt + 3]}`;
  const found: string[] = [];
  for (let at = cellsAt + 4; at + 5 <= stop; at += 5)
    found.push(`${network},${u16(bytes, at)},${u16(bytes, at + 2)},${bytes[at + 4]}`);
  if (found.length > 0) fix.attributes.set('cell', found.join(';'));
  return !Number.isNaN(fix.time) && fix.attributes.size > 0;
}

/** The answer to such a frame: its number and its date, without a length. */
export function answerUncounted(bytes: Uint8Array, start: number): Uint8Array {
  return Uint8Array.of(0x78, 0x78, 0, bytes[start + 3], ...bytes.subarray(start + 4, start + 4 + DATE), 0x0d, 0x0a);
}
