import { number, object } from 'yup';
import { afterEach, expect, it } from 'vitest';
import { MINUTE, success } from '../../src/domain/base/index.ts';
import { silentLogger, withTestDatabase } from '../../tests/support/postgres.ts';
import { createJobQueue, jobKind, startWorkers, type JobHandlers, type Workers } from './index.ts';

const KINDS = {
  count: jobKind()({
    payload: object({ place: number().integer().required() }),
    audience: 'person',
    timeLimit: MINUTE,
    concurrency: null,
    attempts: 3,
  }),
};
const OWNER = { accountId: 1, userId: 7 };
const test = withTestDatabase({ ownServer: true });
const queue = createJobQueue(KINDS);
const time = { now: () => Date.now() };
let open: Workers[] = [];
afterEach(async () => {
  await Promise.all(open.map((workers) => workers.stop()));
  open = [];
});

const start = async (count: JobHandlers<typeof KINDS>['count']): Promise<Workers> => {
  const workers = await startWorkers({
    kinds: KINDS,
    handlers: { count },
    database: test.database,
    pool: test.openJobPool(),
    time,
    logger: silentLogger,
    grace: 500,
  });
  open.push(workers);
  return workers;
};
const add = (place: number) =>
  test.database.transaction((transaction) =>
    queue.add(transaction, 'count', { place }, { now: time.now(), owner: OWNER }),
  );
const states = async () =>
  Object.fromEntries(
    (
      await test.database.query<{ state: string; count: number }>(
        'select state, count(*)::int4 as count from job group by state',
      )
    ).map(({ state, count }) => [state, count]),
  );
const addAccount = () =>
  test.database.query(
    "insert into account (id, name, type, status, created_at) values (1, 'Blue', 'CONSUMER', 'active', now()) on conflict do nothing",
  );

it('does each job once, whoever of several workers takes it, and soon after it was added', async () => {
  await addAccount();
  const done: number[] = [];
  const handler = async ({ place }: { place: number }) => (done.push(place), success({}));
  await start(handler);
  await start(handler);
  const began = performance.now();
  await add(0);
  await expect.poll(() => done, { interval: 10 }).toEqual([0]);
  // Not at the next look, which is two seconds away.
  expect(performance.now() - began).toBeLessThan(1_500);
  await Promise.all(Array.from({ length: 60 }, (_, place) => add(place + 1)));
  await expect.poll(states).toEqual({ done: 61 });
  expect(done.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 61 }, (_, place) => place));
  await test.database.query('delete from job');
});

it('ends a job of another process when its owner cancels it', async () => {
  let running = 0;
  await start(async (_, { signal }) => {
    running++;
    await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)));
    return success({});
  });
  const id = await add(1);
  await expect.poll(() => running).toBe(1);
  await test.database.transaction((transaction) => queue.cancel(transaction, id, OWNER, time.now()));
  await expect.poll(states).toEqual({ cancelled: 1 });
  await test.database.query('delete from job');
});

it('takes over what a process was at that is gone, and leaves alone what a living one is at', async () => {
  const started: number[] = [];
  const gate = Promise.withResolvers<void>();
  const handler = async ({ place }: { place: number }) => {
    started.push(place);
    if (place === 1) await gate.promise;
    return success({});
  };
  await start(handler);
  await add(1);
  await expect.poll(() => started).toEqual([1]);
  await test.database.transaction(async (transaction) => {
    const id = await queue.add(transaction, 'count', { place: 2 }, { now: time.now(), owner: OWNER });
    await transaction.query("update job set state = 'running', attempts = 1 where id = $1", [id]);
    await transaction.query(
      "update graphile_worker._private_jobs set locked_by = 'pool-that-is-gone', locked_at = now() where key = $1",
      [`job-${id}`],
    );
  });
  await start(handler);
  await expect.poll(() => started).toEqual([1, 2]);
  gate.resolve();
  await expect.poll(states).toEqual({ done: 2 });
  expect(started).toEqual([1, 2]);
  await test.database.query('delete from job');
});

it('waits at a stop for what ends, and hands back what does not, which costs no attempt', async () => {
  const started: number[] = [];
  const workers = await start(async ({ place }, { signal }) => {
    started.push(place);
    await new Promise((resolve, reject) => {
      if (place === 1)
        void expect
          .poll(() => started.length)
          .toBe(2)
          .then(resolve);
      signal.addEventListener('abort', () => reject(signal.reason as Error));
    });
    return success({});
  });
  await Promise.all([add(1), add(2)]);
  await expect.poll(() => started.length).toBe(2);
  await workers.stop();
  open = [];
  expect(await test.database.query('select payload, state, attempts from job order by payload')).toEqual([
    { payload: { place: 1 }, state: 'done', attempts: 1 },
    { payload: { place: 2 }, state: 'queued', attempts: 0 },
  ]);
  await start(async ({ place }) => (started.push(place), success({})));
  await expect.poll(states).toEqual({ done: 2 });
  expect(started.toSorted()).toEqual([1, 2, 2]);
});
