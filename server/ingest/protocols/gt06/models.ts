import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { ALARM, u16, u24, type Alarm } from '../shared/index.ts';
import { DATE, GPS_BLOCK, readAlarm, readCell, readDate, readDatedGps, readInformation } from './blocks.ts';
import type { Gt06Frame } from './framing.ts';
import { alarmTail, heartbeat, LAYOUTS, location, type Layout, type Outcome } from './messages.ts';

/**
 * Models that use numbers of the protocol for something of their own. Nothing in the frame tells: the device's model, as
 * its form has it, does. Seen in frames of these models; their makers publish no document.
 */
interface ModelFamily {
  readonly models: RegExp;
  readonly layouts: Readonly<Record<number, Layout | undefined>>;
}

const GSM_LEVELS = 4;

/** LW4G and its kin tell two alarms of driving by numbers that others use for the battery and the box. */
const LW_ALARMS: Readonly<Record<number, Alarm | undefined>> = { 0x18: ALARM.accident, 0x19: ALARM.hardAcceleration };

function readLwAlarm(fix: Fix, code: number): void {
  const own = LW_ALARMS[code];
  if (own) fix.attributes.set('alarm', own);
  else readAlarm(fix, code);
}

/** 0x13: information, voltage level, GSM, supply in tenths of a volt in the lower 12 bits. */
const lwHeartbeat: Layout = (fix, frame, zone) => {
  const { bytes, start, end } = frame;
  if (end - start !== 5) return heartbeat(fix, frame, zone);
  heartbeat(fix, { ...frame, end: start + 3 }, zone);
  fix.attributes.set('external_voltage', (u16(bytes, start + 3) & 0xfff) / 10);
  return 'report';
};

/** 0x13: information, supply in hundredths of a volt u16, GSM, alarm. */
const heartbeatWithSupply: Layout = (fix, { bytes, start, end }) => {
  if (end - start < 4) return 'broken';
  readInformation(fix, bytes[start]);
  fix.attributes.set('external_voltage', u16(bytes, start + 1) / 100);
  if (bytes[start + 3] <= GSM_LEVELS) fix.attributes.set('gsm_signal', bytes[start + 3] * 25);
  return 'report';
};

/** Source u8 and IMEI 8 in front of the two dates of the NT family: when it was sent, when it was taken. */
const NT_HEAD = 9;
/** Information, supply u16, battery, GSM, alarm, language, odometer u24, minutes of running u24. */
const NT_STATE = 13;

/** 0x22, 0x25 of the NT family. */
const ntLocation: Layout = (fix, { bytes, start, end }, zone) => {
  const at = start + NT_HEAD + DATE;
  if (at + GPS_BLOCK > end || Number.isNaN(readDate(bytes, start + NT_HEAD, zone)) || !readDatedGps(fix, bytes, at, at + DATE, zone)) return 'broken';
  const cell = at + GPS_BLOCK;
  // The length counts the cell's bytes.
  const state = cell + 1 + bytes[cell];
  readCell(fix, bytes, cell + 1, Math.min(state, end), false);
  if (state + NT_STATE > end) return 'report';
  readInformation(fix, bytes[state]);
  fix.attributes.set('external_voltage', u16(bytes, state + 1) / 100);
  fix.attributes.set('battery_voltage', bytes[state + 3] / 10);
  readAlarm(fix, bytes[state + 5]);
  fix.attributes.set('odometer', u24(bytes, state + 7));
  fix.attributes.set('engine_hours', u24(bytes, state + 10) / 60);
  return 'report';
};

const FAMILIES: readonly ModelFamily[] = [
  { models: /^LW/i, layouts: { 0x13: lwHeartbeat, 0x16: location(alarmTail(false, readLwAlarm)), 0x26: location(alarmTail(false, readLwAlarm)), 0x27: location(alarmTail(false, readLwAlarm)) } },
  { models: /^R11$/i, layouts: { 0x13: heartbeatWithSupply } },
  { models: /^(?:NT(?:11|20|26|40|46)|VL100|XT40)$/i, layouts: { 0x22: ntLocation, 0x25: ntLocation } },
];

/** Reads a frame's content into the fix, as this model sends it. */
export function readMessage(fix: Fix, frame: Gt06Frame, zone: number, model: string): Outcome {
  const own = model === '' ? undefined : FAMILIES.find(({ models }) => models.test(model))?.layouts[frame.protocol];
  const layout = own ?? LAYOUTS[frame.protocol];
  return layout ? layout(fix, frame, zone) : 'nothing';
}
