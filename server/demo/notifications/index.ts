import { DAY, toIso, type Instant } from '../../../src/domain/base/index.ts';
import { eventOf } from '../../../src/domain/events/index.ts';
import type { NotificationForm } from '../../../src/domain/notification/index.ts';
import { allowLongStatements } from '../../store/index.ts';
import type { Database, Queryable, Transaction } from '../../store/database.types.ts';
import { MARK } from '../scribe.ts';
import { addGroups } from '../groups.ts';
import { DEMO_NOTIFICATIONS, DEMO_WEBHOOKS, namesIn, notificationForm, webhookForm } from './forms.ts';
import { addHistory, type Announce } from './history.ts';
import { DEMO_PHONES, DEMO_PREFERENCES } from './staff.ts';

/** The counter that says that they were made: whoever deletes one does not get it back. */
const SEEDED = 'demo_notification';
/** How long ago they were made: before the first alarm of the demo. */
const BEFORE = 5 * DAY;

/**
 * Adds the companies' webhooks and notifications, what people prefer and their phone numbers, and what was sent of the
 * alarms so far, once. Run it after the alarms were added.
 */
export async function addDemoNotifications(database: Database, announce: Announce, now: Instant): Promise<void> {
  await database.transaction(async (transaction) => {
    await allowLongStatements(transaction);
    const begun = await transaction.query(
      'insert into counter (name, value) values ($1, $2) on conflict (name) do nothing returning value',
      [SEEDED, DEMO_NOTIFICATIONS.length],
    );
    if (begun.length === 0) return;
    const at = toIso(now - BEFORE);
    await addWebhooks(transaction, await readIds(transaction), at);
    const ids = await readIds(transaction);
    await addStaff(transaction, ids, at);
    for (const demo of DEMO_NOTIFICATIONS) {
      const idOf = (name: string): number | undefined => ids.get(`${demo.company} ${name}`);
      const account = idOf('account');
      const by = idOf(`person ${demo.by}`);
      // Somebody may have renamed what it is about.
      if (account === undefined || by === undefined || !namesIn(demo).every((name) => idOf(name) !== undefined))
        continue;
      await insert(transaction, { account, by, form: notificationForm(demo, (name) => idOf(name) ?? 0) }, at);
    }
    await addHistory(transaction, announce, now);
  });
}

/** Numbers of what the companies' notifications name, such as `pars alert Cold chain`. */
async function readIds(database: Queryable): Promise<ReadonlyMap<string, number>> {
  const rows = await database.query<{ key: string; id: number }>(
    `with company as (select id, settings ->> '${MARK}' as name from account where settings ->> '${MARK}' is not null)
     select c.name || ' account' as key, c.id from company c
     union all select c.name || ' alert ' || t.name, t.id from alert t join company c on c.id = t.account_id
     union all select c.name || ' group ' || l.name, l.id from label l join company c on c.id = l.account_id where l.kind = 'units'
     union all select c.name || ' webhook ' || w.name, w.id from webhook w join company c on c.id = w.account_id
     union all select c.name || ' role ' || r.name, r.id from role r join company c on c.id = r.account_id
     union all select c.name || ' person ' || u.username_key, u.id from membership m join company c on c.id = m.account_id join app_user u on u.id = m.user_id`,
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
}

async function addStaff(transaction: Transaction, ids: ReadonlyMap<string, number>, at: string): Promise<void> {
  await transaction.query(
    `update app_user set mobile = p.mobile, mobile_verified_at = $3
     from unnest($1::text[], $2::text[]) as p (name, mobile) where username_key = p.name and app_user.mobile = ''`,
    [Object.keys(DEMO_PHONES), Object.values(DEMO_PHONES), at],
  );
  for (const { company, person, wants } of DEMO_PREFERENCES) {
    const [account, user] = [ids.get(`${company} account`), ids.get(`${company} person ${person}`)];
    if (account === undefined || user === undefined) continue;
    await transaction.query(
      `insert into notification_preference (user_id, account_id, settings, changed_at) values ($1, $2, $3, $4) on conflict do nothing`,
      [user, account, JSON.stringify(wants), at],
    );
  }
}

async function addWebhooks(transaction: Transaction, ids: ReadonlyMap<string, number>, at: string): Promise<void> {
  for (const demo of DEMO_WEBHOOKS) {
    const [account, by] = [ids.get(`${demo.company} account`), ids.get(`${demo.company} person ${demo.by}`)];
    if (account === undefined || by === undefined) continue;
    const form = webhookForm(demo);
    const row = { ...form, account_id: account, created_at: at };
    const columns = Object.keys(row).join(', ');
    const [made] = await transaction.query<{ id: number }>(
      `insert into webhook (${columns}) select ${columns} from jsonb_populate_record(null::webhook, $1)
       on conflict do nothing returning id`,
      [JSON.stringify(row)],
    );
    if (!made) continue;
    await addGroups(transaction, account, 'webhooks', form.labels, at);
    const origin = { account_id: account, subject_id: made.id, user_id: by, time: at };
    await transaction.appendEvent(eventOf({ kind: 'webhookCreated', data: { name: form.name, after: form } }, origin));
  }
}

interface NewNotification {
  readonly account: number;
  readonly by: number;
  readonly form: NotificationForm;
}

/** Active at first: what is switched off by now was sent before. */
async function insert(transaction: Transaction, { account, by, form }: NewNotification, at: string): Promise<void> {
  const { alert_ids, unit_ids, label_ids, user_ids, role_ids, webhook_ids, ...own } = form;
  const row = { ...own, account_id: account, saved_by: by, created_at: at, status: 'active' };
  const columns = Object.keys(row).join(', ');
  const [made] = await transaction.query<{ id: number }>(
    `insert into notification (${columns}) select ${columns} from jsonb_populate_record(null::notification, $1)
     on conflict do nothing returning id`,
    [JSON.stringify(row)],
  );
  if (!made) return;
  await addGroups(transaction, account, 'notifications', form.labels, at);
  for (const [name, ids] of Object.entries({
    alert: alert_ids,
    unit: unit_ids,
    label: label_ids,
    user: user_ids,
    role: role_ids,
    webhook: webhook_ids,
  }))
    await transaction.query(
      `insert into notification_${name} (notification_id, ${name}_id) select $1, unnest($2::int8[])`,
      [made.id, ids],
    );
  const origin = { account_id: account, subject_id: made.id, user_id: by, time: at };
  await transaction.appendEvent(
    eventOf({ kind: 'notificationCreated', data: { name: form.name, after: { ...form, status: 'active' } } }, origin),
  );
}
