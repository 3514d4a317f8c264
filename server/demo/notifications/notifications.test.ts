import { expect, it } from 'vitest';
import type { Permissions } from '../../../src/domain/access/index.ts';
import { CHANNELS } from '../../../src/domain/notification/index.ts';
import { announce } from '../../pipeline/index.ts';
import { withTestDatabase } from '../../../tests/support/postgres.ts';
import { addDemoAlarms } from '../alarms/index.ts';
import { seedDemoWorld } from '../world.ts';
import { DEMO_NOTIFICATIONS } from './forms.ts';
import { addDemoNotifications } from './index.ts';

const test = withTestDatabase();
const NOW = Date.UTC(2026, 10, 21, 9, 30);

it('the demo notifies by every channel, as its people prefer, and says how that went', async () => {
  const { database } = test;
  const hashPassword = (text: string): Promise<string> => Promise.resolve(`hash of ${text}`);
  await seedDemoWorld({ database, units: 200, now: NOW, hashPassword });
  await addDemoAlarms(database, 200, NOW);
  await addDemoNotifications(database, announce, NOW);
  const [{ count }] = await database.query<{ count: number }>('select count(*)::int4 as count from notification');
  expect(count).toBe(DEMO_NOTIFICATIONS.length);
  const sent = await database.query<{ channel: string; state: string; n: number }>(
    'select channel, state, count(*)::int4 as n from notification_delivery group by 1, 2',
  );
  expect(new Set(sent.map(({ channel }) => channel))).toEqual(new Set(CHANNELS));
  expect(new Set(sent.map(({ state }) => state))).toEqual(new Set(['sent', 'failed', 'skipped', 'waiting']));
  // Only what is deferred for somebody is still to come.
  const [late] = await database.query<{ n: number }>(
    "select count(*)::int4 as n from notification_delivery where state = 'waiting' and (not deferred or due_at <= $1)",
    [new Date(NOW)],
  );
  expect(late.n).toBe(0);
  const [odd] = await database.query<{ n: number }>(
    'select count(*)::int4 as n from notification_attempt t join notification_delivery d on d.id = t.delivery_id where t.at < d.created_at or t.at > $1',
    [new Date(NOW)],
  );
  expect(odd.n).toBe(0);
  // Whose role shows no alarms is sent none.
  const [{ n: toWorkshop }] = await database.query<{ n: number }>(
    "select count(*)::int4 as n from notification_delivery d join app_user u on u.id = d.user_id where u.username = 'hamed.ebrahimi'",
  );
  expect(toWorkshop).toBe(0);
  // Whoever chose what they want to get may choose again.
  const choosers = await database.query<{ permissions: Permissions }>(
    `select r.permissions from notification_preference
     join membership using (user_id, account_id) join role r on r.id = role_id`,
  );
  expect(choosers.length).toBeGreaterThan(5);
  for (const { permissions } of choosers) expect(permissions.notification).toContain('ns');
  await addDemoNotifications(database, announce, NOW);
  expect(await database.query('select from notification')).toHaveLength(count);
});
