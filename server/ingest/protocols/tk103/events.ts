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

/** Last digits of ZC, DW3 and DW5 frames: the reason of the report. */
const EVENTS: Readonly<Record<string, Alarm | 'ignition on' | 'ignition off' | undefined>> = {
  '11': ALARM.movement,
  '12': ALARM.lowBattery,
  '13': ALARM.powerCut,
  '15': 'ignition on',
  '16': 'ignition off',
  '17': ALARM.tampering,
  '25': ALARM.sos,
  '26': ALARM.tampering,
  '27': ALARM.lowPower,
};

/** The alarm of BO01, a digit before the date. */
export function putAlarm(fix: Fix, digit: string): void {
  const alarm = Object.hasOwn(ALARMS, digit) ? ALARMS[digit] : undefined;
  if (alarm) fix.attributes.set('alarm', alarm);
}

/** `ALARM,<kind>,<value>,…` of BQ81: speeding is the only kind that all of them share. */
export function putNamedAlarm(fix: Fix, kind: string): void {
  if (kind === '1') fix.attributes.set('alarm', ALARM.overspeed);
  else putAttribute(fix, 'message', `ALARM ${kind}`);
}

/** The event in a command's name: ZC17, and DW37 or DW57, which tell the same by satellites or by cells. */
export function putEvent(fix: Fix, command: string): void {
  const code = command.startsWith('ZC') ? command.slice(2) : /^DW[35]\d$/.test(command) ? `1${command[3]}` : '';
  const event = Object.hasOwn(EVENTS, code) ? EVENTS[code] : undefined;
  if (event === 'ignition on' || event === 'ignition off') fix.attributes.set('ignition', event === 'ignition on');
  else if (event) fix.attributes.set('alarm', event);
}
