import { crc16Ibm, plainLine } from '../shared/index.ts';
import { formatChecksum } from './packet.ts';

/** Bytes; a text parameter of the protocol has no more. */
const LONGEST_COMMAND = 1344;
/** In front of a text for the driver. */
const MESSAGE = 'text:';
const encoder = new TextEncoder();

/**
 * A command as the protocol sends it: the raw text and an end mark. `text:…` goes as a message for the driver (M), with
 * a checksum from 2.0 on (`checked`). Null when the text is empty, too long or more than one line.
 */
export function encodeCommand(text: string, checked: boolean): Uint8Array | null {
  const line = plainLine(text, LONGEST_COMMAND);
  if (!line) return null;
  if (!text.startsWith(MESSAGE)) return encoder.encode(`${text}\r\n`);
  const message = text.slice(MESSAGE.length).trim();
  if (message === '' || message.includes('#')) return null;
  const covered = `${message};`;
  const bytes = encoder.encode(covered);
  return encoder.encode(
    `#M#${checked ? `${covered}${formatChecksum(crc16Ibm(bytes, 0, bytes.length))}` : message}\r\n`,
  );
}
