import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import type { CommandAnswer } from '../../types.ts';
import { bcdDigits, crc16Ibm, printableAscii, putAttribute, toHex, u32, u64 } from '../shared/index.ts';
import { AVL_HEAD, AVL_TAIL } from './framing.ts';

/** Codecs that carry commands and their replies: plain, with a time, with the device's identifier. */
const CODEC_12 = 0x0c;
const CODEC_13 = 0x0d;
const CODEC_14 = 0x0e;
const RESPONSE = 0x06;
const NOT_EXECUTED = 0x11;
const REQUEST = 0x05;
/** Codec, count, type and the size of the text. */
const REQUEST_HEAD = 7;
/** Bytes; devices keep no longer command. */
const LONGEST_COMMAND = 512;
/** 2000-01-01. */
const EARLIEST_SECONDS = 946_684_800;

export function isCommandCodec(codec: number): boolean {
  return codec === CODEC_12 || codec === CODEC_13 || codec === CODEC_14;
}

/**
 * Reads a reply to a command, `bytes[start, end)` from the codec to the second count, into the fix as `message`.
 * False when it carries no text (a camera's block, an empty reply).
 */
export function readCommandReply(bytes: Uint8Array, start: number, end: number, fix: Fix): boolean {
  const codec = bytes[start];
  const type = bytes[start + 2];
  if (end - start < 8 || (type !== REQUEST && type !== RESPONSE && type !== NOT_EXECUTED)) return false;
  const size = u32(bytes, start + 3);
  let from = start + 7;
  const to = Math.min(from + size, end - 1);
  if (codec === CODEC_13) {
    if (to - from < 8) return false;
    // Seconds; some send milliseconds in eight bytes, whose upper half is no time after 1970.
    const wide = u32(bytes, from) < EARLIEST_SECONDS;
    fix.time = wide ? u64(bytes, from) : u32(bytes, from) * 1000;
    from += wide ? 8 : 4;
  } else if (codec === CODEC_14) {
    if (to - from < 8 || bcdDigits(bytes, from, from + 8) === '') return false;
    from += 8;
  }
  const message = readable(bytes, from, to);
  putDriver(fix, message);
  putAttribute(fix, 'message', message);
  return fix.attributes.size > 0;
}

/**
 * A command as codec 12, or null when the text is none that a device takes. The codec has no number, so a reply
 * belongs to the oldest open command.
 */
export function encodeCommand(text: string): Uint8Array | null {
  const words = printableAscii(text, LONGEST_COMMAND);
  return words && packText(REQUEST, words);
}

/** What a device answers to a command, as codec 12. */
export function encodeTeltonikaReply(text: string): Uint8Array {
  return packText(RESPONSE, new TextEncoder().encode(text));
}

/**
 * The command (codec 12) that begins the bytes a device received, and its length; null while it is not whole, or
 * when something else begins there.
 */
export function readTeltonikaCommand(bytes: Uint8Array): { text: string; length: number } | null {
  if (
    bytes.length < AVL_HEAD + REQUEST_HEAD ||
    u32(bytes, 0) !== 0 ||
    bytes[AVL_HEAD] !== CODEC_12 ||
    bytes[AVL_HEAD + 2] !== REQUEST
  )
    return null;
  const length = AVL_HEAD + u32(bytes, 4) + AVL_TAIL;
  const from = AVL_HEAD + REQUEST_HEAD;
  return bytes.length < length ? null : { text: readable(bytes, from, from + u32(bytes, AVL_HEAD + 3)), length };
}

function packText(type: number, words: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(AVL_HEAD + REQUEST_HEAD + words.length + 1 + AVL_TAIL);
  const view = new DataView(bytes.buffer);
  const end = bytes.length - AVL_TAIL;
  view.setUint32(4, end - AVL_HEAD);
  bytes.set([CODEC_12, 1, type], AVL_HEAD);
  view.setUint32(AVL_HEAD + 3, words.length);
  bytes.set(words, AVL_HEAD + REQUEST_HEAD);
  bytes[end - 1] = 1;
  view.setUint32(end, crc16Ibm(bytes, AVL_HEAD, end));
  return bytes;
}

/**
 * What a reply that {@link readCommandReply} read into the fix says of a command, or null when it is none: a request,
 * or what a device on the serial port passes through. Only codec 14 knows a refusal.
 */
export function answerOfReply(
  bytes: Uint8Array,
  start: number,
  end: number,
  { attributes }: Fix,
): CommandAnswer | null {
  const type = bytes[start + 2];
  if (end - start < 8 || (type !== RESPONSE && type !== NOT_EXECUTED) || attributes.has('driver_key')) return null;
  return {
    reference: null,
    accepted: type === NOT_EXECUTED ? false : null,
    text: String(attributes.get('message') ?? ''),
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
/** Tab, line feed, carriage return: the control characters of texts. */
const TEXT_CONTROLS: readonly number[] = [0x09, 0x0a, 0x0d];

/**
 * Text without the control characters that frame it; what a device on the serial port sends in binary, as hexadecimal.
 */
function readable(bytes: Uint8Array, start: number, end: number): string {
  let stop = Math.max(start, end);
  while (stop > start && bytes[stop - 1] === 0) stop--;
  const part = bytes.subarray(start, stop);
  if (part.some((byte) => byte < 0x20 && !TEXT_CONTROLS.includes(byte))) return toHex(part);
  try {
    return utf8
      .decode(part)
      .replaceAll(/\p{Cc}+/gu, ' ')
      .trim();
  } catch {
    // No UTF-8: binary, too.
    return toHex(part);
  }
}

/** `GTSL|6|1||<card>|1|`: an identification reader on the serial port passes the driver's card through. */
function putDriver(fix: Fix, message: string): void {
  const fields = message.split('|');
  if (fields[0] === 'GTSL' && fields.length > 4 && fields[4] !== '') fix.attributes.set('driver_key', fields[4]);
}
