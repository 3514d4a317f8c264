import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, ioName, latin1, putAttribute, u16, u32, unsigned, type Alarm } from '../shared/index.ts';
import { VEHICLE_READINGS, VEHICLE_VIN } from './engine.ts';
import { putPlace, readDate } from './location.ts';
import type { Kind } from './passed.ts';

// 0900 F0: messages of a vehicle.

/** Time BCD 6, stored u8, kind of vehicle u8, kind of message u8. */
const HEAD = 9;
/** Status u32 and coordinates. */
const PLACE = 12;
/** The time of the place. */
const PLACE_TIME = 6;

/** F0: messages of a vehicle; most end with a place. */
export const vehicle: Kind = (fix, content) => {
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
