import { object } from 'yup';
import { beforeEach, expect, it } from 'vitest';
import { MINUTE, toIso } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { NOON, valueOf, withModules } from '../../../tests/support/modules.ts';
import { createJobQueue, jobKind } from '../../jobs/index.ts';

const queue = createJobQueue({ report: jobKind()({ payload: object({}), audience: 'person', timeLimit: MINUTE }) });
const modules = withModules();
const asDealer = modules.as('dealer', 'Kaveh Telematics');

const add = async (username: string, account: string): Promise<number> => {
  const owner = { userId: await modules.world.user(username), accountId: await modules.world.account(account) };
  return modules.database.transaction((transaction) => queue.add(transaction, 'report', {}, { now: NOON, owner }));
};
beforeEach(() => modules.database.query('delete from job'));

it("lists a person's jobs of the account, the newest first, open and ended ones apart", async () => {
  const ids = [await add('dealer', 'Kaveh Telematics'), await add('dealer', 'Kaveh Telematics')];
  await modules.database.query("update job set state = 'done', ended_at = now(), result = $2 where id = $1", [
    ids[0],
    JSON.stringify({ rows: 3 }),
  ]);
  const listed = async (data: object) => {
    const { rows, total } = valueOf(await asDealer('getJobList', data));
    return [total, ...rows.map(({ job_id: id }) => id)];
  };
  expect(await listed({})).toEqual([2, ids[1], ids[0]]);
  expect(await listed({ filters: { state: 'open' } })).toEqual([1, ids[1]]);
  expect(await listed({ filters: { state: 'ended' } })).toEqual([1, ids[0]]);
  expect(await listed({ limit: 1, page: 2 })).toEqual([2, ids[0]]);
  expect(valueOf(await asDealer('getJob', { job_id: ids[0] }))).toMatchObject({
    kind: 'report',
    state: 'done',
    result: { rows: 3 },
    created_at: toIso(NOON),
  });
});

it('knows no jobs of other people, of other accounts or of the server', async () => {
  const others = [await add('owner', 'Kaveh Telematics'), await add('dealer', 'Pars Logistics')];
  const [{ id: ofServer }] = await modules.database.query<{ id: number }>(
    `insert into job (kind, payload, state, created_at, run_at) values ('purgeJobs', '{}', 'failed', now(), now()) returning id`,
  );
  expect(valueOf(await asDealer('getJobList'))).toEqual({ rows: [], total: 0 });
  for (const job_id of [...others, ofServer]) {
    expect(await asDealer('getJob', { job_id })).toMatchObject({ ok: false, error: { code: ERROR.notFound } });
    expect(await asDealer('cancelJob', { job_id })).toMatchObject({ ok: false, error: { code: ERROR.notFound } });
  }
  expect(await modules.database.query("select from job where state = 'cancelled'")).toEqual([]);
});

it('cancels a job that waits at once, and asks one that runs', async () => {
  const [waiting, running] = [await add('dealer', 'Kaveh Telematics'), await add('dealer', 'Kaveh Telematics')];
  await modules.database.query("update job set state = 'running' where id = $1", [running]);
  expect(valueOf(await asDealer('cancelJob', { job_id: waiting }))).toMatchObject({ state: 'cancelled' });
  expect(valueOf(await asDealer('cancelJob', { job_id: running }))).toMatchObject({
    state: 'running',
    cancelling: true,
  });
  // Once more does no harm.
  expect(valueOf(await asDealer('cancelJob', { job_id: waiting }))).toMatchObject({ state: 'cancelled' });
});
