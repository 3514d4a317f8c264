import { bcdDigits, putAttribute, putVoltage, u16, u24 } from '../shared/index.ts';
import { DATE, GPS_BLOCK, PLACE, readDate, readDatedGps } from './blocks.ts';
import { putReaderFrame } from './cards.ts';
import { CELL, LONG_CELL, readCell } from './cells.ts';
import type { Gt06Frame } from './framing.ts';
import type { Layout } from './layout.ts';
import { readAlarm, readInformation } from './states.ts';

/** Positions of the NT family, which uses two numbers of the protocol for a layout of its own. */

/** Source u8 and IMEI 8 in front of the two dates of the NT family: when it was sent, when it was taken. */
const NT_HEAD = 9;
/** Information, supply u16, battery, GSM, alarm, language, odometer u24, minutes of running u24. */
const NT_STATE = 13;

const DRIVER_LOCATION = 0x25;

/** 0x22, 0x25 of the NT family; behind the second is the driver: length u8, kind u8, number. */
export const ntLocation: Layout = (fix, { bytes, start, end, protocol }, { zone, model }) => {
  const at = start + NT_HEAD + DATE;
  if (at + GPS_BLOCK + 1 > end || Number.isNaN(readDate(bytes, start + NT_HEAD, zone))) return 'broken';
  if (!readDatedGps(fix, bytes, at, at + DATE, zone)) return 'broken';
  const cell = at + GPS_BLOCK;
  const state = ntState(bytes, cell, end, protocol === DRIVER_LOCATION);
  const shape = state - cell - 1 >= 9 ? LONG_CELL : CELL;
  readCell(fix, bytes, cell + 1, Math.max(state, cell + 1), shape);
  if (state < 0) return 'partly';
  readInformation(fix, bytes[state]);
  putVoltage(fix, u16(bytes, state + 1) / 100);
  if (bytes[state + 3] > 0) fix.attributes.set('battery_voltage', bytes[state + 3] / 10);
  readAlarm(fix, bytes[state + 5], model);
  // Metres on no vehicle that has run so long: the unit is not known.
  putAttribute(fix, 'mileage', u24(bytes, state + 7));
  fix.attributes.set('engine_hours', u24(bytes, state + 10) / 60);
  const driver = state + NT_STATE;
  if (driver + 2 < end) putReaderFrame(fix, bytes, driver + 2, end);
  return 'report';
};

/** True when a frame has the form of the NT family, whose identifier is in front of the dates. */
export function isNtLocation({ bytes, start, end, protocol }: Gt06Frame): boolean {
  const cell = start + NT_HEAD + 2 * DATE + PLACE;
  if (cell >= end || bcdDigits(bytes, start + 1, start + NT_HEAD) === '') return false;
  const dated = [start + NT_HEAD, start + NT_HEAD + DATE].every((at) => !Number.isNaN(readDate(bytes, at, 0)));
  return dated && ntState(bytes, cell, end, protocol === DRIVER_LOCATION) > 0;
}

/** Where the state begins: the length of the cell counts itself on some models, and the frame's own length decides. */
function ntState(bytes: Uint8Array, cell: number, end: number, withDriver: boolean): number {
  for (const state of [cell + 1 + bytes[cell], cell + bytes[cell]]) {
    const driver = state + NT_STATE;
    if (driver === end || (withDriver && driver < end && driver + 1 + bytes[driver] === end)) return state;
  }
  return -1;
}
