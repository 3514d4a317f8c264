import { printableAscii } from '../shared/index.ts';

/** Characters; the manuals give 200 to a command of one part and more to none. */
const LONGEST_COMMAND = 512;
const COMMAND = /^AT\+GT([A-Z]{3})=[^$]*$/;
/** The serial at the end of a command, which its acknowledgement repeats. */
const SERIAL = /,[0-9A-F]{4}$/i;

/** A command ready to go: its bytes, its three letters, and its serial or null when the text has no place for one. */
export interface QueclinkCommand {
  readonly bytes: Uint8Array;
  readonly type: string;
  readonly serial: string | null;
}

/**
 * `AT+GTRTO=<password>,1,,,,,,FFFF$`: the text as the manual writes it, `$` or not. The four hex digits at its end are
 * replaced by our own serial. Null when the text is no such command.
 */
export function encodeCommand(text: string, serial: number): QueclinkCommand | null {
  const body = text.trim().replace(/\$$/, '');
  const found = COMMAND.exec(body);
  if (!found) return null;
  const numbered = SERIAL.test(body);
  const digits = serial.toString(16).toUpperCase().padStart(4, '0');
  const bytes = printableAscii(`${numbered ? body.slice(0, -4) + digits : body}$`, LONGEST_COMMAND);
  return bytes && { bytes, type: found[1], serial: numbered ? digits : null };
}
