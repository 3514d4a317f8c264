import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, type Alarm } from '../shared/index.ts';
import { DATE, PLACE, readDatedGps } from './blocks.ts';
import { readCell } from './cells.ts';
import { startsWithDate, type Layout } from './layout.ts';

/** 0x32 and 0x33 of models that put a length before each part, and 0x33 is an alarm. */

const ALARM_MESSAGE = 0x33;

const ALARMS: Readonly<Record<number, Alarm | undefined>> = {
  0xa2: ALARM.lowBattery,
  0xa3: ALARM.lowBattery,
  0xa5: ALARM.door,
};
const ARMED = 0xa0;
const DISARMED = 0xa1;

/**
 * Date, then with a length u8 each: position, cell, further cells, access points; state u8; what comes later, with a
 * length.
 */
export const lengthPrefixed: Layout = (fix, frame, reading) => {
  const { bytes, start, end, protocol } = frame;
  if (!startsWithDate(fix, frame, reading)) return 'broken';
  const parts = partsOf(bytes, start + DATE, end);
  if (!parts) return 'broken';
  const [position, cell, , , state] = parts;
  if (bytes[position] >= PLACE) readDatedGps(fix, bytes, start, position + 1, reading.zone);
  readCell(fix, bytes, cell + 1, cell + 1 + bytes[cell]);
  if (protocol === ALARM_MESSAGE && state < end) putState(fix, bytes[state]);
  return fix.hasPosition || fix.attributes.size > 0 ? 'report' : 'partly';
};

const PARTS = 4;

/** Where the four parts and the state begin; null when they reach past the end. */
function partsOf(bytes: Uint8Array, start: number, end: number): number[] | null {
  const places: number[] = [];
  let at = start;
  for (let part = 0; part < PARTS; part++) {
    // Older firmware ends after the cell.
    if (at >= end && part < 2) return null;
    places.push(Math.min(at, end));
    at += at < end ? 1 + bytes[at] : 0;
  }
  const [position] = places;
  if (at > end || (bytes[position] !== 0 && bytes[position] < PLACE)) return null;
  return [...places, at];
}

function putState({ attributes }: Fix, state: number): void {
  const alarm = ALARMS[state];
  if (alarm) attributes.set('alarm', alarm);
  else if (state === ARMED || state === DISARMED) attributes.set('armed', state === ARMED);
  else attributes.set('event', state);
}
