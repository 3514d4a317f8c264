import { resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import type { DeviceHandle, Intake } from '../../types.ts';
import { concatBytes, putAttribute, u16, u32 } from '../shared/index.ts';
import { REQUEST } from './command.ts';
import { readCompact } from './compact.ts';
import { word, type Jt808Frame } from './framing.ts';
import { LOCATION, readLocation, writeDate } from './location.ts';
import {
  BATTERY_REPORT,
  listParameters,
  MEDIA_HEAD,
  readAcceleration,
  readBatteryReport,
  readDriverCard,
  readHeartbeat,
  readProperties,
  readReportedText,
  readWaybill,
  readWideText,
  reportsOfBatch,
  reportsOfShortBatch,
} from './messages.ts';
import {
  listMedia,
  listResources,
  readCanFrames,
  readEvent,
  readMediaEvent,
  readPassengers,
  readSubscription,
  readUpgrade,
  readVideoProperties,
  reportsOfMedia,
} from './standard.ts';
import { readPassthrough } from './transparent.ts';

/** What is done with each message of a device that is let in. */

export const RESULT = { stored: 0, failed: 1, broken: 2, unsupported: 3 } as const;

/** A message whose frame, or parts, are there: its body lies at `[start, end)`. */
export type Message = Pick<Jt808Frame, 'id' | 'serial' | 'part' | 'bytes' | 'start' | 'end' | 'asksCompact'>;

/** The message that is handled: of whom, its frames as they came, and how it is answered. */
export interface Handling {
  readonly device: DeviceHandle;
  readonly message: Message;
  readonly whole: Uint8Array;
  /** The device speaks the version of 2019. */
  readonly versioned: boolean;
  /** Fresh, with the server's time. */
  readonly fix: Fix;
  readonly intake: Pick<Intake, 'now' | 'commandAnswered'>;
  /** Hands the fix over. */
  accept(): void;
  /** Keeps the message; `part`: the rest of it was understood. */
  unread(part: boolean, reason?: string): void;
  malformed(reason: string): void;
  answer(result: number): void;
  /** Answers once all that was accepted is stored. */
  answerStored(result?: number): void;
  /** The message belongs to an upload; once it is stored, the device is told what is there of it. `mediaId` as the first part has it. */
  uploaded(mediaId: number | null): void;
  send(id: number, body: Uint8Array): void;
  /** What the device said to the command that was sent with this serial. */
  answered(serial: number, accepted: boolean, text: string): void;
  /** Number of the message that was sent with this serial, and the serial of the oldest open message of this number. */
  sentAs(serial: number): number | undefined;
  serialOf(id: number): number | undefined;
  logOut(): void;
}

type Handler = (handling: Handling) => void;

/** Requests that are accepted first and answered with the data later. */
const DATA_REQUESTS = new Set<number>([REQUEST.locate, REQUEST.queryAll, REQUEST.querySome, REQUEST.properties]);

/** The fix, if it could be read; else the message is refused. */
function take(handling: Handling, read: boolean): void {
  const { message } = handling;
  if (read) handling.accept();
  else handling.malformed(`message ${message.id.toString(16)} contradicts its layout`);
  handling.answerStored(read ? RESULT.stored : RESULT.broken);
}

/** Reads the body of a message that is one report. */
type ReadBody = (fix: Fix, bytes: Uint8Array, start: number, end: number, device: DeviceHandle) => boolean;

const report =
  (read: ReadBody): Handler =>
  (handling) => {
    const { fix, message, device } = handling;
    take(handling, read(fix, message.bytes, message.start, message.end, device));
  };

/** Hands over every report that can be read; `places` is null when the batch contradicts itself. */
function reports(handling: Handling, places: readonly (readonly [number, number])[] | null, stored = false): void {
  const { fix, message, device } = handling;
  let fault = places === null ? 'the reports do not fit the batch' : null;
  let understood = true;
  for (const [start, end] of places ?? []) {
    resetFix(fix);
    const read = readLocation(fix, message.bytes, start, end, device);
    fault ??= read.fault;
    if (read.fault !== null) continue;
    understood = read.whole && understood;
    if (stored) fix.attributes.set('archive', true);
    handling.accept();
  }
  if (fault !== null) handling.malformed(fault);
  else if (!understood) handling.unread(true);
  handling.answerStored(fault === null ? RESULT.stored : RESULT.broken);
}

/** Text that a device sends by itself is how vendors answer a text to it; it has no serial. */
const text =
  (read: (bytes: Uint8Array, start: number, end: number) => string): Handler =>
  (handling) => {
    const { fix, message, device, intake } = handling;
    const words = read(message.bytes, message.start, message.end);
    if (words !== '') {
      putAttribute(fix, 'message', words);
      handling.accept();
      intake.commandAnswered(device, 'jt808', { reference: null, accepted: null, text: words });
    }
    handling.answerStored();
  };

/** 0001: serial and number of what is answered, result. */
function terminalAnswer(handling: Handling): void {
  const { bytes, start, end } = handling.message;
  if (end - start < 5) return handling.malformed('message 1 contradicts its layout');
  const result = bytes[start + 4];
  const request = handling.sentAs(u16(bytes, start));
  if (request === undefined || (result === RESULT.stored && DATA_REQUESTS.has(request))) return;
  handling.answered(u16(bytes, start), result === RESULT.stored, result === RESULT.stored ? '' : `result=${result}`);
}

/** 0104: serial of the request, then the parameters. */
function parameters(handling: Handling): void {
  const { bytes, start, end } = handling.message;
  if (end - start >= 3) handling.answered(u16(bytes, start), true, listParameters(bytes, start + 2, end));
  handling.answerStored();
}

/** 0107 names no serial: it answers the oldest request for it. */
function properties(handling: Handling): void {
  const { fix, message, versioned } = handling;
  const read = readProperties(fix, message.bytes, message.start, message.end, versioned);
  const words = [...fix.attributes].map(([name, value]) => `${name}=${value}`).join(' ');
  take(handling, read);
  const serial = handling.serialOf(REQUEST.properties);
  if (read && serial !== undefined) handling.answered(serial, true, words);
}

/** 0201: serial of the request, then a report. */
function located(handling: Handling): void {
  const { fix, message } = handling;
  const { bytes, start, end } = message;
  reports(handling, [[start + 2, end]]);
  if (end - start < 2) return;
  const place = fix.hasPosition ? `${fix.latitude}, ${fix.longitude}` : '';
  handling.answered(u16(bytes, start), fix.hasPosition, place);
}

/** 0500: serial of the request, then a report. */
function controlled(handling: Handling): void {
  const { bytes, start, end } = handling.message;
  reports(handling, [[start + 2, end]]);
  if (end - start >= 2) handling.answered(u16(bytes, start), true, '');
}

/** Pictures and sounds are kept as they came: there is no place for them yet. */
const PICTURE = 'pictures and sounds are kept as they came and not shown';

/** 0801, whole or the first of its parts: the place where it was taken stands in front of it; some leave it out. */
function media(handling: Handling): void {
  const { fix, message, device } = handling;
  const at = message.start + MEDIA_HEAD;
  const isFirst = (message.part?.index ?? 1) === 1;
  const placed =
    isFirst &&
    message.end - at > LOCATION &&
    readLocation(fix, message.bytes, at, at + LOCATION, device).fault === null;
  if (placed) handling.accept();
  handling.unread(placed, PICTURE);
  handling.answerStored();
  handling.uploaded(isFirst && message.end - message.start >= 4 ? u32(message.bytes, message.start) : null);
}

function passthrough(handling: Handling): void {
  const { fix, message, device } = handling;
  const read = readPassthrough(fix, message.bytes, message.start, message.end, device, () => handling.accept());
  if (read === 'broken') return take(handling, false);
  if (read !== 'unread') handling.accept();
  if (read !== 'report') handling.unread(read === 'partly');
  handling.answerStored();
}

/** A list that answers a request: told as text, each with its place where it has one. */
const list =
  (read: (bytes: Uint8Array, start: number, end: number) => string | null): Handler =>
  (handling) => {
    const { fix, message, device } = handling;
    const { id, bytes, start, end } = message;
    const words = read(bytes, start, end);
    if (words === null) return take(handling, false);
    handling.answered(u16(bytes, start), true, words);
    for (const at of id === 0x0802 ? reportsOfMedia(start, end) : []) {
      resetFix(fix);
      if (readLocation(fix, bytes, at, at + LOCATION, device).fault !== null) continue;
      fix.attributes.set('archive', true);
      handling.accept();
    }
    handling.answerStored();
  };

/** 0302, 0805, 1206: serial of the request and a result. */
function resulted(handling: Handling): void {
  const { fix, message } = handling;
  const { id, bytes, start, end } = message;
  if (end - start < 3) return take(handling, false);
  const result = bytes[start + 2];
  handling.answered(
    u16(bytes, start),
    id === 0x0302 || result === 0,
    id === 0x0302 || result !== 0 ? `result=${result}` : '',
  );
  putAttribute(fix, id === 0x0302 ? 'answer' : id === 0x0805 ? 'camera_result' : 'upload_result', result);
  handling.accept();
  handling.answerStored();
}

const acknowledge: Handler = (handling) => handling.answerStored();

const kept =
  (reason: string): Handler =>
  (handling) => {
    handling.unread(false, reason);
    handling.answerStored();
  };

const ATTACHMENT = `attachments of alarms are not asked for: ${PICTURE}`;

const HANDLERS: Readonly<Record<number, Handler | undefined>> = {
  0x0001: terminalAnswer,
  0x0002: (handling) => {
    const { fix, message } = handling;
    if (readHeartbeat(fix, message.bytes, message.start, message.end)) handling.accept();
    handling.answerStored();
  },
  0x0003: (handling) => {
    handling.answer(RESULT.stored);
    handling.logOut();
  },
  0x0004: ({ intake, send }) => send(0x8004, writeDate(intake.now(), 0)),
  // Asks again for parts of what a server sent in parts; ours sends nothing so.
  0x0005: acknowledge,
  0x0104: parameters,
  0x0107: properties,
  0x0108: report(readUpgrade),
  0x0109: ({ intake, send }) => send(0x8109, clock(intake.now())),
  0x0200: (handling) => reports(handling, [[handling.message.start, handling.message.end]]),
  0x0201: located,
  0x0210: (handling) => {
    const { bytes, start, end } = handling.message;
    if (end - start === BATTERY_REPORT) take(handling, readBatteryReport(handling.fix, bytes, start, handling.device));
    else reports(handling, reportsOfShortBatch(bytes, start, end));
  },
  0x0301: report(readEvent),
  0x0302: resulted,
  0x0303: report(readSubscription),
  0x0500: controlled,
  0x0506: acknowledge,
  0x0608: kept('areas and routes are not asked for'),
  0x0700: kept('records of a tachograph are not read'),
  0x0701: text(readWaybill),
  0x0702: report(readDriverCard),
  0x0704: (handling) => {
    const { bytes, start, end } = handling.message;
    reports(handling, reportsOfBatch(bytes, start, end), bytes[start + 2] === 1);
  },
  0x0705: report(readCanFrames),
  0x0800: report(readMediaEvent),
  0x0801: media,
  0x0802: list(listMedia),
  0x0805: resulted,
  0x0900: passthrough,
  0x0901: kept('compressed data of the vehicle are not read'),
  // A key for encryption, which is not used.
  0x0a00: acknowledge,
  0x1003: report(readVideoProperties),
  0x1005: report(readPassengers),
  0x1007: kept('a request for the time zone; its form is published nowhere'),
  0x1205: list(listResources),
  0x1206: resulted,
  0x1210: kept(ATTACHMENT),
  0x1211: kept(ATTACHMENT),
  0x1212: kept(ATTACHMENT),
  0x1300: text(readWideText),
  0x2070: report(readAcceleration),
  0x5501: report((fix, bytes, start, end) => readCompact(fix, bytes, start, end, false)),
  0x5502: report((fix, bytes, start, end) => readCompact(fix, bytes, start, end, true)),
  0x6006: text(readReportedText),
  0x8888: kept(PICTURE),
};

/** Reads the message, hands over what it says, keeps what is not understood and answers. */
export function handle(handling: Handling): void {
  const handler = HANDLERS[handling.message.id] ?? kept('the message is not understood');
  handler(handling);
}

/** UTC as year u16, month, day, hour, minute, second. */
function clock(now: number): Uint8Array {
  const date = new Date(now);
  return concatBytes(
    word(date.getUTCFullYear()),
    Uint8Array.of(
      date.getUTCMonth() + 1,
      date.getUTCDate(),
      date.getUTCHours(),
      date.getUTCMinutes(),
      date.getUTCSeconds(),
    ),
  );
}
