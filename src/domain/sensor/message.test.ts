import { expect, it } from 'vitest';
import type { UnitId } from '../base/index.ts';
import { keptInSight, type Position } from '../telemetry/index.ts';
import { explain } from './explain.ts';
import { datedMessage, positionMessage } from './message.ts';
import { SensorSet } from './sensorSet.ts';
import { sensorWith } from './testing/index.ts';

const EARLIER = '2026-03-02T07:30:00.000Z';
const report: Position = {
  unit_id: 1 as UnitId,
  time: '2026-03-02T07:31:00.000Z',
  received_at: '2026-03-02T07:31:01.000Z',
  latitude: 59.4,
  longitude: 24.7,
  speed: 0,
  course: 0,
  altitude: 0,
  satellites: null,
  valid: true,
  protocol: 'wialon_ips',
  attributes: { message: 'hello', battery_level: 79 },
};
const kept = (value: number) => ({ value, time: EARLIER });
const set = SensorSet.compile(
  ['fuel_raw', 'battery_level', 'speed', 'sats', 'altitude'].map((parameter) =>
    sensorWith({ name: parameter, parameter }),
  ),
);

it('a report that does not carry a parameter leaves a sensor its last value, and what it carries comes first', () => {
  const message = positionMessage({
    ...report,
    kept: { fuel_raw: kept(1500), battery_level: kept(80), speed: kept(50), sats: kept(9) },
  });
  expect(set.evaluate(message).values()).toEqual([1500, 79, 50, 9, 0]);
  expect(set.evaluate(positionMessage(report)).values()).toEqual([null, 79, 0, null, 0]);
});

it('gives the time of what a sensor reads, of no other sensor but those that it refers to', () => {
  const latest = { ...report, kept: { fuel_raw: kept(1500), speed: kept(50) } };
  const sensors = [
    sensorWith({ name: 'Raw', parameter: 'fuel_raw' }),
    sensorWith({ name: 'Battery', parameter: 'battery_level' }),
    sensorWith({ name: 'Half', parameter: '[Raw] / 2' }),
    sensorWith({ name: 'Way', parameter: 'speed' }),
  ];
  const said = sensors.map((sensor) => {
    const dated = datedMessage(latest);
    return [explain(sensor, sensors, dated.message).value, new Date(dated.said()).toISOString()];
  });
  expect(said).toEqual([
    [1500, EARLIER],
    [79, report.time],
    [750, EARLIER],
    [50, EARLIER],
  ]);
});

it('what was kept from a time that is not to be seen is left out', () => {
  const whole = { ...report, kept: { fuel_raw: kept(1500), speed: { value: 50, time: report.time } } };
  expect(keptInSight(whole, (time) => time > Date.parse(EARLIER)).kept).toEqual({
    speed: { value: 50, time: report.time },
  });
  expect(keptInSight(report, () => false)).toBe(report);
});
