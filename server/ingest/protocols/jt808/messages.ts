import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { bcdDigits, putAttribute, putNumber, putPercent, signalPercent, u16, u32, unsigned } from '../shared/index.ts';
import { readGbk } from './gbk.ts';
import { readDate, type Terminal } from './location.ts';
import { signed16 } from './readers.ts';

/** Parameters that are text however short: hosts, names and telephone numbers. */
const TEXT_PARAMETERS = new Set([
  0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16, 0x17, 0x1a, 0x1d, 0x23, 0x24, 0x25, 0x26, 0x40, 0x41, 0x42, 0x43, 0x44,
  0x48, 0x49, 0x83,
]);
const INSERTED = 1;
const REMOVED = 2;

/**
 * 0702, the driver's card. 2013 on: event u8, time, and when it was put in: result u8, name, certificate 20, authority,
 * valid until. 2011: name, identity 20, certificate 40, authority. False when it is neither.
 */
export function readDriverCard(fix: Fix, bytes: Uint8Array, start: number, end: number, terminal: Terminal): boolean {
  const event = bytes[start];
  const time = end - start >= 7 ? readDate(bytes, start + 1, terminal) : Number.NaN;
  if (Number.isNaN(time) || (event !== INSERTED && event !== REMOVED)) return readOldDriverCard(fix, bytes, start, end);
  fix.time = time;
  putAttribute(fix, 'driver_present', event === INSERTED);
  if (event === REMOVED || end - start < 9) return true;
  const read = bytes[start + 7] === 0;
  if (!read) putAttribute(fix, 'driver_card_fault', bytes[start + 7]);
  const nameEnd = start + 9 + bytes[start + 8];
  if (!read || nameEnd + 20 > end) return true;
  putAttribute(fix, 'driver_name', readGbk(bytes, start + 9, nameEnd));
  putAttribute(fix, 'driver_key', readGbk(bytes, nameEnd, nameEnd + 20));
  return true;
}

function readOldDriverCard(fix: Fix, bytes: Uint8Array, start: number, end: number): boolean {
  const nameEnd = start + 1 + bytes[start];
  if (end - start < 1 || nameEnd + 60 > end) return false;
  putAttribute(fix, 'driver_name', readGbk(bytes, start + 1, nameEnd));
  putAttribute(fix, 'driver_key', readGbk(bytes, nameEnd + 20, nameEnd + 60));
  return fix.attributes.size > 0;
}

/**
 * 0107: kind u16, maker 5, model 20 (2019: 30), number 7 (2019: 30), card BCD 10, hardware and firmware with a length
 * u8 each, satellites u8, modem u8. False when it is shorter.
 */
export function readProperties(fix: Fix, bytes: Uint8Array, start: number, end: number, versioned: boolean): boolean {
  const [model, number] = versioned ? [30, 30] : [20, 7];
  const cardAt = start + 7 + model + number;
  if (cardAt + 11 > end) return false;
  putAttribute(fix, 'model', readGbk(bytes, start + 7, start + 7 + model));
  putAttribute(fix, 'iccid', bcdDigits(bytes, cardAt, cardAt + 10));
  const hardwareEnd = cardAt + 11 + bytes[cardAt + 10];
  if (hardwareEnd >= end) return true;
  putAttribute(fix, 'hardware', readGbk(bytes, cardAt + 11, hardwareEnd));
  putAttribute(fix, 'firmware', readGbk(bytes, hardwareEnd + 1, Math.min(end, hardwareEnd + 1 + bytes[hardwareEnd])));
  return true;
}

/** 0104 behind the serial: count u8, then number u32, length u8, value. As `0001=60 0013=gps.example.com`. */
export function listParameters(bytes: Uint8Array, start: number, end: number): string {
  const listed: string[] = [];
  for (let at = start + 1; at + 5 <= end; at += 5 + bytes[at + 4]) {
    const size = bytes[at + 4];
    if (at + 5 + size > end) break;
    const id = u32(bytes, at);
    const value =
      size > 4 || TEXT_PARAMETERS.has(id) ? readGbk(bytes, at + 5, at + 5 + size) : unsigned(bytes, at + 5, size);
    listed.push(`${id.toString(16).toUpperCase().padStart(4, '0')}=${value}`);
  }
  return listed.join(' ');
}

/** 0701: length u32 and text. Empty when nothing is there. */
export function readWaybill(bytes: Uint8Array, start: number, end: number): string {
  return end - start < 4 ? '' : readGbk(bytes, start + 4, Math.min(end, start + 4 + u32(bytes, start)));
}

/** 6006 of some vendors: a byte and text. */
export function readReportedText(bytes: Uint8Array, start: number, end: number): string {
  return end > start ? readGbk(bytes, start + 1, end) : '';
}

/** 1300 of some vendors: u16 and text in UTF-16. */
export function readWideText(bytes: Uint8Array, start: number, end: number): string {
  const text = new TextDecoder('utf-16be').decode(bytes.subarray(Math.min(end, start + 2), end));
  return text.replaceAll(/\p{Cc}+/gu, ' ').trim();
}

/**
 * The reports of 0704 as places in its body: count u16, kind u8, then length u16 and report. Null when they do not fit,
 * or fewer are there than were counted. Some count too few: what fills the body exactly counts.
 */
export function reportsOfBatch(
  bytes: Uint8Array,
  start: number,
  end: number,
): (readonly [start: number, end: number])[] | null {
  if (end - start < 3) return null;
  const reports: (readonly [number, number])[] = [];
  let at = start + 3;
  while (at < end) {
    if (at + 2 > end) return null;
    const length = u16(bytes, at);
    if (at + 2 + length > end) return null;
    reports.push([at + 2, at + 2 + length]);
    at += 2 + length;
  }
  return reports.length < u16(bytes, start) ? null : reports;
}

/** The reports of 0210, a vendor's batch: length u8 and report, again and again. */
export function reportsOfShortBatch(
  bytes: Uint8Array,
  start: number,
  end: number,
): (readonly [start: number, end: number])[] | null {
  const reports: (readonly [number, number])[] = [];
  for (let at = start; at < end; at += 1 + bytes[at]) {
    if (at + 1 + bytes[at] > end) return null;
    reports.push([at + 1, at + 1 + bytes[at]]);
  }
  return reports;
}

const SAMPLE = 12;

/**
 * 2070: samples of acceleration: time BCD 6, and in three directions u16 with the sign on top. False when it is none.
 */
export function readAcceleration(fix: Fix, bytes: Uint8Array, start: number, end: number, terminal: Terminal): boolean {
  const time = end - start >= SAMPLE ? readDate(bytes, start, terminal) : Number.NaN;
  if (Number.isNaN(time)) return false;
  fix.time = time;
  const samples: string[] = [];
  for (let at = start; at + SAMPLE <= end; at += SAMPLE) {
    samples.push([6, 8, 10].map((axis) => signed16(u16(bytes, at + axis))).join(','));
  }
  putAttribute(fix, 'acceleration', samples.join(';'));
  return true;
}

/** 0002 of some vendors: per cent u8, signal u8, state u8. */
export function readHeartbeat(fix: Fix, bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < 3) return false;
  putPercent(fix, bytes[start]);
  putNumber(fix, 'gsm_signal', signalPercent(bytes[start + 1]));
  return true;
}

/** Length of the 0210 that is no batch: per cent u8, time BCD 6. */
export const BATTERY_REPORT = 7;

export function readBatteryReport(fix: Fix, bytes: Uint8Array, start: number, terminal: Terminal): boolean {
  const time = readDate(bytes, start + 1, terminal);
  if (Number.isNaN(time)) return false;
  fix.time = time;
  putPercent(fix, bytes[start]);
  return true;
}

/** Number u32, kind, format, event and channel u8 each, in front of the location of a picture or a sound. */
export const MEDIA_HEAD = 8;
