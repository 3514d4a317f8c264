import { describe, expect, it } from 'vitest';
import type { DeviceId, SensorId } from '../../../domain/base/index.ts';
import type { Sensor } from '../../../domain/sensor/index.ts';
import { plainUnit } from '../../../domain/unit/index.ts';
import { UnitReadings } from '../../shared/sensors/index.ts';
import { unitSearchText } from '../../shared/unit/unitSearch.ts';
import { sensorNames } from './sensorNames.ts';
import { unitsByLabel, unitsFound } from './unitChoice.ts';

const sensor = (name: string, part: Partial<Sensor> = {}): Sensor => ({
  sensor_id: 1 as SensorId,
  device_id: 1 as DeviceId,
  type: 'custom',
  name,
  description: '',
  parameter: 'adc1',
  field: 'a',
  visible: true,
  data_type: 'number',
  multiplier: 1,
  minimum: null,
  maximum: null,
  table: { kind: 'none' },
  ...part,
});

describe('names of sensors that a rule may watch', () => {
  const readings = new Map([
    [1, new UnitReadings([sensor('Tank'), sensor('Driver', { data_type: 'text' })])],
    [
      2,
      new UnitReadings([
        sensor('TANK'),
        sensor('tank'),
        sensor('Door', { data_type: 'boolean' }),
        sensor('Volts', { visible: false }),
      ]),
    ],
  ]);

  it('are listed once whatever their case, those of most units first; texts and what is not shown are left out', () => {
    expect(sensorNames(readings, '')).toEqual([
      { name: 'Tank', count: 2 },
      { name: 'Door', count: 1 },
    ]);
  });

  it('hold the chosen one as it was written, found or not', () => {
    expect(sensorNames(readings, 'tAnK')[0]).toEqual({ name: 'tAnK', count: 2 });
    expect(sensorNames(readings, 'Oil')).toContainEqual({ name: 'Oil', count: 0 });
  });
});

describe('units that a rule may watch', () => {
  const units = [
    { ...plainUnit(1, 'Alpha'), labels: ['cold'] },
    { ...plainUnit(2, 'Bravo'), labels: ['cold', 'north'] },
    plainUnit(3, 'Charlie'),
  ];
  const found = (chosen: number[], search: string): string[] =>
    unitsFound(units, units.map(unitSearchText), new Set(chosen), search).map(({ name }) => name);

  it('are found by all words, without those that are chosen', () => {
    expect(found([], 'COLD al')).toEqual(['Alpha']);
    expect(found([1], '')).toEqual(['Bravo', 'Charlie']);
    expect(found([], 'delta')).toEqual([]);
  });

  it('stand together by their labels', () => {
    expect(unitsByLabel(units).map(({ label, units: labelled }) => [label, labelled.length])).toEqual([
      ['cold', 2],
      ['north', 1],
    ]);
  });
});
