import { describe, expect, it } from 'vitest';
import { ValidationError } from 'yup';
import { LENGTH, SENSOR } from '../base/index.ts';
import { sensorSetProblems, type SetMember } from './setProblems.ts';
import { sensorSchema } from './sensor.ts';
import { SENSOR_TYPES, SENSOR_TYPE_CODES } from './types.ts';
import { parseExpression } from './expression/index.ts';

const form = { type: 'fuel_level', name: 'Tank', parameter: 'analog_1', field: 'tank' };

/** Field and message of everything that is wrong. */
function problems(changes: object): string[] {
  try {
    sensorSchema.validateSync({ ...form, ...changes }, { abortEarly: false });
    return [];
  } catch (error) {
    if (!(error instanceof ValidationError)) throw error;
    return [...new Set(error.inner.map(({ path, message }) => `${path}: ${message}`))];
  }
}

describe('the form of a sensor', () => {
  it('fills what was not given', () => {
    expect(sensorSchema.validateSync(form)).toEqual({
      ...form,
      description: '',
      visible: true,
      data_type: 'number',
      multiplier: 1,
      minimum: null,
      maximum: null,
      table: { kind: 'none' },
    });
  });

  it('reads what fields of a form hold', () => {
    const filled = {
      ...form,
      name: '  Tank ',
      multiplier: '0.001',
      minimum: '',
      maximum: '80',
      table: {
        kind: 'xy',
        points: [
          { x: '0', y: '1.5' },
          { x: '10', y: '80' },
        ],
      },
    };
    expect(sensorSchema.validateSync(filled)).toMatchObject({
      name: 'Tank',
      multiplier: 0.001,
      minimum: null,
      maximum: 80,
      table: {
        kind: 'xy',
        points: [
          { x: 0, y: 1.5 },
          { x: 10, y: 80 },
        ],
      },
    });
  });

  it.each<[object, string[]]>([
    [{ type: 'teapot' }, ['type: validation.oneOf']],
    [{ type: undefined }, ['type: validation.required']],
    [{ type: '__proto__' }, ['type: validation.oneOf']],
    [{ name: ' ' }, ['name: validation.required', 'name: validation.minLength']],
    [{ name: 'a'.repeat(LENGTH.sensorName.max + 1) }, ['name: validation.maxLength']],
    [{ name: 'Tank [1]' }, ['name: validation.sensorName']],
    [{ field: '' }, ['field: validation.required', 'field: validation.sensorField']],
    [{ field: 'Tank' }, ['field: validation.lowercase', 'field: validation.sensorField']],
    [{ field: '1tank' }, ['field: validation.sensorField']],
    [{ field: 'tank 1' }, ['field: validation.sensorField']],
    [{ field: 'a.b_2' }, []],
    [{ field: 'a'.repeat(38) }, []],
    [{ field: 'a'.repeat(39) }, ['field: validation.maxLength']],
    [{ parameter: '' }, ['parameter: validation.required', 'parameter: validation.minLength']],
    [{ parameter: 'analog_1 +' }, ['parameter: validation.expressionIncomplete']],
    [{ parameter: '1/0' }, ['parameter: validation.expressionDivision']],
    [{ parameter: 'analog_1 / (2 - 2) | 5' }, ['parameter: validation.expressionDivision']],
    [{ parameter: 'analog_1 / (analog_2 - 2)' }, []],
    [{ parameter: 'a'.repeat(251) }, ['parameter: validation.maxLength']],
    [{ multiplier: 0.01 }, ['multiplier: validation.oneOf']],
    [{ multiplier: 'x' }, ['multiplier: validation.oneOf']],
    [{ multiplier: 0.0000001 }, []],
    [{ data_type: 'text' }, ['data_type: validation.oneOf']],
    [{ minimum: 5, maximum: 4 }, ['maximum: validation.minimumMaximum']],
    [{ minimum: 5, maximum: 5 }, []],
    [{ minimum: 'low' }, ['minimum: validation.invalid']],
    [{ maximum: SENSOR.magnitude * 2 }, ['maximum: validation.max']],
    [{ table: { kind: 'curve' } }, ['table.kind: validation.oneOf']],
    [{ table: { kind: 'xy', points: [{ x: 0, y: 0 }] } }, ['table.points: validation.tablePoints']],
    [
      {
        table: {
          kind: 'xy',
          points: [
            { x: 1, y: 0 },
            { x: 1, y: 0 },
          ],
        },
      },
      ['table.points[1].x: validation.increasing', 'table.points[1].y: validation.increasing'],
    ],
    [
      {
        table: {
          kind: 'xy',
          points: [
            { x: 'a', y: 0 },
            { x: 1, y: '' },
          ],
        },
      },
      ['table.points[0].x: validation.invalid', 'table.points[1].y: validation.required'],
    ],
    [
      { table: { kind: 'range', rows: [{ from: 0, to: 5, value: 'x'.repeat(51) }] } },
      ['table.rows[0].value: validation.maxLength'],
    ],
    [
      {
        table: {
          kind: 'range',
          rows: [
            { from: 0, to: 5, value: 1 },
            { from: 4, to: 9, value: 2 },
          ],
        },
      },
      ['table.rows[1].from: validation.overlap'],
    ],
    [
      { table: { kind: 'range', rows: [{ from: null, to: '', value: 'full' }] } },
      ['table.rows[0].value: validation.rangeNumber'],
    ],
    [{ table: { kind: 'range', rows: [{ from: 0, to: 5 }] } }, ['table.rows[0].value: validation.required']],
    [{ table: 'none' }, ['table: validation.invalid']],
    [{ table: null }, ['table: validation.required']],
    [{ table: { kind: 'range', rows: [null] } }, ['table.rows[0]: validation.required']],
    [{ description: 'd'.repeat(201) }, ['description: validation.maxLength']],
  ])('%j: %j', (changes, expected) => expect(problems(changes)).toEqual(expected));

  it('refuses anything else by name and never breaks', () => {
    const odd = [
      null,
      undefined,
      0,
      -1,
      Number.NaN,
      Infinity,
      '',
      'x',
      true,
      [],
      [null],
      {},
      { kind: 'xy' },
      { kind: 'xy', points: [{}] },
      { kind: 'range', rows: 'x' },
      '__proto__',
    ];
    for (const field of Object.keys(sensorSchema.fields))
      for (const value of odd) expect(() => problems({ [field]: value }), `${field} ${String(value)}`).not.toThrow();
    for (const data of odd) expect(() => sensorSchema.isValidSync(data)).not.toThrow();
    expect(problems({ maximum: Infinity })).toEqual(['maximum: validation.max']);
  });

  it('says where the expression goes wrong, counted from 1', () => {
    try {
      sensorSchema.validateSync({ ...form, parameter: '1 + ? 2' });
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ errors: ['validation.expressionUnexpected'], params: { position: 5 } });
    }
  });

  it('takes no more rows than its bound', () => {
    const points = Array.from({ length: SENSOR.tableRows + 1 }, (_, x) => ({ x, y: x }));
    expect(problems({ table: { kind: 'xy', points } })).toEqual(['table.points: validation.maxItems']);
    expect(problems({ table: { kind: 'xy', points: points.slice(1) } })).toEqual([]);
  });
});

describe('types of sensors', () => {
  it('prompt for the trip detector and for fuel (specification, chapter 4)', () => {
    expect(SENSOR_TYPE_CODES.filter((code) => SENSOR_TYPES[code].prompts === 'tripDetector')).toEqual(['gps']);
    expect(SENSOR_TYPE_CODES.filter((code) => SENSOR_TYPES[code].prompts === 'fuel')).toEqual(['fuel_level']);
  });

  it('suggest parameters that are expressions', () => {
    for (const code of SENSOR_TYPE_CODES)
      for (const parameter of SENSOR_TYPES[code].parameters)
        expect(parseExpression(parameter).ok, `${code} ${parameter}`).toBe(true);
  });
});

describe('the sensors of a device together', () => {
  const member = (name: string, changes: Partial<SetMember> = {}): SetMember => ({
    name,
    field: name.toLowerCase(),
    type: 'custom',
    parameter: 'analog_1',
    ...changes,
  });
  const found = (...members: SetMember[]) =>
    sensorSetProblems(members).map(({ code, row, field }) => `${row} ${field} ${code}`);

  it('have different names, in any case, and different fields', () => {
    expect(found(member('Tank'), member('Door'))).toEqual([]);
    expect(found(member('Tank'), member('TANK ', { field: 'other' }))).toEqual(['1 name nameTaken']);
    expect(found(member('Tank'), member('Door', { field: 'tank' }))).toEqual(['1 field fieldTaken']);
    expect(sensorSetProblems([member('Tank'), member('Door', { field: 'tank' })])[0].values).toEqual({ other: 'Tank' });
  });

  it('have some types once, others as often as there are', () => {
    expect(
      found(member('A', { type: 'ignition' }), member('B', { type: 'ignition' }), member('C', { type: 'ignition' })),
    ).toEqual(['1 type typeTaken', '2 type typeTaken']);
    expect(found(member('A', { type: 'fuel_level' }), member('B', { type: 'fuel_level' }))).toEqual([]);
  });

  it('are so many at most', () => {
    const many = Array.from({ length: SENSOR.perDevice + 1 }, (_, index) => member(`S${index}`));
    expect(found(...many)).toEqual([`${SENSOR.perDevice} name tooMany`]);
    expect(found(...many.slice(1))).toEqual([]);
  });

  it('refer to each other, but not to one that is not there', () => {
    expect(found(member('Sum', { parameter: '[a] + [B]' }), member('A'), member('B', { parameter: '[A]' }))).toEqual(
      [],
    );
    expect(sensorSetProblems([member('Sum', { parameter: '[Gone] + 1' })])).toEqual([
      { code: 'unknownSensor', row: 0, field: 'parameter', key: 'validation.sensorUnknown', values: { name: 'Gone' } },
    ]);
    expect(found(member('A', { parameter: '1 +' }))).toEqual(['0 parameter expression']);
  });

  it('never refer in a circle; who only stands behind one is not blamed', () => {
    const circle = [
      member('Behind', { parameter: '[A]' }),
      member('A', { parameter: '[B]' }),
      member('B', { parameter: '[C] * 2' }),
      member('C', { parameter: '[A]' }),
    ];
    expect(found(...circle)).toEqual(['1 parameter cycle', '2 parameter cycle', '3 parameter cycle']);
    expect(sensorSetProblems(circle)[0].values).toEqual({ path: 'A → B → C → A' });
    expect(found(member('Self', { parameter: '[Self] + 1' }))).toEqual(['0 parameter cycle']);
  });
});
