import { printableAscii } from '../shared/index.ts';

/** Bytes; devices take no longer command. */
const LONGEST = 200;
const HEAD = '**,imei:';

/**
 * A command as a frame: its letter and values, such as `J` or `C,20s`. A text that begins as a frame is sent as it is.
 * Null when the text cannot be one.
 */
export function encodeCommand(text: string, identifier: string): string | null {
  const words = text.trim();
  if (!printableAscii(words, LONGEST)) return null;
  const frame = words.startsWith('**') ? words : `${HEAD}${identifier},${words}`;
  const closed = frame.endsWith(';') ? frame : `${frame};`;
  return closed.indexOf(';') === closed.length - 1 ? closed : null;
}

/** The letter by which the device names a command in its reply. */
export function commandLetter(frame: string): string {
  return (
    frame
      .replace(/[;\s]+$/, '')
      .split(',')[2]?.[0]
      ?.toUpperCase() ?? ''
  );
}
