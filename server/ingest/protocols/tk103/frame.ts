import { latin1 } from '../shared/index.ts';

const COMMA = 0x2c;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;
const isCapital = (byte: number): boolean => byte >= 0x41 && byte <= 0x5a;

/** The parts of what stands between the brackets. */
export interface Tk103Head {
  readonly identifierEnd: number;
  /** Two capitals and two more characters, such as BR00; DW3B has a letter among them. */
  readonly command: string;
  /** Where the body begins. */
  readonly body: number;
  /** True when the identifier, the command and the fields are apart by commas. */
  readonly separated: boolean;
}

/** Takes apart `identifier[,]command…`; null when it does not begin so. Identifiers are digits, 12 in most devices. */
export function readHead(bytes: Uint8Array, start: number, end: number): Tk103Head | null {
  let at = start;
  while (at < end && isDigit(bytes[at])) at++;
  const identifierEnd = at;
  const separated = bytes[at] === COMMA;
  if (separated) at++;
  if (identifierEnd === start || at + 4 > end) return null;
  if (!isCapital(bytes[at]) || !isCapital(bytes[at + 1]) || !isWord(bytes[at + 2]) || !isWord(bytes[at + 3])) return null;
  return { identifierEnd, command: latin1(bytes, at, at + 4), body: at + 4, separated };
}

const isWord = (byte: number): boolean => isDigit(byte) || isCapital(byte);
