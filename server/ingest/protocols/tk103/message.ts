import type { Instant } from '../../../../src/domain/base/index.ts';
import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { latin1, putAttribute, putNumber, TextFields, UNKNOWN_TYPE, type NotUnderstood } from '../shared/index.ts';
import { readBattery, readBatteryBlock } from './battery.ts';
import { readEngine } from './engine.ts';
import { putAlarm, putEvent, putNamedAlarm } from './events.ts';
import type { Tk103Head } from './frame.ts';
import { readCells, readSurroundings, timeOf } from './network.ts';
import { findValidity, putState, readJoined, readSeparated } from './position.ts';

/**
 * What became of a frame: a report, whole or in part, nothing that is understood, or content that contradicts its
 * layout.
 */
export type Outcome = 'report' | 'partly' | 'nothing' | 'broken';

/** One instance serves every connection: decoders run one at a time. */
const fields = new TextFields();
/** Fields of a separated frame that hold date and time. */
const DATE = 2;
const TIME = 3;
const VIN = /^[A-HJ-NPR-Z0-9]{17}$/;
const UNKNOWN_WORD = 65_535;

/** Fills the fix from a frame; `fix.time` is the server's beforehand, for frames without a time. */
export function readMessage(
  fix: Fix,
  head: Tk103Head,
  bytes: Uint8Array,
  start: number,
  end: number,
  now: Instant,
): Outcome {
  fix.time = now;
  return head.separated ? readWithFields(fix, head, bytes, start, end) : readJoinedFrame(fix, head, bytes, end, now);
}

function readJoinedFrame(
  fix: Fix,
  { command, body }: Tk103Head,
  bytes: Uint8Array,
  end: number,
  now: Instant,
): Outcome {
  const validity = findValidity(bytes, body, end);
  if (validity >= 0) {
    if (readJoined(fix, bytes, validity, end, now) === 'broken') return 'broken';
    // One digit before the date.
    if (command === 'BO01' && validity - 7 === body) putAlarm(fix, latin1(bytes, body, body + 1));
    if (command === 'BQ81') putNamedAlarm(fix, latin1(bytes, body, validity).split(',')[2] ?? '');
    return 'report';
  }
  if (command === 'BV00') return readVin(fix, latin1(bytes, body, end));
  if (command === 'BQ86') return readEngine(fix, latin1(bytes, body, end));
  // An alarm without a place: the digit alone.
  if (command === 'BO01') {
    putAlarm(fix, latin1(bytes, body, end));
    return fix.attributes.size > 0 ? 'report' : 'nothing';
  }
  return command === 'BP05' || command === 'BZ00' || command.startsWith('BS5')
    ? readUnplaced(fix, command, bytes, body, end)
    : 'nothing';
}

/** BV00: the number of the vehicle, as its computer has it. */
function readVin(fix: Fix, text: string): Outcome {
  if (!VIN.test(text)) return 'nothing';
  fix.attributes.set('vin', text);
  return 'report';
}

/** Cells with the state behind them, or a battery. */
function readUnplaced(fix: Fix, command: string, bytes: Uint8Array, body: number, end: number): Outcome {
  const text = latin1(bytes, body, end);
  if (command.startsWith('BS5')) return readBattery(fix, text) || readBatteryBlock(fix, text) ? 'report' : 'nothing';
  if (!readCells(fix, text)) return 'nothing';
  const state = bytes.lastIndexOf(0x2c, end - 1) + 1;
  if (end - state === 8) putState(fix, bytes, state, end);
  return fix.attributes.size > 0 ? 'report' : 'nothing';
}

function readWithFields(fix: Fix, { command }: Tk103Head, bytes: Uint8Array, start: number, end: number): Outcome {
  fields.read(bytes, start, end);
  if (command === 'ZC20') return readLevels(fix);
  if (/^DW[56]/.test(command)) return readSurroundings(fix, fields) ? withEvent(fix, command) : 'broken';
  const place = readSeparated(fix, fields);
  if (place === 'read') return withEvent(fix, command);
  return place === 'broken' ? 'broken' : readWords(fix, bytes, start, end);
}

function withEvent(fix: Fix, command: string): Outcome {
  putEvent(fix, command);
  return 'report';
}

/** `ddmmyy,hhmmss,step of charge,battery voltage,external voltage,…`; some vendors count hundredths, some tenths. */
function readLevels(fix: Fix): Outcome {
  fix.time = timeOf(fields, DATE, TIME);
  if (Number.isNaN(fix.time)) return 'broken';
  const step = fields.digits(4);
  if (step <= 6) fix.attributes.set('battery_step', step);
  const battery = fields.digits(5);
  if (battery !== UNKNOWN_WORD) putNumber(fix, 'battery_voltage', battery / (battery >= 100 ? 100 : 10));
  const external = fields.digits(6);
  if (external !== UNKNOWN_WORD) putNumber(fix, 'external_voltage', external / 10);
  return fix.attributes.size > 0 ? 'report' : 'nothing';
}

/** `…$words$`: what the device says in its own words. */
function readWords(fix: Fix, bytes: Uint8Array, start: number, end: number): Outcome {
  const words = freeText(bytes, start, end);
  if (words === '') return 'nothing';
  const time = timeOf(fields, DATE, TIME);
  if (!Number.isNaN(time)) fix.time = time;
  putAttribute(fix, 'message', words);
  return 'report';
}

/** The text between the dollar signs on one line; empty when there are none. */
export function freeText(bytes: Uint8Array, start: number, end: number): string {
  const words = latin1(bytes, start, end).split('$')[1] ?? '';
  return words.replaceAll(/\s+/g, ' ').trim();
}

/** Why a message of which nothing is understood is kept, by the kind of frame; others are of no type that is known. */
const REASONS: readonly (readonly [command: RegExp, reason: string])[] = [
  [/^(?:BR0\d|BQ81)$/, 'a report without a place, and without cells that can be read'],
  [/^BO01$/, 'an alarm with a number that no document names'],
  [/^BZ00$/, 'its cells cannot be read'],
  [/^BS5/, 'its readings of the battery have another layout'],
  [/^BQ86$/, 'its readings of the engine have another layout'],
  [/^DW|^ZC/, 'neither a place nor words stand in it'],
];

/** Why this message was kept, and whether the rest of it was understood. */
export function notUnderstood(command: string, part: boolean): NotUnderstood {
  if (part) return { reason: 'a reading of the engine has a number that no document names', part };
  const reason = REASONS.find(([pattern]) => pattern.test(command))?.[1];
  return reason === undefined ? UNKNOWN_TYPE : { reason, part };
}
