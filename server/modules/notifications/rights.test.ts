import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '../../../src/domain/base/index.ts';
import { NOON, valueOf, withModules } from '../../../tests/support/modules.ts';
import { raiseAlarm } from '../../../tests/support/raisedAlarms.ts';
import { sendingServices } from '../../../tests/support/sending.ts';
import { sendNotifications } from './index.ts';

const modules = withModules();
const PARS = 'Pars Logistics';
const as = modules.as('consumer', PARS);
let number = 0;

const send = (hours = 0) =>
  sendNotifications(
    sendingServices(modules.database, { directory: modules.world.directory }),
    () => NOON + hours * HOUR,
    new AbortController().signal,
  );
const make = async (form: object): Promise<number> => {
  const made = await as('createNotification', {
    name: `Notice ${(number += 1)}`,
    all_units: true,
    channels: ['email'],
    ...form,
  });
  return valueOf(made).notification_id;
};
const hook = async (): Promise<number> =>
  valueOf(await as('createWebhook', { name: `Hook ${(number += 1)}`, url: 'https://example.com/hook' })).webhook_id;
const raise = (of = PARS) => raiseAlarm(modules.database, { severity: 'critical', now: NOON, account: PARS, of });
/** Who was written a delivery of a notification, and what became of it, by name. */
async function deliveries(id: number): Promise<Record<string, string>> {
  const { rows } = valueOf(await as('getDeliveryList', { filters: { notification_id: id }, limit: 100 }));
  return Object.fromEntries(rows.map(({ recipient, state, reason }) => [recipient, `${state} ${reason}`.trim()]));
}
const setRole = async (name: string, permissions: object) =>
  modules.database.query('update role set permissions = $2 where id = $1', [
    await modules.world.role(PARS, name),
    JSON.stringify(permissions),
  ]);

beforeEach(() => modules.database.query("update notification set status = 'inactive'"));

describe('people who may not read alarms', () => {
  it('are left out where everybody or a role is meant, and the log says so where they are named', async () => {
    const all = await make({});
    await raise();
    const got = await deliveries(all);
    expect(Object.keys(got)).toContain('Leila Karimi');
    // The workshop sees units, but no alarms.
    expect(Object.keys(got)).not.toContain('Hamed Ebrahimi');

    await modules.database.query("update notification set status = 'inactive'");
    const named = await make({ recipients: 'chosen', user_ids: [await modules.world.user('hamed.ebrahimi')] });
    const role = await make({ recipients: 'chosen', role_ids: [await modules.world.role(PARS, 'Workshop')] });
    await raise();
    expect(await deliveries(named)).toEqual({ 'Hamed Ebrahimi': 'skipped mayNotRead' });
    expect(await deliveries(role)).toEqual({});
  });

  it('get nothing of units of sub-accounts that their role does not reach', async () => {
    await setRole('Shift lead', { units: ['r'], alert: ['r', 'u'] });
    const own = await make({ recipients: 'chosen', role_ids: [await modules.world.role(PARS, 'Shift lead')] });
    await raise('Pars Cold Chain');
    expect(await deliveries(own)).toEqual({});
    await raise();
    expect(await deliveries(own)).toEqual({ 'Nasrin Jafari': 'waiting' });
    await setRole('Shift lead', { units: ['r', 'ar'], alert: ['r', 'u'] });
    const below = await make({ recipients: 'chosen', role_ids: [await modules.world.role(PARS, 'Shift lead')] });
    await modules.database.query("update notification set status = 'inactive' where id = $1", [own]);
    await raise('Pars Cold Chain');
    expect(await deliveries(below)).toEqual({ 'Nasrin Jafari': 'waiting' });
  });

  it('get no message that was written before their role lost the right', async () => {
    await setRole('Shift lead', { units: ['r'], alert: ['r'] });
    const id = await make({ recipients: 'chosen', user_ids: [await modules.world.user('nasrin.jafari')] });
    await raise();
    await setRole('Shift lead', { units: ['r'] });
    await send();
    expect(await deliveries(id)).toEqual({ 'Nasrin Jafari': 'skipped mayNotRead' });
    await setRole('Shift lead', { units: ['r'], alert: ['r'] });
  });

  it('read neither alert nor unit in the log, nor in the preview of a message', async () => {
    await setRole('Workshop', { units: ['r'], notification: ['r'] });
    const id = await make({});
    await raise();
    const workshop = modules.as('hamed.ebrahimi', PARS);
    const { rows } = valueOf(await workshop('getDeliveryList', { filters: { notification_id: id } }));
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) expect(row).toMatchObject({ alert_name: '', unit_name: '', severity: null });
    const found = await workshop('getDeliveryList', { search: 'Hot' });
    expect(valueOf(found).total).toBe(0);
    const shown = valueOf(await workshop('previewNotification', { lang: 'en', text: '%ALERT%' })).text;
    expect(shown).not.toContain('Hot');
    expect(valueOf(await as('previewNotification', { lang: 'en', text: '%ALERT%' })).text).toContain('Hot');
  });
});

it('nothing is sent for an account that was blocked meanwhile', async () => {
  const id = await make({ channels: ['email', 'webhook'], webhook_ids: [await hook()] });
  await raise();
  await modules.database.query("update notification_delivery set state = 'skipped' where notification_id <> $1", [id]);
  const directory = { ancestorsOf: () => [], statusOf: () => 'blocked' as const };
  await sendNotifications(sendingServices(modules.database, { directory }), () => NOON, new AbortController().signal);
  expect(new Set(Object.values(await deliveries(id)))).toEqual(new Set(['skipped accountClosed']));
});

describe('the form', () => {
  const preview = async (asked: object, caller = as) => valueOf(await caller('previewRecipients', asked));

  it('says how many are reached, who is left out, and why', async () => {
    await setRole('Workshop', { units: ['r'] });
    const before = await preview({ recipients: 'all', channels: ['email', 'sms'] });
    expect(before.people).toBeGreaterThan(2);
    expect(before.gaps).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          reason: 'mayNotRead',
          channel: null,
          names: expect.arrayContaining(['Hamed Ebrahimi']) as string[],
        }),
        expect.objectContaining({ reason: 'noAddress', channel: 'sms', count: before.people }),
      ]),
    );
    const [workshop, nasrin] = [await modules.world.role(PARS, 'Workshop'), await modules.world.user('nasrin.jafari')];
    expect(await preview({ recipients: 'chosen', role_ids: [workshop], channels: ['email'] })).toMatchObject({
      people: 0,
      gaps: [{ reason: 'mayNotRead', count: 1 }],
    });
    await setRole('Shift lead', { units: ['r'], alert: ['r'] });
    const one = { recipients: 'chosen', user_ids: [nasrin], channels: ['push'] };
    expect((await preview(one)).gaps.map(({ reason }) => reason)).toEqual(['ownUnitsOnly', 'noSubscription']);
    valueOf(
      await modules.as('multi', 'Rhein-Isar Kurier')('saveNotificationPreferences', {
        info: [],
        warning: [],
        critical: [],
      }),
    );
    const rhein = await preview(
      { recipients: 'chosen', user_ids: [await modules.world.user('multi')], channels: ['email'] },
      modules.as('multi', 'Rhein-Isar Kurier'),
    );
    expect(rhein).toEqual({
      people: 0,
      gaps: [{ reason: 'preference', channel: 'email', count: 1, names: ['Анна Лебедева'] }],
    });
  });

  it('names nobody to those who may not see the people, and none of another account', async () => {
    await setRole('Workshop', { units: ['r'], notification: ['r'] });
    const found = await preview({ recipients: 'all', channels: ['sms'] }, modules.as('hamed.ebrahimi', PARS));
    expect(found.gaps.length).toBeGreaterThan(0);
    for (const { names } of found.gaps) expect(names).toEqual([]);
    const foreign = { recipients: 'chosen', user_ids: [await modules.world.user('multi')], channels: ['email'] };
    expect(await preview(foreign)).toEqual({ people: 0, gaps: [] });
  });
});

it('what people prefer and a new webhook key are recorded, without the key', async () => {
  valueOf(await as('renewWebhookSecret', { webhook_id: await hook() }));
  valueOf(await as('saveNotificationPreferences', { digest_minutes: 60 }));
  // The same once more is no change.
  valueOf(await as('saveNotificationPreferences', { digest_minutes: 60 }));
  const events = await modules.database.query<{ kind: string; data: object }>(
    "select kind, data from event where kind in ('webhookKeyRenewed', 'notificationPreferencesChanged') order by sequence",
  );
  expect(events.slice(-2)).toEqual([
    { kind: 'webhookKeyRenewed', data: { name: `Hook ${number}` } },
    { kind: 'notificationPreferencesChanged', data: { before: { digest_minutes: 0 }, after: { digest_minutes: 60 } } },
  ]);
});
