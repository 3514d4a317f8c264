import { FRAME } from '../../../../src/domain/base/index.ts';
import type { Framing } from '../shared/index.ts';

/** Mark of a compressed packet: then u16 little-endian length and zlib data. */
export const COMPRESSED = 0xff;
const HASH = 0x23;
const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
/** First byte of zlib data with the usual window. */
const ZLIB = 0x78;

export interface IpsListener {
  /** A line without its end mark. */
  onLine(bytes: Uint8Array, start: number, end: number): void;
  /** The zlib data of a compressed packet. */
  onCompressed(bytes: Uint8Array): void;
  /** The bytes that were announced by {@link IpsFraming.expectBlock}. */
  onBlock(bytes: Uint8Array): void;
  onGarbage(reason: string, bytes: Uint8Array): void;
}

const isPrintable = (byte: number): boolean => byte >= 0x20 && byte !== 0x7f && byte !== COMPRESSED;
const isEndMark = (byte: number): boolean => byte === LINE_FEED || byte === CARRIAGE_RETURN;

/** Lines, compressed packets and announced blocks of bytes, mixed in one stream. */
export class IpsFraming implements Framing {
  readonly maximum = FRAME.ipsBatch;
  /** Bytes that a line may have; small until the device has logged in. */
  largestLine: number = FRAME.text;
  readonly #listener: IpsListener;
  #block = 0;
  /** Bytes of the current line that hold no end mark, so that a long line is searched once. */
  #searched = 0;
  /** Inside a line that is too long: all up to its end mark is dropped. */
  #dropping = false;

  constructor(listener: IpsListener) {
    this.#listener = listener;
  }

  /** The next `size` bytes are a block and no packets; 0 takes that back. */
  expectBlock(size: number): void {
    this.#block = size;
  }

  measure(bytes: Uint8Array, start: number, end: number): number {
    if (this.#block > 0) return end - start >= this.#block ? this.#block : 0;
    if (!this.#dropping && bytes[start] === COMPRESSED) return measureCompressed(bytes, start, end);
    if (!this.#dropping && isEndMark(bytes[start])) return 1;
    if (!this.#dropping && !isPrintable(bytes[start])) return -1;
    const mark = bytes.indexOf(LINE_FEED, start + this.#searched);
    if (mark >= 0 && mark < end) return mark + 1 - start;
    if (this.#dropping) return end - start;
    this.#searched = end - start;
    if (this.#searched <= this.largestLine) return 0;
    this.#dropping = true;
    this.#listener.onGarbage(`the line is longer than ${this.largestLine} bytes`, bytes.subarray(start, end));
    return end - start;
  }

  /** A damaged length of a compressed packet, or of a block, must not hide the packets behind it. */
  findWhole(bytes: Uint8Array, start: number, end: number): number {
    if (this.#block > 0 || bytes[start - 1] !== COMPRESSED) return -1;
    for (let at = start; at < end; at++) {
      if (bytes[at] === HASH && isWholeLine(bytes, at, end)) return at;
      const length = bytes[at] === COMPRESSED ? measureCompressed(bytes, at, end) : 0;
      if (length > 0 && isBounded(bytes, at + length, end)) return at;
    }
    return -1;
  }

  onFrame(bytes: Uint8Array, start: number, end: number): void {
    this.#searched = 0;
    if (this.#block > 0) {
      this.#block = 0;
      return this.#listener.onBlock(bytes.subarray(start, end));
    }
    if (this.#dropping) {
      this.#dropping = bytes[end - 1] !== LINE_FEED;
      return;
    }
    if (bytes[start] === COMPRESSED) return this.#listener.onCompressed(bytes.subarray(start + 3, end));
    let last = end;
    while (last > start && isEndMark(bytes[last - 1])) last--;
    if (last > start) this.#listener.onLine(bytes, start, last);
  }

  onGarbage(bytes: Uint8Array): void {
    this.#searched = 0;
    this.#listener.onGarbage('no packet begins here', bytes);
  }
}

function measureCompressed(bytes: Uint8Array, start: number, end: number): number {
  if (end - start < 4) return 0;
  if (bytes[start + 3] !== ZLIB) return -1;
  const length = 3 + (bytes[start + 1] | (bytes[start + 2] << 8));
  return end - start >= length ? length : 0;
}

/** `#TYPE#…` in plain text up to an end mark. */
function isWholeLine(bytes: Uint8Array, start: number, end: number): boolean {
  const second = bytes.indexOf(HASH, start + 1);
  if (second < 0 || second >= end || second - start < 2 || second - start > 4) return false;
  for (let at = start + 1; at < second; at++) if (bytes[at] < 0x41 || bytes[at] > 0x5a) return false;
  for (let at = second + 1; at < end; at++) {
    if (bytes[at] === LINE_FEED) return true;
    if (!isPrintable(bytes[at]) && bytes[at] !== CARRIAGE_RETURN) return false;
  }
  return false;
}

/** A packet ends where the stream does or another packet begins. */
function isBounded(bytes: Uint8Array, at: number, end: number): boolean {
  return at === end || bytes[at] === COMPRESSED || bytes[at] === HASH;
}
