import { expect, it } from 'vitest';
import { withTestDatabase } from '../../tests/support/postgres.ts';
import { readMigration } from './migrate.ts';

const test = withTestDatabase();

it('makes webhooks of the addresses that notifications had, with their keys and what they were sent', async () => {
  const { database } = test;
  const run = (sql: string, ...parameters: unknown[]) => database.query<Record<string, unknown>>(sql, parameters);
  // As it was before.
  await run('drop table notification_webhook');
  await run('alter table notification_delivery drop column webhook_id');
  await run('drop table webhook');
  await run(
    'create unique index notification_delivery_once_each on notification_delivery (alarm_id, sequence, occasion, notification_id, channel) where user_id is null',
  );
  await run("alter table notification add column webhook_url text not null default '', add column webhook_secret text");
  await run("insert into account (id, name, type, status, created_at) values (1, 'A', 'OWNER', 'active', now())");
  const notification = (id: number, name: string, url: string, secret: string | null) =>
    run(
      `insert into notification (id, account_id, name, status, all_alerts, all_units, occasions, channels, recipients, digest_minutes, created_at, webhook_url, webhook_secret)
       values ($1, 1, $2, 'active', true, true, '["raised"]', '["webhook"]', 'all', 10, now(), $3, $4)`,
      id,
      name,
      url,
      secret,
    );
  await notification(1, 'Insurer', 'https://example.com/a', 'sealed');
  await notification(2, 'Office', '', null);
  const delivery = (notificationId: number, channel: string) =>
    run(
      `insert into notification_delivery (account_id, notification_id, occasion, sequence, channel, created_at, due_at) values (1, $1, 'test', 0, $2, now(), now())`,
      notificationId,
      channel,
    );
  await delivery(1, 'webhook');
  await delivery(1, 'command');

  await database.transaction((transaction) => transaction.query(readMigration('0075_webhooks.sql')));

  const made = await run('select id, account_id, name, url, status, secret from webhook');
  expect(made).toEqual([
    { id: 1, account_id: 1, name: 'Insurer', url: 'https://example.com/a', status: 'active', secret: 'sealed' },
  ]);
  expect(await run('select * from notification_webhook')).toEqual([{ notification_id: 1, webhook_id: 1 }]);
  expect(await run('select channel, webhook_id from notification_delivery order by id')).toEqual([
    { channel: 'webhook', webhook_id: 1 },
    { channel: 'command', webhook_id: null },
  ]);
});
