/** Big-endian numbers out of a byte array without a DataView per frame, and digits as hex and BCD. */

export const u16 = (bytes: Uint8Array, at: number): number => (bytes[at] << 8) | bytes[at + 1];
export const i16 = (bytes: Uint8Array, at: number): number => (u16(bytes, at) << 16) >> 16;
export const u24 = (bytes: Uint8Array, at: number): number => (bytes[at] << 16) | u16(bytes, at + 1);
export const i32 = (bytes: Uint8Array, at: number): number => (u16(bytes, at) << 16) | u16(bytes, at + 2);
export const u32 = (bytes: Uint8Array, at: number): number => i32(bytes, at) >>> 0;
/** Whole numbers up to 2^53 are exact; larger ones are rounded. */
export const u64 = (bytes: Uint8Array, at: number): number => u32(bytes, at) * 0x1_0000_0000 + u32(bytes, at + 4);
/** As {@link u64}, signed. */
export const i64 = (bytes: Uint8Array, at: number): number => i32(bytes, at) * 0x1_0000_0000 + u32(bytes, at + 4);

/** An unsigned number of 1, 2, 3, 4 or 8 bytes. */
export function unsigned(bytes: Uint8Array, at: number, size: number): number {
  let value = 0;
  for (let index = 0; index < size; index++) value = value * 256 + bytes[at + index];
  return value;
}

const DIGITS = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** `bytes[start, end)` as lower-case hex. */
export function toHex(bytes: Uint8Array, start = 0, end = bytes.length): string {
  let text = '';
  for (let index = start; index < end; index++) text += DIGITS[bytes[index]];
  return text;
}

/** Hex text as bytes. Throws a RangeError on anything else. */
export function fromHex(text: string): Uint8Array {
  if (text.length % 2 !== 0 || /[^0-9a-f]/i.test(text)) throw new RangeError(`Not hexadecimal: ${text.slice(0, 40)}`);
  return Uint8Array.from({ length: text.length / 2 }, (_, index) =>
    Number.parseInt(text.slice(index * 2, index * 2 + 2), 16),
  );
}

/** Binary-coded decimal to digits; empty when a nibble is not a digit. */
export function bcdDigits(bytes: Uint8Array, start: number, end: number): string {
  const digits = toHex(bytes, start, end);
  return /^\d*$/.test(digits) ? digits : '';
}

/** From this many characters on, one call into the runtime costs less than a call for each of them. */
const LONG_TEXT = 24;

/** `bytes[start, end)` as characters 0–255, one each. */
export function latin1(bytes: Uint8Array, start: number, end: number): string {
  const stop = Math.min(end, bytes.length);
  if (stop - start >= LONG_TEXT)
    return Buffer.from(bytes.buffer, bytes.byteOffset + start, stop - start).toString('latin1');
  let text = '';
  for (let index = start; index < end; index++) text += String.fromCharCode(bytes[index]);
  return text;
}

const utf8 = new TextDecoder();
const encoder = new TextEncoder();
const ASCII_END = 0x80;

/** `bytes[start, end)` as UTF-8; what is none becomes U+FFFD. Most is ASCII, which needs no decoder. */
export function utf8Text(bytes: Uint8Array, start: number, end: number): string {
  for (let at = start; at < end; at++) if (bytes[at] >= ASCII_END) return utf8.decode(bytes.subarray(start, end));
  return latin1(bytes, start, end);
}

/** Text as UTF-8. Answers are short and ASCII, and there is one to every report. */
export function utf8Bytes(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= ASCII_END) return encoder.encode(text);
    bytes[at] = code;
  }
  return bytes;
}

/** First position of `pattern` in `bytes[start, end)`, or -1. */
export function findBytes(bytes: Uint8Array, pattern: readonly number[], start: number, end: number): number {
  const last = end - pattern.length;
  for (let at = bytes.indexOf(pattern[0], start); at >= 0 && at <= last; at = bytes.indexOf(pattern[0], at + 1)) {
    let matched = 1;
    while (matched < pattern.length && bytes[at + matched] === pattern[matched]) matched++;
    if (matched === pattern.length) return at;
  }
  return -1;
}

/** Bytes one after the other. */
export function concatBytes(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
