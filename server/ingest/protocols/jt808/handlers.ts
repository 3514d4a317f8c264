import { concatBytes, u32 } from '../shared/index.ts';
import { controlled, list, located, parameters, properties, resulted, terminalAnswer } from './answers.ts';
import { readCompact } from './compact.ts';
import { word } from './framing.ts';
import { RESULT, report, reports, take, text, type Handler, type Handling } from './handling.ts';
import { LOCATION, readLocation, writeDate } from './location.ts';
import {
  BATTERY_REPORT,
  MEDIA_HEAD,
  readAcceleration,
  readBatteryReport,
  readDriverCard,
  readHeartbeat,
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
} from './standard.ts';
import { readPassthrough } from './transparent.ts';

// What is done with each message of a device that is let in.

/** Pictures and sounds are kept as they came: there is no place for them yet. */
const PICTURE = 'pictures and sounds are kept as they came and not shown';

/** 0801, whole or the first of its parts: the place where it was taken is in front of it; some leave it out. */
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
