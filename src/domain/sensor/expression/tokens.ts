import { SENSOR } from '../../base/index.ts';
import type { ExpressionProblemCode } from './types.ts';

/** One piece of an expression's text. */
export interface Token {
  readonly kind: 'number' | 'parameter' | 'sensor' | 'symbol' | 'end' | 'wrong';
  readonly position: number;
  /** Where the next piece is looked for. */
  readonly end: number;
  readonly text: string;
  readonly value?: number;
  readonly name?: string;
  readonly previous?: boolean;
  readonly bit?: number | null;
  /** Of a wrong piece. */
  readonly problem?: ExpressionProblemCode;
}

const BLANK = /\s*/y;
/** A number that no letter touches: `12abc` is a mistake, not 12 times abc. */
const NUMBER = /(?:\d+(?:\.\d+)?|\.\d+)(?:[eE][-+]?\d{1,3})?(?![\p{L}\p{N}_.])/uy;
/** `const10` and `const-4.54`, the reference's way to write a number. */
const CONSTANT = /const(-?\d+(?:\.\d+)?(?:[eE][-+]?\d{1,3})?)(?![\p{L}\p{N}_.])/uy;
const NAME = /[\p{L}_][\p{L}\p{N}_.]*/uy;
const BIT = /:(\d*)/y;
const SENSOR_NAME = /\[([^[\]]*)\]/y;
const SYMBOLS = '()|+-*/^';

function match(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** The piece that begins at or after `from`. */
export function readToken(text: string, from: number): Token {
  const position = from + (match(BLANK, text, from)?.[0].length ?? 0);
  if (position >= text.length) return { kind: 'end', position: text.length, end: text.length, text: '' };
  const first = String.fromCodePoint(text.codePointAt(position) ?? 0);
  if (SYMBOLS.includes(first)) return { kind: 'symbol', position, end: position + 1, text: first };
  if (first === '[') return readSensor(text, position);
  if (/[\d.]/.test(first)) return readNumber(text, position);
  const constant = match(CONSTANT, text, position);
  if (constant) return numberToken(position, constant[0], Number(constant[1]));
  return readParameter(text, position, first);
}

const wrong = (position: number, text: string, problem: ExpressionProblemCode): Token => ({
  kind: 'wrong',
  position,
  end: position,
  text,
  problem,
});

function numberToken(position: number, text: string, value: number): Token {
  if (!Number.isFinite(value)) return wrong(position, text, 'number');
  return { kind: 'number', position, end: position + text.length, text, value };
}

function readNumber(text: string, position: number): Token {
  const found = match(NUMBER, text, position);
  if (!found) return wrong(position, /[\p{L}\p{N}_.]+/u.exec(text.slice(position))?.[0] ?? '', 'number');
  return numberToken(position, found[0], Number(found[0]));
}

function readSensor(text: string, position: number): Token {
  const found = match(SENSOR_NAME, text, position);
  if (!found) return wrong(position, '[', 'unclosed');
  const name = found[1].trim();
  if (name === '') return wrong(position, found[0], 'name');
  return { kind: 'sensor', position, end: position + found[0].length, text: found[0], name };
}

function readParameter(text: string, position: number, first: string): Token {
  const previous = first === '#';
  const start = position + (previous ? 1 : 0);
  const name = match(NAME, text, start)?.[0];
  if (name === undefined) return wrong(position, first, previous ? 'name' : 'unexpected');
  const after = start + name.length;
  const colon = match(BIT, text, after);
  if (!colon)
    return { kind: 'parameter', position, end: after, text: text.slice(position, after), name, previous, bit: null };
  const bit = Number(colon[1]);
  if (colon[1] === '' || bit < 1 || bit > SENSOR.highestBit) return wrong(after, colon[0], 'bit');
  const end = after + colon[0].length;
  return { kind: 'parameter', position, end, text: text.slice(position, end), name, previous, bit };
}
