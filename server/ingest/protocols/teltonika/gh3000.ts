import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { createFix, resetFix } from '../../../../src/domain/telemetry/index.ts';
import { i32, u16, u32 } from '../shared/index.ts';
import { readIo } from './io.ts';

/** Codec 7 of the personal trackers (GH3000): masks say which fields follow. */
export const CODEC_GH3000 = 0x07;

/** Times count seconds from 2007-01-01 in the lower 30 bits. */
const EPOCH = Date.UTC(2007, 0, 1);
const TIME_BITS = 0x3fff_ffff;
const BROKEN = -1;

const float = new DataView(new ArrayBuffer(4));
const measured: Fix = createFix();

function f32(bytes: Uint8Array, at: number): number {
  float.setInt32(0, i32(bytes, at));
  return float.getFloat32(0);
}

/** Reads one record at `at`; answers where the next begins, or -1 when it does not fit. Null measures only. */
export function readGh3000Record(bytes: Uint8Array, at: number, end: number, into: Fix | null): number {
  if (at + 5 > end) return BROKEN;
  const fix = into ?? measured;
  resetFix(fix);
  fix.time = EPOCH + (u32(bytes, at) & TIME_BITS) * 1000;
  const mask = bytes[at + 4];
  let next = at + 5;
  if (mask & 1) next = readLocation(fix, bytes, next, end);
  for (let step = 1; step <= 3 && next >= 0; step++) {
    if (mask & (1 << step)) next = readGroup(fix, bytes, next, end, 2 ** (step - 1));
  }
  return next;
}

function readGroup(fix: Fix, bytes: Uint8Array, at: number, end: number, size: number): number {
  if (at >= end) return BROKEN;
  const count = bytes[at];
  if (at + 1 + count * (1 + size) > end) return BROKEN;
  for (let index = 0; index < count; index++) {
    const element = at + 1 + index * (1 + size);
    readIo(fix, bytes[element], bytes, element + 1, size);
  }
  return at + 1 + count * (1 + size);
}

/** Bytes of each optional field, by its bit. */
const SIZES = [8, 2, 1, 1, 1, 4, 1, 4] as const;

function readLocation(fix: Fix, bytes: Uint8Array, at: number, end: number): number {
  if (at >= end) return BROKEN;
  const mask = bytes[at];
  let next = at + 1;
  for (let field = 0; field < SIZES.length; field++) {
    if (!(mask & (1 << field))) continue;
    if (next + SIZES[field] > end) return BROKEN;
    readField(fix, field, bytes, next);
    next += SIZES[field];
  }
  fix.valid = fix.hasPosition && fix.satellites !== 0;
  fix.hasPosition = fix.valid;
  return next;
}

function readField(fix: Fix, field: number, bytes: Uint8Array, at: number): void {
  switch (field) {
    case 0:
      fix.latitude = f32(bytes, at);
      fix.longitude = f32(bytes, at + 4);
      fix.hasPosition = Number.isFinite(fix.latitude) && Number.isFinite(fix.longitude);
      return;
    case 1:
      fix.altitude = (u16(bytes, at) << 16) >> 16;
      return;
    case 2:
      fix.course = (bytes[at] * 360) / 256;
      return;
    case 3:
      fix.speed = bytes[at];
      return;
    case 4:
      fix.satellites = bytes[at];
      return;
    case 5:
      fix.attributes.set('cell', `${u16(bytes, at)},${u16(bytes, at + 2)}`);
      return;
    case 6:
      if (bytes[at] <= 5) fix.attributes.set('gsm_signal', bytes[at] * 20);
      return;
    default:
      fix.attributes.set('operator', u32(bytes, at));
  }
}
