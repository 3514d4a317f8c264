import { beforeAll, describe, expect, it } from 'vitest';
import { HOUR } from '../../../src/domain/base/index.ts';
import { isGroup, leavesOf, type RuleCondition, type RuleForm } from '../../../src/domain/rule/index.ts';
import { withTestDatabase } from '../../../tests/support/postgres.ts';
import { addDemoGeofences } from '../geofences.ts';
import { addPlacedRules, PLACED_RULES } from '../placedRules.ts';
import { DEMO_RULES } from '../rules.ts';
import { seedDemoWorld } from '../world.ts';
import { addDemoAlarms } from './index.ts';

const test = withTestDatabase();
const NOW = Date.UTC(2026, 10, 21, 9, 30);
const rows = <Row extends Record<string, unknown>>(sql: string): Promise<Row[]> => test.database.query<Row>(sql);

beforeAll(async () => {
  const hashPassword = (text: string): Promise<string> => Promise.resolve(`hash of ${text}`);
  await seedDemoWorld({ database: test.database, units: 200, now: NOW, hashPassword });
  await addDemoAlarms(test.database, 200, NOW);
});

describe('the alarms of the demo', () => {
  it('are of all severities and in every state, with reasons, comments and people', async () => {
    const alarms = await rows<{ severity: string; state: string; n: number }>(
      'select severity, state, count(*) as n from alarm group by 1, 2',
    );
    const values = (name: 'severity' | 'state') => [...new Set(alarms.map((row) => row[name]))].toSorted();
    expect(values('severity')).toEqual(['critical', 'info', 'warning']);
    expect(values('state')).toEqual(['acknowledged', 'open', 'resolved', 'snoozed']);
    const reasons = await rows<{ reason: string }>('select distinct reason from alarm where reason is not null');
    expect(reasons.map(({ reason }) => reason)).toEqual(expect.arrayContaining(['cleared', 'handled', 'falseAlarm']));
    const [{ n }] = await rows<{ n: number }>("select count(*) as n from event where kind = 'alarmCommented'");
    expect(n).toBeGreaterThan(5);
  });

  it('leave a queue that one person can look through', async () => {
    const queues = await rows<{ name: string; n: number; total: number }>(
      "select a.name, count(*) filter (where m.state <> 'resolved') as n, count(*) as total from alarm m join account a on a.id = m.account_id group by 1",
    );
    const pars = queues.find(({ name }) => name === 'Pars Logistics');
    expect(pars?.n).toBeGreaterThanOrEqual(4);
    for (const { n, total } of queues) {
      expect(n).toBeLessThan(40);
      expect(total).toBeLessThan(250);
    }
  });

  it('follow from their events, which come in the order of time and end before now', async () => {
    const alarms = await rows<{ state: string; last: string; latest: Date; acted: number; sequence: number }>(
      `select m.state, m.sequence, (array_agg(e.kind order by e.sequence desc))[1] as last, max(e.time) as latest,
              count(*) filter (where e.kind not in ('alarmCommented', 'alarmRepeated', 'alarmCleared')) as acted
       from alarm m join event e on e.subject_type = 'alarm' and e.subject_id = m.id group by m.id`,
    );
    expect(alarms.length).toBeGreaterThan(50);
    for (const { state, last, latest, acted, sequence } of alarms) {
      expect(latest.getTime()).toBeLessThanOrEqual(NOW);
      expect(acted).toBe(sequence);
      if (last === 'alarmResolved' || state === 'resolved')
        expect([last, state]).toEqual(['alarmResolved', 'resolved']);
    }
    const [{ due }] = await rows<{ due: number }>(
      `select count(*) as due from alarm where due_at <= to_timestamp(${NOW / 1_000})`,
    );
    expect(due).toBe(0);
  });

  it('are made once', async () => {
    const before = await rows<{ n: number }>('select count(*) as n from alarm');
    await addDemoAlarms(test.database, 200, NOW + HOUR);
    expect(await rows('select count(*) as n from alarm')).toEqual(before);
  });

  it('come from rules of twenty kinds at least', async () => {
    await addDemoGeofences(test.database, 200, NOW);
    await addPlacedRules(test.database, NOW);
    await addPlacedRules(test.database, NOW);
    const made = await rows<RuleForm>('select match, conditions, hold, unit_group_ids from rule');
    expect(made).toHaveLength(DEMO_RULES.length + PLACED_RULES.length);
    const kinds = new Set(made.map(({ conditions }) => leavesOf(conditions).map(kindOf).toSorted().join(' and ')));
    expect(kinds.size).toBeGreaterThanOrEqual(20);
    expect(made.some(({ conditions }) => conditions.some(isGroup))).toBe(true);
    expect(made.some(({ unit_group_ids: groups }) => groups.length > 0)).toBe(true);
    // Their history counts for the rules on groups as it does for those on all units.
    const [{ n, late }] = await rows<{ n: number; late: number }>(
      'select count(*) as n, count(*) filter (where m.since > r.applied_at) as late from rule_member m join rule r on r.id = m.rule_id',
    );
    expect([n > 0, late]).toEqual([true, 0]);
  });
});

/** What a condition asks for, whatever its figures. */
function kindOf({ kind, negated, ...own }: RuleCondition): string {
  const choices = [own.alarm, own.sensor, own.fact, own.harsh, own.motion, own.driving, own.driver, own.counter];
  return [kind, negated, own.crossing, ...choices].join(' ');
}
