import { resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import {
  ALARM,
  i16,
  i32,
  ioName,
  latin1,
  putAttribute,
  toHex,
  u16,
  u32,
  unsigned,
  type Alarm,
  readBlocks,
} from '../shared/index.ts';
import { LINE, readLine, VEHICLE_READINGS, VEHICLE_VIN } from './engine.ts';
import { putMovement, putPlace, readDate, type Terminal } from './location.ts';
import { printable } from './readers.ts';

/** 0900: what a terminal passes on, by a kind u8. */

/** What became of it: all of it, a part, or nothing was understood, or it contradicts its layout. */
export type Passed = 'report' | 'partly' | 'unread' | 'broken';

/** Bytes of data that nobody can read which are kept, as hex. */
const KEPT_BYTES = 64;

interface Content {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly terminal: Terminal;
  /** Hands over what the fix holds: the message has another report. */
  readonly accept: () => void;
}

/** Reads the message behind its kind. `accept` hands over a report that is not the last of the message. */
export function readPassthrough(
  fix: Fix,
  bytes: Uint8Array,
  start: number,
  end: number,
  terminal: Terminal,
  accept: () => void,
): Passed {
  if (end - start < 2) return 'broken';
  const content: Content = { bytes, start: start + 1, end, terminal, accept };
  const read = KINDS[bytes[start]]?.(fix, content);
  if (read !== undefined && read !== 'unread') return read;
  fix.attributes.clear();
  const line = printable(bytes, start + 1, end);
  if (line === null) {
    putAttribute(fix, 'passthrough', toHex(bytes, start, Math.min(end, start + KEPT_BYTES)));
    return end - start <= KEPT_BYTES ? 'report' : 'partly';
  }
  if (line.startsWith(LINE)) readLine(fix, line);
  else putAttribute(fix, 'message', line);
  return fix.attributes.size > 0 ? 'report' : 'unread';
}

type Kind = (fix: Fix, content: Content) => Passed;

const DRIVER = 4;

/** 40: text of a reader, `GTSL|…`, with the driver in its fifth field. */
const readerText: Kind = (fix, { bytes, start, end }) => {
  const line = printable(bytes, start, end);
  if (line === null || !line.startsWith('GTSL')) return 'unread';
  const key = line.split('|')[DRIVER] ?? '';
  putAttribute(fix, 'message', line);
  if (key !== '') putAttribute(fix, 'driver_key', key);
  return 'report';
};

/** Time BCD 6, stored u8, kind of vehicle u8, kind of message u8. */
const HEAD = 9;
/** Status u32 and coordinates. */
const PLACE = 12;
/** The time of the place. */
const PLACE_TIME = 6;

/** F0: messages of a vehicle; most end with a place. */
const vehicle: Kind = (fix, content) => {
  const { bytes, start, end, terminal } = content;
  const time = end - start >= HEAD ? readDate(bytes, start, terminal) : Number.NaN;
  const read = MESSAGES[bytes[start + 8]];
  if (Number.isNaN(time) || !read) return 'unread';
  fix.time = time;
  if (bytes[start + 6] > 0) fix.attributes.set('archive', true);
  const behind = read(fix, bytes, start + HEAD, end);
  if (behind < 0) return 'unread';
  if (behind === end) return 'report';
  if (behind + PLACE > end) return 'partly';
  putPlace(fix, bytes, behind, terminal.model);
  return behind + PLACE === end || behind + PLACE + PLACE_TIME === end ? 'report' : 'partly';
};

/** Reads a message from `at`; answers where its place begins, its end where it has none, or -1. */
type VehicleMessage = (fix: Fix, bytes: Uint8Array, at: number, end: number) => number;

/** Calls back for each of `count` entries; answers where they end, or -1 when they reach past the end. */
function entries(
  bytes: Uint8Array,
  at: number,
  end: number,
  width: 1 | 2,
  read: (id: number, at: number, size: number) => void,
): number {
  let next = at + 1;
  for (let count = bytes[at]; count > 0; count--) {
    const value = next + width + 1;
    if (value > end || value + bytes[value - 1] > end) return -1;
    read(unsigned(bytes, next, width), value, bytes[value - 1]);
    next = value + bytes[value - 1];
  }
  return next;
}

/** 01: number of readings u8; each number u16, size u8, value. */
const vehicleReadings: VehicleMessage = (fix, bytes, at, end) =>
  entries(bytes, at, end, 2, (id, place, size) => {
    const known = VEHICLE_READINGS[id];
    if (known && known[0] === size) known[1](fix, unsigned(bytes, place, size));
    else if (id === VEHICLE_VIN) putAttribute(fix, 'vin', latin1(bytes, place, place + size).trim());
    else if (size === 1 || size === 2 || size === 4) putAttribute(fix, ioName(id), unsigned(bytes, place, size));
  });

/** 02: number of systems u16; each number u32, number of codes u16; each code and state u32, text with a length u16. */
const troubleCodes: VehicleMessage = (fix, bytes, at, end) => {
  const codes: string[] = [];
  let next = at + 2;
  for (let systems = u16(bytes, at); systems > 0; systems--) {
    if (next + 6 > end) return -1;
    const count = u16(bytes, next + 4);
    next += 6;
    for (let code = 0; code < count; code++) {
      const text = next + 10;
      if (text > end || text + u16(bytes, text - 2) > end) return -1;
      codes.push(
        latin1(bytes, text, text + u16(bytes, text - 2))
          .replaceAll('\0', '')
          .trim(),
      );
      next = text + u16(bytes, text - 2);
    }
  }
  if (codes.length > 0) putAttribute(fix, 'trouble_codes', codes.join(' '));
  return next;
};

const ALARMS: Readonly<Record<number, Alarm | undefined>> = {
  0x01: ALARM.powerRestored,
  0x02: ALARM.powerCut,
  0x1a: ALARM.hardAcceleration,
  0x1b: ALARM.hardBraking,
  0x1c: ALARM.hardCornering,
  0x23: ALARM.fatigue,
  0x25: ALARM.overspeed,
  0x26: ALARM.accident,
  0x27: ALARM.accident,
  0x28: ALARM.accident,
  0x31: ALARM.door,
  0x32: ALARM.door,
};

/** 03: number of alarms u8; each number u8, size u8, value. */
const alarms: VehicleMessage = (fix, bytes, at, end) =>
  entries(bytes, at, end, 1, (id) => {
    if (ALARMS[id]) fix.attributes.set('alarm', ALARMS[id]);
    else fix.attributes.set('event', id);
  });

const FINISHED = 2;
const TRIP = 42;

/** 04: begin or end u8, number u32, time of the start 6; at its end also the places, idling, distance and fuel. */
const trip: VehicleMessage = (fix, bytes, at, end) => {
  if (at + 11 > end) return -1;
  putAttribute(fix, 'trip_number', u32(bytes, at + 1));
  if (bytes[at] !== FINISHED || at + TRIP > end) return end;
  putAttribute(fix, 'idling_time', u16(bytes, at + 36));
  fix.attributes.set('trip_odometer', u16(bytes, at + 38) * 100);
  putAttribute(fix, 'trip_fuel', u16(bytes, at + 40) / 100);
  return end;
};

const VIN = 17;

/** 0B: whether it is known u8, the vehicle's number 17. */
const vehicleNumber: VehicleMessage = (fix, bytes, at, end) => {
  if (bytes[at] > 0 && at + 1 + VIN <= end) putAttribute(fix, 'vin', latin1(bytes, at + 1, at + 1 + VIN));
  return end;
};

const EVENTS: Readonly<Record<number, Alarm | undefined>> = {
  51: ALARM.hardAcceleration,
  52: ALARM.hardBraking,
  53: ALARM.hardCornering,
  56: ALARM.accident,
};

/** 15: number of the event u32. */
const event: VehicleMessage = (fix, bytes, at, end) => {
  if (at + 4 > end) return -1;
  const alarm = EVENTS[u32(bytes, at)];
  if (alarm) fix.attributes.set('alarm', alarm);
  else fix.attributes.set('event', u32(bytes, at));
  return end;
};

const MESSAGES: Readonly<Record<number, VehicleMessage | undefined>> = {
  0x01: vehicleReadings,
  0x02: troubleCodes,
  0x03: alarms,
  0x04: trip,
  0x0b: vehicleNumber,
  0x15: event,
};

const COLLISION = 0x02;
const TIME = 0x06;

/** F3: parts (number u16, size u16): 2 the force of a collision, 6 its time. */
const collision: Kind = (fix, { bytes, start, end, terminal }) => {
  const whole = readBlocks(bytes, start, end, { number: 2, size: 2 }, (number, at, size) => {
    if (number === COLLISION && size >= 2) putAttribute(fix, 'collision', u16(bytes, at) / 25_600);
    const time = number === TIME && size >= 6 ? readDate(bytes, at, terminal) : Number.NaN;
    if (!Number.isNaN(time)) fix.time = time;
  });
  return whole && fix.attributes.size > 0 ? 'partly' : 'unread';
};

const MOMENT = 20;

/** FF: time BCD 6, coordinates in millionths i32, altitude, speed, course; then more moments and forces. */
const moment: Kind = (fix, { bytes, start, end, terminal }) => {
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
const tagsOfPlace: Kind = (fix, content) => {
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

/** What one sample of 54 holds by the bits of its mask: light, degrees and humidity, a probe, acceleration, air pressure. */
const SAMPLE = [2, 4, 2, 6, 2] as const;
/** Mask u16, time BCD 6. */
const SAMPLE_HEAD = 8;
const sampleSize = (mask: number): number =>
  SAMPLE.reduce((size, width, bit) => size + ((mask >>> bit) & 1 ? width : 0), SAMPLE_HEAD);

/** 54: place, then what its sensors measured before: each a report of its own time. */
const samplesOfPlace: Kind = (fix, content) => {
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

const KINDS: Readonly<Record<number, Kind | undefined>> = {
  0x40: readerText,
  0x53: tagsOfPlace,
  0x54: samplesOfPlace,
  0xf0: vehicle,
  0xf3: collision,
  0xff: moment,
};
