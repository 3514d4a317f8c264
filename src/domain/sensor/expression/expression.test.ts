import { describe, expect, it } from 'vitest';
import { LENGTH, SENSOR } from '../../base/index.ts';
import type { AttributeValue } from '../../telemetry/index.ts';
import { seeded } from '../testing/index.ts';
import {
  evaluate,
  parseExpression,
  printExpression,
  referencedSensors,
  type Expression,
  type ExpressionContext,
  type Operator,
} from './index.ts';

function parsed(text: string): Expression {
  const result = parseExpression(text);
  if (!result.ok) throw new Error(`${text}: ${JSON.stringify(result.error)}`);
  return result.value;
}

const message = new Map<string, AttributeValue>(
  Object.entries({
    speed: 60,
    adc1: 4.2,
    io_239: 1,
    flags: 0b1010,
    negative: -2,
    name: 'Ann',
    digits: '12.5',
    on: true,
    off: false,
    large: 1e300,
    'can.fuel_1': 30,
  }),
);
const context: ExpressionContext = {
  value: (name) => message.get(name),
  previous: (name) =>
    new Map<string, AttributeValue>([
      ['speed', 50],
      ['name', 'Bob'],
    ]).get(name),
  sensor: (name) =>
    new Map<string, AttributeValue>([
      ['Tank 1', 40],
      ['Driver', 'Ann'],
    ]).get(name) ?? null,
};
const value = (text: string) => evaluate(parsed(text), context);

describe('an expression', () => {
  it.each<[string, number | string | null]>([
    ['speed', 60],
    ['  speed  ', 60],
    ['can.fuel_1', 30],
    ['#speed', 50],
    ['speed - #speed', 10],
    ['name', 'Ann'],
    ['#name', 'Bob'],
    ['on', 1],
    ['off + 1', 1],
    ['[Tank 1]', 40],
    ['[ Tank 1 ] * 2', 80],
    ['[Driver]', 'Ann'],
    ['[Empty]', null],
    ['const10', 10],
    ['const-4.54', -4.54],
    ['const2^const3', 8],
    ['1e3', 1000],
    ['.5 * 4', 2],
    ['digits * 2', 25],
  ])('%s is %j', (text, expected) => expect(value(text)).toBe(expected));

  it.each<[string, number]>([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['10 - 4 - 3', 3],
    ['24 / 4 / 3', 2],
    ['2 ^ 3 ^ 2', 512],
    ['-2 ^ 2', -4],
    ['(-2) ^ 2', 4],
    ['2 ^ -1', 0.5],
    ['--3', 3],
    ['2 * -3', -6],
    ['missing | 1 + 2', 3],
    ['(missing | 1) + 2', 3],
    ['speed | 1', 60],
  ])('%s groups to %d', (text, expected) => expect(value(text)).toBe(expected));

  it('reads bits, counted from 1, also of negative numbers', () => {
    expect([1, 2, 3, 4, 5].map((bit) => value(`flags:${bit}`))).toEqual([0, 1, 0, 1, 0]);
    expect([1, 2, 53].map((bit) => value(`negative:${bit}`))).toEqual([0, 1, 1]);
    expect(value('missing:1')).toBeNull();
    expect(value('name:1')).toBeNull();
  });

  it.each([
    'missing',
    'missing + 1',
    '1 + missing',
    'missing ^ 0',
    '-missing',
    'name + 1',
    '1 / 0',
    '0 / 0',
    'speed / (speed - 60)',
    'large * large',
    '(-8) ^ 0.5',
    '#adc1',
    '[Nobody]',
    'missing | 1 / 0',
  ])('%s has no value', (text) => expect(value(text)).toBeNull());

  it('takes the first that is there, texts too, and 0 is there', () => {
    expect(value('missing | name')).toBe('Ann');
    expect(value('off | 5')).toBe(0);
    expect(value('1 / 0 | missing | const7')).toBe(7);
  });

  it('has no previous value unless one is given', () => {
    expect(evaluate(parsed('#speed | speed'), { value: context.value })).toBe(60);
  });
});

describe('what is no expression', () => {
  it.each<[string, string, number, string]>([
    ['', 'empty', 0, ''],
    ['   ', 'empty', 0, ''],
    ['speed +', 'incomplete', 7, ''],
    ['speed adc1', 'unexpected', 6, 'adc1'],
    ['speed ) + 1', 'unexpected', 6, ')'],
    ['(speed', 'unclosed', 6, ''],
    ['(speed 1)', 'unexpected', 7, '1'],
    ['()', 'unexpected', 1, ')'],
    ['* 2', 'unexpected', 0, '*'],
    ['speed ? 1', 'unexpected', 6, '?'],
    ['12abc', 'number', 0, '12abc'],
    ['1 + 1.2.3', 'number', 4, '1.2.3'],
    ['1e999', 'number', 0, '1e999'],
    ['flags:0', 'bit', 5, ':0'],
    ['flags:54', 'bit', 5, ':54'],
    ['flags:', 'bit', 5, ':'],
    ['[Tank', 'unclosed', 0, '['],
    ['[ ]', 'name', 0, '[ ]'],
    ['# speed', 'name', 0, '#'],
    ['#[Tank]', 'name', 0, '#'],
    ['speed 🚚', 'unexpected', 6, '🚚'],
  ])('%j: %s at %d', (text, code, position, found) => {
    const result = parseExpression(text);
    expect(result).toEqual({ ok: false, error: { code, position, found } });
  });

  it('is one that is too long or nests too deep, whatever it nests', () => {
    expect(parseExpression('1+'.repeat(LENGTH.sensorParameter.max))).toMatchObject({
      ok: false,
      error: { code: 'tooLong' },
    });
    for (const opening of ['(', '-', '2^']) {
      const deep = opening.repeat(SENSOR.expressionDepth + 1);
      expect(parseExpression(`${deep}1`), opening).toMatchObject({ ok: false, error: { code: 'tooDeep' } });
      const fine = `${opening.repeat(SENSOR.expressionDepth)}1${opening === '(' ? ')'.repeat(SENSOR.expressionDepth) : ''}`;
      expect(parseExpression(fine).ok, opening).toBe(true);
    }
  });
});

/** Any tree of at most `depth` levels. */
function anyExpression(random: () => number, depth: number): Expression {
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)];
  const kind =
    depth === 0
      ? pick(['number', 'parameter', 'sensor'])
      : pick(['number', 'parameter', 'sensor', 'negate', 'binary', 'binary', 'binary']);
  if (kind === 'number') return { kind, value: pick([0, 1, 2.5, -4.54, 1e-7, -1e-7, 1e21, -0, 123456.789]) };
  if (kind === 'parameter')
    return {
      kind,
      name: pick(['speed', 'io_239', 'can.fuel', 'constant', 'топливо']),
      previous: random() < 0.3,
      bit: random() < 0.3 ? 1 + Math.floor(random() * 53) : null,
    };
  if (kind === 'sensor') return { kind, name: pick(['Tank 1', 'Ignition', 'a-b + c']) };
  if (kind === 'negate') return { kind, operand: anyExpression(random, depth - 1) };
  return {
    kind: 'binary',
    operator: pick<Operator>(['|', '+', '-', '*', '/', '^']),
    left: anyExpression(random, depth - 1),
    right: anyExpression(random, depth - 1),
  };
}

describe('for any text and any tree', () => {
  it('reads back what it prints', () => {
    const random = seeded(7);
    let longest = 0;
    for (let round = 0; round < 5000; round++) {
      const tree = anyExpression(random, 3);
      const text = printExpression(tree);
      longest = Math.max(longest, text.length);
      expect(parseExpression(text), text).toEqual({ ok: true, value: tree });
    }
    expect(longest).toBeGreaterThan(60);
  });

  it('never throws and never hangs, and what it takes it prints and reads again', () => {
    const random = seeded(11);
    const pieces = [
      '(',
      ')',
      '[',
      ']',
      '#',
      ':',
      '|',
      '+',
      '-',
      '*',
      '/',
      '^',
      ' ',
      '.',
      'const',
      'speed',
      '12',
      '3.5',
      'e',
      '1e5',
      '\u0000',
      '🚚',
      'é',
      'Tank',
      '\n',
      '$',
      '__proto__',
    ];
    let taken = 0;
    for (let round = 0; round < 20_000; round++) {
      const size = Math.floor(random() * 12);
      const text = Array.from({ length: size }, () => pieces[Math.floor(random() * pieces.length)]).join('');
      const result = parseExpression(text);
      if (!result.ok) {
        expect(result.error.position).toBeLessThanOrEqual(text.length);
        continue;
      }
      taken++;
      const again = parseExpression(printExpression(result.value));
      expect(again, text).toEqual(result);
      const made = evaluate(result.value, context);
      expect(made === null || typeof made === 'string' || Number.isFinite(made), text).toBe(true);
    }
    expect(taken).toBeGreaterThan(500);
  });

  it('survives the worst that fits', () => {
    for (const piece of ['(', '-', '2^', '1+', '1|', '[', '#', 'a:', ')'])
      parseExpression(piece.repeat(Math.floor(LENGTH.sensorParameter.max / piece.length)));
    const sum = `${'1+'.repeat(124)}1`;
    expect(evaluate(parsed(sum), context)).toBe(125);
  });
});

it('names the sensors it refers to, each once', () => {
  expect(referencedSensors(parsed('[Tank 1] + -([Tank 2] | [Tank 1])'))).toEqual(['Tank 1', 'Tank 2']);
});
