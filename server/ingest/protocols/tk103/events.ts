import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, putAttribute, type Alarm } from '../shared/index.ts';

/** What the digit of BO01 says; the answer repeats it. */
const ALARMS: Readonly<Record<string, Alarm | undefined>> = {
  '0': ALARM.powerCut,
  '1': ALARM.accident,
  '2': ALARM.sos,
  '3': ALARM.vibration,
  '4': ALARM.lowSpeed,
  '5': ALARM.overspeed,
  '6': ALARM.geofenceExit,
};

type Event = Alarm | 'ignition on' | 'ignition off';

/** The last digits of a ZC frame: the reason of the report. */
const EVENTS: Readonly<Record<string, Event | undefined>> = {
  '11': ALARM.movement,
  '12': ALARM.lowBattery,
  '13': ALARM.powerCut,
  '15': 'ignition on',
  '16': 'ignition off',
  '17': ALARM.tampering,
  '25': ALARM.sos,
  '26': ALARM.tampering,
  '27': ALARM.lowPower,
  '29': 'ignition on',
};
/**
 * The same in DW frames, which count on from these in hexadecimal and leave out 20: 31 and 51 are 11, 3E and 5E are 25.
 */
const FIRST = 11;
const LEFT_OUT = 20;
const DW_GROUPS = [0x31, 0x51] as const;
/** What BQ81 says beside speeding. */
const BQ81_KINDS: Readonly<Record<string, Alarm | undefined>> = {
  '0': ALARM.lowBattery,
  '1': ALARM.overspeed,
  '3': ALARM.hardAcceleration,
  '4': ALARM.hardBraking,
};

/** The alarm of BO01, a digit before the date. */
export function putAlarm(fix: Fix, digit: string): void {
  const alarm = Object.hasOwn(ALARMS, digit) ? ALARMS[digit] : undefined;
  if (alarm) fix.attributes.set('alarm', alarm);
}

/** `ALARM,<kind>,<value>,…` of BQ81; a kind that has no common word stays a message. */
export function putNamedAlarm(fix: Fix, kind: string): void {
  const alarm = Object.hasOwn(BQ81_KINDS, kind) ? BQ81_KINDS[kind] : undefined;
  if (alarm) fix.attributes.set('alarm', alarm);
  else putAttribute(fix, 'message', `ALARM ${kind}`);
}

/** The event in a command's name: ZC17, and DW37 or DW57, which say the same by satellites or by cells. */
export function putEvent(fix: Fix, command: string): void {
  const code = command.startsWith('ZC') ? command.slice(2) : command.startsWith('DW') ? codeOfDw(command.slice(2)) : '';
  const event = Object.hasOwn(EVENTS, code) ? EVENTS[code] : undefined;
  if (event === 'ignition on' || event === 'ignition off') fix.attributes.set('ignition', event === 'ignition on');
  else if (event) fix.attributes.set('alarm', event);
}

function codeOfDw(digits: string): string {
  const number = /^[0-9A-F]{2}$/.test(digits) ? Number.parseInt(digits, 16) : 0;
  const group = DW_GROUPS.findLast((first) => number >= first);
  if (group === undefined) return '';
  const code = FIRST + number - group;
  return String(code < LEFT_OUT ? code : code + 1);
}
