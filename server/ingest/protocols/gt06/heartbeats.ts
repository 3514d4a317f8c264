import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import {
  i16,
  latin1,
  putAttribute,
  putNumber,
  putPercent,
  putVoltage,
  signalPercent,
  u16,
  u32,
} from '../shared/index.ts';
import { outcomeOf, type Layout } from './layout.ts';
import { areModules, readModules } from './modules.ts';
import {
  isUsualState,
  readAlarm,
  readInformation,
  readLevels,
  readSignal,
  readSignalPercent,
  readSwitches,
} from './states.ts';

/** Reports of the device's state, without a position. */

const SHORTEST = 3;
/** Information, battery, GSM, alarm, language. */
const USUAL = 5;
const WITH_COUNTS = 14;
const WITH_MORE_COUNTS = 16;

/** 0x13: information, battery, GSM, alarm and language. Loggers send a longer one, and some models more behind it. */
export const heartbeat: Layout = (fix, frame, { model }) => {
  const { bytes, start, end } = frame;
  const size = end - start;
  if (size < SHORTEST) return 'broken';
  if (size === WITH_MORE_COUNTS) return readLogger(fix, bytes, start);
  readInformation(fix, bytes[start]);
  if (size === WITH_COUNTS) return readCounts(fix, bytes, start + 1, model);
  if (size < USUAL) readLevels(fix, bytes[start + 1], bytes[start + 2]);
  // Where the signal is no step and no language follows, other fields stand here: only the information is sure.
  else if (!isUsualState(bytes, start)) return 'partly';
  else readUsual(fix, bytes, start);
  return outcomeOf(size <= USUAL);
};

/** What begins the byte of the battery when it and the alarm's hold the supply in tenths of a volt. */
const SUPPLY = 0xf0;

/** The alarm byte of the manual is the state of a port on other models, so the information alone reports alarms. */
function readUsual(fix: Fix, bytes: Uint8Array, at: number): void {
  if (bytes[at + 1] < SUPPLY) return readLevels(fix, bytes[at + 1], bytes[at + 2]);
  putVoltage(fix, (((bytes[at + 1] & 0x0f) << 8) | bytes[at + 3]) / 10);
  readSignal(fix, bytes[at + 2]);
}

/** The mode in which the last word is a probe's degrees. */
const WITH_PROBE = 4;

/**
 * Satellites and signal u16, alarm, language, per cent, mode, voltage in hundredths u16, reserved, minutes u16, degrees
 * in tenths.
 */
function readCounts(fix: Fix, bytes: Uint8Array, at: number, model: string): 'report' {
  const counts = u16(bytes, at);
  // Those of GPS and those of the second system.
  fix.satellites = ((counts >> 10) & 0x1f) + ((counts >> 5) & 0x1f);
  putNumber(fix, 'gsm_signal', signalPercent(counts & 0x1f));
  readAlarm(fix, bytes[at + 2], model);
  putPercent(fix, bytes[at + 4]);
  putVoltage(fix, u16(bytes, at + 6) / 100);
  if (bytes[at + 5] === WITH_PROBE) fix.attributes.set('temperature_1', i16(bytes, at + 11) / 10);
  return 'report';
}

/** The longer one: only its charge and its voltage are sure, not even the information is what others have. */
function readLogger(fix: Fix, bytes: Uint8Array, at: number): 'partly' {
  putPercent(fix, bytes[at + 5]);
  putVoltage(fix, u16(bytes, at + 7) / 100);
  return 'partly';
}

/** 0x23: information, voltage in hundredths u16, GSM, language. Only its three switches mean what they do elsewhere. */
export const longHeartbeat: Layout = (fix, { bytes, start, end }) => {
  if (end - start < 4) return 'broken';
  readSwitches(fix, bytes[start]);
  if (u16(bytes, start + 1) > 0) fix.attributes.set('battery_voltage', u16(bytes, start + 1) / 100);
  readSignal(fix, bytes[start + 3]);
  return 'report';
};

/** 0x36: as 0x13, then modules. */
export const heartbeatWithModules: Layout = (fix, frame, reading) => {
  const { bytes, start, end } = frame;
  if (end - start < USUAL || !areModules(bytes, start + USUAL, end)) return 'unread';
  const state = heartbeat(fix, { ...frame, end: start + USUAL }, reading);
  return readModules(fix, bytes, start + USUAL, end) ? state : 'partly';
};

const SHORT_STATE = 7;
const LONG_STATE = 19;

/** True when 0xA3 carries a state instead of an alarm at a fence. */
export const isState = (size: number): boolean => size === SHORT_STATE || size === LONG_STATE;

/**
 * 0xA3 of those lengths: information, bits u16, battery, signal in per cent, volts, language; for what people and
 * animals carry also switches of sound and light, steps u32, battery in per cent, charging, motion.
 */
export const stateWithSteps: Layout = (fix, { bytes, start, end }) => {
  const { attributes } = fix;
  readInformation(fix, bytes[start]);
  readLevels(fix, bytes[start + 3], 0xff);
  readSignalPercent(fix, bytes[start + 4]);
  if (end - start === SHORT_STATE) putVoltage(fix, bytes[start + 5]);
  if (end - start !== LONG_STATE) return 'report';
  putAttribute(fix, 'steps', u32(bytes, start + 9));
  putPercent(fix, bytes[start + 13]);
  attributes.set('charging', bytes[start + 14] === 1);
  attributes.set('motion', bytes[start + 15] === 1);
  return 'report';
};

/** 0x13 of LW models: information, voltage level, GSM, supply in tenths of a volt in the lower 12 bits. */
export const lwHeartbeat: Layout = (fix, frame, reading) => {
  const { bytes, start, end } = frame;
  if (end - start !== USUAL) return heartbeat(fix, frame, reading);
  heartbeat(fix, { ...frame, end: start + SHORTEST }, reading);
  putVoltage(fix, (u16(bytes, start + 3) & 0xfff) / 10);
  return 'report';
};

/** 0x13 of R11: information, supply in hundredths of a volt u16, GSM, alarm. */
export const heartbeatWithSupply: Layout = (fix, { bytes, start, end }) => {
  if (end - start < 4) return 'broken';
  readInformation(fix, bytes[start]);
  putVoltage(fix, u16(bytes, start + 1) / 100);
  readSignal(fix, bytes[start + 3]);
  return 'report';
};

/** 0x13 of SEEWORLD: information, battery, signal in per cent, volts of the supply, language. */
export const heartbeatWithVolts: Layout = (fix, frame, reading) => {
  const { bytes, start, end } = frame;
  if (end - start !== USUAL) return heartbeat(fix, frame, reading);
  readInformation(fix, bytes[start]);
  readLevels(fix, bytes[start + 1], 0xff);
  readSignalPercent(fix, bytes[start + 2]);
  putVoltage(fix, bytes[start + 3]);
  return 'report';
};

const CELLS_OF_PACK = 14;
const PACK = 105;

/** 0x40: number 8, Unix seconds u32, then what a pack of battery cells measures. */
export const batteryPack: Layout = (fix, { bytes, start, end }) => {
  if (end - start < PACK) return 'unread';
  fix.time = u32(bytes, start + 8) * 1000;
  const at = start + 12;
  putPercent(fix, bytes[at]);
  putAttribute(fix, 'remaining_capacity', u16(bytes, at + 1));
  putAttribute(fix, 'absolute_capacity', bytes[at + 3]);
  putAttribute(fix, 'full_capacity', u16(bytes, at + 4));
  putAttribute(fix, 'battery_health', bytes[at + 6]);
  // Tenths of a kelvin.
  putAttribute(fix, 'battery_temperature', Math.round(u16(bytes, at + 7) - 2731) / 10);
  fix.attributes.set('battery_voltage', u16(bytes, at + 11) / 1000);
  putAttribute(fix, 'battery_cycles', u16(bytes, at + 13));
  for (let cell = 0; cell < CELLS_OF_PACK; cell++) {
    putAttribute(fix, `battery_cell_${cell + 1}`, u16(bytes, at + 15 + cell * 2) / 1000);
  }
  readPackEnd(fix, bytes, at + 15 + CELLS_OF_PACK * 2);
  return outcomeOf(end - start === PACK);
};

const PACK_TEXT = 16;

/**
 * Intervals of charging u16 twice, bar code 16, version u16, maker 16, states of the pack, its controller and faults
 * u32 each.
 */
function readPackEnd(fix: Fix, bytes: Uint8Array, at: number): void {
  putAttribute(fix, 'charge_interval', u16(bytes, at));
  putAttribute(fix, 'longest_charge_interval', u16(bytes, at + 2));
  putPackText(fix, 'battery_code', bytes, at + 4);
  putAttribute(fix, 'battery_version', u16(bytes, at + 20));
  putPackText(fix, 'battery_maker', bytes, at + 22);
  putAttribute(fix, 'battery_status', u32(bytes, at + 38));
  putAttribute(fix, 'controller_status', u32(bytes, at + 42));
  putAttribute(fix, 'controller_fault', u32(bytes, at + 46));
}

function putPackText(fix: Fix, name: string, bytes: Uint8Array, at: number): void {
  const text = latin1(bytes, at, at + PACK_TEXT).replace(/[\0\s]+$/, '');
  if (/^[\x20-\x7e]+$/.test(text)) putAttribute(fix, name, text);
}
