import net, { type AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { silentLogger, withTestDatabase } from '../../tests/support/postgres.ts';
import { WAIT } from '../../tests/support/wait.ts';
import { eventOf, type DomainEvent } from '../../src/domain/events/index.ts';
import { openDatabase } from './database.ts';
import type { AppendedEvent, Database } from './database.types.ts';

const test = withTestDatabase();

/** One connection to Postgres, whose answers can be held back. */
class SlowLine {
  committed = false;
  #locked: Buffer[] | null = null;
  readonly #near: net.Socket;

  constructor(near: net.Socket, far: net.Socket) {
    this.#near = near;
    near.pipe(far);
    far.on('data', (bytes) => {
      if (this.#locked) this.#locked.push(bytes);
      else near.write(bytes);
      this.committed ||= bytes.includes('COMMIT');
    });
    far.on('close', () => near.destroy());
    near.on('close', () => far.destroy());
    for (const end of [near, far]) end.on('error', () => undefined);
  }

  hold(): void {
    this.#locked = [];
  }

  release(): void {
    for (const bytes of this.#locked ?? []) this.#near.write(bytes);
    this.#locked = null;
  }
}

let close = async (): Promise<void> => undefined;
afterEach(() => close());

async function openSlowly(): Promise<{ database: Database; lines: SlowLine[] }> {
  const { host = '127.0.0.1', port = 5432 } = test.connection;
  // An embedded server may listen on a socket in the file system alone.
  const connect = () => (host.startsWith('/') ? net.connect(`${host}/.s.PGSQL.${port}`) : net.connect(port, host));
  const lines: SlowLine[] = [];
  const proxy = net.createServer((near) => void lines.push(new SlowLine(near, connect())));
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const database = openDatabase({
    connection: { ...test.connection, host: '127.0.0.1', port: (proxy.address() as AddressInfo).port },
    logger: silentLogger,
  });
  close = async () => {
    await database.close();
    proxy.close();
  };
  return { database, lines };
}

const renamed = (name: string): AppendedEvent =>
  eventOf(
    { kind: 'unitRenamed', data: { name, previous_name: '' } },
    { account_id: 1, subject_id: 7, user_id: null, time: '2026-03-01T10:00:00.000Z' },
  );

it('publishes events in the order of their log, though the answer to the earlier commit comes later', async () => {
  await test.database.query("insert into account (id, name, type, created_at) values (1, 'North', 'OWNER', now())");
  const { database, lines } = await openSlowly();
  const published: number[] = [];
  database.onEvents((events: DomainEvent[]) => void published.push(...events.map(({ sequence }) => sequence)));
  const first = database.transaction(async (t) => {
    await t.appendEvent(renamed('Tram 1'));
    lines[0].hold();
  });
  await expect.poll(() => lines[0]?.committed, { timeout: WAIT }).toBe(true);
  const second = database.transaction((t) => t.appendEvent(renamed('Tram 2')));
  await expect.poll(() => lines[1]?.committed, { timeout: WAIT }).toBe(true);
  // Its answer has passed the line: once the loop has turned, nothing but the order keeps it.
  await new Promise((resolve) => setImmediate(resolve));
  await database.query('select 1');
  lines[0].release();
  await Promise.all([first, second]);
  expect(published).toEqual([1, 2]);
});

it('waits for nobody whose transaction failed', async () => {
  const { database } = await openSlowly();
  const published: number[] = [];
  database.onEvents((events) => void published.push(...events.map(({ sequence }) => sequence)));
  const failing = database.transaction(async (t) => {
    await t.appendEvent(renamed('Tram 3'));
    throw new Error('refused');
  });
  const next = database.transaction((t) => t.appendEvent(renamed('Tram 4')));
  await expect(failing).rejects.toThrow('refused');
  const sequence = await next;
  expect(published).toEqual([sequence]);
});
