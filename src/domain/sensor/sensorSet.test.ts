import { describe, expect, it } from 'vitest';
import {
  NO_ALTITUDE,
  NO_COURSE,
  NO_SATELLITES,
  NO_SPEED,
  TRACK_FLAG,
  TrackBuilder,
  createFix,
  trackPosition,
  type AttributeValue,
  type TrackColumns,
} from '../telemetry/index.ts';
import { TrackRow, sensorColumn, sensorColumns, sensorValues } from './column.ts';
import { explain } from './explain.ts';
import { positionMessage, type SensorMessage } from './message.ts';
import type { Sensor } from './sensor.ts';
import { SensorSet } from './sensorSet.ts';
import { messageOf, seeded, sensorWith } from './testing/index.ts';

/** One sensor's value on one report. */
const valueOf = (changes: Partial<Sensor>, attributes: Record<string, AttributeValue>) =>
  SensorSet.compile([sensorWith(changes)])
    .evaluate(messageOf(attributes))
    .value(0);

const TANK = [
  [0, 0],
  [86, 10],
  [173, 20],
  [749, 100],
].map(([x, y]) => ({ x, y }));

describe('a sensor', () => {
  it('goes from the raw value by factor and table to its bounds', () => {
    const tank = {
      parameter: 'mv',
      multiplier: 0.001,
      table: {
        kind: 'xy',
        points: [
          { x: 0, y: 0 },
          { x: 5, y: 100 },
        ],
      },
      minimum: 2,
      maximum: 90,
    } as const;
    expect([2500, 100, 99, 4500, 4501].map((mv) => valueOf(tank, { mv }))).toEqual([50, 2, null, 90, null]);
    expect(valueOf({ parameter: 'mv', multiplier: 0.001 }, { mv: 12_345 })).toBe(12.345);
    expect(valueOf({ parameter: 'd', multiplier: 0.0000001 }, { d: 555_544_602 })).toBe(55.5544602);
  });

  it('stays at the ends of its table as fuel level only', () => {
    const table = { kind: 'xy', points: TANK } as const;
    expect(valueOf({ type: 'fuel_level', table }, { analog_1: 800 })).toBe(100);
    expect(valueOf({ type: 'custom', table }, { analog_1: 806.6 })).toBeCloseTo(108, 9);
  });

  it('has no value where the report has none, or no number', () => {
    expect(valueOf({}, {})).toBeNull();
    expect(valueOf({}, { analog_1: 'broken' })).toBeNull();
    expect(valueOf({}, { analog_1: '4.2' })).toBe(4.2);
    expect(valueOf({ parameter: '1 +' }, { analog_1: 1 })).toBeNull();
  });

  it('is a switch by number, word or table', () => {
    const door = (value: AttributeValue) => valueOf({ data_type: 'boolean', parameter: 'door' }, { door: value });
    expect([true, false, 0, 3, 'on', 'OFF', 'open'].map(door)).toEqual([true, false, false, true, true, false, null]);
    const ignition = (volts: number) =>
      valueOf(
        {
          data_type: 'boolean',
          parameter: 'external_voltage',
          table: {
            kind: 'range',
            rows: [
              { from: null, to: 13.2, value: 'off' },
              { from: 13.2, to: null, value: 'on' },
            ],
          },
        },
        { external_voltage: volts },
      );
    expect([12.6, 13.2, 14.1].map(ignition)).toEqual([false, true, true]);
  });

  it('turned round by a table, reads words too', () => {
    const rows = [
      { from: 0, to: 1, value: 1 },
      { from: 1, to: 2, value: 0 },
    ];
    expect(
      [true, false, 'on'].map((door) =>
        valueOf({ data_type: 'boolean', parameter: 'door', table: { kind: 'range', rows } }, { door }),
      ),
    ).toEqual([false, true, false]);
  });

  it('gives texts as they are, and labels by ranges', () => {
    expect(valueOf({ data_type: 'text', parameter: 'driver_key' }, { driver_key: '0000012F' })).toBe('0000012F');
    expect(valueOf({ data_type: 'text', parameter: 'driver_key' }, { driver_key: '12' })).toBe('12');
    expect(valueOf({ data_type: 'text', parameter: 'code' }, { code: 7 })).toBe('7');
    const rows = [
      { from: null, to: 4, value: 'cold' },
      { from: 4, to: 8, value: 'right' },
      { from: 9, to: null, value: 'warm' },
    ];
    const label = (temperature_1: AttributeValue) =>
      valueOf({ data_type: 'text', parameter: 'temperature_1', table: { kind: 'range', rows } }, { temperature_1 });
    expect([-3, 4, 7.9, 8.5, 9, 'n/a'].map(label)).toEqual(['cold', 'right', 'right', null, 'warm', null]);
  });
});

describe('sensors of several devices', () => {
  it('mean those of their own device by a name, and are found by their first', () => {
    const device = (parameter: string) => [
      sensorWith({ name: 'Double', parameter: '[Raw] * 2' }),
      sensorWith({ name: 'Raw', parameter }),
    ];
    const set = SensorSet.ofDevices([device('a'), [], device('b')]).evaluate(messageOf({ a: 1, b: 10 }));
    expect(set.values()).toEqual([2, 1, 20, 10]);
    expect([set.placeOf('raw'), set.placeOf('none')]).toEqual([1, -1]);
    expect([0, 1, 2, 3].map((place) => set.deviceOf(place))).toEqual([0, 0, 2, 2]);
  });

  it('leave out a ring in one device alone', () => {
    const ring = [sensorWith({ name: 'A', parameter: '[B]' }), sensorWith({ name: 'B', parameter: '[A]' })];
    const set = SensorSet.ofDevices([ring, [sensorWith({ name: 'A', parameter: 'a' })]]).evaluate(messageOf({ a: 1 }));
    expect(set.values()).toEqual([null, null, 1]);
  });
});

describe('parameters', () => {
  const value = (parameter: string, message: SensorMessage, previous: SensorMessage | null = null) =>
    SensorSet.compile([sensorWith({ parameter })])
      .evaluate(message, previous)
      .value(0);
  const moving = messageOf(
    {
      digital_inputs: 0b101,
      digital_outputs: 2,
      analog_2: 4.035,
      external_voltage: 12.61,
      ignition: true,
      gsm_signal: 60,
      io200: 9,
      odometer: 100_000,
    },
    {
      time: 1_700_000_000_000,
      receivedAt: 1_700_000_005_000,
      hasPosition: true,
      latitude: 52.5,
      longitude: 13.4,
      speed: 60,
      course: 90,
      altitude: 35,
      satellites: 9,
    },
  );

  it.each<[string, number]>([
    ['speed', 60],
    ['altitude', 35],
    ['sats', 9],
    ['course', 90],
    ['lat', 52.5],
    ['lon', 13.4],
    ['time', 1_700_000_000],
    ['regtime - time', 5],
    ['in1', 1],
    ['in2', 0],
    ['in3', 1],
    ['in', 5],
    ['out1', 0],
    ['out2', 1],
    ['out', 2],
    ['in:3', 1],
    ['adc2', 4.035],
    ['io_239', 1],
    ['io_66', 12_610],
    ['io_10', 4035],
    ['io_21', 3],
    ['io_200', 9],
    ['io_24', 60],
    ['io_16 / const1000', 100],
    ['pwr_ext', 12.61],
    ['ign', 1],
    ['avl_inputs', 5],
  ])('%s is %d', (parameter, expected) => expect(value(parameter, moving)).toBe(expected));

  it('that the report carries itself come before what the name stands for', () => {
    expect(value('in1', messageOf({ in1: 7, digital_inputs: 0 }))).toBe(7);
    expect(value('io_239', messageOf({ io_239: 5, ignition: true }))).toBe(5);
  });

  it('that it does not carry have no value', () => {
    const silent = messageOf({});
    for (const parameter of [
      'speed',
      'altitude',
      'sats',
      'course',
      'lat',
      'lon',
      'regtime',
      'in1',
      'adc1',
      'adc9',
      'in33',
      'io_66',
      '__proto__',
      'constructor',
    ])
      expect(value(parameter, silent), parameter).toBeNull();
    expect(value('lat', messageOf({}, { latitude: 1, hasPosition: false }))).toBeNull();
  });

  it('of the report before are asked of that one, and of nothing where there is none', () => {
    expect(value('odometer - #odometer', moving, messageOf({ odometer: 99_400 }))).toBe(600);
    expect(value('odometer - #odometer', moving)).toBeNull();
    expect(value('#speed', moving, messageOf({}, { speed: 40 }))).toBe(40);
  });

  it('come from a decoded fix and from a position of the API alike', () => {
    const fix = createFix();
    fix.speed = 12;
    fix.attributes.set('fuel_level', 40);
    expect(value('fuel_level + speed', fix)).toBe(52);
    const position = {
      unit_id: 1,
      time: '2026-03-01T08:00:00Z',
      received_at: '2026-03-01T08:00:02Z',
      latitude: 1,
      longitude: 2,
      speed: 12,
      course: 0,
      altitude: 0,
      satellites: null,
      valid: true,
      protocol: 'teltonika' as const,
      attributes: { fuel_level: 40 },
    };
    expect(value('fuel_level + speed + regtime - time + lat', positionMessage(position))).toBe(55);
    expect(value('sats', positionMessage(position))).toBeNull();
  });
});

describe('sensors of a device', () => {
  it('read each other, in whatever order they stand', () => {
    const set = SensorSet.compile([
      sensorWith({ name: 'Both', parameter: '[tank A] + [Tank B]' }),
      sensorWith({ name: 'Tank A', parameter: 'analog_1', table: { kind: 'xy', points: TANK } }),
      sensorWith({ name: 'Tank B', parameter: '[Tank A] / 2', maximum: 30 }),
    ]);
    expect(set.evaluate(messageOf({ analog_1: 173 })).values()).toEqual([30, 20, 10]);
    expect(set.evaluate(messageOf({ analog_1: 749 })).values()).toEqual([null, 100, null]);
    expect(set.evaluate(messageOf({})).values()).toEqual([null, null, null]);
  });

  it('that need themselves have no value, and hold up nobody else', () => {
    const set = SensorSet.compile([
      sensorWith({ name: 'A', parameter: '[B] | 1' }),
      sensorWith({ name: 'B', parameter: '[A]' }),
      sensorWith({ name: 'C', parameter: '[Gone] | 3' }),
    ]);
    expect(set.evaluate(messageOf({})).values()).toEqual([null, null, 3]);
  });

  it('say what they read, so that no more need be decoded', () => {
    const set = SensorSet.compile([sensorWith({ parameter: 'in1 + io_66' })]);
    expect(['digital_inputs', 'external_voltage', 'in1', 'analog_1', 'speed'].map((name) => set.reads(name))).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(set.usesPrevious).toBe(false);
    expect(SensorSet.compile([sensorWith({ parameter: '#in1' })]).usesPrevious).toBe(true);
  });
});

/** A drive: every attribute now and then, some of them as text. */
function drive(rows: number): TrackColumns {
  const random = seeded(3);
  const builder = new TrackBuilder();
  builder.reset(1);
  for (let row = 0; row < rows; row++) {
    const flags = random() < 0.1 ? 0 : TRACK_FLAG.hasPosition | TRACK_FLAG.valid;
    builder.add(
      1_700_000_000_000 + row * 10_000,
      134_000_000 + row,
      525_000_000 + row,
      random() < 0.1 ? NO_SPEED : Math.floor(random() * 1200),
      random() < 0.1 ? NO_COURSE : 900,
      random() < 0.1 ? NO_ALTITUDE : 35,
      random() < 0.1 ? NO_SATELLITES : 9,
      flags,
      2,
      Math.floor(random() * 100),
    );
    builder.addWhole(31, 'analog_1', 1000, Math.floor(random() * 5000));
    if (random() < 0.7) builder.addWhole(3, 'external_voltage', 1000, 11_000 + Math.floor(random() * 3000));
    if (random() < 0.8) builder.addWhole(29, 'digital_inputs', 1, Math.floor(random() * 4));
    if (random() < 0.3) builder.addText(300, 'probe', random() < 0.5 ? '21.5' : 'fault');
    else builder.addDouble(300, 'probe', 19.25);
  }
  return builder.finish();
}

const SET: Sensor[] = [
  sensorWith({
    name: 'Fuel',
    type: 'fuel_level',
    parameter: 'analog_1 * 150',
    table: { kind: 'xy', points: TANK },
    minimum: 1,
  }),
  sensorWith({ name: 'Power', parameter: 'external_voltage' }),
  sensorWith({ name: 'Ignition', data_type: 'boolean', parameter: 'in1' }),
  sensorWith({ name: 'Step', parameter: '[Fuel] - #speed + speed' }),
  sensorWith({ name: 'Probe', data_type: 'text', parameter: 'probe' }),
];

describe('a whole track', () => {
  it('gives the values that its positions give one by one', () => {
    const track = drive(500);
    const set = SensorSet.compile(SET);
    const columns = sensorColumns(track, set);
    const probes = sensorValues(track, set, 4);
    const single = SensorSet.compile(SET);
    let valued = 0;
    for (let row = 1; row < track.count; row++) {
      // The API shows "not sent" as 0, sensors know it; everything else is the same.
      const previous = new TrackRow(track);
      previous.row = row - 1;
      const message = new TrackRow(track);
      message.row = row;
      const values = single
        .evaluate({ ...positionMessage(trackPosition(track, row)), speed: message.speed }, previous)
        .values();
      for (let place = 0; place < SET.length - 1; place++) {
        const expected = values[place];
        expect(columns[place][row], `${SET[place].name} in row ${row}`).toBe(
          expected === null ? Number.NaN : Number(expected),
        );
        if (expected !== null) valued++;
      }
      expect(probes[row]).toBe(values[4]);
    }
    expect(valued).toBeGreaterThan(1000);
    expect(new Set(probes)).toEqual(new Set(['21.5', 'fault', '19.25']));
    expect(columns[3][0]).toBeNaN();
  });

  it('gives one sensor with those it refers to', () => {
    const track = drive(50);
    expect(sensorColumn(track, SET[3], SET)).toEqual(sensorColumns(track, SensorSet.compile(SET))[3]);
    expect(sensorColumn(track, SET[3]).every(Number.isNaN)).toBe(true);
  });

  it('gives one sensor the same by those it needs as by all, on chains, rings and behind them', () => {
    const track = drive(50);
    const all = [
      ...SET,
      sensorWith({ name: 'Twice', parameter: '[Step] * 2 + [power]' }),
      sensorWith({ name: 'Ring', parameter: '[Round] + speed' }),
      sensorWith({ name: 'Round', parameter: '[Ring]' }),
      sensorWith({ name: 'Behind', parameter: '[Round] | speed' }),
      sensorWith({ name: 'fuel', parameter: '7' }),
    ];
    const columns = sensorColumns(track, SensorSet.compile(all));
    for (const place of [0, 1, 2, 3, 5, 6, 7, 8])
      expect(sensorColumn(track, all[place], all), all[place].name).toEqual(columns[place]);
    expect(columns[5].some(Number.isFinite)).toBe(true);
  });
});

describe('the explanation', () => {
  const message = messageOf({ analog_1: 4.5, driver_key: 'A1' }, { speed: 60 });

  it('goes step by step', () => {
    const tank = sensorWith({
      type: 'fuel_level',
      parameter: 'analog_1 * 1000 + [Zero]',
      multiplier: 0.001,
      table: {
        kind: 'xy',
        points: [
          { x: 0, y: 0 },
          { x: 2, y: 50 },
          { x: 4, y: 100 },
        ],
      },
      minimum: 0,
      maximum: 100,
    });
    const zero = sensorWith({ name: 'Zero', parameter: 'missing | 0' });
    expect(explain(tank, [tank, zero], message)).toEqual({
      steps: [
        {
          step: 'raw',
          value: 4500,
          parts: [
            { kind: 'parameter', name: 'analog_1', previous: false, value: 4.5 },
            { kind: 'sensor', name: 'Zero', value: 0 },
          ],
        },
        { step: 'multiplied', multiplier: 0.001, value: 4.5 },
        { step: 'xy', row: 1, beyond: 'last', clamped: true, value: 100 },
        { step: 'bounds', minimum: 0, maximum: 100, verdict: 'within' },
      ],
      value: 100,
      reason: null,
      problem: null,
    });
  });

  it.each<[Partial<Sensor>, string]>([
    [{ parameter: '1 +' }, 'expression'],
    [{ parameter: 'missing' }, 'missing'],
    [{ parameter: '[Sensor] | 1' }, 'missing'],
    [{ parameter: 'driver_key' }, 'notNumber'],
    [{ parameter: 'speed', maximum: 50 }, 'above'],
    [{ parameter: 'speed', minimum: 70 }, 'below'],
    [{ parameter: 'speed', table: { kind: 'range', rows: [{ from: 0, to: 60, value: 1 }] } }, 'gap'],
    [{ parameter: 'driver_key', data_type: 'boolean' }, 'notNumber'],
  ])('%j has no value: %s', (changes, reason) => {
    expect(explain(sensorWith(changes), [], message)).toMatchObject({ value: null, reason });
  });

  it('never says anything else than the sensor itself', () => {
    const random = seeded(5);
    const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)];
    const reasons = new Set<string | null>();
    for (let round = 0; round < 4000; round++) {
      const sensor = sensorWith({
        type: pick(['custom', 'fuel_level']),
        parameter: pick(['a', 'a * 100', 'a | 5', '#a', '[Other]', '-a', 'a / 0']),
        data_type: pick(['number', 'boolean', 'text']),
        multiplier: pick([1, 0.001]),
        minimum: pick([null, 0]),
        maximum: pick([null, 50]),
        table: pick<Sensor['table']>([
          { kind: 'none' },
          { kind: 'xy', points: TANK },
          {
            kind: 'range',
            rows: [
              { from: null, to: 0, value: 'off' },
              { from: 1, to: 60, value: 7 },
              { from: 100, to: null, value: 'on' },
            ],
          },
        ]),
      });
      const other = sensorWith({ name: 'Other', parameter: 'a' });
      const report = (): SensorMessage =>
        messageOf(
          random() < 0.2
            ? {}
            : { a: pick<AttributeValue>([0, 1, 0.5, 30, -4, 700, 5000, true, false, 'on', 'off', '12', 'fault']) },
        );
      const [now, before] = [report(), random() < 0.5 ? report() : null];
      const explained = explain(sensor, [sensor, other], now, before);
      expect(explained.value, JSON.stringify(sensor)).toEqual(
        SensorSet.compile([sensor, other]).evaluate(now, before).value(0),
      );
      expect(explained.value === null).toBe(explained.reason !== null);
      reasons.add(explained.reason);
    }
    expect([...reasons].sort()).toEqual(['above', 'below', 'gap', 'missing', 'notNumber', null].sort());
  });
});
