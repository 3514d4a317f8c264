import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { bcdDigits, putAttribute, u32, u64 } from '../shared/index.ts';

/** Codecs that carry commands and their replies: plain, with a time, with the device's identifier. */
const CODEC_12 = 0x0c;
const CODEC_13 = 0x0d;
const CODEC_14 = 0x0e;
const RESPONSE = 0x06;
const NOT_EXECUTED = 0x11;
const REQUEST = 0x05;
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

/** Text without the control characters that frame it. */
function readable(bytes: Uint8Array, start: number, end: number): string {
  return new TextDecoder()
    .decode(bytes.subarray(start, Math.max(start, end)))
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim();
}

/** `GTSL|6|1||<card>|1|`: an identification reader on the serial port passes the driver's card through. */
function putDriver(fix: Fix, message: string): void {
  const fields = message.split('|');
  if (fields[0] === 'GTSL' && fields.length > 4 && fields[4] !== '') fix.attributes.set('driver_key', fields[4]);
}
