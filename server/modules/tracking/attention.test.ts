import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, toIso } from '../../../src/domain/base/index.ts';
import { fillWorld, position, START, startApi, type TestApi } from '../../../tests/support/api.ts';
import { withTestDatabase } from '../../../tests/support/postgres.ts';

const test = withTestDatabase();
let api: TestApi;
const ALL = { widgets: ['r', 'dash'], units: ['r', 'ar'], alert: ['r', 'ar'], devices: ['r', 'a'] };

beforeAll(async () => {
  await fillWorld(test.database);
  await test.database.query('update role set permissions = $1', [ALL]);
});
beforeEach(async () => {
  api = await startApi(test.database);
});
afterEach(() => api.close());

const ask = async (who: string, method: 'getAttention' | 'getAttentionUnits', data: object = {}) =>
  (await api.call(method, data, await api.signIn(who))).data as unknown;
const unitsOf = (who: string, kind: string) => ask(who, 'getAttentionUnits', { kind });
const alarm = (unit: number, at: number) =>
  test.database.query("insert into unit_alarm (unit_id, at, word) values ($1, $2, 'sos')", [unit, toIso(at)]);

describe('what needs a person', () => {
  it('is nothing where all is well, and what the caller may not see is not counted', async () => {
    expect(await ask('consumer', 'getAttention')).toEqual({
      openAlarms: 0,
      firing: 0,
      alarm: 0,
      lowBattery: 0,
      unclaimed: 0,
      openIngest: null,
      setAside: null,
      servicesDue: null,
      servicesOverdue: null,
      invitations: 0,
      failedJobs: 0,
    });
    await test.database.query('update role set permissions = $1 where account_id = 7', [{ widgets: ['r'] }]);
    expect(await ask('red', 'getAttention')).toMatchObject({
      openAlarms: null,
      firing: null,
      alarm: null,
      lowBattery: null,
      unclaimed: null,
      invitations: 0,
    });
    await test.database.query('update role set permissions = $1 where account_id = 7', [ALL]);
  });

  it('counts alarms that nobody acknowledged, and lists their units', async () => {
    const raise = (unit: number, state: string) =>
      test.database.query(
        `insert into alarm (account_id, alert_name, severity, policy, rule_id, rule_name, unit_id, unit_name, at, raised_at, open_since, last_at, state)
         select account_id, 'Hot', 'critical', '{}', $1, 'Too hot', id, name, $2, $2, $2, $2, $3 from unit where id = $1`,
        [unit, toIso(START), state],
      );
    await raise(40, 'open');
    await raise(40, 'open');
    await raise(41, 'acknowledged');
    await raise(70, 'open');
    expect(await unitsOf('consumer', 'openAlarm')).toEqual({ unit_ids: [40] });
    expect(await ask('consumer', 'getAttention')).toMatchObject({ openAlarms: 2 });
    expect(await unitsOf('red', 'openAlarm')).toEqual({ unit_ids: [70] });
    await test.database.query('delete from alarm');
  });

  it('counts batteries by what the unit said last, in whatever report', async () => {
    api.positions.stored.push(
      position(40, 1, { attributes: { battery_level: 19 } }),
      position(41, 1, { attributes: { battery_level: 20 } }),
      position(60, 1, { attributes: {}, kept: { battery_level: { value: 3, time: toIso(START) } } }),
      position(70, 1, { attributes: { battery_level: 1 } }),
    );
    expect(await unitsOf('consumer', 'lowBattery')).toEqual({ unit_ids: [40, 60] });
    expect(await ask('consumer', 'getAttention')).toMatchObject({ lowBattery: 2 });
    expect(await unitsOf('red', 'lowBattery')).toEqual({ unit_ids: [70] });
  });

  it('counts the units with an alarm of the last day once each, and none of others', async () => {
    api.now = START + 2 * DAY;
    await alarm(40, api.now - HOUR);
    await alarm(40, api.now - MINUTE);
    await alarm(41, api.now - DAY - MINUTE);
    await alarm(70, api.now - HOUR);
    expect(await unitsOf('consumer', 'alarm')).toEqual({ unit_ids: [40] });
    expect(await ask('consumer', 'getAttention')).toMatchObject({ alarm: 1 });
  });

  it('counts rules that fire now, not those that ended or of other accounts', async () => {
    const fire = (unit: number, account: number, end: number | null) =>
      test.database.query(
        `insert into rule_occurrence (unit_id, rule_id, at, applied_at, account_id, rule_name, unit_name, test, sensor_type, since, end_at, value)
         values ($1, 1, $2, $2, $3, 'Hot', 'Unit', '{}', 'custom', $2, $4, 1)`,
        [unit, toIso(START), account, end === null ? null : toIso(end)],
      );
    await fire(40, 4, null);
    await fire(41, 4, START + HOUR);
    await fire(70, 7, null);
    expect(await ask('consumer', 'getAttention')).toMatchObject({ firing: 1 });
    expect(await ask('red', 'getAttention')).toMatchObject({ firing: 1 });
  });

  it('shows unclaimed trackers to whoever runs the server, and to others by their number or their addresses', async () => {
    const seen = async (who: string, search = '') => {
      const answer = await api.call('getUnclaimedDevices', { search }, await api.signIn(who));
      return (answer.data as { rows: { identifier: string; address: string }[] }).rows.map((row) => [
        row.identifier,
        row.address !== '',
      ]);
    };
    expect(await seen('owner')).toEqual([['999', true]]);
    expect(await ask('owner', 'getAttention')).toMatchObject({ unclaimed: 1 });
    expect(await seen('consumer')).toEqual([]);
    expect(await seen('consumer', '99')).toEqual([]);
    expect(await seen('consumer', ' 999 ')).toEqual([['999', false]]);
    const [{ address }] = (
      (await api.call('getUnclaimedDevices', {}, await api.signIn('owner'))).data as { rows: { address: string }[] }
    ).rows;
    await test.database.query('update account set tracker_networks = $1 where id = 4', [
      `10.9.0.0/16, ${address.replace(/:\d+$/, '')}`,
    ]);
    expect(await seen('consumer')).toEqual([['999', true]]);
    expect(await ask('consumer', 'getAttention')).toMatchObject({ unclaimed: 1 });
    await test.database.query("update account set tracker_networks = '' where id = 4");
  });

  it("counts the caller's own invitations and failed jobs of the last day", async () => {
    await test.database.query('update app_user set email_verified_at = created_at where id = 3');
    const [{ email_key: key }] = await test.database.query<{ email_key: string }>(
      'select email_key from app_user where id = 3',
    );
    const job = (user: number, state: string, ended: number) =>
      test.database.query(
        `insert into job (kind, account_id, user_id, payload, state, created_at, run_at, ended_at)
         values ('sendEmail', 4, $1, '{}', $2, $3, $3, $3)`,
        [user, state, toIso(ended)],
      );
    await job(3, 'failed', START - HOUR);
    await job(3, 'done', START - HOUR);
    await job(3, 'failed', START - 2 * DAY);
    await job(4, 'failed', START - HOUR);
    await test.database.query(
      `insert into invitation (id, account_id, email, email_key, role_id, status, token_hash, invited_by, created_at, sent_at, expires_at)
       values (1, 7, $1, $1, 1, 'pending', 'x', 6, $2, $2, $3)`,
      [key, toIso(START), toIso(START + DAY)],
    );
    expect(await ask('consumer', 'getAttention')).toMatchObject({ invitations: 1, failedJobs: 1 });
    api.now = START + 2 * DAY;
    expect(await ask('consumer', 'getAttention')).toMatchObject({ invitations: 0, failedJobs: 0 });
  });
});
