import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { bcdDigits, u16, utcInstant } from '../shared/index.ts';
import { DATE, readAccessPoints } from './blocks.ts';

/**
 * The short Wi-Fi and cell report of cheap trackers: its length byte counts access points and it has neither serial
 * nor checksum. `78 78 | count | 69 or 17 | date 6 as BCD | access points | cells u8 | country, network | cells | 0D 0A`.
 */
export function readUncounted(fix: Fix, bytes: Uint8Array, start: number, end: number): boolean {
  const protocol = bytes[start + 3];
  if (bytes[start] !== 0x78 || (protocol !== 0x69 && protocol !== 0x17)) return false;
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
  for (let at = cellsAt + 4; at + 5 <= stop; at += 5) found.push(`${network},${u16(bytes, at)},${u16(bytes, at + 2)},${bytes[at + 4]}`);
  if (found.length > 0) fix.attributes.set('cell', found.join(';'));
  return !Number.isNaN(fix.time) && fix.attributes.size > 0;
}
