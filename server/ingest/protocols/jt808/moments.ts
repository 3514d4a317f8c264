import { resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import { i16, i32, putAttribute, toHex, u16, readBlocks } from '../shared/index.ts';
import { putMovement, putPlace, readDate } from './location.ts';
import type { Content, Kind } from './passed.ts';

// 0900 F3, FF, 53 and 54: what was measured at a moment.

const COLLISION = 0x02;
const TIME = 0x06;

/** F3: parts (number u16, size u16): 2 the force of a collision, 6 its time. */
export const collision: Kind = (fix, { bytes, start, end, terminal }) => {
  const whole = readBlocks(bytes, start, end, { number: 2, size: 2 }, (number, at, size) => {
    if (number === COLLISION && size >= 2) putAttribute(fix, 'collision', u16(bytes, at) / 25_600);
    const time = number === TIME && size >= 6 ? readDate(bytes, at, terminal) : Number.NaN;
    if (!Number.isNaN(time)) fix.time = time;
  });
  return whole && fix.attributes.size > 0 ? 'partly' : 'unread';
};

const MOMENT = 20;

/** FF: time BCD 6, coordinates in millionths i32, altitude, speed, course; then more moments and forces. */
export const moment: Kind = (fix, { bytes, start, end, terminal }) => {
  const time = end - start >= MOMENT ? readDate(bytes, start, terminal) : Number.NaN;
  const [latitude, longitude] = [i32(bytes, start + 6) / 1e6, i32(bytes, start + 10) / 1e6];
  if (Number.isNaN(time) || Math.abs(latitude) > 90 || Math.abs(longitude) > 180) return 'unread';
  Object.assign(fix, { time, latitude, longitude, hasPosition: latitude !== 0 || longitude !== 0 });
  fix.valid = fix.hasPosition;
  putMovement(fix, bytes, start + 14);
  return end - start === MOMENT ? 'report' : 'partly';
};

/** Status, coordinates, altitude, speed, course, time. */
const PLACED = 24;
const TAG = 8;

/** 53: place, number of tags u8; of each number u8, address 6, signal, its data with a length u8. */
export const tagsOfPlace: Kind = (fix, content) => {
  const { bytes, start, end } = content;
  if (!readPlaced(fix, content)) return 'unread';
  let at = start + PLACED + 1;
  while (at + TAG < end && at + TAG + 1 + bytes[at + TAG] <= end) {
    const index = bytes[at] + 1;
    putAttribute(fix, `tag_id_${index}`, toHex(bytes, at + 1, at + 7));
    putAttribute(fix, `tag_data_${index}`, toHex(bytes, at + TAG + 1, at + TAG + 1 + bytes[at + TAG]));
    at += TAG + 1 + bytes[at + TAG];
  }
  return at === end ? 'report' : 'partly';
};

/**
 * What one sample of 54 holds by the bits of its mask: light, degrees and humidity, a probe, acceleration, air
 * pressure.
 */
const SAMPLE = [2, 4, 2, 6, 2] as const;
/** Mask u16, time BCD 6. */
const SAMPLE_HEAD = 8;
const sampleSize = (mask: number): number =>
  SAMPLE.reduce((size, width, bit) => size + ((mask >>> bit) & 1 ? width : 0), SAMPLE_HEAD);

/** 54: place, then what its sensors measured before: each a report of its own time. */
export const samplesOfPlace: Kind = (fix, content) => {
  const { bytes, start, end, terminal, accept } = content;
  if (!readPlaced(fix, content)) return 'unread';
  let at = start + PLACED;
  for (; at + SAMPLE_HEAD <= end && u16(bytes, at) < 1 << SAMPLE.length; at += sampleSize(u16(bytes, at))) {
    const time = readDate(bytes, at + 2, terminal);
    if (Number.isNaN(time) || at + sampleSize(u16(bytes, at)) > end) break;
    accept();
    resetFix(fix);
    fix.time = time;
    readSample(fix, bytes, at);
  }
  return at === end ? 'report' : 'partly';
};

function readSample(fix: Fix, bytes: Uint8Array, start: number): void {
  const mask = u16(bytes, start);
  const has = (bit: number): boolean => ((mask >>> bit) & 1) === 1;
  const placeOf = (bit: number): number => start + sampleSize(mask & ((1 << bit) - 1));
  if (has(0)) putAttribute(fix, 'light', u16(bytes, placeOf(0)));
  if (has(1)) {
    fix.attributes.set('temperature_1', i16(bytes, placeOf(1)) / 10);
    fix.attributes.set('humidity_1', i16(bytes, placeOf(1) + 2) / 10);
  }
  if (has(2)) fix.attributes.set('temperature_3', i16(bytes, placeOf(2)) / 10);
  if (has(3)) putAttribute(fix, 'acceleration', [0, 2, 4].map((axis) => i16(bytes, placeOf(3) + axis)).join(','));
  if (has(4)) putAttribute(fix, 'air_pressure', u16(bytes, placeOf(4)));
}

function readPlaced(fix: Fix, { bytes, start, end, terminal }: Content): boolean {
  const time = end - start >= PLACED ? readDate(bytes, start + 18, terminal) : Number.NaN;
  if (Number.isNaN(time)) return false;
  fix.time = time;
  putPlace(fix, bytes, start, terminal.model);
  putMovement(fix, bytes, start + 12);
  return true;
}
