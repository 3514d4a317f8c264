import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { latin1, putAttribute } from '../shared/index.ts';
import { DATE, PLACE, putPlace } from './blocks.ts';
import { startsWithDate, type Layout } from './layout.ts';

/** 0x65, 0x66 and 0x8C: readings of the engine's computer as text, between a date and a position. */

/** Values count hundredths; by the number that begins a reading's name. */
const READINGS: Readonly<Record<number, 'can_speed' | 'engine_speed' | 'coolant_temperature' | undefined>> = {
  0x2d: 'coolant_temperature',
  0x35: 'can_speed',
  0x36: 'engine_speed',
};
/** The length that the byte of the satellites carries in its upper half: without it no position is there. */
const PLACED = 0x0c;
const VEHICLE_NUMBER = 0x4a;
const SUMMARY = 0x8c;

/** Date, ACC u8, readings `NNn=hex` apart by commas, satellites, coordinates, speed, course and status. */
export const engineReadings: Layout = (fix, frame, reading) => {
  const { bytes, start, end, protocol } = frame;
  const place = end - PLACE;
  const from = start + DATE + 1;
  if (!startsWithDate(fix, frame, reading) || place < from || bytes[place] >> 4 !== PLACED) return 'unread';
  const text = latin1(bytes, from, place).replace(/^[,\s]+/, '');
  // Without readings the rest is no position either.
  if (!/^[\x20-\x7e]*$/.test(text)) return 'unread';
  putPlace(fix, bytes, place);
  if (text !== '') putAttribute(fix, 'message', text);
  if (protocol !== SUMMARY) return 'report';
  if (bytes[start + DATE] <= 1) fix.attributes.set('ignition', bytes[start + DATE] === 1);
  for (const pair of text.split(',')) readPair(fix, pair);
  return 'report';
};

function readPair({ attributes }: Fix, pair: string): void {
  const found = /^([0-9a-f]{2})[0-9a-f]*=(\w+)$/i.exec(pair.trim());
  if (!found) return;
  const number = Number.parseInt(found[1], 16);
  const name = READINGS[number];
  if (name && /^[0-9a-f]+$/i.test(found[2])) attributes.set(name, Number.parseInt(found[2], 16) / 100);
  if (number === VEHICLE_NUMBER) attributes.set('vin', found[2]);
}
