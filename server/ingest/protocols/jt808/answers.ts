import { resetFix } from '../../../../src/domain/telemetry/index.ts';
import { putAttribute, u16 } from '../shared/index.ts';
import { REQUEST } from './command.ts';
import { RESULT, reports, take, type Handler, type Handling } from './handling.ts';
import { LOCATION, readLocation } from './location.ts';
import { listParameters, readProperties } from './messages.ts';
import { reportsOfMedia } from './standard.ts';

// What a device says to what it was asked.

/** Requests that are accepted first and answered with the data later. */
const DATA_REQUESTS = new Set<number>([REQUEST.locate, REQUEST.queryAll, REQUEST.querySome, REQUEST.properties]);

/** 0001: serial and number of what is answered, result. */
export function terminalAnswer(handling: Handling): void {
  const { bytes, start, end } = handling.message;
  if (end - start < 5) return handling.malformed('message 1 contradicts its layout');
  const result = bytes[start + 4];
  const request = handling.sentAs(u16(bytes, start));
  if (request === undefined || (result === RESULT.stored && DATA_REQUESTS.has(request))) return;
  handling.answered(u16(bytes, start), result === RESULT.stored, result === RESULT.stored ? '' : `result=${result}`);
}

/** 0104: serial of the request, then the parameters. */
export function parameters(handling: Handling): void {
  const { bytes, start, end } = handling.message;
  if (end - start >= 3) handling.answered(u16(bytes, start), true, listParameters(bytes, start + 2, end));
  handling.answerStored();
}

/** 0107 names no serial: it answers the oldest request for it. */
export function properties(handling: Handling): void {
  const { fix, message, versioned } = handling;
  const read = readProperties(fix, message.bytes, message.start, message.end, versioned);
  const words = [...fix.attributes].map(([name, value]) => `${name}=${value}`).join(' ');
  take(handling, read);
  const serial = handling.serialOf(REQUEST.properties);
  if (read && serial !== undefined) handling.answered(serial, true, words);
}

/** 0201: serial of the request, then a report. */
export function located(handling: Handling): void {
  const { fix, message } = handling;
  const { bytes, start, end } = message;
  reports(handling, [[start + 2, end]]);
  if (end - start < 2) return;
  const place = fix.hasPosition ? `${fix.latitude}, ${fix.longitude}` : '';
  handling.answered(u16(bytes, start), fix.hasPosition, place);
}

/** 0500: serial of the request, then a report. */
export function controlled(handling: Handling): void {
  const { bytes, start, end } = handling.message;
  reports(handling, [[start + 2, end]]);
  if (end - start >= 2) handling.answered(u16(bytes, start), true, '');
}

/** A list that answers a request: reported as text, each with its place where it has one. */
export const list =
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
export function resulted(handling: Handling): void {
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
