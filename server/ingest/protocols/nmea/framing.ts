import { ListeningFraming, type FrameListener } from '../shared/index.ts';

/** Bytes of a line; the standard allows 82, and identifiers stand in front or behind. */
const LONGEST = 256;
const CARRIAGE_RETURN = 0x0d;
const LINE_FEED = 0x0a;

const isEnd = (byte: number): boolean => byte === CARRIAGE_RETURN || byte === LINE_FEED;
const isPrintable = (byte: number): boolean => byte >= 0x20 && byte < 0x7f;

/** Printable lines; anything else is skipped up to the next one. */
export class NmeaFraming extends ListeningFraming {
  constructor(listener: FrameListener) {
    super(LONGEST, listener);
  }

  measure(bytes: Uint8Array, start: number, end: number): number {
    if (isEnd(bytes[start])) return 1;
    for (let at = start; at < end; at++) {
      if (isEnd(bytes[at])) return at + 1 - start;
      // None of the bytes before this one can begin a line either.
      if (!isPrintable(bytes[at]) || at - start >= LONGEST) return start - at - 1;
    }
    return 0;
  }

  onFrame(bytes: Uint8Array, start: number, end: number): void {
    if (end - start > 1 || !isEnd(bytes[start])) this.listener.onFrame(bytes, start, end - 1);
  }
}
