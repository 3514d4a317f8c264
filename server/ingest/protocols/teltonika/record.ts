import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { normaliseCourse } from '../../../../src/domain/base/index.ts';
import { i16, i32, i64, u16 } from '../shared/index.ts';
import { readIo } from './io.ts';

/** Codecs that carry AVL records. */
export const CODEC = { eight: 0x08, eightExtended: 0x8e, sixteen: 0x10 } as const;

/** Bytes of a record before its IO: time 8, priority 1, coordinates 8, altitude 2, angle 2, satellites 1, speed 2. */
const HEAD = 24;

/** Reading goes past the end of the records: the frame contradicts itself. */
const BROKEN = -1;

/** Widths of ids and counts, and the generation type between event id and total count. */
interface Layout {
  readonly idSize: 1 | 2;
  readonly countSize: 1 | 2;
  readonly generation: boolean;
  readonly variable: boolean;
}

const LAYOUTS: Readonly<Record<number, Layout | undefined>> = {
  [CODEC.eight]: { idSize: 1, countSize: 1, generation: false, variable: false },
  [CODEC.eightExtended]: { idSize: 2, countSize: 2, generation: false, variable: true },
  [CODEC.sixteen]: { idSize: 2, countSize: 1, generation: true, variable: false },
};

/** True for a codec that carries AVL records. */
export function isAvlCodec(codec: number): boolean {
  return LAYOUTS[codec] !== undefined;
}

const number = (bytes: Uint8Array, at: number, size: 1 | 2): number => (size === 1 ? bytes[at] : u16(bytes, at));

/**
 * Reads one record at `at` into `fix`, which is reset before. Answers where the next record begins, or -1 when
 * the record does not fit before `end`. With `fix` null it only measures. `widest`: bytes of the elements in the last
 * group; some models are set to send one of 16 behind that of 8, and nothing in the packet says so but that it fits.
 */
export function readRecord(
  codec: number,
  bytes: Uint8Array,
  at: number,
  end: number,
  fix: Fix | null,
  widest: 8 | 16 = 8,
): number {
  const layout = LAYOUTS[codec];
  if (!layout || at + HEAD > end) return BROKEN;
  if (fix) readHead(fix, bytes, at);
  const { idSize, countSize } = layout;
  let next = at + HEAD;
  const event = number(bytes, next, idSize);
  next += idSize + (layout.generation ? 1 : 0) + countSize;
  for (let size = 1; size <= widest; size *= 2) {
    if (next + countSize > end) return BROKEN;
    const count = number(bytes, next, countSize);
    next += countSize;
    if (next + count * (idSize + size) > end) return BROKEN;
    if (!fix) {
      next += count * (idSize + size);
      continue;
    }
    for (let index = 0; index < count; index++) {
      readIo(fix, number(bytes, next, idSize), bytes, next + idSize, size);
      next += idSize + size;
    }
  }
  if (layout.variable) next = readVariable(bytes, next, end, fix);
  if (fix && next >= 0 && event !== 0) fix.attributes.set('event', event);
  return next <= end ? next : BROKEN;
}

function readVariable(bytes: Uint8Array, at: number, end: number, fix: Fix | null): number {
  if (at + 2 > end) return BROKEN;
  let next = at + 2;
  for (let left = u16(bytes, at); left > 0; left--) {
    if (next + 4 > end) return BROKEN;
    const size = u16(bytes, next + 2);
    if (next + 4 + size > end) return BROKEN;
    if (fix) readIo(fix, u16(bytes, next), bytes, next + 4, size);
    next += 4 + size;
  }
  return next;
}

/** Without a satellite in use the coordinates are those of the last fix, so they are not taken as one. */
function readHead(fix: Fix, bytes: Uint8Array, at: number): void {
  const satellites = bytes[at + 21];
  fix.time = i64(bytes, at);
  fix.satellites = satellites;
  fix.valid = satellites > 0;
  fix.hasPosition = satellites > 0;
  fix.attributes.clear();
  if (satellites === 0) {
    fix.latitude = 0;
    fix.longitude = 0;
    fix.altitude = Number.NaN;
    fix.course = Number.NaN;
    fix.speed = Number.NaN;
    return;
  }
  fix.longitude = i32(bytes, at + 9) / 1e7;
  fix.latitude = i32(bytes, at + 13) / 1e7;
  fix.altitude = i16(bytes, at + 17);
  fix.course = normaliseCourse(u16(bytes, at + 19));
  const speed = u16(bytes, at + 22);
  // All ones: the receiver has none.
  fix.speed = speed === 0xffff ? Number.NaN : speed;
}
