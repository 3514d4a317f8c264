import { latin1 } from '../shared/index.ts';

const COMMA = 0x2c;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const isCapital = (byte: number): boolean => byte >= 0x41 && byte <= 0x5a;

/** The parts of what is between the brackets. */
export interface Tk103Head {
  readonly identifierEnd: number;
  /** Two capitals and two more characters, such as BR00; DW3B has a letter among them. */
  readonly command: string;
  /** Where the body begins. */
  readonly body: number;
  /** True when the identifier, the command and the fields are apart by commas. */
  readonly separated: boolean;
}

const COMMAND = 4;
/** Characters of an identifier that has letters and no comma behind it. */
const NAME_LENGTH = 12;

/**
 * Takes apart `identifier[,]command…`; null when it does not begin so. Identifiers are digits, 12 in most devices, or
 * 12 characters with letters among them, which some owners set.
 */
export function readHead(bytes: Uint8Array, start: number, end: number): Tk103Head | null {
  let digits = start;
  while (digits < end && isDigit(bytes[digits])) digits++;
  if (digits > start && bytes[digits] === COMMA) return headAt(bytes, digits, digits + 1, end, true);
  const name = nameEnd(bytes, start, end);
  const separated =
    name > start && bytes[name] === COMMA && bytes[name + COMMAND + 1] === COMMA
      ? headAt(bytes, name, name + 1, end, true)
      : null;
  if (separated) return separated;
  const twelve = start + NAME_LENGTH;
  const named = name > twelve ? headAt(bytes, twelve, twelve, end, false) : null;
  return named ?? (digits > start ? headAt(bytes, digits, digits, end, false) : null);
}

/** The end of letters and digits of any case. */
function nameEnd(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at < end && isName(bytes[at])) at++;
  return at;
}

function headAt(
  bytes: Uint8Array,
  identifierEnd: number,
  at: number,
  end: number,
  separated: boolean,
): Tk103Head | null {
  if (
    at + COMMAND > end ||
    !isCapital(bytes[at]) ||
    !isCapital(bytes[at + 1]) ||
    !isWord(bytes[at + 2]) ||
    !isWord(bytes[at + 3])
  )
    return null;
  return { identifierEnd, command: latin1(bytes, at, at + COMMAND), body: at + COMMAND, separated };
}

const isName = (byte: number): boolean => isWord(byte) || (byte >= 0x61 && byte <= 0x7a);
const isWord = (byte: number): boolean => isDigit(byte) || isCapital(byte);
