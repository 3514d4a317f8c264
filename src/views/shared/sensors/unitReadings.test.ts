import { describe, expect, it } from 'vitest';
import type { DeviceId, SensorId } from '../../../domain/base/index.ts';
import type { Sensor } from '../../../domain/sensor/index.ts';
import type { Position } from '../../../domain/telemetry/index.ts';
import { UnitReadings } from './unitReadings.ts';

const sensor = (id: number, device: number, part: Partial<Sensor>): Sensor => ({
  sensor_id: id as SensorId,
  device_id: device as DeviceId,
  type: 'custom',
  name: `Sensor ${id}`,
  description: '',
  parameter: 'adc1',
  field: `s${id}`,
  visible: true,
  data_type: 'number',
  multiplier: 1,
  minimum: null,
  maximum: null,
  table: { kind: 'none' },
  ...part,
});
const report = (second: number, attributes: Position['attributes']): Position => ({
  unit_id: 1,
  time: `2026-06-01T12:00:${String(second).padStart(2, '0')}Z`,
  received_at: '2026-06-01T12:00:00Z',
  latitude: 0,
  longitude: 0,
  speed: 0,
  course: 0,
  altitude: 0,
  satellites: 9,
  valid: true,
  protocol: 'teltonika',
  attributes,
});

describe('live readings of a unit', () => {
  it('are what the sensors make of the latest report', () => {
    const readings = new UnitReadings([
      sensor(1, 7, { type: 'fuel_level', parameter: 'fuel_level' }),
      sensor(2, 7, { parameter: '#fuel_level - fuel_level' }),
    ]);
    const first = report(1, { fuel_level: 50 });
    expect(readings.take(first)).toBe(true);
    expect(readings.take(first)).toBe(false);
    expect(readings.valueOf(1)).toBe(50);
    readings.take(report(2, { fuel_level: 48 }));
    expect([readings.valueOf(1), readings.valueOf(2)]).toEqual([48, 2]);
    expect(readings.ofType('fuel_level')?.sensor_id).toBe(1);
    expect(readings.ofType('temperature')).toBeNull();
  });

  it('come by way of sensors that are not shown with the unit themselves', () => {
    const readings = new UnitReadings([
      sensor(1, 7, { type: 'fuel_level', name: 'Volts', parameter: 'adc1', visible: false }),
      sensor(2, 7, { type: 'fuel_level', parameter: '[Volts] * 10' }),
    ]);
    readings.take(report(1, { adc1: 4 }));
    expect(readings.ofType('fuel_level')?.sensor_id).toBe(2);
    expect(readings.valueOf(2)).toBe(40);
  });

  it('are figures for whoever compares them, and found by their sensors’ names', () => {
    const readings = new UnitReadings([
      sensor(1, 7, { name: 'Door', type: 'door', parameter: 'door', data_type: 'boolean' }),
      sensor(2, 7, { name: 'Tag', type: 'text', parameter: 'driver_key', data_type: 'text' }),
    ]);
    readings.take(report(1, { door: true, driver_key: 'A1' }));
    expect([readings.named(' DOOR')?.sensor_id, readings.named('Hatch')]).toEqual([1, null]);
    expect([readings.numberOf(1), readings.numberOf(2), readings.numberOf(3)]).toEqual([1, Number.NaN, Number.NaN]);
  });

  it('say nothing where the only device says nothing, and keep what another device said', () => {
    const one = new UnitReadings([sensor(1, 7, { parameter: 'fuel_level' })]);
    one.take(report(1, { fuel_level: 50 }));
    one.take(report(2, {}));
    expect(one.valueOf(1)).toBeNull();
    const two = new UnitReadings([
      sensor(1, 7, { parameter: 'fuel_level' }),
      sensor(2, 8, { parameter: 'temperature_1' }),
    ]);
    two.take(report(1, { fuel_level: 50 }));
    two.take(report(2, { temperature_1: -4 }));
    expect([two.valueOf(1), two.valueOf(2)]).toEqual([50, -4]);
  });
});
