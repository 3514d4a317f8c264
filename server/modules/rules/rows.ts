import type { AccountId, RuleId, UnitId } from '../../../src/domain/base/index.ts';
import type { Occurrence, Rule, RuleForm, RuleTest } from '../../../src/domain/rule/index.ts';
import type { SensorType } from '../../../src/domain/sensor/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import { placeOf } from '../../store/index.ts';

export interface RuleRow extends RuleTest {
  id: number;
  account_id: number;
  account_name: string;
  name: string;
  status: Rule['status'];
  all_units: boolean;
  sub_accounts: boolean;
  unit_ids: number[] | null;
  firing: number | null;
  last_fired: Date | null;
  created_at: Date;
}

/** Columns and tables of {@link RuleRow}. */
export const RULE_COLUMNS = `
  r.id, r.account_id, a.name as account_name, r.name, r.status, r.sensor, r.condition, r.minimum, r.maximum, r.hold, r.all_units, r.sub_accounts, r.created_at,
  (select array_agg(unit_id order by unit_id) from rule_unit where rule_id = r.id) as unit_ids, f.firing, l.last_fired`;
export const RULES = `
  rule r join account a on a.id = r.account_id
  left join lateral (select count(*) as firing from rule_occurrence o where o.rule_id = r.id and o.end_at is null) f on true
  left join lateral (select max(at) as last_fired from rule_occurrence o where o.rule_id = r.id) l on true`;

export type Sight = Pick<UnitDirectory, 'scopeOf' | 'sightOf' | 'unitIdsOf'>;

/** Of the named units, only those that the rule's account sees now or will see, or saw. */
export function ruleOf(row: RuleRow, directory: Sight): Rule {
  const { account_name, name, status, sensor, condition, minimum, maximum, hold, all_units, sub_accounts } = row;
  const scope = directory.scopeOf(row.account_id as AccountId);
  const accounts = new Set<number>(scope);
  const units = (row.unit_ids ?? []).filter((unitId) => directory.sightOf(accounts, unitId)?.length !== 0) as UnitId[];
  return {
    rule_id: row.id as RuleId,
    account_id: row.account_id as AccountId,
    account_name,
    name,
    status,
    sensor,
    condition,
    minimum,
    maximum,
    hold,
    all_units,
    sub_accounts,
    unit_ids: units,
    unit_count: all_units
      ? directory.unitIdsOf(sub_accounts ? scope : [row.account_id as AccountId]).length
      : units.length,
    firing: row.firing ?? 0,
    last_fired: row.last_fired?.toISOString() ?? null,
    created_at: row.created_at.toISOString(),
  };
}

/** What of a rule people fill in. */
export function formOf({
  name,
  status,
  sensor,
  condition,
  minimum,
  maximum,
  hold,
  all_units,
  unit_ids,
}: Rule | RuleForm): RuleForm {
  return { name, status, sensor, condition, minimum, maximum, hold, all_units, unit_ids: [...unit_ids] };
}

export interface OccurrenceRow {
  rule_id: number;
  rule_name: string;
  unit_id: number;
  unit_name: string;
  test: RuleTest;
  sensor_type: SensorType;
  since: Date;
  at: Date;
  end_at: Date | null;
  value: number;
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
