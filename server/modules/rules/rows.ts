import type { RuleId, UnitId } from '../../../src/domain/base/index.ts';
import type { NamedRuleTest, Occurrence } from '../../../src/domain/rule/index.ts';
import type { SensorType } from '../../../src/domain/sensor/index.ts';
import { placeOf } from '../../store/index.ts';

export interface OccurrenceRow {
  rule_id: number;
  rule_name: string;
  unit_id: number;
  unit_name: string;
  test: NamedRuleTest;
  sensor_type: SensorType;
  since: Date;
  at: Date;
  end_at: Date | null;
  value: number | null;
  latitude: number | null;
  longitude: number | null;
}

export function occurrenceOf(row: OccurrenceRow): Occurrence {
  const { rule_name, unit_name, test, sensor_type, value } = row;
  return {
    ...test,
    rule_id: row.rule_id as RuleId,
    rule_name,
    unit_id: row.unit_id as UnitId,
    unit_name,
    sensor_type,
    value,
    since: row.since.toISOString(),
    time: row.at.toISOString(),
    end: row.end_at?.toISOString() ?? null,
    position: placeOf(row),
  };
}

/** SQL of the names of the sensors that conditions ask for, those in groups included. */
export const sensorNamesSql = (conditions: string): string =>
  `(select string_agg(name #>> '{}', ' ') from jsonb_path_query(${conditions}, '$.**.sensor') name)`;
