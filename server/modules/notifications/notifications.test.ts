import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Severity } from '../../../src/domain/alert/index.ts';
import { HOUR, MINUTE, NOTIFICATION, toIso } from '../../../src/domain/base/index.ts';
import type { Delivery } from '../../../src/domain/notification/index.ts';
import { createOutbox } from '../../channels/index.ts';
import { createSealer } from '../../store/index.ts';
import { NOON, valueOf, withModules } from '../../../tests/support/modules.ts';
import { raiseAlarm } from '../../../tests/support/raisedAlarms.ts';
import { sendingServices } from '../../../tests/support/sending.ts';
import { tickAlarms } from '../alarms/index.ts';
import { sendNotifications, type SendingServices } from './index.ts';

const modules = withModules();
const as = modules.as('consumer', 'Pars Logistics');
const sealer = createSealer('a secret of the tests that is long enough');
const outbox = createOutbox(sealer, []);
let number = 0;

/** What went to the webhook. */
const posted: { readonly url: string; readonly body: string; readonly id: number }[] = [];
let webhookAnswers = { ok: true, answer: 'HTTP 204' };
let pushGone = false;
const pushed: string[] = [];

const services = (): SendingServices =>
  sendingServices(modules.database, {
    publicUrl: 'https://fleet.example',
    directory: modules.world.directory,
    outbox,
    webhook: async (message) => (posted.push(message), webhookAnswers),
    push: {
      publicKey: 'key',
      send: async (_, payload) => (
        pushed.push(payload),
        pushGone ? { ok: false, gone: true, answer: 'HTTP 410' } : { ok: true, gone: false, answer: 'HTTP 201' }
      ),
    },
    logger: { warn: (details) => expect(details).toBe('nothing to warn of') },
  });
const send = (minutes = 0) =>
  sendNotifications(services(), () => NOON + minutes * MINUTE, new AbortController().signal);

const raise = (severity: Severity = 'critical', now = NOON): Promise<number> =>
  raiseAlarm(modules.database, { severity, now, account: 'Pars Logistics' });
const make = async (form: object): Promise<number> => {
  await modules.database.query("update notification set status = 'inactive'");
  const made = await as('createNotification', { name: `Notice ${(number += 1)}`, all_units: true, ...form });
  return valueOf(made).notification_id;
};
/** A webhook of its own, for a notification. */
const hook = async (): Promise<number> =>
  valueOf(await as('createWebhook', { name: `Hook ${(number += 1)}`, url: 'https://example.com/hook' })).webhook_id;
const logOf = async (id: number): Promise<readonly Delivery[]> =>
  valueOf(await as('getDeliveryList', { filters: { notification_id: id } })).rows;
const own = () => modules.world.user('consumer');
const mails = async () =>
  (await outbox.list(modules.database, { recipient: '', unsentOnly: false, search: '', page: 1, limit: 100 })).rows;

describe('what is sent of an alarm', () => {
  it('is written once for a person and a channel, handed to the outbox, and logged', async () => {
    const id = await make({ channels: ['email'], recipients: 'chosen', user_ids: [await own()] });
    const before = (await mails()).length;
    await raise();
    expect(await logOf(id)).toMatchObject([{ state: 'waiting', channel: 'email', occasion: 'raised', attempts: [] }]);
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
    const all = await mails();
    expect(all.length).toBe(before + 1);
    expect(all[0]).toMatchObject({ channel: 'email', subject: expect.stringContaining('Alarm: Hot') as string });
    expect(all[0].text).toContain('Too hot');
    expect(all[0].text).toContain('https://fleet.example/app/alarms?alarm=');
    expect(await logOf(id)).toMatchObject([{ state: 'handed', alert_name: 'Hot' }]);
  });

  it('is said in the words of the notification in the language of the person', async () => {
    await make({
      channels: ['email'],
      recipients: 'chosen',
      user_ids: [await own()],
      messages: [
        { lang: 'en', text: 'Look at %UNIT%: %RULE% (%VALUE%)' },
        { lang: 'fa', text: 'آژیر %UNIT%' },
      ],
    });
    await raise();
    await send();
    expect((await mails())[0].text).toMatch(/Look at .+: Too hot \(\)|آژیر/);
  });

  it('reaches a webhook again and again until it answers, with every attempt in the log', async () => {
    const webhook = await hook();
    const id = await make({ channels: ['webhook'], webhook_ids: [webhook] });
    webhookAnswers = { ok: false, answer: 'connect ECONNREFUSED' };
    await raise();
    await send();
    expect(await logOf(id)).toMatchObject([
      { state: 'waiting', attempts: [{ ok: false, answer: 'connect ECONNREFUSED' }], recipient: `Hook ${number - 1}` },
    ]);
    // Where it is edited it shows from the first attempt on, until it is through.
    const problems = async () =>
      valueOf(await as('getDeliveryList', { filters: { notification_id: id, problems: true } })).total;
    expect(await problems()).toBe(1);
    expect(await send()).toBe(0);
    webhookAnswers = { ok: true, answer: 'HTTP 204' };
    expect(await send(NOTIFICATION.firstRetry / MINUTE)).toBe(1);
    expect(await logOf(id)).toMatchObject([{ state: 'sent', attempts: [{ ok: false }, { ok: true }] }]);
    expect(await problems()).toBe(0);
    const [first, second] = posted.slice(-2);
    expect([first.id, first.body]).toEqual([second.id, second.body]);
    expect(JSON.parse(second.body)).toMatchObject({
      occasion: 'raised',
      alarm: { alert_name: 'Hot', severity: 'critical' },
    });
    expect(valueOf(await as('getWebhookSecret', { webhook_id: webhook })).secret).toBe('a signing key');
  });

  it('is given up after so many attempts', async () => {
    const id = await make({ channels: ['webhook'], webhook_ids: [await hook()] });
    webhookAnswers = { ok: false, answer: 'HTTP 500' };
    await raise();
    for (let attempt = 0; attempt < NOTIFICATION.attempts; attempt++) await send(attempt * 120);
    webhookAnswers = { ok: true, answer: '' };
    const [delivery] = await logOf(id);
    expect([delivery.state, delivery.reason, delivery.attempts.length]).toEqual([
      'failed',
      'HTTP 500',
      NOTIFICATION.attempts,
    ]);
    expect(valueOf(await as('getNotification', { notification_id: id })).failed).toBe(1);
  });

  it('is taken by one of two who send, and by another when the first has died', async () => {
    const id = await make({ channels: ['webhook'], webhook_ids: [await hook()] });
    await raise();
    const count = posted.length;
    await Promise.all([send(), send()]);
    expect(posted.length).toBe(count + 1);
    await raise();
    await modules.database.query(
      "update notification_delivery set leased_until = $2, attempts = 1 where notification_id = $1 and state = 'waiting'",
      [id, toIso(NOON + NOTIFICATION.lease)],
    );
    expect(await send()).toBe(0);
    expect(await send(NOTIFICATION.lease / MINUTE)).toBe(1);
  });

  it('comes as one summary after so many within the minutes', async () => {
    const id = await make({
      channels: ['email'],
      recipients: 'chosen',
      user_ids: [await own()],
      digest_count: 1,
      digest_minutes: 30,
    });
    // Later than all that was sent before.
    const later = NOON + 3 * HOUR;
    for (let index = 0; index < 4; index++) await raise('warning', later);
    const before = (await mails()).length;
    await send(180);
    expect((await mails()).length).toBe(before + 1);
    expect((await logOf(id)).filter(({ deferred }) => deferred).length).toBe(3);
    await send(209);
    expect((await mails()).length).toBe(before + 1);
    await send(210);
    const [summary] = await mails();
    expect((await mails()).length).toBe(before + 2);
    expect(summary.subject).toContain('3 alarm messages');
  });

  it('goes at once where one notification says so, whatever another puts in a summary', async () => {
    const form = { channels: ['email'], recipients: 'chosen', user_ids: [await own()] };
    await make({ ...form, digest_count: 1, digest_minutes: 30 });
    // Before all that other tests send.
    const earlier = NOON - 5 * HOUR;
    for (let index = 0; index < 2; index++) await raise('warning', earlier);
    const atOnce = valueOf(
      await as('createNotification', { name: 'At once', all_units: true, ...form, digest_count: null }),
    );
    const id = await raise('warning', earlier);
    const { rows } = valueOf(await as('getDeliveryList', { filters: { alarm_id: id } }));
    expect(rows).toMatchObject([{ notification_id: atOnce.notification_id, deferred: false }]);
  });
});

describe('an escalation', () => {
  const setMobile = async (mobile: string): Promise<unknown> =>
    modules.database.query('update app_user set mobile = $2 where id = $1', [await own(), mobile]);
  beforeAll(() => setMobile('+491512345678'));
  afterAll(() => setMobile(''));

  it('sends a text message to those who did not acknowledge after an email', async () => {
    const id = await make({
      channels: ['email'],
      recipients: 'chosen',
      user_ids: [await own()],
      occasions: ['raised'],
    });
    const alarmId = await raise();
    const escalation = [{ minutes: 10, user_id: null, role_id: null, channels: ['sms'] }];
    await modules.database.query(
      "update alarm set policy = jsonb_set(policy, '{escalation}', $2), due_at = $3::timestamptz + interval '10 min' where id = $1",
      [alarmId, JSON.stringify(escalation), toIso(NOON)],
    );
    await send();
    const count = async (): Promise<string[]> =>
      valueOf(await as('getDeliveryList', { filters: { alarm_id: alarmId } })).rows.map(({ channel }) => channel);
    const tick = (minutes: number) =>
      tickAlarms(modules.database, NOON + minutes * MINUTE, new AbortController().signal);
    expect([await tick(9), await count()]).toEqual([0, ['email']]);
    // Two servers, and one that comes again after it was killed, make one step of it.
    const ticks = await Promise.all([tick(10), tick(10)]);
    expect(ticks.reduce((sum, each) => sum + each, 0) + (await tick(11))).toBe(1);
    expect((await count()).toSorted()).toEqual(['email', 'sms']);
    await send(11);
    const [message] = await mails();
    expect([message.channel, message.text]).toEqual(['sms', expect.stringContaining('No one has acknowledged')]);
    expect((await logOf(id)).map(({ channel }) => channel)).toEqual(['email']);
    const { events } = valueOf(await as('getAlarm', { alarm_id: alarmId }));
    expect(events.at(-1)).toMatchObject({ kind: 'alarmEscalated', data: { channels: ['sms'], to_user_id: null } });
  });

  it('goes to somebody else by the channel that is named, as the alert says', async () => {
    const role = valueOf(await as('getUserRoles', { page: 1, limit: 10 })).rows[0];
    const steps = [
      { minutes: 5, user_id: null, role_id: role.role_id, channels: ['email'] },
      { minutes: 9, user_id: null, role_id: null, channels: ['sms'] },
    ];
    const { alert_id: id } = valueOf(await as('createAlert', { name: 'By steps', escalation: steps }));
    expect(valueOf(await as('getAlert', { alert_id: id })).escalation).toEqual(steps);
    const nobody = [{ minutes: 5, user_id: null, role_id: null, channels: [] }];
    expect(await as('updateAlert', { alert_id: id, escalation: nobody })).toMatchObject({ ok: false });
  });
});

describe('people', () => {
  it('get what they want, and after their quiet hours', async () => {
    const id = await make({ channels: ['email', 'sms'], recipients: 'chosen', user_ids: [await own()] });
    valueOf(
      await as('saveNotificationPreferences', {
        critical: ['email'],
        warning: [],
        quiet: true,
        quiet_from: '00:00',
        quiet_to: '23:59',
      }),
    );
    await raise('critical', NOON + 5 * HOUR);
    await raise('warning', NOON + 5 * HOUR);
    expect((await logOf(id)).map(({ channel, state, deferred }) => [channel, state, deferred])).toEqual(
      expect.arrayContaining([
        ['email', 'waiting', false],
        ['sms', 'skipped', false],
        ['email', 'skipped', false],
      ]),
    );
    valueOf(
      await as('saveNotificationPreferences', {
        quiet: true,
        quiet_from: '00:00',
        quiet_to: '23:59',
        break_through: false,
      }),
    );
    await raise('critical', NOON + 6 * HOUR);
    expect((await logOf(id)).filter(({ deferred }) => deferred).length).toBe(2);
    valueOf(await as('saveNotificationPreferences', {}));
    expect(valueOf(await as('getNotificationPreferences', {})).preferences).toMatchObject({
      quiet: false,
      warning: ['push', 'email', 'sms'],
    });
  });

  it('hear of what is assigned to them, whatever notifications there are', async () => {
    await make({ channels: ['webhook'], webhook_ids: [await hook()], occasions: ['resolved'] });
    const alarm = await raise();
    const [{ user_id: other }] = valueOf(await as('getTeamPeoples', {})).people.filter(
      ({ role_name }) => role_name !== 'Administrator',
    );
    valueOf(await as('assignAlarms', { alarm_ids: [alarm], user_id: other }));
    const { rows } = valueOf(await as('getDeliveryList', { filters: { alarm_id: alarm } }));
    expect(rows.map(({ occasion, notification_id }) => [occasion, notification_id])).toEqual([
      ['assigned', null],
      ['assigned', null],
      ['assigned', null],
    ]);
  });

  it('get pushes in the browsers that they turned them on in, until the push service forgets one', async () => {
    const id = await make({ channels: ['push'], recipients: 'chosen', user_ids: [await own()] });
    await raise();
    await send();
    expect(await logOf(id)).toMatchObject([{ state: 'skipped', reason: 'noSubscription' }]);
    const keys = { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16).toString('base64url') };
    const token = (endpoint: string) => JSON.stringify({ endpoint, keys });
    expect((await as('saveToken', { token: token('http://push.example/1'), status: 'active' })).ok).toBe(false);
    await modules.database.query(
      `insert into session (id, user_id, bearer_expires_at, remote, user_agent, created_at, last_used_at)
       values (1, $1, $2, '', '', $2, $2) on conflict do nothing`,
      [await own(), toIso(NOON + 48 * HOUR)],
    );
    valueOf(await as('saveToken', { token: token('https://push.example/1'), status: 'active' }));
    const acknowledged = await raise();
    await send();
    expect((await logOf(id))[0]).toMatchObject({
      state: 'sent',
      attempts: [{ ok: true, answer: 'push.example: HTTP 201' }],
    });
    const payload = JSON.parse(pushed[pushed.length - 1]) as { acknowledge: { token: string }; path: string };
    expect(payload.path).toMatch(/^alarms\?alarm=\d+$/);
    // The message acknowledges in the name of the person, once.
    const answer = await as('acknowledgeByToken', { token: payload.acknowledge.token });
    expect(valueOf(answer).unit_name).not.toBe('');
    expect((await as('acknowledgeByToken', { token: payload.acknowledge.token })).ok).toBe(false);
    expect((await as('acknowledgeByToken', { token: 'made up' })).ok).toBe(false);
    // Also where the alarm is open again by then: whoever finds an old message acknowledges nothing with it.
    valueOf(await as('reopenAlarms', { alarm_ids: [acknowledged] }));
    expect((await as('acknowledgeByToken', { token: payload.acknowledge.token })).ok).toBe(false);
    valueOf(await as('acknowledgeAlarms', { alarm_ids: [acknowledged] }));
    pushGone = true;
    await raise();
    await send();
    pushGone = false;
    expect((await logOf(id))[0]).toMatchObject({ state: 'failed', attempts: [{ ok: false }] });
    const problems = await as('getDeliveryList', { filters: { notification_id: id, problems: true } });
    expect(valueOf(problems).rows).toMatchObject([
      { channel: 'push', attempts: [{ answer: 'push.example: HTTP 410' }] },
    ]);
    expect(valueOf(await as('getPushSetup', {})).subscriptions).toEqual([]);
  });

  it('see the log of their own account alone', async () => {
    const foreign = modules.as('multi', 'Rhein-Isar Kurier');
    expect(valueOf(await foreign('getDeliveryList', {})).rows).toEqual([]);
  });
});

describe('a webhook', () => {
  it('gets one message of an alarm, however many notifications send to it, and none while it is switched off', async () => {
    const [shared, off] = [await hook(), await hook()];
    valueOf(await as('updateWebhookStatus', { webhook_ids: [off], status: 'inactive' }));
    const form = { all_units: true, channels: ['webhook'], webhook_ids: [shared, off] };
    await make(form);
    valueOf(await as('createNotification', { name: `Notice ${(number += 1)}`, ...form }));
    const count = posted.length;
    await raise();
    await send();
    expect(posted.length).toBe(count + 1);
    expect(valueOf(await as('getDeliveryList', { filters: { webhook_id: shared } })).rows).toMatchObject([
      { state: 'sent', channel: 'webhook' },
    ]);
    expect(valueOf(await as('getDeliveryList', { filters: { webhook_id: off } })).total).toBe(0);
    expect(valueOf(await as('getWebhook', { webhook_id: shared }))).toMatchObject({ notifications: 2, failed: 0 });
  });

  it('is sent a test by itself, and by each notification that sends to it', async () => {
    const webhook = await hook();
    valueOf(await as('testWebhook', { webhook_id: webhook }));
    const id = await make({ channels: ['webhook'], webhook_ids: [webhook] });
    expect(valueOf(await as('testNotification', { notification_id: id })).deliveries).toBe(1);
    await send();
    const bodies = posted.slice(-2).map(({ body }) => JSON.parse(body) as { notification_id: number | null });
    // Both are sent at the same time, so that either may arrive first.
    expect(bodies).toMatchObject([
      { occasion: 'test', alarm: null },
      { occasion: 'test', alarm: null },
    ]);
    expect(new Set(bodies.map((body) => body.notification_id))).toEqual(new Set([null, id]));
  });

  it('is not deleted while a notification sends to it, which is named', async () => {
    const webhook = await hook();
    const id = await make({ channels: ['webhook'], webhook_ids: [webhook] });
    const refused = valueOf(await as('deleteWebhooks', { webhook_ids: [webhook] }));
    expect(JSON.stringify(refused)).toContain(`The notification “Notice ${number}” sends to this webhook.`);
    valueOf(await as('deleteNotifications', { notification_ids: [id] }));
    expect(valueOf(await as('deleteWebhooks', { webhook_ids: [webhook] }))).toMatchObject({ refused: [] });
  });

  it('of another account is not named by a notification', async () => {
    const { webhook_id: foreign } = valueOf(
      await modules.as('dealer', 'Kaveh Telematics')('createWebhook', {
        name: 'Foreign',
        url: 'https://example.com/a',
      }),
    );
    const made = await as('createNotification', {
      name: `Notice ${(number += 1)}`,
      all_units: true,
      channels: ['webhook'],
      webhook_ids: [foreign],
    });
    expect(made).toMatchObject({ ok: false, error: { fields: [{ field: 'webhook_ids' }] } });
  });
});
