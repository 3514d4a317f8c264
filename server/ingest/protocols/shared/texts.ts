const encoder = new TextEncoder();
const CONTROL = /\p{Cc}/u;

/** One line of text as UTF-8; null when it is empty, longer than `maximum` bytes, or holds control characters. */
export function plainLine(text: string, maximum: number): Uint8Array | null {
  if (text.trim() === '' || CONTROL.test(text)) return null;
  const bytes = encoder.encode(text);
  return bytes.length <= maximum ? bytes : null;
}

/** As {@link plainLine}, of ASCII alone. */
export function printableAscii(text: string, maximum: number): Uint8Array | null {
  const bytes = plainLine(text, maximum);
  return bytes && bytes.length === text.length ? bytes : null;
}
