import type { Framing } from '../shared/index.ts';
import { findBytes } from '../shared/index.ts';

/** Fifteen positions and the cells or tags of one report need about 2 KiB. */
const LONGEST_FRAME = 4096;
const DOLLAR = 0x24;
const PLUS = 0x2b;
const codes = (text: string): number[] => Array.from(text, (character) => character.charCodeAt(0));
/** How messages begin: a report, one that was kept, what a command or heartbeat brings. */
const HEADS = [codes('+RESP:GT'), codes('+BUFF:GT'), codes('+ACK:GT')];

const isEnd = (byte: number): boolean => byte === DOLLAR || byte === 0;
/** Line ends that some models put between messages, and the padding of others. */
const isBlank = (byte: number): boolean => byte === 0x0d || byte === 0x0a || byte === 0x20 || byte === 0;

/** True when `bytes[start, end)` begins with a head, as far as it goes. */
function mayBegin(bytes: Uint8Array, start: number, end: number): boolean {
  return HEADS.some((head) => head.every((code, index) => start + index >= end || bytes[start + index] === code));
}

/** First place in `[start, end)` where a whole head is, or -1. */
function findHead(bytes: Uint8Array, start: number, end: number): number {
  for (let at = bytes.indexOf(PLUS, start); at >= 0 && at < end; at = bytes.indexOf(PLUS, at + 1)) {
    if (HEADS.some((head) => findBytes(bytes, head, at, Math.min(end, at + head.length)) === at)) return at;
  }
  return -1;
}

/** Cuts messages at their `$` (or zero byte). `onFrame` gets them without it; blanks between them are dropped. */
export function createFraming(onFrame: Framing['onFrame'], onGarbage: Framing['onGarbage']): Framing {
  // Blanks inside of what is no message belong to it.
  let lost = false;
  return {
    maximum: LONGEST_FRAME,
    measure(bytes, start, end) {
      if (isBlank(bytes[start])) return lost ? -1 : 1;
      if (!mayBegin(bytes, start, end)) return -1;
      for (let at = start + 1; at < end; at++) if (isEnd(bytes[at])) return at + 1 - start;
      return 0;
    },
    // Text has no lengths that could hide a message.
    findWhole: () => -1,
    onFrame(bytes, start, end, available) {
      if (isBlank(bytes[start])) return;
      lost = false;
      // An end that was lost on the way: what begins inside is the message that is whole.
      const inner = findHead(bytes, start + 1, end);
      if (inner < 0) return onFrame(bytes, start, end - 1, available);
      onGarbage(bytes.subarray(start, inner));
      return inner;
    },
    onGarbage(bytes) {
      lost = true;
      onGarbage(bytes);
    },
  };
}
