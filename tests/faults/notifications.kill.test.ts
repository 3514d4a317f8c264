import { expect, it } from 'vitest';
import { NOTIFICATION } from '../../src/domain/base/index.ts';
import { sendNotifications } from '../../server/modules/notifications/index.ts';
import { withTestDatabase } from '../support/postgres.ts';
import { sendingServices } from '../support/sending.ts';

const test = withTestDatabase({ ownServer: true });
const START = Date.UTC(2026, 10, 21, 12);
const COUNT = 40;
/** Messages that are on their way at the moment of the kill, at most. */
const IN_FLIGHT = 8;

it('loses no message when Postgres is killed while messages are on their way, and repeats only those', async () => {
  const { server } = test;
  if (!server) return;
  const posted = new Map<number, number>();
  let kill: (() => void) | null = null;
  const services = sendingServices(test.database, {
    async webhook({ id }) {
      posted.set(id, (posted.get(id) ?? 0) + 1);
      if (posted.size === COUNT / 2) kill?.();
      return { ok: true, answer: 'HTTP 204' };
    },
  });
  await test.database.query("insert into account (id, type, name, created_at) values (1, 'OWNER', 'One', now())");
  await test.database.query(
    `insert into notification (id, account_id, name, status, all_alerts, all_units, occasions, channels, recipients, digest_minutes, created_at)
     values (1, 1, 'Hook', 'active', true, true, '["raised"]', '["webhook"]', 'all', 10, now())`,
  );
  await test.database.query(
    "insert into webhook (id, account_id, name, url, status, created_at) values (1, 1, 'Hook', 'https://example.com', 'active', now())",
  );
  await test.database.query(
    `insert into notification_delivery (account_id, notification_id, webhook_id, occasion, sequence, channel, created_at, due_at)
     select 1, 1, 1, 'test', 0, 'webhook', $1, $1 from generate_series(1, $2)`,
    [new Date(START), COUNT],
  );
  const send = (now: number) => sendNotifications(services, () => now, new AbortController().signal);
  kill = () => {
    kill = null;
    process.kill(server.pid(), 'SIGKILL');
  };
  await send(START).catch(() => undefined);
  expect(kill).toBeNull();
  // Postgres comes back by itself; what was taken and not recorded is sent when its lease is over.
  await expect.poll(() => send(START + NOTIFICATION.lease).catch(() => null), { timeout: 60_000 }).not.toBeNull();
  const states = await test.database.query<{ state: string; count: number }>(
    'select state, count(*)::int as count from notification_delivery group by state',
  );
  expect(states).toEqual([{ state: 'sent', count: COUNT }]);
  expect(posted.size).toBe(COUNT);
  const repeated = [...posted.values()].reduce((sum, times) => sum + times - 1, 0);
  expect(repeated).toBeLessThanOrEqual(IN_FLIGHT);
}, 90_000);
