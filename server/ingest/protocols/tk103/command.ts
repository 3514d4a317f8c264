import { latin1, printableAscii } from '../shared/index.ts';
import { freeText } from './message.ts';

/** Bytes; devices take no longer command. */
const LONGEST = 200;

/**
 * A command as a frame: `AV010` becomes `(<identifier>AV010)`; a whole frame is sent as it is. Null when it cannot be
 * one.
 */
export function encodeCommand(text: string, identifier: string, separated: boolean): string | null {
  const words = text.trim();
  if (!printableAscii(words, LONGEST)) return null;
  const frame = words.startsWith('(') ? words : `(${identifier}${separated ? ',' : ''}${words})`;
  return /^\([^()]+\)$/.test(frame) ? frame : null;
}

/** Replies by name: the command's own with a B for the A, and a notice in words. BP00, BP05 and BR00 are no replies. */
const REPLIES: ReadonlySet<string> = new Set(['BP02', 'BP03', 'BP04', 'BP07', 'BP12', 'BR05', 'BS08', 'BS09', 'ZC03']);
const REPLY = /^B[TVXUY]\d\d$/;

/** The words of a reply, or null when the frame is none. */
export function replyWords(command: string, bytes: Uint8Array, body: number, end: number): string | null {
  if (!REPLIES.has(command) && !REPLY.test(command)) return null;
  const words = freeText(bytes, body, end);
  return words === '' ? (command + latin1(bytes, body, end).replaceAll(/\s+/g, ' ')).trim() : words;
}
