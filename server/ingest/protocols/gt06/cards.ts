import type { Fix } from '../../../../src/domain/telemetry/index.ts';
import { latin1, putAttribute, toHex } from '../shared/index.ts';

/** Numbers of drivers' cards and keys, as readers send them. */

/** A number in hexadecimal of a card or a tag; zeros where none was read. */
export function putCardNumber(fix: Fix, bytes: Uint8Array, start: number, end: number): void {
  const card = toHex(bytes, start, end);
  if (/[^0]/.test(card)) putAttribute(fix, 'driver_key', card);
}

const TEXT_BEGINS = 2;
const TEXT_ENDS = 3;

/**
 * A reader's own frame: 02, ten digits of the number, two of its check in hexadecimal, 03. Other bytes are a number
 * themselves.
 */
export function putReaderFrame(fix: Fix, bytes: Uint8Array, start: number, end: number): void {
  const number = readerNumber(bytes, start, end);
  if (number === null) putCardNumber(fix, bytes, start, end);
  else putAttribute(fix, 'driver_key', number);
}

/** The number in a reader's frame whose check is right, or null. */
export function readerNumber(bytes: Uint8Array, start: number, end: number): string | null {
  if (end - start !== 14 || bytes[start] !== TEXT_BEGINS || bytes[end - 1] !== TEXT_ENDS) return null;
  const text = latin1(bytes, start + 1, end - 1);
  if (!/^[0-9a-f]{12}$/i.test(text)) return null;
  const parts = (text.match(/../g) ?? []).map((part) => Number.parseInt(part, 16));
  return parts.reduce((sum, part) => sum ^ part, 0) === 0 ? text.slice(0, 10) : null;
}
