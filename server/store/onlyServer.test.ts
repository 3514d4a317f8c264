import { expect, it, vi } from 'vitest';
import { WAIT } from '../../tests/support/wait.ts';
import { silentLogger, withTestDatabase } from '../../tests/support/postgres.ts';
import { holdAlone } from './onlyServer.ts';

const test = withTestDatabase();
/** Of this database alone: other tests' servers hold theirs on the same Postgres. */
const HOLDERS = `select pid from pg_locks where locktype = 'advisory' and classid = 563 and granted
  and database = (select oid from pg_database where datname = current_database())`;

const end = () => test.database.query(`select pg_terminate_backend(pid) from (${HOLDERS}) h`);
const holders = () => test.database.query<{ pid: number }>(HOLDERS);
/** Postgres hears of the end of a connection a moment later. */
const noneHolds = () => vi.waitFor(async () => expect(await holders()).toEqual([]), WAIT);

it('takes the database again when its connection was lost, and hears nothing once it was let go', async () => {
  const letGo = await holdAlone({ connection: test.connection }, silentLogger);
  const [first] = await holders();
  await end();
  await vi.waitFor(async () => {
    const [now] = await holders();
    expect(now).toBeDefined();
    expect(now?.pid).not.toBe(first.pid);
  }, WAIT);
  await letGo();
  await noneHolds();
});

it('is not disturbed by a connection that ends while it is let go', async () => {
  const letGo = await holdAlone({ connection: test.connection }, silentLogger);
  await Promise.all([end(), letGo()]);
  await noneHolds();
});
