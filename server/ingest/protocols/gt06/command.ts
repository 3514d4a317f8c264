import type { CommandAnswer, OutgoingCommand } from '../../types.ts';
import { concatBytes, printableAscii, u32 } from '../shared/index.ts';
import { buildFrame, type Gt06Frame } from './framing.ts';

const COMMAND = 0x80;
const SHORT_REPLY = 0x15;
const LONG_REPLY = 0x21;
/** The server flag, which a reply repeats. */
const FLAG = 4;
/** The frame counts itself and the command in one byte each. */
const LONGEST_COMMAND = 240;
/** Language of the text that precedes it. */
const ENGLISH = Uint8Array.of(0, 2);

/** A command as 0x80 with its reference as the server flag; null when the text is none that the frame carries. */
export function encodeCommand({ reference, text }: OutgoingCommand, serial: number): Uint8Array | null {
  const words = printableAscii(text, LONGEST_COMMAND);
  if (!words) return null;
  const head = new Uint8Array(1 + FLAG);
  head[0] = FLAG + words.length;
  new DataView(head.buffer).setUint32(1, reference);
  return buildFrame(COMMAND, concatBytes(head, words), serial);
}

/** What a reply (0x15, 0x21) says of a command, or null when the frame is none; `text` is its text as it was read. */
export function answerOfReply({ protocol, bytes, start, end }: Gt06Frame, text: string): CommandAnswer | null {
  if ((protocol !== SHORT_REPLY && protocol !== LONG_REPLY) || end - start < 1 + FLAG) return null;
  // The short reply has its length before the flag. Some clones leave the flag 0.
  const reference = u32(bytes, protocol === SHORT_REPLY ? start + 1 : start);
  return { reference: reference === 0 ? null : reference, accepted: null, text };
}

/** What a device answers to a command, as 0x15; the frame carries 240 characters. */
export function encodeGt06Reply(reference: number, text: string, serial: number): Uint8Array {
  const words = new TextEncoder().encode(text.slice(0, LONGEST_COMMAND));
  const head = new Uint8Array(1 + FLAG);
  head[0] = FLAG + words.length;
  new DataView(head.buffer).setUint32(1, reference);
  return buildFrame(SHORT_REPLY, concatBytes(head, words, ENGLISH), serial);
}

/** The command in a frame that a device received, or null when the frame is something else. */
export function readGt06Command({
  protocol,
  bytes,
  start,
  end,
}: Gt06Frame): { reference: number; text: string } | null {
  if (protocol !== COMMAND || end - start < 1 + FLAG) return null;
  const from = start + 1 + FLAG;
  return {
    reference: u32(bytes, start + 1),
    text: new TextDecoder('latin1').decode(bytes.subarray(from, Math.min(end, start + 1 + bytes[start]))),
  };
}
