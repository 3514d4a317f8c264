import { describe, expect, it } from 'vitest';
import { toIso, type DeviceId, type SensorId } from '../../../domain/base/index.ts';
import { newCondition, type RuleCondition } from '../../../domain/rule/index.ts';
import type { Sensor } from '../../../domain/sensor/index.ts';
import type { Position } from '../../../domain/telemetry/index.ts';
import { plainUnit } from '../../../domain/unit/index.ts';
import { UnitReadings } from '../../shared/sensors/index.ts';
import { Holding, isMeeting, nowLines, type NowLine, type NowQuestion } from './nowLines.ts';

const BEGIN = Date.UTC(2026, 5, 1, 12);
const sensor: Sensor = {
  sensor_id: 1 as SensorId,
  device_id: 1 as DeviceId,
  type: 'coolant_temperature',
  name: 'Coolant temperature',
  description: '',
  parameter: 'coolant_temperature',
  field: 'coolant',
  visible: true,
  data_type: 'number',
  multiplier: 1,
  minimum: null,
  maximum: null,
  table: { kind: 'none' },
};
const units = [
  plainUnit(1, 'Alpha'),
  plainUnit(2, 'Bravo'),
  plainUnit(3, 'Charlie'),
  plainUnit(4, 'Delta'),
  plainUnit(5, 'Echo'),
];
const report = (unitId: number, second: number, attributes: Position['attributes']): Position => ({
  unit_id: unitId,
  time: toIso(BEGIN + second * 1_000),
  received_at: toIso(BEGIN + second * 1_000),
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
const asks = (hold: number, ...parts: readonly Partial<RuleCondition>[]): NowQuestion => {
  const conditions = parts.map((part) => ({ ...newCondition('sensor'), sensor: 'COOLANT temperature', ...part }));
  return { match: 'all', conditions, test: { match: 'all', conditions, hold } };
};
const above = ({ hold = 0, ...part }: Partial<RuleCondition> & { readonly hold?: number } = {}): NowQuestion =>
  asks(hold, { maximum: 100, ...part });

/**
 * A world of five units: the third has no such sensor, the fourth never reported, of the fifth nothing is known yet.
 */
function world() {
  const readings = new Map([1, 2, 3, 4].map((id) => [id, new UnitReadings(id === 3 ? [] : [sensor])]));
  const positions = new Map<number, Position>();
  const sources = { readings, positions, hasReported: (id: number) => id < 3, holding: new Holding() };
  return {
    say: (
      unitId: number,
      second: number,
      degrees?: number,
      { speed = 0, ...others }: { readonly speed?: number; readonly ignition?: boolean; readonly alarm?: string } = {},
    ) =>
      void positions.set(unitId, {
        ...report(unitId, second, { ...(degrees !== undefined && { coolant_temperature: degrees }), ...others }),
        speed,
      }),
    look: (question: NowQuestion): NowLine[] => nowLines(units, question, sources),
  };
}
const statesOf = (lines: readonly NowLine[]): [string, string][] => lines.map(({ unit, state }) => [unit.name, state]);

describe('how units stand to a rule', () => {
  it('is listed for each, those at which it holds first', () => {
    const { say, look } = world();
    expect(statesOf(look(above()))).toEqual([
      ['Alpha', 'awaited'],
      ['Bravo', 'awaited'],
      ['Echo', 'awaited'],
      ['Delta', 'noValue'],
      ['Charlie', 'noSensor'],
    ]);
    say(1, 0, 90);
    say(2, 0, 104);
    const lines = look(above());
    expect(statesOf(lines).slice(0, 2)).toEqual([
      ['Bravo', 'fires'],
      ['Alpha', 'rests'],
    ]);
    expect(lines.filter(isMeeting).map(({ figures }) => figures)).toEqual([[{ kind: 'sensor', sensor, value: 104 }]]);
  });

  it('follows the bounds as they are typed, and says nothing of them before', () => {
    const { say, look } = world();
    say(1, 0, 90);
    expect(look({ ...above(), test: null })[0]).toMatchObject({ state: 'open', figures: [{ value: 90 }] });
    expect(look(above({ maximum: 80 }))[0].state).toBe('fires');
    expect(look(above({ condition: 'inside', minimum: 95 }))[0].state).not.toBe('fires');
  });

  it('holds for as long as it is seen to, across a report that says nothing', () => {
    const { say, look } = world();
    const rule = above({ hold: 60 });
    say(1, 0, 104);
    expect(look(rule)[0]).toMatchObject({ state: 'holds', since: BEGIN });
    say(1, 30);
    expect(look(rule)[0].state).not.toBe('holds');
    say(1, 60, 105);
    expect(look(rule)[0]).toMatchObject({ state: 'fires', since: BEGIN });
    // Longer to last makes no other condition; another bound does.
    expect(look(above({ hold: 90 }))[0]).toMatchObject({ state: 'holds', since: BEGIN });
    expect(look(above({ hold: 60, maximum: 99 }))[0]).toMatchObject({ state: 'holds', since: BEGIN + 60_000 });
    say(1, 70, 90);
    say(1, 80, 104);
    look(rule);
    expect(look(rule)[0]).toMatchObject({ state: 'holds', since: BEGIN + 80_000 });
  });

  it('is that of all its conditions together, with what the report says of each', () => {
    const { say, look } = world();
    const both = asks(0, { kind: 'speed', limit: 10 }, { kind: 'ignition', ignition: 'off' });
    say(1, 0, undefined, { speed: 30, ignition: true });
    expect(look(both).find(({ unit }) => unit.name === 'Alpha')).toMatchObject({
      state: 'rests',
      figures: [
        { kind: 'speed', value: 30 },
        { kind: 'ignition', value: 'on' },
      ],
    });
    say(1, 1, undefined, { speed: 30, ignition: false });
    expect(look(both)[0]).toMatchObject({ unit: { name: 'Alpha' }, state: 'fires' });
    // A report that does not say the ignition leaves it as it was.
    say(1, 2, undefined, { speed: 8 });
    expect(look(both)[0]).toMatchObject({ unit: { name: 'Alpha' }, state: 'fires' });
    say(1, 3, undefined, { speed: 4 });
    expect(look(both).find(({ unit }) => unit.name === 'Alpha')?.state).toBe('rests');
    say(1, 4, undefined, { speed: 30, alarm: 'sos' });
    expect(look(asks(0, { kind: 'alarm', alarm: 'SOS' }))[0]).toMatchObject({
      state: 'fires',
      figures: [{ kind: 'alarm', value: 'sos' }],
    });
  });
});
