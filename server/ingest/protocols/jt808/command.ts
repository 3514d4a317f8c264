import { concatBytes, plainLine } from '../shared/index.ts';
import { doubleWord, LARGEST_BODY, word } from './framing.ts';
import { encodeGbk } from './gbk.ts';

/** Numbers of what a server sends. */
export const REQUEST = {
  setParameters: 0x8103,
  queryAll: 0x8104,
  control: 0x8105,
  querySome: 0x8106,
  properties: 0x8107,
  locate: 0x8201,
  track: 0x8202,
  text: 0x8300,
} as const;

/**
 * Flags of a text: for the terminal itself (vendors take their own commands so), or shown and read out to the driver.
 */
const FOR_TERMINAL = 1;
const FOR_DRIVER = 4 | 8;
/** 2019: a notice. */
const NOTICE = 1;

/** One message to a device. */
export interface Jt808Request {
  readonly id: number;
  readonly body: Uint8Array;
}

/**
 * A command's text as a message:
 *
 *     text:<message>              shown and read out to the driver (8300)
 *     control:<word>[;<values>]   8105: 1 to 7 are the standard's (4 restarts); a vendor's own is in hex, 0x64 or 0xF0
 *     set:<number>/<size>=<value>[;…]   8103: number in hex, size 1, 2, 4 or s (text), value decimal or text
 *     query  query:<number>[;…]   8104, 8106: all parameters, or these
 *     locate                      8201: where it is now
 *     track:<seconds>,<duration>  8202: reports more often for a while
 *     attributes                  8107: model, card and versions
 *     anything else               8300 for the terminal itself
 *
 * `versioned`: the device speaks the version of 2019. Null when the text does not follow its form, or does not fit.
 */
export function readCommand(text: string, versioned: boolean): Jt808Request | null {
  if (!plainLine(text, LARGEST_BODY)) return null;
  const colon = text.indexOf(':');
  const head = colon < 0 ? text.trim() : text.slice(0, colon);
  const rest = colon < 0 ? '' : text.slice(colon + 1).trim();
  const form = Object.hasOwn(FORMS, head) ? FORMS[head] : undefined;
  const request = form ? form(rest, versioned) : message(text, FOR_TERMINAL, versioned);
  return request && request.body.length <= LARGEST_BODY ? request : null;
}

const EMPTY = new Uint8Array(0);
const request = (id: number, body: Uint8Array | null): Jt808Request | null => (body ? { id, body } : null);

function message(text: string, flag: number, versioned: boolean): Jt808Request | null {
  const words = encodeGbk(text);
  return words && words.length > 0
    ? { id: REQUEST.text, body: concatBytes(Uint8Array.of(flag), versioned ? Uint8Array.of(NOTICE) : EMPTY, words) }
    : null;
}

const bare =
  (id: number) =>
  (rest: string): Jt808Request | null =>
    request(id, rest === '' ? EMPTY : null);

const FORMS: Readonly<Record<string, (rest: string, versioned: boolean) => Jt808Request | null>> = {
  text: (rest, versioned) => message(rest, FOR_DRIVER, versioned),
  control: (rest) => request(REQUEST.control, controlBody(rest)),
  set: (rest) => request(REQUEST.setParameters, parametersBody(rest)),
  query: (rest) => (rest === '' ? request(REQUEST.queryAll, EMPTY) : request(REQUEST.querySome, numbersBody(rest))),
  locate: bare(REQUEST.locate),
  track: (rest) => request(REQUEST.track, trackBody(rest)),
  attributes: bare(REQUEST.properties),
};

/**
 * JT/T 808 gives 8105 seven words, 1 to 7. Vendors add theirs for cutting and restoring fuel and write them in
 * hexadecimal: 0x64 and 0x65 on some, 0xF0 and 0xF1 on others. A bare 64 could mean either 0x64 or 0x40, and one of the
 * two stops a vehicle: it is refused, the vendor's words have to say that they are hexadecimal.
 */
function controlBody(rest: string): Uint8Array | null {
  const found = /^([1-7]|0x[0-9a-f]{1,2})(?:;(.*))?$/i.exec(rest);
  if (!found) return null;
  const values = encodeGbk(found[2] ?? '');
  return values && concatBytes(Uint8Array.of(Number(found[1])), values);
}

function trackBody(rest: string): Uint8Array | null {
  const found = /^(\d{1,5}),(\d{1,9})$/.exec(rest);
  return found && Number(found[1]) <= 0xffff ? concatBytes(word(Number(found[1])), doubleWord(Number(found[2]))) : null;
}

function numbersBody(rest: string): Uint8Array | null {
  const numbers = rest.split(';');
  if (numbers.length > 0xff || !numbers.every((number) => /^[0-9a-f]{1,8}$/i.test(number))) return null;
  return concatBytes(
    Uint8Array.of(numbers.length),
    ...numbers.map((number) => doubleWord(Number.parseInt(number, 16))),
  );
}

function parametersBody(rest: string): Uint8Array | null {
  const parameters = rest.split(';').map(parameterOf);
  if (parameters.length > 0xff || parameters.some((parameter) => parameter === null)) return null;
  return concatBytes(Uint8Array.of(parameters.length), ...parameters.filter((parameter) => parameter !== null));
}

/** Number u32, length u8, value. */
function parameterOf(text: string): Uint8Array | null {
  const found = /^([0-9a-f]{1,8})\/([124s])=(.*)$/i.exec(text);
  if (!found) return null;
  const value = found[2].toLowerCase() === 's' ? encodeGbk(found[3]) : numberOf(found[3], Number(found[2]));
  if (!value || value.length > 0xff) return null;
  return concatBytes(doubleWord(Number.parseInt(found[1], 16)), Uint8Array.of(value.length), value);
}

function numberOf(text: string, size: number): Uint8Array | null {
  if (!/^\d{1,10}$/.test(text) || Number(text) >= 256 ** size) return null;
  return doubleWord(Number(text)).subarray(4 - size);
}
