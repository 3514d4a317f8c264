import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { HOUR, toIso } from '../../../src/domain/base/index.ts';
import { NOON, valueOf, withModules } from '../../../tests/support/modules.ts';
import { raiseAlarm } from '../../../tests/support/raisedAlarms.ts';
import { sendingServices } from '../../../tests/support/sending.ts';
import { sendNotifications } from './index.ts';

const modules = withModules();
const PARS = 'Pars Logistics';
const as = modules.as('consumer', PARS);

interface Shown {
  readonly title: string;
  readonly body: string;
  readonly data: object;
  readonly actions?: readonly { readonly action: string; readonly title: string }[];
}

/** The service worker in a browser that shows messages and reaches the server. */
function openWorker() {
  const shown: Shown[] = [];
  const opened: string[] = [];
  const listeners = new Map<string, (event: object) => void>();
  const fetch = async (_: string, { body }: { body: string }) => {
    const { header, data } = JSON.parse(body) as { header: { method: 'acknowledgeByToken' }; data: object };
    // Nobody is signed in there: the token is all that it has.
    const answer = await modules.world.call('viewer', PARS, header.method, data);
    return { json: async () => (answer.ok ? { data: answer.value, error: null } : { error: answer.error }) };
  };
  const self = {
    addEventListener: (type: string, listener: (event: object) => void) => void listeners.set(type, listener),
    registration: {
      scope: 'https://fleet.example/app/',
      showNotification: async (title: string, options: Omit<Shown, 'title'>) => void shown.push({ title, ...options }),
    },
    clients: { matchAll: async () => [], openWindow: async (url: string) => void opened.push(url) },
    fetch,
  };
  runInNewContext(readFileSync('public/push.js', 'utf8'), { self, URL });
  const dispatch = async (type: string, event: object): Promise<void> => {
    let work: Promise<unknown> = Promise.resolve();
    listeners.get(type)?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
    await work;
  };
  return {
    shown,
    opened,
    push: (payload: string) => dispatch('push', { data: { json: () => JSON.parse(payload) as object } }),
    press: (notification: Shown, action: string) =>
      dispatch('notificationclick', { notification: { ...notification, close: () => undefined }, action }),
  };
}

it('a push message shows, opens its alarm by a press, and acknowledges it by its button, once', async () => {
  const { database, world } = modules;
  const user = await world.user('consumer');
  await database.query(
    `insert into session (id, user_id, bearer_expires_at, remote, user_agent, created_at, last_used_at)
     values (1, $1, $2, '', '', $2, $2)`,
    [user, toIso(NOON + 48 * HOUR)],
  );
  const keys = { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16).toString('base64url') };
  const token = JSON.stringify({ endpoint: 'https://push.example/1', keys });
  valueOf(await as('saveToken', { token, status: 'active' }));
  const notification = { name: 'Push', all_units: true, channels: ['push'], recipients: 'chosen', user_ids: [user] };
  valueOf(await as('createNotification', notification));
  const alarm = await raiseAlarm(database, { severity: 'critical', now: NOON, account: PARS });
  const worker = openWorker();
  const pushed: string[] = [];
  const services = sendingServices(database, {
    directory: world.directory,
    push: {
      publicKey: 'key',
      send: async (_, payload) => (pushed.push(payload), { ok: true, gone: false, answer: 'HTTP 201' }),
    },
  });
  await sendNotifications(services, () => NOON, new AbortController().signal);
  expect(pushed).toHaveLength(1);
  await worker.push(pushed[0]);
  const [message] = worker.shown;
  expect(message).toMatchObject({
    title: expect.stringContaining('Alarm: Hot') as string,
    actions: [{ action: 'acknowledge', title: 'Acknowledge' }],
  });
  await worker.press(message, '');
  expect(worker.opened).toEqual([`https://fleet.example/app/alarms?alarm=${alarm}`]);

  const stateOf = async () => valueOf(await as('getAlarm', { alarm_id: alarm })).alarm;
  await worker.press(message, 'acknowledge');
  expect(await stateOf()).toMatchObject({ state: 'acknowledged', acknowledged_by: 'Leila Karimi' });
  expect(worker.shown[1].body).toBe('Acknowledged');
  // Opened again by hand, the old message does nothing any more, and says so.
  valueOf(await as('reopenAlarms', { alarm_ids: [alarm] }));
  await worker.press(message, 'acknowledge');
  expect(await stateOf()).toMatchObject({ state: 'open' });
  expect(worker.shown[2].body).not.toBe('Acknowledged');
});
