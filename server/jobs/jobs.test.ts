import { number, object, string } from 'yup';
import type pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY, failure, HOUR, MINUTE, SECOND, success } from '../../src/domain/base/index.ts';
import { silentLogger, withTestDatabase } from '../../tests/support/postgres.ts';
import type { DomainEvent } from '../../src/domain/events/index.ts';
import { createJobQueue, jobKind, jobOf, purgeJobs, runDueJobs, type JobHandlers, type JobRow } from './index.ts';
import { cronItemsOf } from './tasks.ts';
import { countOpenJobs, lineUpStrays } from './upkeep.ts';

const START = Date.UTC(2026, 4, 1, 8);
const anything = object({ text: string().default('') });
const KINDS = {
  send: jobKind()({
    payload: anything,
    audience: 'server',
    attempts: 4,
    backOff: { first: MINUTE, longest: 3 * MINUTE },
    timeLimit: MINUTE,
  }),
  report: jobKind<{ rows: number }>()({
    payload: object({ rows: number().integer().min(1).required() }),
    audience: 'person',
    lane: 'long',
    attempts: 2,
    timeLimit: HOUR,
  }),
  tidy: jobKind()({ payload: object({}), audience: 'server', timeLimit: MINUTE, schedule: '5 3 * * *', catchUp: DAY }),
};
type Kinds = typeof KINDS;
const OWNER = { accountId: 1, userId: 7 };

const test = withTestDatabase();
const queue = createJobQueue(KINDS);
const time = { now: () => Date.now() };
let pool: pg.Pool;
let recorded: DomainEvent[] = [];

beforeAll(async () => {
  pool = test.openJobPool();
  await test.database.query(
    "insert into account (id, name, type, status, created_at) values (1, 'Blue Freight', 'CONSUMER', 'active', now())",
  );
  test.database.onEvents((events) => void recorded.push(...events));
});
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START });
  await test.database.query('delete from job');
  await test.database.query('delete from graphile_worker._private_jobs');
  recorded = [];
});
afterEach(() => vi.useRealTimers());

const runDue = (handlers: JobHandlers<Kinds>, after?: (milliseconds: number, callback: () => void) => () => void) =>
  runDueJobs({
    kinds: KINDS,
    handlers,
    database: test.database,
    pool,
    time,
    logger: silentLogger,
    ...(after && { after }),
  });
const rows = () => test.database.query<JobRow>('select * from job order by id');
const send = (text = 'a', options: { runAt?: number; dedupeKey?: string } = {}) =>
  test.database.transaction((transaction) => queue.add(transaction, 'send', { text }, { now: time.now(), ...options }));
const report = (amount = 3) =>
  test.database.transaction((transaction) =>
    queue.add(transaction, 'report', { rows: amount }, { now: time.now(), owner: OWNER }),
  );
const cancel = (id: number, owner = OWNER) =>
  test.database.transaction((transaction) => queue.cancel(transaction, id, owner, time.now()));
const lines = () => test.database.query('select * from graphile_worker.jobs');

describe('adding', () => {
  it('comes about with the change that asks for it, or not at all', async () => {
    await expect(
      test.database.transaction(async (transaction) => {
        await queue.add(transaction, 'send', { text: 'never' }, { now: START });
        throw new Error('the change failed');
      }),
    ).rejects.toThrow('the change failed');
    expect(await rows()).toEqual([]);
    expect(await lines()).toEqual([]);
  });

  it('refuses a payload that does not fit, where it is added', async () => {
    await expect(report(0)).rejects.toThrow('rows');
    expect(await rows()).toEqual([]);
  });

  it('keeps one of those that would do the same, due at the earliest of their times', async () => {
    const first = await send('a', { dedupeKey: 'k', runAt: START + HOUR });
    expect(await send('b', { dedupeKey: 'k', runAt: START + MINUTE })).toBe(first);
    expect(await send('c', { dedupeKey: 'k', runAt: START + DAY })).toBe(first);
    const done: string[] = [];
    const handlers = { send: async ({ text }: { text: string }) => (done.push(text), success({})) };
    vi.setSystemTime(START + MINUTE - 1);
    await runDue(handlers);
    expect(done).toEqual([]);
    vi.setSystemTime(START + MINUTE);
    await runDue(handlers);
    expect(done).toEqual(['a']);
  });
});

describe('running', () => {
  it('does a job of the server once, and keeps nothing of it', async () => {
    await send('hello');
    const done: string[] = [];
    const handlers = { send: async ({ text }: { text: string }) => (done.push(text), success({})) };
    await runDue(handlers);
    await runDue(handlers);
    expect(done).toEqual(['hello']);
    expect(await rows()).toEqual([]);
    expect(await lines()).toEqual([]);
    expect(recorded).toEqual([]);
  });

  it('tries again after 1, 2, 3 and 3 minutes at most, and not a moment before; then it has failed, and says why', async () => {
    await send();
    const at: number[] = [];
    const handlers: JobHandlers<Kinds> = {
      send: async (_, run) => {
        at.push((run.now() - START) / MINUTE);
        return failure({ code: 'undeliverable', retry: true });
      },
    };
    for (let second = 0; second <= 10 * 60; second += 30) {
      vi.setSystemTime(START + second * SECOND);
      await runDue(handlers);
    }
    expect(at).toEqual([0, 1, 3, 6]);
    const [row] = await rows();
    expect(row).toMatchObject({ state: 'failed', error_code: 'undeliverable', attempts: 4 });
  });

  it('does not try again what is of no use', async () => {
    await send();
    await runDue({ send: async () => failure({ code: 'undeliverable', retry: false }) });
    expect((await rows())[0]).toMatchObject({ state: 'failed', attempts: 1 });
    expect(await lines()).toEqual([]);
  });

  it('logs a mistake and tries again', async () => {
    await send();
    const error = vi.spyOn(silentLogger, 'error');
    await runDue({ send: () => Promise.reject(new TypeError('oops')) });
    expect(error).toHaveBeenCalledWith(expect.objectContaining({ kind: 'send', attempt: 1 }), 'a job made a mistake');
    error.mockRestore();
    expect((await rows())[0]).toMatchObject({ state: 'queued', error_code: 'unexpected' });
  });

  it('leaves a kind that it has no handler for to others', async () => {
    await send();
    await runDue({ report: async () => success({ rows: 1 }) });
    expect((await rows())[0]).toMatchObject({ state: 'queued', attempts: 0 });
  });

  it('ends one that takes too long, which is distinguished from a failure', async () => {
    await report();
    await runDue(
      {
        report: async (_, run) => {
          await run.report({ fraction: 0.1 });
          throw new Error('never reached: the report rejects');
        },
      },
      (_, callback) => (callback(), () => undefined),
    );
    expect((await rows())[0]).toMatchObject({ state: 'time_exceeded', error_code: null, attempts: 1 });
  });
});

describe("a person's job", () => {
  it('shows how far it is, reports it at each tenth, and keeps what came of it', async () => {
    const id = await report(250);
    const seen: number[] = [];
    await runDue({
      report: async ({ rows: amount }, run) => {
        expect(run.owner).toEqual(OWNER);
        for (let row = 1; row <= amount; row++) {
          await run.report({ fraction: row / amount, step: 'reading', values: { row } });
          if (row === 125) seen.push((await rows())[0]!.progress);
        }
        return success({ rows: amount });
      },
    });
    expect(seen).toEqual([0.5]);
    const [row] = await rows();
    expect(jobOf(row!)).toMatchObject({
      job_id: id,
      kind: 'report',
      state: 'done',
      progress: 1,
      step: 'reading',
      result: { rows: 250 },
      cancelling: false,
    });
    expect(recorded.map(({ kind }) => kind)).toEqual([
      'jobQueued',
      'jobStarted',
      ...Array.from({ length: 11 }, () => 'jobProgressed'),
      'jobEnded',
    ]);
    expect(recorded.every((event) => event.account_id === 1 && event.user_id === 7 && event.subject_id === id)).toBe(
      true,
    );
  });

  it('is cancelled by its owner while it waits, and by nobody else', async () => {
    const id = await report();
    expect(await cancel(id, { accountId: 1, userId: 8 })).toBeNull();
    expect(await cancel(id)).toMatchObject({ state: 'cancelled' });
    const ran = vi.fn(async () => success({ rows: 1 }));
    await runDue({ report: ran });
    expect(ran).not.toHaveBeenCalled();
    expect(recorded.at(-1)).toMatchObject({ kind: 'jobEnded', data: { state: 'cancelled' } });
  });

  it('is cancelled while it runs: it ends at its next report, and is not tried again', async () => {
    const id = await report();
    await runDue({
      report: async (_, run) => {
        await run.report({ fraction: 0.2 });
        expect(await cancel(id)).toMatchObject({ state: 'running', cancel_requested_at: new Date(START) });
        await run.report({ fraction: 0.4 });
        throw new Error('never reached: the report rejects');
      },
    });
    expect((await rows())[0]).toMatchObject({ state: 'cancelled', error_code: null });
    expect(await lines()).toEqual([]);
  });

  it('is done where it was done before it noticed that it was cancelled', async () => {
    const id = await report();
    await runDue({ report: async () => (await cancel(id), success({ rows: 3 })) });
    expect((await rows())[0]).toMatchObject({ state: 'done', result: { rows: 3 } });
  });

  it('is forgotten a month after it ended', async () => {
    const id = await report();
    await cancel(id);
    await purgeJobs(test.database, START + 30 * DAY);
    expect(await rows()).toHaveLength(1);
    await purgeJobs(test.database, START + 30 * DAY + 1);
    expect(await rows()).toEqual([]);
  });
});

describe('after a crash', () => {
  it('fails what takes its worker down time and again', async () => {
    await report();
    // What a worker leaves that was killed at the last attempt: the job is marked as running, its place in the line is
    // free.
    await test.database.query("update job set state = 'running', attempts = 2");
    const ran = vi.fn(async () => success({ rows: 1 }));
    await runDue({ report: ran });
    expect(ran).not.toHaveBeenCalled();
    expect((await rows())[0]).toMatchObject({ state: 'failed', error_code: 'crashed', attempts: 2 });
  });

  it('does not take what a worker writes that was thought dead', async () => {
    const id = await report();
    await runDue({
      report: async () => {
        // Another worker has taken over meanwhile.
        await test.database.query('update job set attempts = attempts + 1, progress = 0.7 where id = $1', [id]);
        return success({ rows: 99 });
      },
    });
    expect((await rows())[0]).toMatchObject({ state: 'running', attempts: 2, progress: 0.7, result: null });
  });

  it('puts jobs in line that a restored backup brings, once', async () => {
    const id = await report();
    await test.database.query("update job set state = 'running', attempts = 1");
    await test.database.query('delete from graphile_worker._private_jobs');
    expect(await lineUpStrays(test.database, KINDS, START)).toBe(1);
    expect(await lineUpStrays(test.database, KINDS, START)).toBe(0);
    await runDue({ report: async () => success({ rows: 5 }) });
    expect((await rows())[0]).toMatchObject({ id, state: 'done', attempts: 2 });
  });
});

describe('schedules', () => {
  it('are those of kinds with a handler here, and what was missed is made up for', () => {
    const [item, ...others] = cronItemsOf({ kinds: KINDS, handlers: { tidy: async () => success({}) } });
    expect(others).toEqual([]);
    expect(item).toMatchObject({ task: 'tidy', options: { backfillPeriod: DAY } });
    const at = (hour: number, min: number) => item!.match({ min, hour, date: 1, month: 5, dow: 5 });
    expect([at(3, 5), at(3, 6), at(4, 5)]).toEqual([true, false, false]);
    expect(cronItemsOf({ kinds: KINDS, handlers: { send: async () => success({}) } })).toEqual([]);
  });

  it('add the job, which is done as all others', async () => {
    const addScheduled = () =>
      test.database.query(
        `select from graphile_worker.add_job('tidy', '{"_cron":{"ts":"2026-05-01T03:05:00Z"}}', run_at => $1)`,
        [new Date(START)],
      );
    await addScheduled();
    let fails = true;
    const runs: number[] = [];
    const handlers: JobHandlers<Kinds> = {
      tidy: async (_, { attempt }) => {
        runs.push(attempt);
        return fails ? failure({ code: 'unexpected', retry: true }) : success({});
      },
    };
    await runDue(handlers);
    // The next is due before this one has succeeded: one waits, not two.
    await addScheduled();
    fails = false;
    vi.setSystemTime(START + 10 * SECOND);
    await runDue(handlers);
    expect(runs).toEqual([1, 2]);
    expect(await rows()).toEqual([]);
  });
});

it('counts what waits and for how long it is overdue', async () => {
  await send();
  await send('later', { runAt: START + DAY });
  await report();
  expect((await countOpenJobs(test.database, START + MINUTE)).toSorted((a, b) => a.kind.localeCompare(b.kind))).toEqual(
    [
      { kind: 'report', state: 'queued', count: 1, overdue: MINUTE },
      { kind: 'send', state: 'queued', count: 2, overdue: MINUTE },
    ],
  );
});
