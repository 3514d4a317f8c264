import { describe, expect, it } from 'vitest';
import type { Alarm } from '../../../src/domain/alarm/index.ts';
import { HOUR, MINUTE, toIso } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { NOON, valueOf, withModules } from '../../../tests/support/modules.ts';
import { tickAlarms } from './tick.ts';

const modules = withModules();
const as = modules.as('consumer', 'Pars Logistics');
/** From above. */
const asOther = modules.as('dealer', 'Kaveh Telematics');
let number = 0;

/** An alarm as the pipeline raises it, at a unit of the account. */
async function raise(policy: object = {}): Promise<number> {
  number += 1;
  const [{ id }] = await modules.database.query<{ id: number }>(
    `insert into alarm (account_id, alert_name, severity, policy, rule_id, rule_name, unit_id, unit_name, at, raised_at, open_since, last_at, due_at)
     select a.id, 'Hot', 'critical', $1, $2, 'Too hot', u.id, u.name, $3, $3, $3, $3, $3 from account a join unit u on u.account_id = a.id
     where a.name = 'Pars Logistics' order by u.id limit 1 returning id`,
    [
      JSON.stringify({ auto_resolve: true, acknowledge_minutes: null, escalation: [], ...policy }),
      number,
      toIso(NOON - HOUR),
    ],
  );
  return id;
}
const read = async (id: number): Promise<Alarm> => valueOf(await as('getAlarm', { alarm_id: id })).alarm;
const tick = (minutes: number) => tickAlarms(modules.database, NOON + minutes * MINUTE, new AbortController().signal);

describe('the queue of alarms', () => {
  it('lists what is not resolved, and what is of a state, with its events', async () => {
    const id = await raise();
    expect(valueOf(await as('getAlarmList', {})).rows.map(({ alarm_id }) => alarm_id)).toContain(id);
    expect(valueOf(await as('acknowledgeAlarms', { alarm_ids: [id] }))).toEqual({ done: [id], refused: [] });
    const { alarm, events } = valueOf(await as('commentAlarm', { alarm_id: id, text: 'Calling the driver' }));
    expect(alarm).toMatchObject({ state: 'acknowledged', severity: 'critical' });
    expect(alarm.assigned_to).toBe(alarm.acknowledged_by);
    expect(events.map(({ kind }) => kind)).toEqual(['alarmAcknowledged', 'alarmCommented']);
    expect(valueOf(await as('getAlarmList', { filters: { state: 'acknowledged', mine: true } })).rows).toMatchObject([
      { alarm_id: id },
    ]);
    valueOf(await as('resolveAlarms', { alarm_ids: [id], reason: 'handled' }));
    expect(valueOf(await as('getAlarmList', {})).rows.map(({ alarm_id }) => alarm_id)).not.toContain(id);
  });

  it('lets one of two win who press at the same time, and names them to the other', async () => {
    const id = await raise();
    const both = await Promise.all([as, asOther].map((call) => call('acknowledgeAlarms', { alarm_ids: [id] })));
    const replies = both.map(valueOf);
    expect(replies.flatMap(({ done }) => done)).toEqual([id]);
    const [refusal] = replies.flatMap(({ refused }) => refused);
    expect(refusal).toMatchObject({ id, code: ERROR.conflict });
    expect(refusal.message).toContain((await read(id)).acknowledged_by);
  });

  it('refuses a change of what somebody changed since it was read', async () => {
    const id = await raise();
    const { sequence } = await read(id);
    valueOf(await asOther('assignAlarms', { alarm_ids: [id] }));
    const reply = valueOf(await as('assignAlarms', { alarm_ids: [id], sequence }));
    expect(reply.refused).toMatchObject([{ id, code: ERROR.conflict }]);
  });

  it('opens again what was snoozed, or acknowledged for a time, once', async () => {
    const snoozed = await raise();
    const expiring = await raise({ acknowledge_minutes: 10 });
    valueOf(await as('snoozeAlarms', { alarm_ids: [snoozed], until: toIso(NOON + 5 * MINUTE) }));
    valueOf(await as('acknowledgeAlarms', { alarm_ids: [expiring] }));
    expect(await tick(4)).toBe(0);
    expect(await tick(5)).toBe(1);
    expect(await tick(5)).toBe(0);
    expect(await read(snoozed)).toMatchObject({ state: 'open', snoozed_until: null });
    expect(await tick(10)).toBe(1);
    expect(await read(expiring)).toMatchObject({ state: 'open', expires_at: null });
    expect((await as('snoozeAlarms', { alarm_ids: [snoozed], until: toIso(NOON - HOUR) })).ok).toBe(true);
    expect(await read(snoozed)).toMatchObject({ state: 'open' });
  });

  it('goes to the next of the escalation, and to no foreign person', async () => {
    const [person] = valueOf(await as('getTeamPeoples', {})).people;
    const id = await raise({ escalation: [{ minutes: 60, user_id: person.user_id, role_id: null, channels: [] }] });
    expect(await tick(0)).toBe(1);
    expect(await read(id)).toMatchObject({ state: 'open', assigned_user_id: person.user_id, assigned_to: person.name });
    expect(await tick(1)).toBe(0);
    expect(await as('assignAlarms', { alarm_ids: [id], user_id: 999_999 })).toMatchObject({
      ok: false,
      error: { code: ERROR.validation },
    });
  });

  it('is cleared where its rule asks for something else, and resolved where its alert says so', async () => {
    const { rule_id: ruleId } = valueOf(
      await as('createRule', { name: 'Fast', conditions: [{ kind: 'speed', limit: 90 }], all_units: true }),
    );
    const ids = [await raise(), await raise({ auto_resolve: false })];
    const [auto, kept] = ids;
    await modules.database.query('update alarm set rule_id = $2 where id = $1', [auto, ruleId]);
    await modules.database.query('update alarm set rule_id = $2 where id = $1', [kept, ruleId]);
    const other = await raise();
    valueOf(await as('updateRule', { rule_id: ruleId, name: 'Too fast' }));
    expect(await read(auto)).toMatchObject({ state: 'open', cleared_at: null });
    valueOf(await as('updateRule', { rule_id: ruleId, hold: 60 }));
    expect(await read(auto)).toMatchObject({ state: 'resolved', reason: 'cleared' });
    expect((await read(kept)).cleared_at).not.toBeNull();
    expect(await read(kept)).toMatchObject({ state: 'open' });
    expect(await read(other)).toMatchObject({ state: 'open', cleared_at: null });
  });

  it('is summed up by unit, without what is snoozed or resolved, and as far as one sees', async () => {
    const before = valueOf(await as('getAlarmSummary', {}));
    const ids = [await raise(), await raise(), await raise()];
    const [, acknowledged, snoozed] = ids;
    const raised = valueOf(await as('getAlarmSummary', {}));
    expect(raised).toMatchObject({ open: before.open + 3, newest: snoozed });
    valueOf(await as('acknowledgeAlarms', { alarm_ids: [acknowledged] }));
    valueOf(await as('snoozeAlarms', { alarm_ids: [snoozed], until: toIso(NOON + HOUR) }));
    const after = valueOf(await as('getAlarmSummary', {}));
    expect(after.open).toBe(before.open + 1);
    const [unit] = after.units;
    expect(unit).toMatchObject({ severity: 'critical', acknowledged_severity: 'critical' });
    expect(unit.open).toBe(after.open);
    expect(valueOf(await asOther('getAlarmSummary', {})).open).toBe(after.open);
    const foreign = modules.as('multi', 'Rhein-Isar Kurier');
    expect(valueOf(await foreign('getAlarmSummary', {}))).toEqual({ open: 0, newest: 0, units: [] });
  });

  it('is nobody else’s', async () => {
    const id = await raise();
    const foreign = modules.as('multi', 'Rhein-Isar Kurier');
    const refusal = { ok: false, error: { code: ERROR.notFound } };
    expect(await foreign('getAlarm', { alarm_id: id })).toMatchObject(refusal);
    expect(await foreign('acknowledgeAlarms', { alarm_ids: [id] })).toMatchObject(refusal);
  });

  it('measures how quickly alarms are handled', async () => {
    const statistics = valueOf(
      await as('getAlarmStatistics', { from: toIso(NOON - 2 * HOUR), to: toIso(NOON + HOUR) }),
    );
    expect(statistics.raised).toBe(number);
    expect(statistics.time_to_acknowledge).toBe(HOUR / 1_000);
    expect(statistics.time_to_resolve).toBe(HOUR / 1_000);
  });
});
