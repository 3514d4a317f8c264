import { number, object } from 'yup';
import { afterAll, expect, it } from 'vitest';
import { MINUTE, success } from '../../src/domain/base/index.ts';
import { createJobQueue, jobKind, startWorkers, type Workers } from '../../server/jobs/index.ts';
import { silentLogger, withTestDatabase } from '../support/postgres.ts';

const KINDS = {
  count: jobKind()({
    payload: object({ place: number().integer().required() }),
    audience: 'server',
    timeLimit: MINUTE,
    concurrency: null,
  }),
};
const test = withTestDatabase({ ownServer: true });
const queue = createJobQueue(KINDS);
const time = { now: () => Date.now() };
let workers: Workers | null = null;
afterAll(() => workers?.stop());

const add = (place: number) =>
  test.database.transaction((transaction) => queue.add(transaction, 'count', { place }, { now: time.now() }));

it('goes on after Postgres was killed under running and waiting jobs', async () => {
  if (!test.server) return;
  const attempts = new Map<number, number>();
  let isKilled = false;
  const done: number[] = [];
  workers = await startWorkers({
    kinds: KINDS,
    handlers: {
      async count({ place }, { signal }) {
        attempts.set(place, (attempts.get(place) ?? 0) + 1);
        if (!isKilled)
          await new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => reject(signal.reason as Error)),
          );
        done.push(place);
        return success({});
      },
    },
    database: test.database,
    pool: test.openJobPool(),
    time,
    logger: silentLogger,
    grace: 500,
  });
  await Promise.all([1, 2, 3, 4, 5].map(add));
  // As many as there are workers.
  await expect.poll(() => attempts.size).toBe(3);
  isKilled = true;
  process.kill(test.server.pid(), 'SIGKILL');
  await expect
    .poll(() => test.database.query('select kind from job').catch(() => null), { timeout: 60_000 })
    .toEqual([]);
  expect(done.toSorted()).toEqual([1, 2, 3, 4, 5]);
  expect([...attempts.values()].reduce((sum, count) => sum + count)).toBe(8);
}, 90_000);
