import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, putAttribute, putVoltage, u16, u32, type Alarm } from '../shared/index.ts';
import { DATE, putCoordinates } from './blocks.ts';
import { startsWithDate, outcomeOf, type Layout } from './layout.ts';
import { putMessage } from './texts.ts';

/** 0x95: alarms of dash cameras. */

const ALARMS: Readonly<Record<number, Alarm | undefined>> = {
  0x0e: ALARM.lowPower,
  0x80: ALARM.vibration,
  0x87: ALARM.overspeed,
  0x88: ALARM.powerCut,
  0x90: ALARM.hardAcceleration,
  0x91: ALARM.hardBraking,
  0x92: ALARM.hardCornering,
  0x93: ALARM.accident,
};
/** The button on a camera that says its place. */
const BUTTON = 0x01;

/** What is where others have a date: a camera with two channels, its version behind it. */
const CAMERA_MARK = 0xffff;
const CAMERA_HEAD = 3;

function putEvent(fix: Fix, code: number): void {
  const alarm = ALARMS[code];
  if (alarm) fix.attributes.set('alarm', alarm);
  else fix.attributes.set('event', code);
}

const SHORT = DATE + 1;
const PLACED = DATE + 13;

/** Date, kind; or date, coordinates, course and status, kind, its value u16 and the clips' names. */
export const cameraAlarm: Layout = (fix, frame, reading) => {
  const { bytes, start, end } = frame;
  const size = end - start;
  if (size > CAMERA_HEAD && u16(bytes, start) === CAMERA_MARK) return markedAlarm(fix, frame, reading);
  if (!startsWithDate(fix, frame, reading) || size < SHORT) return 'unread';
  if (size < PLACED) {
    putEvent(fix, bytes[start + DATE]);
    return outcomeOf(size <= SHORT + 2);
  }
  const at = start + DATE;
  putCoordinates(fix, u32(bytes, at), u32(bytes, at + 4), u16(bytes, at + 8));
  putEvent(fix, bytes[at + 10]);
  if (bytes[at + 10] === BUTTON) fix.attributes.set('alarm', ALARM.sos);
  putMessage(fix, bytes, at + 13, end);
  return 'report';
};

/**
 * Mark, version, date, satellites, coordinates, course and status, speed u16, supply in tenths u16, kind, its value
 * u16, clips' names.
 */
const markedAlarm: Layout = (fix, frame, reading) => {
  const { bytes, start, end } = frame;
  const at = start + CAMERA_HEAD;
  if (at + DATE + 16 > end || !startsWithDate(fix, { ...frame, start: at }, reading)) return 'broken';
  const place = at + DATE + 1;
  fix.satellites = bytes[place - 1] & 0x0f;
  putCoordinates(fix, u32(bytes, place), u32(bytes, place + 4), u16(bytes, place + 8));
  if (fix.hasPosition) fix.speed = u16(bytes, place + 10);
  putVoltage(fix, u16(bytes, place + 12) / 10);
  putEvent(fix, bytes[place + 14]);
  if (bytes[place + 14] === BUTTON) fix.attributes.set('alarm', ALARM.sos);
  if (place + 17 < end) putMessage(fix, bytes, place + 17, end);
  return 'report';
};

const PICTURE = 26;

/**
 * 0x35: date, state of the fix u8, coordinates, camera, source and format u8 each, bytes u32, number u32. How the state
 * names the hemispheres is published nowhere, so its place is kept and not read.
 */
export const pictureTaken: Layout = (fix, frame, reading) => {
  const { bytes, start, end } = frame;
  if (end - start !== PICTURE || !startsWithDate(fix, frame, reading)) return 'unread';
  putAttribute(fix, 'media_channel', bytes[start + DATE + 9]);
  putAttribute(fix, 'media_event', bytes[start + DATE + 10]);
  putAttribute(fix, 'media_format', bytes[start + DATE + 11]);
  putAttribute(fix, 'media_size', u32(bytes, start + DATE + 12));
  putAttribute(fix, 'media_id', u32(bytes, start + DATE + 16));
  return 'partly';
};
