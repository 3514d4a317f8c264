// How a frame is distinguished from what is around it: marks, escapes and the check byte.

export const MARK = 0x7e;
/** What some vendors begin and end their frames with instead; their numbers have seven bytes. */
export const OTHER_MARK = 0xe7;

/**
 * By the mark: escape byte, what follows it, and the byte that both stand for. The first that has a byte is the one to
 * write.
 */
const ESCAPES: Readonly<Record<number, readonly (readonly [escape: number, code: number, byte: number])[]>> = {
  [MARK]: [
    [0x7d, 2, MARK],
    [0x7d, 1, 0x7d],
  ],
  [OTHER_MARK]: [
    [0xe6, 2, OTHER_MARK],
    [0xe6, 1, 0xe6],
    [0x3e, 1, 0x3e],
    [0x3e, 2, 0x3d],
  ],
};
/** Takes the escapes out of `bytes[start, end)`; null when what follows an escape byte is none. */
export function unescape(bytes: Uint8Array, start: number, end: number, mark = MARK): Uint8Array | null {
  const escapes = ESCAPES[mark];
  const plain = new Uint8Array(end - start);
  let length = 0;
  for (let at = start; at < end; at++) {
    if (!escapes.some(([escape]) => escape === bytes[at])) {
      plain[length++] = bytes[at];
      continue;
    }
    const meant = escapes.find(([escape, code]) => escape === bytes[at] && at + 1 < end && code === bytes[at + 1]);
    if (!meant) return null;
    plain[length++] = meant[2];
    at++;
  }
  return plain.subarray(0, length);
}

/** Exclusive or of `bytes[start, end)`. */
export function xorOf(bytes: Uint8Array, start: number, end: number): number {
  let sum = 0;
  for (let at = start; at < end; at++) sum ^= bytes[at];
  return sum;
}

/** Header, body and check byte with escapes, between marks. */
export function escape(plain: Uint8Array, mark = MARK): Uint8Array {
  const escaped: number[] = [mark];
  for (const byte of plain) {
    const needed = ESCAPES[mark].find(([, , meant]) => meant === byte);
    if (needed) escaped.push(needed[0], needed[1]);
    else escaped.push(byte);
  }
  escaped.push(mark);
  return Uint8Array.from(escaped);
}
