import { expect, it } from 'vitest';
import { valueOf, withModules } from '../../../tests/support/modules.ts';
import { resendPeriod } from './index.ts';

const modules = withModules();
const as = modules.as('consumer', 'Pars Logistics');
const other = modules.as('viewer', 'Pars Logistics');
const DAY = { from: '2026-11-20T00:00:00Z', to: '2026-11-21T00:00:00Z' };
let number = 0;

const make = async (form: object = {}): Promise<number> =>
  valueOf(await as('createRepeater', { name: `Ministry ${(number += 1)}`, host: 'example.com', ...form })).repeater_id;
const unitOf = async (account: string): Promise<number> => {
  const [row] = await modules.database.query<{ id: number }>(
    'select u.id from unit u join account a on a.id = u.account_id where a.name = $1 order by u.id limit 1',
    [account],
  );
  return row.id;
};

it('keeps the password sealed, and says only that there is one', async () => {
  const id = await make({ protocol: 'mqtt', topic: 'fleet/{uid}', user_name: 'pars' });
  valueOf(await as('setRepeaterPassword', { repeater_id: id, password: 'open sesame' }));
  const row = valueOf(await as('getRepeater', { repeater_id: id }));
  expect(row).toMatchObject({ has_password: true, user_name: 'pars', state: 'running', sent: 0, lag: null });
  const everything = [
    row,
    await as('getRepeaterList', {}),
    await modules.database.query('select * from event'),
    await modules.database.query('select * from repeater'),
  ];
  expect(JSON.stringify(everything)).not.toContain('sesame');
  valueOf(await as('setRepeaterPassword', { repeater_id: id, password: '' }));
  expect(valueOf(await as('getRepeater', { repeater_id: id })).has_password).toBe(false);
  expect(
    await modules.database.query("select data from event where kind = 'repeaterPasswordChanged' order by sequence"),
  ).toEqual([{ data: { name: row.name, removed: false } }, { data: { name: row.name, removed: true } }]);
});

it('keeps its units, and takes none that the account does not see', async () => {
  const [own, foreign] = [await unitOf('Pars Logistics'), await unitOf('Волга Транс')];
  const id = await make({ all_units: false, unit_ids: [own] });
  expect(valueOf(await as('getRepeater', { repeater_id: id }))).toMatchObject({ all_units: false, unit_ids: [own] });
  expect(await as('updateRepeater', { repeater_id: id, unit_ids: [own, foreign] })).toMatchObject({
    ok: false,
    error: { fields: [{ field: 'unit_ids' }] },
  });
  valueOf(await as('updateRepeater', { repeater_id: id, all_units: true }));
  expect(valueOf(await as('getRepeater', { repeater_id: id }))).toMatchObject({ all_units: true, unit_ids: [] });
});

it('refuses a host that is none, in the words of the specification', async () => {
  expect(await as('createRepeater', { name: 'Ministry', host: 'two words' })).toMatchObject({
    ok: false,
    error: { fields: [{ field: 'host', message: 'Repeater host must be valid.' }] },
  });
});

it('lets viewers read, and nothing else', async () => {
  const id = await make();
  expect(await other('getRepeater', { repeater_id: id })).toMatchObject({ ok: true });
  expect(await other('getRepeaterLog', { repeater_id: id })).toMatchObject({ ok: true, value: { rows: [] } });
  for (const call of [
    other('testRepeater', { repeater_id: id }),
    other('setRepeaterPassword', { repeater_id: id, password: 'x' }),
    other('resendPeriod', { repeater_id: id, ...DAY }),
  ])
    expect(await call).toMatchObject({ ok: false });
});

it('adds a job that sends a period again, for units that are seen', async () => {
  const [own, foreign] = [await unitOf('Pars Logistics'), await unitOf('Волга Транс')];
  const id = await make();
  const { job_id: job } = valueOf(await as('resendPeriod', { repeater_id: id, unit_ids: [own], ...DAY }));
  expect(valueOf(await as('getJob', { job_id: job }))).toMatchObject({ kind: 'resendPeriod', state: 'queued' });
  expect(await as('resendPeriod', { repeater_id: id, unit_ids: [foreign], ...DAY })).toMatchObject({ ok: false });
  expect(await as('resendPeriod', { repeater_id: id, from: DAY.to, to: DAY.from })).toMatchObject({
    ok: false,
    error: { fields: [{ field: 'to' }] },
  });
});

it('does not send again for one who left the account, nor by a repeater that is gone', async () => {
  const run = { report: async () => undefined, signal: new AbortController().signal };
  const payload = { repeater_id: 1, unit_ids: null, ...DAY };
  const gone = { ok: false, error: { code: 'repeaterGone', retry: false } };
  const parts = { database: modules.database, repeaters: { resend: () => null } };
  const [accountId, userId] = [await modules.world.account('Pars Logistics'), await modules.world.user('consumer')];
  expect(await resendPeriod(parts, payload, { ...run, owner: { accountId, userId } })).toEqual(gone);
  const asked = { database: modules.database, repeaters: { resend: () => expect.unreachable('it was asked') } };
  expect(await resendPeriod(asked as never, payload, { ...run, owner: { accountId, userId: 99_999 } })).toEqual(gone);
});
