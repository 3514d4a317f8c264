import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, putPercent, type Alarm } from '../shared/index.ts';

const INFORMATION_ALARMS: readonly (Alarm | undefined)[] = [
  undefined,
  ALARM.vibration,
  ALARM.powerCut,
  ALARM.lowBattery,
  ALARM.sos,
  undefined,
  // A fence, which does not say whether it was entered or left.
  undefined,
  ALARM.tampering,
];

/** Information byte of heartbeats and alarms. `seventh` is what the last of its alarms means on this model. */
export function readInformation(fix: Fix, information: number, seventh: Alarm = ALARM.tampering): void {
  readSwitches(fix, information);
  fix.attributes.set('blocked', (information & 0x80) !== 0);
  const code = (information >> 3) & 0x07;
  const alarm = code === 7 ? seventh : INFORMATION_ALARMS[code];
  if (alarm) fix.attributes.set('alarm', alarm);
}

/** The three bits of the information byte that mean the same on every model. */
export function readSwitches({ attributes }: Fix, information: number): void {
  attributes.set('armed', (information & 0x01) !== 0);
  attributes.set('ignition', (information & 0x02) !== 0);
  attributes.set('charging', (information & 0x04) !== 0);
}

const BATTERY_STEPS = 6;
const SIGNAL_STEPS = 4;

/** Set in the byte of the battery by models that send per cent in it. */
const IN_PERCENT = 0x80;

/**
 * Battery in steps (0–6) or per cent, and signal in steps (0–4). Both at zero were not measured: a dead tracker sends
 * nothing.
 */
export function readLevels(fix: Fix, battery: number, signal: number): void {
  // Nor does one have a battery that measures nothing and a signal that no step is.
  if (battery === 0 && (signal === 0 || signal > SIGNAL_STEPS)) return;
  if (battery <= BATTERY_STEPS) fix.attributes.set('battery_level', Math.round((battery / BATTERY_STEPS) * 1000) / 10);
  else putPercent(fix, battery & ~IN_PERCENT);
  readSignal(fix, signal);
}

/** Signal in four steps; anything above is another model's scale. */
export function readSignal(fix: Fix, signal: number): void {
  if (signal <= SIGNAL_STEPS) fix.attributes.set('gsm_signal', signal * 25);
}

/** Signal as models send it that have per cent for it. */
export function readSignalPercent(fix: Fix, signal: number): void {
  if (signal <= 100) fix.attributes.set('gsm_signal', signal);
}

const LANGUAGES = new Set([1, 2]);

/** True when battery, signal, alarm and language, as the manual has them, can follow the information at `at`. */
export function isUsualState(bytes: Uint8Array, at: number): boolean {
  return bytes[at + 2] <= SIGNAL_STEPS || LANGUAGES.has(bytes[at + 4]);
}

/** Alarm byte of 0x16, 0x26, 0x27 and their 4G forms; above 0xff its upper part is in the byte of the language. */
const ALARMS: Readonly<Record<number, Alarm | undefined>> = {
  0x01: ALARM.sos,
  0x02: ALARM.powerCut,
  0x03: ALARM.vibration,
  0x04: ALARM.geofenceEnter,
  0x05: ALARM.geofenceExit,
  0x06: ALARM.overspeed,
  0x09: ALARM.tow,
  0x0e: ALARM.lowBattery,
  0x0f: ALARM.lowBattery,
  0x11: ALARM.powerOff,
  0x13: ALARM.tampering,
  0x14: ALARM.door,
  0x15: ALARM.powerOff,
  0x18: ALARM.tampering,
  0x19: ALARM.lowBattery,
  0x1a: ALARM.hardBraking,
  0x1b: ALARM.hardCornering,
  0x23: ALARM.fall,
  0x25: ALARM.tampering,
  0x26: ALARM.hardAcceleration,
  0x27: ALARM.hardBraking,
  0x28: ALARM.hardBraking,
  0x29: ALARM.hardAcceleration,
  0x2a: ALARM.hardCornering,
  0x2b: ALARM.hardCornering,
  0x2c: ALARM.accident,
  0x2e: ALARM.hardCornering,
  // 0x30 is braking on some models and a jammer on others: without the model it stays a number.
  0x32: ALARM.tampering,
  0xf0: ALARM.hardAcceleration,
  0xf1: ALARM.hardBraking,
  0xf2: ALARM.accident,
  0x107: ALARM.jamming,
  0x10b: ALARM.jamming,
};

/** Codes that a family of models has for other alarms, by what a device's form calls its model. */
const ALARMS_OF_MODELS: readonly (readonly [models: RegExp, alarms: Readonly<Record<number, Alarm | undefined>>])[] = [
  [/^LW/i, { 0x18: ALARM.accident, 0x19: ALARM.hardAcceleration }],
  [/^SEEWORLD/i, { 0x28: ALARM.hardCornering, 0x29: ALARM.accident }],
  [/^(?:JM-)?(?:VL|LL)\d|^G18$/i, { 0x28: ALARM.powerOff, 0x30: ALARM.hardBraking }],
  [/^SL4/i, { 0x30: ALARM.jamming }],
];

/** Puts the alarm that the code names; 0 and codes without a known meaning leave what the information byte said. */
export function readAlarm(fix: Fix, code: number, model: string): void {
  if (code === 0) return;
  const own = model === '' ? undefined : ALARMS_OF_MODELS.find(([models]) => models.test(model))?.[1][code];
  const alarm = own ?? ALARMS[code];
  if (alarm) fix.attributes.set('alarm', alarm);
  else fix.attributes.set('event', code);
}
