import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { KNOT_IN_KMH } from '../../../../src/domain/base/index.ts';
import { i32, latin1, putAttribute, toHex } from '../shared/index.ts';
import { readerNumber } from './cards.ts';

/** True when the bytes are characters that a person reads, ended as a line perhaps. */
const isText = (bytes: Uint8Array, start: number, end: number): boolean =>
  /^[\x20-\x7e]+[\0\r\n]*$/.test(latin1(bytes, start, end));

/** Text as `message`, or hex when the bytes are no text. False when nothing is there. */
export function putMessage(fix: Fix, bytes: Uint8Array, start: number, end: number): boolean {
  if (end <= start) return false;
  const text = latin1(bytes, start, end)
    .replace(/[\0\r\n]+$/, '')
    .trim();
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
  return putReply(
    fix,
    bytes[start + 4] === 2 ? new TextDecoder('utf-16be').decode(text) : latin1(text, 0, text.length),
  );
}

const CARD_REPLY = /^<ICCID:([0-9A-F]{18,20})/i;

function putReply(fix: Fix, text: string): boolean {
  const message = text.replaceAll(/\p{Cc}+/gu, ' ').trim();
  if (message === '') return false;
  putAttribute(fix, 'message', message);
  const card = CARD_REPLY.exec(message);
  if (card) putAttribute(fix, 'iccid', withoutFiller(card[1]));
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

const SHORT_VOLTAGE = 2;

/**
 * 0x94: kind u8 and what belongs to it; the short frames of older models carry the supply in hundredths of a volt
 * alone.
 */
export function readInformationMessage(
  fix: Fix,
  bytes: Uint8Array,
  start: number,
  end: number,
  extended: boolean,
): boolean {
  if (!extended && end - start === SHORT_VOLTAGE) return readVoltage(fix, bytes, start, end);
  if (end - start < 2) return false;
  const at = start + 1;
  const size = end - at;
  switch (bytes[start]) {
    case 0x00:
      return readVoltage(fix, bytes, at, end);
    case 0x05:
      // Some put the date before the state of the door input.
      fix.attributes.set('door', (bytes[size === 7 ? end - 1 : at] & 1) !== 0);
      return true;
    case 0x0a:
      return putDigits(fix, bytes, at, end);
    case 0x0b:
      if (size === 1) putAttribute(fix, 'network', bytes[at] > 0 ? '4G' : '2G');
      return size === 1 || readVoltage(fix, bytes, at, end);
    case 0x0d:
      return readProbeText(fix, latin1(bytes, at, end)) || putMessage(fix, bytes, at, end);
    case 0x1b:
      return readCard(fix, bytes, at, end);
    case 0x1e:
      return size >= 8 && readClimate(fix, bytes, at);
    default:
      return isText(bytes, at, end) && putMessage(fix, bytes, at, end);
  }
}

/** Degrees and humidity in tenths, i32 each. */
function readClimate({ attributes }: Fix, bytes: Uint8Array, at: number): boolean {
  attributes.set('temperature_1', i32(bytes, at) / 10);
  attributes.set('humidity_1', i32(bytes, at + 4) / 10);
  return true;
}

/** `!AIOIL,address,output,degrees,version,state,measure,…`: an ultrasonic probe in a tank. */
const PROBE = /!AIOIL,\d+,[\d.]+,(\d+\.\d+),[^,]+,\d+,(\d+\.\d+),/;

function readProbeText(fix: Fix, text: string): boolean {
  const found = PROBE.exec(text);
  if (!found) return false;
  fix.attributes.set('temperature_1', Number(found[1]));
  putAttribute(fix, 'fuel1', Number(found[2]));
  return true;
}

function readVoltage(fix: Fix, bytes: Uint8Array, at: number, end: number): boolean {
  if (end - at < 2) return false;
  fix.attributes.set('external_voltage', ((bytes[at] << 8) | bytes[at + 1]) / 100);
  return true;
}

/** IMEI 8, IMSI 8, ICCID 10, all BCD; the SIM's number is what people look for. */
function putDigits(fix: Fix, bytes: Uint8Array, at: number, end: number): boolean {
  if (end - at < 26) return false;
  putAttribute(fix, 'iccid', withoutFiller(toHex(bytes, at + 16, at + 26)));
  return true;
}

/** A number of 19 digits is filled up to ten bytes. */
const withoutFiller = (digits: string): string => digits.replace(/f+$/i, '');

/** A card as text (`RFID:…`), or a reader's own frame: 02, length, number, XOR, 03. */
function readCard(fix: Fix, bytes: Uint8Array, at: number, end: number): boolean {
  // Some end the text as a line.
  const text = latin1(bytes, at, end).trim();
  if (/^RFID:[\x21-\x7e]+$/.test(text)) putAttribute(fix, 'driver_key', text.slice('RFID:'.length));
  else if (bytes[at] === 2 && bytes[at + 1] === end - at && bytes[end - 1] === 3)
    putAttribute(fix, 'driver_key', toHex(bytes, at + 2, end - 2));
  else return putMessage(fix, bytes, at, end);
  return true;
}

/** 0x9B behind the kind of the accessory: what it sent. A reader's frame with the right check is a card as well. */
export function readAccessoryText(fix: Fix, bytes: Uint8Array, start: number, end: number): boolean {
  const card = readerNumber(bytes, start, end);
  if (card !== null) putAttribute(fix, 'driver_key', card);
  return putMessage(fix, bytes, start, end);
}
