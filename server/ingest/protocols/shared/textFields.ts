import { latin1 } from './bytes.ts';

/** Fields that a line may have; more are left out. */
const MOST_FIELDS = 256;
const ZERO = 0x30;
const POINT = 0x2e;
const MINUS = 0x2d;
const PLUS = 0x2b;
const SPACE = 0x20;

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= ZERO + 9;

/**
 * Decimal number in `bytes[start, end)`, spaces around it allowed; NaN when it is none. Reports come by the hundred
 * thousand and most of their fields are numbers, so no text is made of them.
 */
export function decimalAt(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  let stop = end;
  while (at < stop && bytes[at] === SPACE) at++;
  while (stop > at && bytes[stop - 1] === SPACE) stop--;
  const negative = bytes[at] === MINUS;
  if (negative || bytes[at] === PLUS) at++;
  let value = 0;
  let digits = 0;
  let decimals = -1;
  for (; at < stop; at++) {
    const byte = bytes[at];
    if (isDigit(byte)) {
      value = value * 10 + byte - ZERO;
      digits++;
      if (decimals >= 0) decimals++;
    } else if (byte === POINT && decimals < 0) decimals = 0;
    else return Number.NaN;
  }
  if (digits === 0 || digits > 17) return Number.NaN;
  const scaled = decimals > 0 ? value / 10 ** decimals : value;
  return negative ? -scaled : scaled;
}

/** The digits of `bytes[start, end)` as a whole number; NaN when one is no digit, or nothing is there. */
export function digitsAt(bytes: Uint8Array, start: number, end: number): number {
  if (end <= start) return Number.NaN;
  let value = 0;
  for (let at = start; at < end; at++) {
    if (!isDigit(bytes[at])) return Number.NaN;
    value = value * 10 + bytes[at] - ZERO;
  }
  return value;
}

/** The hexadecimal digits of `bytes[start, end)`, spaces around them allowed; NaN when it is no such number. */
export function hexAt(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && bytes[at] === SPACE) at++;
  if (end <= at || end - at > 13) return Number.NaN;
  let value = 0;
  for (; at < end; at++) {
    const byte = bytes[at];
    const letter = byte | 0x20;
    if (isDigit(byte)) value = value * 16 + byte - ZERO;
    else if (letter >= 0x61 && letter <= 0x66) value = value * 16 + letter - 0x57;
    else return Number.NaN;
  }
  return value;
}

/** Fields of one line between separators, found without making a text of each. One instance serves line after line. */
export class TextFields {
  readonly #separator: number;
  readonly #starts = new Int32Array(MOST_FIELDS + 1);
  #bytes: Uint8Array = new Uint8Array(0);
  #count = 0;
  #end = 0;

  /** Separates at this byte: a comma by default. */
  constructor(separator = 0x2c) {
    this.#separator = separator;
  }

  /** Takes `bytes[start, end)` apart. Fields that were read before are forgotten. */
  read(bytes: Uint8Array, start: number, end: number): void {
    this.#bytes = bytes;
    this.#end = end;
    this.#starts[0] = start;
    let count = 1;
    for (let at = start; at < end && count < MOST_FIELDS; at++)
      if (bytes[at] === this.#separator) this.#starts[count++] = at + 1;
    this.#starts[count] = end + 1;
    this.#count = count;
  }

  get count(): number {
    return this.#count;
  }

  get bytes(): Uint8Array {
    return this.#bytes;
  }

  /** Where the field begins; the line's end for one that is not there. */
  start(index: number): number {
    return index < this.#count ? this.#starts[index] : this.#end;
  }

  /** Behind the field's last byte. */
  end(index: number): number {
    return index < this.#count ? this.#starts[index + 1] - 1 : this.#end;
  }

  /** 0 for a field that is not there. */
  length(index: number): number {
    return this.end(index) - this.start(index);
  }

  /** The byte of a field that has only one; 0 for any other. */
  single(index: number): number {
    return this.length(index) === 1 ? this.#bytes[this.start(index)] : 0;
  }

  /** Text without spaces around it; characters 0–255, one each. */
  text(index: number): string {
    return latin1(this.#bytes, this.start(index), this.end(index)).trim();
  }

  /** As sent, from the beginning of one field to the end of another. */
  span(first: number, last: number): string {
    return last < first ? '' : latin1(this.#bytes, this.start(first), this.end(last));
  }

  /** NaN when the field is empty or no decimal number. */
  number(index: number): number {
    return decimalAt(this.#bytes, this.start(index), this.end(index));
  }

  /** NaN when the field is anything but digits. */
  digits(index: number): number {
    return digitsAt(this.#bytes, this.start(index), this.end(index));
  }

  /** NaN when the field is no hexadecimal number. */
  hex(index: number): number {
    return hexAt(this.#bytes, this.start(index), this.end(index));
  }

  /** True when the field says exactly this (ASCII). */
  is(index: number, word: string): boolean {
    return this.length(index) === word.length && this.startsWith(index, word);
  }

  /** True when the field begins with this (ASCII). */
  startsWith(index: number, word: string): boolean {
    return (
      index < this.#count &&
      this.length(index) >= word.length &&
      sameText(this.#bytes, this.start(index), this.start(index) + word.length, word)
    );
  }
}

/** True when `bytes[start, end)` are the characters of `text`. */
export function sameText(bytes: Uint8Array, start: number, end: number, text: string): boolean {
  if (end - start !== text.length) return false;
  for (let index = 0; index < text.length; index++) if (bytes[start + index] !== text.charCodeAt(index)) return false;
  return true;
}
