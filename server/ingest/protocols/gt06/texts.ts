import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { KNOT_IN_KMH } from '../../../../src/domain/base/index.ts';
import { latin1, putAttribute, toHex, u32 } from '../shared/index.ts';

/** Text as `message`, or hex when the bytes are no text. False when nothing is there. */
export function putMessage(fix: Fix, bytes: Uint8Array, start: number, end: number): boolean {
  if (end <= start) return false;
  const text = latin1(bytes, start, end).replace(/[\0\r\n]+$/, '').trim();
  if (text === '') return false;
  putAttribute(fix, 'message', /^[\x20-\x7e]+$/.test(text) ? text : toHex(bytes, start, end));
  return true;
}

/** 0x15: length u8 of what follows (some leave it 0), server flag u32, text. */
export function readShortReply(fix: Fix, bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < 5) return false;
  const stated = start + 1 + bytes[start];
  return putReply(fix, latin1(bytes, start + 5, bytes[start] >= 4 ? Math.min(end, stated) : end));
}

/** 0x21: server flag u32, encoding u8 (1 ASCII, 2 UTF-16BE), text. */
export function readLongReply(fix: Fix, bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < 6) return false;
  const text = bytes.subarray(start + 5, end);
  return putReply(fix, bytes[start + 4] === 2 ? new TextDecoder('utf-16be').decode(text) : latin1(text, 0, text.length));
}

function putReply(fix: Fix, text: string): boolean {
  const message = text.replaceAll(/\p{Cc}+/gu, ' ').trim();
  if (message === '') return false;
  putAttribute(fix, 'message', message);
  readPositionText(fix, message);
  return true;
}

const POSITION =
  /Lat:([NS])(\d+\.\d+),Lon:([EW])(\d+\.\d+),Course:(\d+(?:\.\d+)?),Speed:(\d+(?:\.\d+)?),DateTime:(\d{4})-(\d{2})-(\d{2}) +(\d{2}):(\d{2}):(\d{2})/;

/** The answer to a "where are you" command is a position in words. */
function readPositionText(fix: Fix, text: string): void {
  const found = POSITION.exec(text);
  if (!found) return;
  const [, north, latitude, east, longitude, course, speed, ...date] = found;
  const [year, month, day, hour, minute, second] = date;
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  if (Number.isNaN(time)) return;
  fix.time = time;
  fix.hasPosition = true;
  fix.valid = true;
  fix.latitude = Number(latitude) * (north === 'S' ? -1 : 1);
  fix.longitude = Number(longitude) * (east === 'W' ? -1 : 1);
  fix.course = Number(course) % 360;
  fix.speed = Number(speed) * KNOT_IN_KMH;
}

/** 0x94: kind u8 and what belongs to it. False when nothing of it is known. */
export function readInformationMessage(fix: Fix, bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < 2) return false;
  const at = start + 1;
  switch (bytes[start]) {
    case 0x00:
    case 0x0b:
      return readVoltage(fix, bytes, at, end);
    case 0x05:
      // Some put the date before the state of the door input.
      fix.attributes.set('door', (bytes[end - at === 7 ? end - 1 : at] & 1) !== 0);
      return true;
    case 0x0a:
      return putDigits(fix, bytes, at, end);
    case 0x1b:
      return readCard(fix, bytes, at, end);
    default:
      return putMessage(fix, bytes, at, end);
  }
}

function readVoltage(fix: Fix, bytes: Uint8Array, at: number, end: number): boolean {
  if (end - at < 2) return false;
  fix.attributes.set('external_voltage', ((bytes[at] << 8) | bytes[at + 1]) / 100);
  return true;
}

/** IMEI 8, IMSI 8, ICCID 10, all BCD; the SIM's number is what people look for. */
function putDigits(fix: Fix, bytes: Uint8Array, at: number, end: number): boolean {
  if (end - at < 26) return false;
  putAttribute(fix, 'iccid', toHex(bytes, at + 16, at + 26));
  return true;
}

/** A card as text (`RFID:…`), or a reader's own frame: 02, length, number, XOR, 03. */
function readCard(fix: Fix, bytes: Uint8Array, at: number, end: number): boolean {
  // Some end the text as a line.
  const text = latin1(bytes, at, end).trim();
  if (/^RFID:[\x21-\x7e]+$/.test(text)) putAttribute(fix, 'driver_key', text.slice('RFID:'.length));
  else if (bytes[at] === 2 && bytes[at + 1] === end - at && bytes[end - 1] === 3) putAttribute(fix, 'driver_key', toHex(bytes, at + 2, end - 2));
  else return putMessage(fix, bytes, at, end);
  return true;
}

/** F1: Unix seconds u32, then parameters (id u16, size u8). Only the voltage has a meaning known to us. */
export function readParameters(fix: Fix, bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < 4) return false;
  fix.time = u32(bytes, start) * 1000;
  return readPairs(fix, bytes, start + 4, end, { 5: 'external_voltage' });
}

/** F2: Unix seconds u32, then parts; the Bluetooth button's text is the one that people read. */
export function readPeripheral(fix: Fix, bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < 4) return false;
  const text = /[\x20-\x7e]{6,}/.exec(latin1(bytes, start + 4, end))?.[0];
  if (text === undefined) return false;
  fix.time = u32(bytes, start) * 1000;
  putAttribute(fix, 'message', text);
  return true;
}

/** Parameters as id u16, size u8, value; hundredths of a volt are the only unit among them. */
export function readPairs(
  fix: Fix,
  bytes: Uint8Array,
  start: number,
  end: number,
  names: Readonly<Record<number, 'external_voltage' | 'battery_voltage' | 'battery_level' | undefined>>,
): boolean {
  let found = false;
  for (let at = start; at + 3 <= end; at += 3 + bytes[at + 2]) {
    const size = bytes[at + 2];
    const name = names[(bytes[at] << 8) | bytes[at + 1]];
    if (!name || size === 0 || size > 2 || at + 3 + size > end) continue;
    const value = size === 1 ? bytes[at + 3] : (bytes[at + 3] << 8) | bytes[at + 4];
    fix.attributes.set(name, name === 'battery_level' ? value : value / 100);
    found = true;
  }
  return found;
}
