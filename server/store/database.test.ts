import { describe, expect, it } from 'vitest';
import { silentLogger, withTestDatabase } from '../../tests/support/postgres.ts';
import { LOCK_TIMEOUT, STATEMENT_TIMEOUT } from '../../src/domain/base/index.ts';
import { eventOf, type DomainEvent } from '../../src/domain/events/index.ts';
import { DatabaseUnavailable, StatementTimedOut, type AppendedEvent } from './database.types.ts';
import { allowLongStatements } from './longStatements.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './database.ts';

const test = withTestDatabase({ ownServer: true });

const renamed = (name: string, account = 1): AppendedEvent =>
  eventOf(
    { kind: 'unitRenamed', data: { name, previous_name: 'Tram 5' } },
    { account_id: account, subject_id: 7, user_id: null, time: '2026-03-01T10:00:00.000Z' },
  );
const nameIn = (event: DomainEvent): string => ('name' in event.data ? String(event.data.name) : '');

async function addAccount(id: number): Promise<void> {
  await test.database.query(
    `insert into account (id, name, type, created_at) values ($1, 'North', 'OWNER', now()) on conflict (id) do nothing`,
    [id],
  );
}

describe('database', () => {
  it('numbers the events of an account without gaps, and publishes them after the commit', async () => {
    await addAccount(1);
    const published: DomainEvent[] = [];
    const undo = test.database.onEvents((events) => void published.push(...events));
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        test.database.transaction((t) => t.appendEvent(renamed(`Tram ${index}`))),
      ),
    );
    undo();
    expect(published.map((event) => event.sequence).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    const rows = await test.database.query<{ n: number }>('select count(*) as n from event where account_id = 1');
    expect(rows[0].n).toBe(20);
  });

  it('numbers many events of several accounts, each in its log and in their order, beside others', async () => {
    for (const account of [3, 4]) await addAccount(account);
    const published: DomainEvent[] = [];
    const undo = test.database.onEvents((events) => void published.push(...events));
    const round = (name: string) =>
      test.database.transaction(async (t) => {
        expect(await t.appendEvent(renamed(`${name} first`, 4))).toBeGreaterThan(0);
        await t.appendEvents([3, 4, 4, 3].map((account, place) => renamed(`${name} ${place}`, account)));
        await t.appendEvents([]);
      });
    await Promise.all(['a', 'b', 'c'].map(round));
    undo();
    const rows = await test.database.query<{ account_id: string; sequence: string; name: string }>(
      "select account_id, sequence, data ->> 'name' as name from event where account_id in (3, 4) order by account_id, sequence",
    );
    expect(rows.map(({ account_id, sequence }) => `${account_id}/${sequence}`)).toEqual([
      ...[1, 2, 3, 4, 5, 6].map((n) => `3/${n}`),
      ...[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `4/${n}`),
    ]);
    for (const name of ['a', 'b', 'c']) {
      const own = rows.filter((row) => row.name.startsWith(name)).map((row) => `${row.account_id}: ${row.name}`);
      expect(own).toEqual(['3: 0', '3: 3', '4: first', '4: 1', '4: 2'].map((text) => text.replace(' ', ` ${name} `)));
    }
    expect(published.map((event) => `${event.account_id}/${event.sequence} ${nameIn(event)}`).toSorted()).toEqual(
      rows.map(({ account_id, sequence, name }) => `${account_id}/${sequence} ${name}`).toSorted(),
    );
  });

  it('keeps neither change nor event of work that fails', async () => {
    await addAccount(2);
    const published: DomainEvent[] = [];
    const undo = test.database.onEvents((events) => void published.push(...events));
    await expect(
      test.database.transaction(async (t) => {
        await t.appendEvent(renamed('Tram 6', 2));
        throw new Error('refused');
      }),
    ).rejects.toThrow('refused');
    undo();
    expect(published).toEqual([]);
    expect(await test.database.query('select 1 from event where account_id = 2')).toEqual([]);
    expect(await test.database.transaction((t) => t.appendEvent(renamed('Tram 6', 2)))).toBe(1);
  });

  it('ends when those who keep copies have read what changed, and their mistakes are not its own', async () => {
    await addAccount(3);
    const order: string[] = [];
    let read: () => void = () => undefined;
    const reading = new Promise<void>((resolve) => (read = resolve));
    const stops = [
      test.database.onEvents(async () => {
        order.push('published');
        // The transaction's own connection is free again: reading through the pool cannot wait for it.
        await test.database.query('select 1 from event where account_id = 3');
        await reading;
        order.push('read');
      }),
      test.database.onEvents(() => Promise.reject(new Error('a mistake'))),
    ];
    const ended = test.database.transaction((t) => t.appendEvent(renamed('Tram 6', 3))).then(() => order.push('ended'));
    await expect.poll(() => order).toEqual(['published']);
    read();
    await ended;
    expect(order).toEqual(['published', 'read', 'ended']);
    for (const stop of stops) stop();
  });

  it('ends a statement that takes too long, and its connection goes on', async () => {
    const hasty = openDatabase({
      connection: test.connection,
      logger: silentLogger,
      statementTimeout: 50,
      connections: 1,
    });
    try {
      await expect(hasty.query('select pg_sleep(60)')).rejects.toThrow(StatementTimedOut);
      await expect(hasty.transaction((t) => t.query('select pg_sleep(60)'))).rejects.toThrow(StatementTimedOut);
      expect(hasty.available).toBe(true);
      const slow = hasty.transaction(async (t) => {
        await allowLongStatements(t);
        return t.query("select pg_sleep(0.2), 'done' as state");
      });
      expect(await slow).toMatchObject([{ state: 'done' }]);
      // The next user of that connection is bounded again.
      await expect(hasty.query('select pg_sleep(60)')).rejects.toThrow(StatementTimedOut);
    } finally {
      await hasty.close();
    }
  });

  it('bounds every statement, unless another bound is given', async () => {
    const [{ setting }] = await test.database.query<{ setting: string }>(
      "select setting from pg_settings where name = 'statement_timeout'",
    );
    expect(Number(setting)).toBe(STATEMENT_TIMEOUT.call);
  });

  it('bounds the wait for what another has locked, and says so as of a statement that takes too long', async () => {
    const [{ setting }] = await test.database.query<{ setting: string }>(
      "select setting from pg_settings where name = 'lock_timeout'",
    );
    expect(Number(setting)).toBe(LOCK_TIMEOUT);
    await addAccount(12);
    const change = 'update account set name = name where id = 12';
    await test.database.transaction(async (holder) => {
      await holder.query(change);
      const waiting = test.database.transaction(async (t) => {
        await t.query('set local lock_timeout = 20');
        await t.query(change);
      });
      await expect(waiting).rejects.toThrow(StatementTimedOut);
    });
  });

  it('hands out each identifier once', async () => {
    const ids = await Promise.all(Array.from({ length: 30 }, () => test.database.transaction((t) => t.nextId('unit'))));
    expect(new Set(ids).size).toBe(30);
    expect(Math.min(...ids)).toBe(1);
  });

  it('runs work again that met another transaction', async () => {
    await addAccount(10);
    await addAccount(11);
    const rename = (first: number, second: number, gate: () => Promise<void>) =>
      test.database.transaction(async (t) => {
        await t.query(`update account set name = name || 'x' where id = $1`, [first]);
        await gate();
        await t.query(`update account set name = name || 'x' where id = $1`, [second]);
      });
    // Both hold one row before either wants the other's: a deadlock, once.
    let arrived = 0;
    let open: () => void = () => undefined;
    const both = new Promise<void>((resolve) => (open = resolve));
    const gate = () => {
      if (++arrived === 2) open();
      return both;
    };
    await Promise.all([rename(10, 11, gate), rename(11, 10, gate)]);
    const rows = await test.database.query<{ name: string }>('select name from account where id in (10, 11)');
    expect(rows.map((row) => row.name)).toEqual(['Northxx', 'Northxx']);
    // The one that gave way came again; where it was quick, they met once more.
    expect(arrived).toBeGreaterThanOrEqual(3);
  });

  it('notices a server that takes what is said and answers nothing, and comes back with it', async () => {
    if (!test.server) return;
    const frozen = openDatabase({
      connection: test.connection,
      logger: silentLogger,
      connections: 1,
      statementTimeout: 500,
    });
    const backend = async (): Promise<number> =>
      (await frozen.query<{ pid: number }>('select pg_backend_pid() as pid'))[0].pid;
    const stopped: number[] = [];
    const freeze = async (): Promise<void> => {
      const pid = await backend();
      stopped.push(pid);
      process.kill(pid, 'SIGSTOP');
    };
    try {
      await freeze();
      expect([await frozen.answers(100), frozen.available]).toEqual([false, false]);
      expect([await frozen.answers(30_000), frozen.available]).toEqual([true, true]);
      await freeze();
      await expect(frozen.query('select 1')).rejects.toThrow(DatabaseUnavailable);
      await freeze();
      await expect(frozen.transaction((t) => t.query('select 1'))).rejects.toThrow(DatabaseUnavailable);
    } finally {
      for (const pid of stopped) process.kill(pid, 'SIGCONT');
      await frozen.close();
    }
  });

  it('says that Postgres is away, stands it, and comes back with it', async () => {
    if (!test.server) return;
    const before = test.server.pid();
    expect(await test.database.query('select 1 as one')).toEqual([{ one: 1 }]);
    process.kill(before, 'SIGKILL');
    const failures: unknown[] = [];
    for (;;) {
      try {
        await test.database.query('select 1 as one');
        if (failures.length > 0) break;
      } catch (error) {
        failures.push(error);
        expect(test.database.available).toBe(false);
      }
    }
    expect(failures.every((error) => error instanceof DatabaseUnavailable)).toBe(true);
    expect(test.database.available).toBe(true);
    await expect.poll(() => test.server?.pid()).not.toBe(before);
  });

  it('answers DatabaseUnavailable where nobody listens', async () => {
    const nowhere = openDatabase({ url: 'postgres://nobody@127.0.0.1:1/none', logger: silentLogger });
    await expect(nowhere.query('select 1')).rejects.toBeInstanceOf(DatabaseUnavailable);
    await expect(nowhere.transaction(async () => 1)).rejects.toBeInstanceOf(DatabaseUnavailable);
    await nowhere.close();
  });
});

describe('migrations', () => {
  it('run once, whoever starts and however many', async () => {
    const other = test.openAnother();
    await Promise.all([migrate(test.database, silentLogger), migrate(other, silentLogger)]);
    const rows = await test.database.query<{ name: string }>('select name from migration order by name');
    expect(rows.map((row) => row.name)).toContain('0001_foundation.sql');
  });
});
