import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, isCelsius, putAttribute, type Alarm } from '../shared/index.ts';

const ALARMS: ReadonlyMap<string, Alarm> = new Map<string, Alarm>([
  ['help me', ALARM.sos],
  ['low battery', ALARM.lowBattery],
  ['move', ALARM.movement],
  ['speed', ALARM.overspeed],
  ['stockade', ALARM.geofenceExit],
  ['door alarm', ALARM.door],
  ['ac alarm', ALARM.powerCut],
  ['sensor alarm', ALARM.vibration],
  ['accident alarm', ALARM.accident],
  ['accident', ALARM.accident],
]);

/** Replies: the command's letter in lower case and a `t`. What some of them change is known from then on. */
const REPLY = /^[a-z]t$/;
const CHANGES: ReadonlyMap<string, readonly [name: 'blocked' | 'armed', value: boolean]> = new Map([
  ['jt', ['blocked', true]],
  ['kt', ['blocked', false]],
  ['lt', ['armed', true]],
  ['mt', ['armed', false]],
]);

/** The keyword that asks for help until it is answered. */
export const HELP = 'help me';

/** The letter of the command that a keyword answers, or null. */
export function answeredCommand(keyword: string): string | null {
  return REPLY.test(keyword) ? keyword[0].toUpperCase() : null;
}

/** The keyword without the value that some carry: `oil` of `oil 51.67`. */
export function kindOf(keyword: string): string {
  return /^[a-z]+(?: [a-z]+)*/i.exec(keyword)?.[0] ?? 'report';
}

/** What the keyword says beside "here I am"; `card` is the field behind the date. */
export function putKeyword(fix: Fix, keyword: string, card: string): void {
  if (keyword === '' || keyword === 'tracker' || /^\d+$/.test(keyword)) return;
  const alarm = ALARMS.get(keyword);
  if (alarm) return void fix.attributes.set('alarm', alarm);
  const change = CHANGES.get(keyword);
  if (change) return void fix.attributes.set(...change);
  if (keyword === 'acc on' || keyword === 'acc off') return void fix.attributes.set('ignition', keyword === 'acc on');
  // Its codes are reported beside it.
  if (keyword === 'DTC') return;
  if (keyword === 'rfid') return putAttribute(fix, 'driver_key', card);
  const value = Number(keyword.slice(keyword.startsWith('T:') ? 2 : 4));
  if (keyword.startsWith('T:') && isCelsius(value)) fix.attributes.set('temperature_1', value);
  else if (keyword.startsWith('oil ') && value >= 0 && value <= 100) fix.attributes.set('fuel_percent', value);
  else if (!/^v[tr]\d*$/.test(keyword)) putAttribute(fix, 'message', keyword);
}
