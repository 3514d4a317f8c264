import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { gps103 } from '../../server/ingest/protocols/gps103/index.ts';
import { encodeGt06Login } from '../../server/ingest/protocols/gt06/index.ts';
import { measureFrame } from '../../server/ingest/protocols/gt06/framing.ts';
import { escape, unescape } from '../../server/ingest/protocols/jt808/escapes.ts';
import {
  buildFrame as buildJt808,
  identifierOf,
  readFrame as readJt808,
} from '../../server/ingest/protocols/jt808/framing.ts';
import { jt808, jt808AuthCode } from '../../server/ingest/protocols/jt808/index.ts';
import { H02Framing } from '../../server/ingest/protocols/h02/framing.ts';
import { encodeH02Heartbeat, h02 } from '../../server/ingest/protocols/h02/index.ts';
import { encodeNmeaIdentifier, nmea } from '../../server/ingest/protocols/nmea/index.ts';
import { osmand } from '../../server/ingest/protocols/osmand/index.ts';
import { createFraming } from '../../server/ingest/protocols/queclink/framing.ts';
import { queclink } from '../../server/ingest/protocols/queclink/index.ts';
import { FrameReader, fromHex, toHex } from '../../server/ingest/protocols/shared/index.ts';
import { encodeTeltonikaLogin, teltonika } from '../../server/ingest/protocols/teltonika/index.ts';
import { Tk103Framing } from '../../server/ingest/protocols/tk103/framing.ts';
import { tk103 } from '../../server/ingest/protocols/tk103/index.ts';
import { encodeIpsLogin, wialonIps } from '../../server/ingest/protocols/wialon_ips/index.ts';
import { createGt06 } from '../../server/ingest/registry.ts';
import type { Protocol } from '../../server/ingest/types.ts';
import { RecordingIntake, type RecordedFix } from '../../server/ingest/testing/recordingIntake.ts';
import { openSession } from '../../server/ingest/testing/streams.ts';
import { KNOT_IN_KMH } from '../../src/domain/base/index.ts';

/**
 * Frames that real trackers sent, recorded by others. Set WAYLINE_REAL_DATA to the folder that holds
 * frames/frames.jsonl and frames/frames.more.jsonl; without it, ../shared/data beside the repository is tried, and the
 * suite is skipped.
 */
const FOLDER = process.env.WAYLINE_REAL_DATA ?? path.resolve(import.meta.dirname, '../../../shared/data');
const FILES = ['frames.jsonl', 'frames.more.jsonl']
  .map((name) => path.join(FOLDER, 'frames', name))
  .filter((file) => existsSync(file));
/** The frames are older than this. */
const NOW = Date.UTC(2026, 10, 1);

interface Line {
  protocol: string;
  layer: 'protocol' | 'frame';
  kind: string;
  frame: string;
  expect: string;
  expected: {
    attribute?: { key: string; value: unknown };
    time?: string;
    lat?: number;
    lon?: number;
    valid?: boolean;
    frame?: string;
  };
  session: { id: string; seq: number; decoder_args: unknown[]; setup: { call: string; args: unknown[] }[] };
  http?: { method: string; url: string; headers?: [string, string][]; body?: string };
}

interface Outcome {
  fixes: RecordedFix[];
  refusals: string[];
}

/**
 * Lines that we read otherwise, by protocol and place in their session, and why. Two sorts: frames that contradict
 * themselves and are refused, and frames of which we keep less or more than the recording does, because the other would
 * be untrue.
 */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  // Refused, with the reason.
  'gl200 testDecode#13 2': 'the binary dialect is another protocol, and is refused by that name',
  'gl200 testDecode#13 4': 'the binary dialect is another protocol, and is refused by that name',
  'gl200 testDecode#13 5': 'the binary dialect is another protocol, and is refused by that name',
  'gl200 testDecode#15 1': 'the binary dialect is another protocol, and is refused by that name',
  'jt808 testDecode#14 111': 'its header says 122 bytes and 107 are there, as when two frames ran together',
  'teltonika testDecode#15 33': 'two bytes of the packet are missing: the connection waits for them',
  'teltonika testDecode#15 36': 'one byte of the packet is missing: the connection waits for it',
  'tk103 testDecode#14 30': 'the date has an eighteenth month',
  // Kept as a report without a place: the recording takes what is no fix for one.
  't55 testDecode#14 15': 'zeros without a fix are no place; the report counts without one',
  'teltonika testDecode#15 3': 'no satellite is in use, so the coordinates are those of the last fix',
  'tk103 testDecode#14 15': 'zeros without a fix are no place; the report counts without one',
  'tk103 testDecode#14 42': 'zeros without a fix are no place; the report counts without one',
  'tk103 testDecode#14 50': 'zeros without a fix are no place; the report counts without one',
  // Read otherwise, as the frame's own length and checks have it.
  'gt06 testDecode#14 20': 'the altitude of 687 m stands before the serial; the recording takes it from the checksum',
  'gt06 testDecode#14 176': 'a frame of the card reader: its number is kept without the marks and the check around it',
  // Kept though the recording drops them.
  'gl200 testDecode#14 156': 'a first model gives its SIM card and signal, and these are kept',
  'gps103 testDecode#14 35': 'an engine computer whose engine is off reports zeros, and these are kept',
  'tk103 testDecode#14 23': "the answers of the engine's computer are numbered as its standard has them, and are read",
  'gt06 testDecode#14 51': 'a list of cells behind a date says where the tracker is without a position',
  'gt06 testDecode#14 58': 'the readings of the engine end with a position, and it is kept',
  'gt06 testDecode#14 162': 'an address request carries a position, and it is kept',
  'h02 testDecode#14 41': 'a frame with cells says where it is without a position, and the charge',
  'h02 testDecode#14 75': 'a frame with cells that are all zero still has a time and a state',
  'h02 testDecode#14 16': 'a frame without a place has a state and a cell, and these are kept',
};

/** Our name for an attribute of the recording; a fix field where it is one. */
const NAMES: Readonly<Record<string, string>> = {
  battery: 'battery_voltage',
  batteryLevel: 'battery_level',
  charge: 'charging',
  data: 'message',
  dtcs: 'trouble_codes',
  driver: 'driver_name',
  driverUniqueId: 'driver_key',
  power: 'external_voltage',
  result: 'message',
  lock2Battery: 'lock_voltage_2',
  tag1Temp: 'temperature_1',
  temp1: 'temperature_1',
  tire1Pressure: 'tire_pressure_1',
};

/** Our word for an alarm of the recording that has another. */
const ALARM_WORDS: Readonly<Record<string, string>> = { removing: 'tampering' };

const snake = (word: string): string => word.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

function attributeOf(fix: RecordedFix, key: string): unknown {
  if (key === 'speed') return fix.speed / KNOT_IN_KMH;
  if (key === 'altitude' || key === 'course') return fix[key];
  if (key === 'sat') return fix.satellites;
  // Milliseconds there, hours here.
  if (key === 'hours') return Number(fix.attributes.engine_hours) * 3_600_000;
  // What measures less than any vehicle supplies is the tracker's own battery.
  if (key === 'power' && fix.attributes.external_voltage === undefined) return fix.attributes.battery_voltage ?? null;
  // The second of the inputs, which we keep as one number; the first is the ignition.
  if (key === 'in1') return (Number(fix.attributes.digital_inputs) & 2) !== 0;
  // A card that the recording keeps with what the reader is called.
  if (key === 'serial' && typeof fix.attributes.driver_key === 'string') return `RFID:${fix.attributes.driver_key}`;
  // Millivolts there, volts here.
  if (key === 'tag1Voltage') return Number(fix.attributes.tag_voltage_1) * 1000;
  return fix.attributes[NAMES[key] ?? snake(key)] ?? null;
}

/** Why the outcome is not what the line expects, or null. */
function faultOf(line: Line, { fixes }: Outcome): string | null {
  const { expected } = line;
  if (line.expect === 'null') return fixes.length === 0 ? null : 'a report came out';
  if (fixes.length === 0) return 'nothing came out';
  if (line.expect === 'attribute' && expected.attribute) {
    const { key, value } = expected.attribute;
    const wanted = key === 'alarm' ? (ALARM_WORDS[String(value)] ?? snake(String(value))) : value;
    const got = fixes.map((fix) => attributeOf(fix, key));
    const same = (found: unknown): boolean =>
      typeof wanted === 'number' && typeof found === 'number' ? Math.abs(wanted - found) < 1e-9 : found === wanted;
    return got.some(same) ? null : `${key} is ${JSON.stringify(got)}, not ${JSON.stringify(wanted)}`;
  }
  if (line.expect === 'attributes')
    return fixes.some((fix) => Object.keys(fix.attributes).length > 0) ? null : 'no attributes';
  for (const fix of fixes) {
    if (fix.time < Date.UTC(2000, 0, 1) || fix.time > NOW) return `time ${fix.time}`;
    if (fix.hasPosition && (Math.abs(fix.latitude) > 90 || Math.abs(fix.longitude) > 180)) return 'off the globe';
    if (fix.speed < 0 || fix.speed > 1610 || fix.course < 0 || fix.course > 360)
      return `speed ${fix.speed}, course ${fix.course}`;
  }
  if ((line.expect === 'position' || line.expect === 'positions') && !fixes.some((fix) => fix.hasPosition))
    return 'no position';
  return pinnedFaultOf(line, fixes[0]);
}

function pinnedFaultOf({ expected }: Line, fix: RecordedFix): string | null {
  if (expected.time !== undefined && Date.parse(expected.time) !== fix.time)
    return `time ${new Date(fix.time).toISOString()}, not ${expected.time}`;
  if (expected.lat !== undefined && Math.abs(expected.lat - fix.latitude) > 0.00001) return `latitude ${fix.latitude}`;
  if (expected.lon !== undefined && Math.abs(expected.lon - fix.longitude) > 0.00001)
    return `longitude ${fix.longitude}`;
  if (expected.valid !== undefined && expected.valid !== fix.valid) return `valid ${fix.valid}`;
  return null;
}

/** The device's model as the recording has it set before the line: the last of the calls. */
function modelOf({ session }: Line): string {
  return String(session.setup.findLast(({ call }) => call === 'setModelOverride')?.args[0] ?? '');
}

function recording(line: Line): RecordingIntake {
  const intake = new RecordingIntake(undefined, { model: modelOf(line) });
  intake.time = NOW;
  return intake;
}

const outcome = (intake: RecordingIntake): Outcome => ({
  fixes: intake.fixes,
  refusals: intake.malformedFrames.map((frame) => frame.reason),
});

function runGt06(line: Line, acceptWrongChecksum: boolean): Outcome {
  const { session, intake } = openSession(createGt06({ acceptWrongChecksum }), recording(line));
  session.receive(encodeGt06Login('123456789012345', 1));
  session.receive(fromHex(line.frame));
  return outcome(intake);
}

function runTeltonika(line: Line): Outcome {
  const connectionless = line.session.decoder_args[1] === true;
  const { session, intake } = openSession(teltonika, recording(line), connectionless ? 'udp' : 'tcp');
  if (!connectionless) session.receive(encodeTeltonikaLogin('123456789012345'));
  session.receive(fromHex(line.frame));
  return outcome(intake);
}

/** The recording mixes versions in one session: a line with a checksum belongs to 2.0, one without to 1.1. */
function runWialon(line: Line): Outcome {
  const attempt = (login: Uint8Array): Outcome => {
    const { session, intake } = openSession(wialonIps, recording(line));
    session.receive(login);
    session.receive(new TextEncoder().encode(`${line.frame}\r\n`));
    return outcome(intake);
  };
  const checked = attempt(encodeIpsLogin('1234567890'));
  return checked.fixes.length > 0 ? checked : attempt(new TextEncoder().encode('#L#1234567890;NA\r\n'));
}

/**
 * Signs in with the number that the frame carries, in the frame's own version. Most were recorded without their
 * escapes.
 */
function runJt808(line: Line): Outcome {
  const { session, intake } = openSession(jt808, recording(line));
  const bytes = fromHex(line.frame);
  const plain = bytes.subarray(1, -1);
  const escaped =
    plain.includes(0x7e) || typeof readJt808(bytes, 1, bytes.length - 1) === 'string' ? escape(plain) : bytes;
  const version = plain[0] !== 0x55 && (plain[2] & 0x40) !== 0 ? plain[4] : null;
  const phone = version === null ? plain.subarray(4, 10) : plain.subarray(5, 15);
  const code = new TextEncoder().encode(jt808AuthCode(identifierOf(phone)));
  const body = version === null ? code : Uint8Array.of(code.length, ...code, ...new Uint8Array(35));
  session.receive(buildJt808(0x0102, { version, phone }, 1, body));
  session.receive(escaped);
  return outcome(intake);
}

/** Text protocols: the recorded text has lost the mark that ends it. Some frames leave out who sends them. */
function runText(line: Line, protocol: Protocol, opening: Uint8Array, end: string): Outcome {
  const { session, intake } = openSession(protocol, recording(line));
  session.receive(opening);
  session.receive(line.kind === 'binary' ? fromHex(line.frame) : new TextEncoder().encode(line.frame + end));
  session.closed();
  return outcome(intake);
}

async function runOsmand(line: Line): Promise<Outcome> {
  const intake = recording(line);
  const { method = 'GET', url = '/', headers = [], body = '' } = line.http ?? {};
  const contentType = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1].split(';')[0] ?? '';
  const answer = await osmand.answer(
    { method, url, contentType, body: new TextEncoder().encode(body), remote: '' },
    intake,
  );
  return { fixes: intake.fixes, refusals: answer.status === 200 ? [] : [answer.body] };
}

const NO_BYTES = new Uint8Array(0);

const RUNNERS: Readonly<Record<string, (line: Line) => Outcome | Promise<Outcome>>> = {
  gl200: (line) => runText(line, queclink, NO_BYTES, /[$]$/.test(line.frame) ? '' : '$'),
  gps103: (line) => runText(line, gps103, NO_BYTES, ';'),
  gt06: (line) => runGt06(line, false),
  h02: (line) => runText(line, h02, encodeH02Heartbeat('1234567890'), ''),
  jt808: runJt808,
  osmand: runOsmand,
  t55: (line) => runText(line, nmea, encodeNmeaIdentifier('123456789012345'), '\r\n'),
  teltonika: runTeltonika,
  tk103: (line) => runText(line, tk103, NO_BYTES, ''),
  wialon: runWialon,
};

type Verdict = 'passed' | 'refused' | 'excepted' | 'failed';

async function examine(line: Line): Promise<{ verdict: Verdict; detail: string }> {
  const key = `${line.protocol} ${line.session.id.split('.').at(-1)} ${line.session.seq}`;
  const result = line.layer === 'frame' ? frameFaultOf(line) : await reportFaultOf(line);
  const exception = EXCEPTIONS[key];
  if (result.verdict === 'passed' || result.verdict === 'refused') {
    return exception
      ? { verdict: 'failed', detail: `${key}: is listed as an exception and passes` }
      : { ...result, detail: `${key}: ${result.detail}` };
  }
  return exception
    ? { verdict: 'excepted', detail: `${key}: ${exception}` }
    : { verdict: 'failed', detail: `${key}: ${result.detail}` };
}

function cutQueclink(stream: Uint8Array): string[] {
  const frames: string[] = [];
  const keep = (bytes: Uint8Array, start: number, end: number): void => void frames.push(toHex(bytes, start, end + 1));
  new FrameReader(createFraming(keep, () => undefined)).receive(stream);
  return frames;
}

function cutH02(stream: Uint8Array): string[] {
  const frames: string[] = [];
  const keep = (bytes: Uint8Array, start: number, end: number): void => void frames.push(toHex(bytes, start, end));
  new FrameReader(new H02Framing({ onText: keep, onBinary: keep, onGarbage: () => undefined })).receive(stream);
  return frames;
}

function cutTk103(stream: Uint8Array): string[] {
  const frames: string[] = [];
  // The framing hands over what is between the brackets.
  const keep = (bytes: Uint8Array, start: number, end: number): void =>
    void frames.push(toHex(bytes, start - 1, end + 1));
  new FrameReader(new Tk103Framing({ onFrame: keep, onGarbage: () => undefined })).receive(stream);
  return frames;
}

const CUTTERS: Readonly<Record<string, ((stream: Uint8Array) => string[]) | undefined>> = {
  gl200: cutQueclink,
  h02: cutH02,
  tk103: cutTk103,
};

function frameFaultOf(line: Line): { verdict: Verdict; detail: string } {
  const bytes = fromHex(line.frame);
  if (line.protocol === 'teltonika')
    return { verdict: bytes[1] === bytes.length - 2 ? 'passed' : 'failed', detail: 'login frame' };
  if (line.protocol === 'jt808') {
    // Bytes in front of the first mark are no frame.
    const plain = unescape(bytes, bytes.indexOf(0x7e) + 1, bytes.length - 1);
    return {
      verdict: plain && Buffer.from(plain).toString('hex') === line.expected.frame?.slice(2, -2) ? 'passed' : 'failed',
      detail: 'escapes',
    };
  }
  const cut = CUTTERS[line.protocol];
  if (cut) {
    const [first = ''] = cut(bytes);
    // Queclink's cutter of the recording leaves out the mark at the end.
    const { frame = '' } = line.expected;
    return { verdict: first === frame || first === `${frame}24` ? 'passed' : 'failed', detail: `cut ${first}` };
  }
  return {
    verdict: measureFrame(bytes, 0, bytes.length) === bytes.length ? 'passed' : 'failed',
    detail: 'frame length',
  };
}

async function reportFaultOf(line: Line): Promise<{ verdict: Verdict; detail: string }> {
  const result = await RUNNERS[line.protocol](line);
  const fault = faultOf(line, result);
  if (fault === null) return { verdict: 'passed', detail: '' };
  const detail = [fault, ...result.refusals].join('; ');
  if (!result.refusals.some((reason) => reason.includes('checksum'))) return { verdict: 'failed', detail };
  if (line.protocol !== 'gt06') return { verdict: 'refused', detail };
  // The same frame with the tolerance that an operator may set.
  const tolerant = faultOf(line, runGt06(line, true));
  return tolerant === null
    ? { verdict: 'refused', detail: 'wrong checksum; read when that is allowed' }
    : { verdict: 'failed', detail: tolerant };
}

describe.skipIf(FILES.length === 0)('frames of real trackers', () => {
  const lines = FILES.flatMap((file) => readFileSync(file, 'utf8').split('\n').filter(Boolean))
    .map((text) => JSON.parse(text) as Line)
    .filter((line) => line.protocol in RUNNERS);

  it.each(Object.keys(RUNNERS))('%s', async (protocol) => {
    const results = await Promise.all(lines.filter((line) => line.protocol === protocol).map(examine));
    const of = (verdict: Verdict): string[] =>
      results.filter((result) => result.verdict === verdict).map((result) => result.detail);
    console.table({
      [protocol]: {
        passed: of('passed').length,
        refused: of('refused').length,
        excepted: of('excepted').length,
        failed: of('failed').length,
      },
    });
    for (const verdict of ['refused', 'excepted'] as const)
      for (const detail of of(verdict)) console.log(`  ${verdict}: ${detail}`);
    expect(of('failed')).toEqual([]);
    expect(of('passed').length).toBeGreaterThan(0);
  });
});
