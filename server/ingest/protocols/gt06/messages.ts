import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, i16, latin1, putAttribute, putNumber, signalPercent, u16, u32 } from '../shared/index.ts';
import {
  DATE,
  GPS_BLOCK,
  putCoordinates,
  readAccessPoints,
  readAlarm,
  readCell,
  readCells,
  readDate,
  readDatedGps,
  readGps,
  readInformation,
  readLevels,
} from './blocks.ts';
import type { Gt06Frame } from './framing.ts';
import { putMessage, readInformationMessage, readLongReply, readPairs, readParameters, readPeripheral, readShortReply } from './texts.ts';

/**
 * What became of a frame: a report that fills the fix, nothing that is worth keeping, or content that
 * contradicts its own layout.
 */
export type Outcome = 'report' | 'nothing' | 'broken';

/** Fills the fix from a frame's content. `fix.time` is the server's time beforehand, for messages without one. */
export type Layout = (fix: Fix, frame: Gt06Frame, zone: number) => Outcome;

const report = (known: boolean): Outcome => (known ? 'report' : 'nothing');

/** Some models put their IMEI (8 bytes) or a key (4) before the date. Where the block begins, or -1. */
function blockStart({ bytes, start, end }: Gt06Frame): number {
  for (const shift of [0, 8, 4]) {
    if (start + shift + GPS_BLOCK <= end && !Number.isNaN(readDate(bytes, start + shift, 0))) return start + shift;
  }
  return -1;
}

/** Position, then whatever `tail` reads behind it. */
export function location(tail: (fix: Fix, frame: Gt06Frame, at: number) => void): Layout {
  return (fix, frame, zone) => {
    const at = blockStart(frame);
    if (at < 0 || !readGps(fix, frame.bytes, at, zone)) return 'broken';
    tail(fix, frame, at + GPS_BLOCK);
    return 'report';
  };
}

/** Cell, ACC u8, reason u8, re-upload u8, mileage u32: later parts are missing on older models. */
function cellAndState(fourG: boolean): (fix: Fix, frame: Gt06Frame, at: number) => void {
  return (fix, { bytes, end }, at) => {
    const next = at + readCell(fix, bytes, at, end, fourG);
    const rest = end - next;
    if (next === at || rest < 3) return;
    if (rest === 16) return readProbe(fix, bytes, next);
    if (bytes[next] > 1) return readInformation(fix, bytes[next]);
    fix.attributes.set('ignition', bytes[next] === 1);
    fix.attributes.set('reason', bytes[next + 1]);
    if (bytes[next + 2] === 1) fix.attributes.set('archive', true);
    if (rest >= 7) fix.attributes.set('odometer', u32(bytes, next + 3));
  };
}

/** The long tail of loggers with a climate probe: degrees in hundredths after the counters. */
function readProbe(fix: Fix, bytes: Uint8Array, at: number): void {
  fix.attributes.set('temperature_1', i16(bytes, at + 12) / 100);
}

const cellOnly = (fix: Fix, { bytes, end }: Gt06Frame, at: number): void => {
  readCell(fix, bytes, at, end, false);
};

/** Mileage u32, length of the card's text u8 and behind it: alarm, state of the card, seconds of driving u16. */
const CARD_TAIL = 9;
const CARD = 5;
/** What trackers with a reader send while no card is in it. */
const NO_CARD = '0';

/** 0x12 of trackers with a reader for drivers' cards. */
function readCardTail(fix: Fix, bytes: Uint8Array, at: number, end: number): void {
  const card = latin1(bytes, at + CARD, end - 4).trim();
  fix.attributes.set('odometer', u32(bytes, at));
  if (card !== '' && card !== NO_CARD) putAttribute(fix, 'driver_key', card);
  putAttribute(fix, 'driving_time', u16(bytes, end - 2));
}

/** 0x12, and on some models behind it: information, voltage in hundredths u16, GSM, one byte more. */
const cellAndVoltage = (fix: Fix, { bytes, end }: Gt06Frame, at: number): void => {
  const next = at + readCell(fix, bytes, at, end, false);
  if (next === at) return;
  const rest = end - next;
  if (rest > CARD_TAIL && rest === CARD_TAIL + bytes[next + 4]) return readCardTail(fix, bytes, next, end);
  if (rest !== 5) return;
  readInformation(fix, bytes[next]);
  fix.attributes.set('external_voltage', u16(bytes, next + 1) / 100);
  if (bytes[next + 3] <= 4) fix.attributes.set('gsm_signal', bytes[next + 3] * 25);
};

/** LBS length u8, LBS, information, voltage, GSM, alarm, language; a fence number may follow. */
export function alarmTail(fourG: boolean, putAlarm = readAlarm): (fix: Fix, frame: Gt06Frame, at: number) => void {
  return (fix, { bytes, end, protocol }, at) => {
    const cell = readCell(fix, bytes, at + 1, end, fourG);
    const next = at + 1 + cell;
    const rest = end - next;
    if (cell === 0 || rest < 4) return;
    readInformation(fix, bytes[next]);
    if (protocol === 0x16 && rest === 6) {
      // Loggers that send the charge in per cent as two bytes.
      if (u16(bytes, next + 1) <= 100) fix.attributes.set('battery_level', u16(bytes, next + 1));
      return putAlarm(fix, bytes[next + 4]);
    }
    readLevels(fix, bytes[next + 1], bytes[next + 2]);
    putAlarm(fix, bytes[next + 3]);
  };
}

/**
 * 0x31 to 0x33: as a location; or with a GPS length of its own (0 or 12) after the date, which then has to be read
 * before the satellites, and an LBS length after the position.
 */
const lengthPrefixed: Layout = (fix, frame, zone) => {
  const { bytes, start, end } = frame;
  const time = readDate(bytes, start, zone);
  if (Number.isNaN(time) || end - start <= DATE) return 'broken';
  const length = bytes[start + DATE];
  if (length >= 0xc0) return location(frame.protocol === 0x31 ? altitudeTail : stateTail)(fix, frame, zone);
  const at = start + DATE + 1;
  if (length !== 0 && (length < 12 || at + length > end || !readDatedGps(fix, bytes, start, at, zone))) return 'broken';
  fix.time = time;
  readCell(fix, bytes, at + length + 1, end, false);
  return 'report';
};

/** The long 0x31 ends with the altitude. */
const altitudeTail = (fix: Fix, { bytes, end }: Gt06Frame, at: number): void => {
  if (end - at === 19) fix.altitude = i16(bytes, end - 2);
};

/** 0x32 and 0x33 end with the state, as an alarm does. */
const stateTail = (fix: Fix, { bytes, end }: Gt06Frame, at: number): void => {
  if (end - at < 16) return;
  readInformation(fix, bytes[end - 5]);
  readLevels(fix, bytes[end - 4], bytes[end - 3]);
  readAlarm(fix, bytes[end - 2]);
};

const LONG_HEARTBEAT = 14;

/** 0x13: information, voltage level, GSM, alarm and language; loggers send a longer one. */
export const heartbeat: Layout = (fix, { bytes, start, end }) => {
  if (end - start < 3) return 'broken';
  readInformation(fix, bytes[start]);
  if (end - start === LONG_HEARTBEAT) readLongState(fix, bytes, start + 1);
  else readLevels(fix, bytes[start + 1], bytes[start + 2]);
  if (end - start === 5) readAlarm(fix, bytes[start + 3]);
  return 'report';
};

/** The mode in which the last word is a probe's degrees. */
const WITH_PROBE = 4;

/** Satellites and signal u16, alarm, language, per cent, mode, supply in hundredths u16, reserved, minutes u16, degrees in tenths. */
function readLongState(fix: Fix, bytes: Uint8Array, at: number): void {
  const counts = u16(bytes, at);
  // Those of GPS and those of the second system.
  fix.satellites = ((counts >> 10) & 0x1f) + ((counts >> 5) & 0x1f);
  putNumber(fix, 'gsm_signal', signalPercent(counts & 0x1f));
  readAlarm(fix, bytes[at + 2]);
  if (bytes[at + 4] <= 100) fix.attributes.set('battery_level', bytes[at + 4]);
  fix.attributes.set('external_voltage', u16(bytes, at + 6) / 100);
  if (bytes[at + 5] === WITH_PROBE) fix.attributes.set('temperature_1', i16(bytes, at + 11) / 10);
}

/** 0x23: information, voltage in hundredths u16, GSM, language. */
const longHeartbeat: Layout = (fix, { bytes, start, end }) => {
  if (end - start < 4) return 'broken';
  readInformation(fix, bytes[start]);
  fix.attributes.set('battery_voltage', u16(bytes, start + 1) / 100);
  if (bytes[start + 3] <= 4) fix.attributes.set('gsm_signal', bytes[start + 3] * 25);
  return 'report';
};

/** 0x36: as 0x13, then parameters. */
const heartbeatWithParameters: Layout = (fix, frame, zone) => {
  const { bytes, start, end } = frame;
  if (end - start < 5) return 'broken';
  heartbeat(fix, { ...frame, end: start + 5 }, zone);
  readPairs(fix, bytes, start + 5, end, { 0x18: 'battery_voltage', 0x6a: 'battery_level' });
  return 'report';
};

const NEIGHBOURS = 7;

/** Date, cells; with Wi-Fi: timing advance, count, access points. */
function cells(fourG: boolean): Layout {
  return (fix, { bytes, start, end }, zone) => {
    const time = readDate(bytes, start, zone);
    if (Number.isNaN(time) || end - start < DATE + 3) return 'broken';
    fix.time = time;
    const next = readCells(fix, bytes, start + DATE, end, NEIGHBOURS, fourG);
    if (next > 0 && next + 2 <= end) readAccessPoints(fix, bytes, next + 2, end, bytes[next + 1]);
    return report(fix.attributes.size > 0);
  };
}

/** 4G numbers that carry a position on some models and cells on others: a position states its own length, 12. */
const locationOrCells: Layout = (fix, frame, zone) => {
  const length = frame.bytes[frame.start + DATE] >> 4;
  return length >= 0xc ? location(cellAndState(true))(fix, frame, zone) : cells(true)(fix, frame, zone);
};

/** 0x19: cell, then the state as in an alarm. Some number something else so. */
const cellAlarm: Layout = (fix, frame) => {
  const { bytes, start, end } = frame;
  const next = start + readCell(fix, bytes, start, end, false);
  if (next === start || end - next < 4) return 'nothing';
  readInformation(fix, bytes[next]);
  readLevels(fix, bytes[next + 1], bytes[next + 2]);
  readAlarm(fix, bytes[next + 3]);
  return 'report';
};

const DASHCAM_ALARMS: Readonly<Record<number, string | undefined>> = {
  0x90: ALARM.hardAcceleration,
  0x91: ALARM.hardBraking,
  0x92: ALARM.hardCornering,
  0x93: ALARM.accident,
};

/** What stands where others have a date: a camera with two channels, its version behind it. */
const CAMERA_MARK = 0xffff;
const CAMERA_HEAD = 3;

function putEvent(fix: Fix, code: number): void {
  const alarm = DASHCAM_ALARMS[code];
  if (alarm) fix.attributes.set('alarm', alarm);
  else fix.attributes.set('event', code);
}

/** 0x95 of dash cameras: date, kind; or date, coordinates, course and status, kind and the clip's name. */
const dashcamAlarm: Layout = (fix, frame, zone) => {
  const { bytes, start, end } = frame;
  if (end - start > CAMERA_HEAD && u16(bytes, start) === CAMERA_MARK) return cameraAlarm(fix, frame, zone);
  const time = readDate(bytes, start, zone);
  if (Number.isNaN(time) || end - start <= DATE) return 'nothing';
  fix.time = time;
  const long = end - start >= DATE + 12;
  if (long) putCoordinates(fix, u32(bytes, start + DATE), u32(bytes, start + DATE + 4), u16(bytes, start + DATE + 8));
  putEvent(fix, bytes[start + DATE + (long ? 10 : 0)]);
  return 'report';
};

/** Mark, version, date, satellites, coordinates, course and status, speed u16, supply in tenths u16, kind, its value u16, clips' names. */
const cameraAlarm: Layout = (fix, { bytes, start, end }, zone) => {
  const at = start + CAMERA_HEAD;
  const time = readDate(bytes, at, zone);
  if (Number.isNaN(time) || at + DATE + 16 > end) return 'broken';
  fix.time = time;
  const place = at + DATE + 1;
  fix.satellites = bytes[place - 1] & 0x0f;
  putCoordinates(fix, u32(bytes, place), u32(bytes, place + 4), u16(bytes, place + 8));
  if (fix.hasPosition) fix.speed = u16(bytes, place + 10);
  fix.attributes.set('external_voltage', u16(bytes, place + 12) / 10);
  putEvent(fix, bytes[place + 14]);
  if (place + 17 < end) putMessage(fix, bytes, place + 17, end);
  return 'report';
};

/** 0x61: position, cell, and the driver's card number behind three bytes of state. */
const locationWithCard = location((fix, frame, at) => {
  cellOnly(fix, frame, at);
  if (frame.end - at < 15) return;
  const card = u32(frame.bytes, at + 11);
  if (card !== 0) fix.attributes.set('driver_key', String(card));
});

/** 0xF3: date, count, access points with the signal before the address. */
const accessPoints: Layout = (fix, { bytes, start, end }, zone) => {
  const time = readDate(bytes, start, zone);
  if (Number.isNaN(time) || end - start < DATE + 1) return 'broken';
  fix.time = time;
  readAccessPoints(fix, bytes, start + DATE + 1, end, bytes[start + DATE], { size: 8, address: 2, signal: 1 });
  return report(fix.attributes.size > 0);
};

/** 0x70: parts (kind u16, size u16): 2C time, 7F a Bluetooth tag with battery, temperature and humidity. */
const tagParts: Layout = (fix, { bytes, start, end }) => {
  for (let at = start; at + 4 <= end; at += 4 + u16(bytes, at + 2)) {
    const kind = u16(bytes, at);
    const size = u16(bytes, at + 2);
    if (at + 4 + size > end) return 'broken';
    if (kind === 0x2c && size === 4) fix.time = u32(bytes, at + 4) * 1000;
    if (kind === 0x7f && size >= 13) {
      fix.attributes.set('temperature_1', i16(bytes, at + 13) / 10);
      if (size >= 15) fix.attributes.set('humidity_1', u16(bytes, at + 15) / 10);
    }
  }
  return report(fix.attributes.size > 0);
};

/** 0x8C: date, count u8, readings as text. */
const readingsText: Layout = (fix, { bytes, start, end }, zone) => {
  const time = readDate(bytes, start, zone);
  if (Number.isNaN(time)) return 'broken';
  fix.time = time;
  const text = start + DATE + 1;
  // Twelve bytes of date, coordinates and course may follow the text.
  const stop = bytes.subarray(text, end).findIndex((byte) => byte < 0x20 || byte > 0x7e);
  return report(putMessage(fix, bytes, text, stop < 0 ? end : text + stop));
};

const text =
  (read: (fix: Fix, bytes: Uint8Array, start: number, end: number) => boolean, skip = 0): Layout =>
  (fix, { bytes, start, end }) =>
    report(read(fix, bytes, start + skip, end));

const nothing: Layout = () => 'nothing';

/** By protocol number. A number that is not here is acknowledged and kept out of the way. */
export const LAYOUTS: Readonly<Record<number, Layout | undefined>> = {
  0x10: location(() => undefined),
  0x11: location(cellOnly),
  0x12: location(cellAndVoltage),
  0x13: heartbeat,
  0x15: text(readShortReply),
  0x16: location(alarmTail(false)),
  0x17: nothing,
  0x18: cells(false),
  0x19: cellAlarm,
  0x1a: location(() => undefined),
  0x21: text(readLongReply),
  0x22: location(cellAndState(false)),
  0x23: longHeartbeat,
  0x24: cells(false),
  0x25: nothing,
  0x26: location(alarmTail(false)),
  0x27: location(alarmTail(false)),
  0x28: cells(false),
  0x2a: location(() => undefined),
  0x2c: cells(false),
  0x2d: location(cellOnly),
  0x2e: cells(false),
  0x31: lengthPrefixed,
  0x32: lengthPrefixed,
  0x33: lengthPrefixed,
  0x34: location(() => undefined),
  0x36: heartbeatWithParameters,
  0x37: location(cellOnly),
  0x61: locationWithCard,
  0x70: tagParts,
  0x8c: readingsText,
  0x94: text(readInformationMessage),
  0x95: dashcamAlarm,
  0x9b: text(putMessage, 1),
  0xa0: location(cellAndState(true)),
  0xa1: cells(true),
  0xa2: locationOrCells,
  0xa3: location(alarmTail(true)),
  0xa4: location(alarmTail(true)),
  0xf1: text(readParameters),
  0xf2: text(readPeripheral),
  0xf3: accessPoints,
};
