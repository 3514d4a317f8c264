import { spawn } from 'node:child_process';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOTIFICATION } from '../../src/domain/base/index.ts';
import { withTestDatabase } from '../support/postgres.ts';

const test = withTestDatabase();
const START = Date.UTC(2026, 10, 21, 12);
const COUNT = 40;
/** Messages that are on their way at the moment of the kill, at most. */
const IN_FLIGHT = 8;

/** How often the webhook got each delivery. */
const got = new Map<string, number>();
let onGot: () => void = () => undefined;
const receiver = http.createServer((request, response) => {
  const id = String(request.headers['wayline-delivery']);
  got.set(id, (got.get(id) ?? 0) + 1);
  onGot();
  request.resume();
  response.statusCode = 204;
  response.end();
});
beforeAll(async () => {
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
});
afterAll(() => void receiver.close());

/** A process that sends what is due at the time; resolves when it has ended, however. */
function notifier(now: number) {
  const script = path.join(import.meta.dirname, '../support/killing/notifier.ts');
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', script, JSON.stringify(test.connection), String(now)],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  let output = '';
  child.stdout.on('data', (text: Buffer) => (output += text.toString()));
  return {
    kill: () => child.kill('SIGKILL'),
    ended: once(child, 'close').then(([, signal]) => ({ output, signal: signal as string | null })),
  };
}

async function prepare(): Promise<void> {
  const { port } = receiver.address() as AddressInfo;
  const { database } = test;
  const at = new Date(START);
  await database.query("insert into account (id, type, name, created_at) values (1, 'OWNER', 'One', $1)", [at]);
  await database.query(
    `insert into role (id, account_id, name, permissions, created_at) values (1, 1, 'Dispatcher', '{"alert":["r"],"units":["r"]}', $1)`,
    [at],
  );
  await database.query(
    `insert into app_user (id, username, username_key, email, email_key, first_name, last_name, password_hash, status, lang, created_at)
     values (1, 'dana', 'dana', 'dana@example.com', 'dana@example.com', 'Dana', 'Reyes', '', 'active', 'en', $1)`,
    [at],
  );
  await database.query('insert into membership (user_id, account_id, role_id, created_at) values (1, 1, 1, $1)', [at]);
  await database.query(
    `insert into notification (id, account_id, name, status, all_alerts, all_units, occasions, channels, recipients, digest_minutes, created_at)
     values (1, 1, 'Hook', 'active', true, true, '["raised"]', '["webhook", "email"]', 'all', 10, $1)`,
    [at],
  );
  await database.query(
    "insert into webhook (id, account_id, name, url, status, created_at) values (1, 1, 'Hook', $1, 'active', $2)",
    [`http://127.0.0.1:${port}/`, at],
  );
  for (const [channel, user] of [
    ['webhook', null],
    ['email', 1],
  ])
    await database.query(
      `insert into notification_delivery (account_id, notification_id, webhook_id, user_id, occasion, sequence, channel, created_at, due_at)
       select 1, 1, case when $4 = 'webhook' then 1 end, $3, 'test', 0, $4, $1, $1 from generate_series(1, $2)`,
      [at, COUNT, user, channel],
    );
}

it('loses no message when the server is killed while messages are on their way, and repeats only those', async () => {
  await prepare();
  const first = notifier(START);
  onGot = () => {
    if (got.size === COUNT / 2) first.kill();
  };
  expect(await first.ended).toEqual({ output: '', signal: 'SIGKILL' });
  onGot = () => undefined;
  // Another one takes over what nobody records any more, when its lease is over; not before.
  await notifier(START + 1).ended;
  const before = await test.database.query("select from notification_delivery where state = 'waiting'");
  expect(before.length).toBeGreaterThan(0);
  const { output } = await notifier(START + NOTIFICATION.lease).ended;
  expect(output).toBe('done\n');
  expect(
    await test.database.query(
      'select channel, state, count(*)::int4 as count from notification_delivery group by 1, 2 order by 1',
    ),
  ).toEqual([
    { channel: 'email', state: 'handed', count: COUNT },
    { channel: 'webhook', state: 'sent', count: COUNT },
  ]);
  // Each reached the webhook, and those that came twice carry the same number.
  expect(got.size).toBe(COUNT);
  const repeated = [...got.values()].reduce((sum, times) => sum + times - 1, 0);
  expect(repeated).toBeLessThanOrEqual(IN_FLIGHT);
  // A mail is handed over in the transaction that records it: once.
  const [mails] = await test.database.query<{ count: number }>('select count(*)::int4 as count from outbox');
  expect(mails.count).toBe(COUNT);
}, 60_000);
