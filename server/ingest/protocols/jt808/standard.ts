import { MINUTE } from '../../../../src/domain/base/index.ts';
import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { bcdDigits, putAttribute, toHex, u16, u32 } from '../shared/index.ts';
import { readDate, type Terminal } from './location.ts';

/**
 * Messages of the standard and of JT/T 1078 that are no reports of a place. Each is false where it is not what it
 * should be.
 */

/** 0108: what was upgraded u8, result u8. */
export function readUpgrade(fix: Fix, bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== 2) return false;
  putAttribute(fix, 'upgrade_type', bytes[start]);
  putAttribute(fix, 'upgrade_result', bytes[start + 1]);
  return true;
}

/** 0301: number of the event u8. */
export function readEvent(fix: Fix, bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== 1) return false;
  fix.attributes.set('event', bytes[start]);
  return true;
}

/** 0303: kind of news u8, 1 to get them and 0 to get them no more u8. */
export function readSubscription(fix: Fix, bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== 2) return false;
  putAttribute(fix, 'news_type', bytes[start]);
  putAttribute(fix, 'news_wanted', bytes[start + 1] === 1);
  return true;
}

/** 0800: number u32, kind, format, event, channel u8 each. */
export function readMediaEvent(fix: Fix, bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== 8) return false;
  putAttribute(fix, 'media_id', u32(bytes, start));
  const names = ['media_type', 'media_format', 'media_event', 'media_channel'];
  names.forEach((name, place) => putAttribute(fix, name, bytes[start + 4 + place]));
  return true;
}

const CAN_FRAME = 12;
/** Frames that are kept of one message: each is an attribute. */
const MOST_CAN_FRAMES = 100;
const CAN_NUMBER = 0x1fff_ffff;
const TIME_OF_DAY = 5;

/**
 * 0705: count u16, time of the first as BCD `hhmmssxxxx` (the last in milliseconds), then number u32 and eight bytes of
 * each frame.
 */
export function readCanFrames(fix: Fix, bytes: Uint8Array, start: number, end: number): boolean {
  const from = start + 2 + TIME_OF_DAY;
  if (end < from || bcdDigits(bytes, start + 2, from) === '') return false;
  const count = u16(bytes, start);
  if (from + count * CAN_FRAME !== end || count > MOST_CAN_FRAMES) return false;
  for (let at = from; at < end; at += CAN_FRAME)
    putAttribute(fix, `can_${(u32(bytes, at) & CAN_NUMBER).toString(16)}`, toHex(bytes, at + 4, at + CAN_FRAME));
  return true;
}

/**
 * 1003: coding of sound, its channels, rate and bits u8 each, length of its frames u16, whether it goes out, coding of
 * pictures, most channels of sound and of pictures u8 each.
 */
export function readVideoProperties(fix: Fix, bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start !== 10) return false;
  putAttribute(fix, 'audio_coding', bytes[start]);
  putAttribute(fix, 'video_coding', bytes[start + 7]);
  putAttribute(fix, 'audio_channels', bytes[start + 8]);
  putAttribute(fix, 'video_channels', bytes[start + 9]);
  return true;
}

/** 1005: from and until BCD 6 each, who got on and who got off u16 each. */
export function readPassengers(fix: Fix, bytes: Uint8Array, start: number, end: number, terminal: Terminal): boolean {
  const time = end - start === 16 ? readDate(bytes, start + 6, terminal) : Number.NaN;
  if (Number.isNaN(time)) return false;
  fix.time = time;
  const from = readDate(bytes, start, terminal);
  if (from <= time) putAttribute(fix, 'passengers_minutes', Math.round((time - from) / (MINUTE / 10)) / 10);
  putAttribute(fix, 'passengers_on', u16(bytes, start + 12));
  putAttribute(fix, 'passengers_off', u16(bytes, start + 14));
  return true;
}

const LIST_HEAD = 4;
const MEDIA = 35;
const MEDIA_PLACE = 7;

/**
 * Where the reports of 0802 begin: serial u16, number u16; of each number u32, kind, channel, event u8, a report of 28
 * bytes.
 */
export function reportsOfMedia(start: number, end: number): number[] {
  const places: number[] = [];
  for (let at = start + LIST_HEAD; at + MEDIA <= end; at += MEDIA) places.push(at + MEDIA_PLACE);
  return places;
}

const KINDS: readonly string[] = ['picture', 'sound', 'video'];

/** 0802 as text: `42 picture channel=1 event=0; …`. Null when it is none. */
export function listMedia(bytes: Uint8Array, start: number, end: number): string | null {
  if (end - start < LIST_HEAD || (end - start - LIST_HEAD) % MEDIA !== 0) return null;
  return reportsOfMedia(start, end)
    .map((place) => place - MEDIA_PLACE)
    .map(
      (at) =>
        `${u32(bytes, at)} ${KINDS[bytes[at + 4]] ?? bytes[at + 4]} channel=${bytes[at + 5]} event=${bytes[at + 6]}`,
    )
    .join('; ');
}

const RESOURCE = 28;
const RESOURCE_HEAD = 6;

/**
 * 1205 as text: serial u16, number u32; of each channel u8, from and until BCD 6, alarms u64, kind, stream, memory u8,
 * size u32.
 */
export function listResources(bytes: Uint8Array, start: number, end: number): string | null {
  if (end - start < RESOURCE_HEAD || (end - start - RESOURCE_HEAD) % RESOURCE !== 0) return null;
  const listed: string[] = [];
  for (let at = start + RESOURCE_HEAD; at < end; at += RESOURCE)
    listed.push(
      `channel=${bytes[at]} ${dateText(bytes, at + 1)}/${dateText(bytes, at + 7)} ${u32(bytes, at + 24)} bytes`,
    );
  return listed.join('; ');
}

/** `YYMMDDhhmmss` as a person writes it, in the terminal's time. */
const dateText = (bytes: Uint8Array, at: number): string =>
  toHex(bytes, at, at + 6).replace(/^(..)(..)(..)(..)(..)(..)$/, '20$1-$2-$3 $4:$5:$6');
