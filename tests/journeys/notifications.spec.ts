import { expect, test } from '../support/journey.ts';
import type { Page, Worker } from 'playwright/test';
import { devicePort, signIn } from '../support/app.ts';
import { mailTo } from '../support/mail.ts';
import { callAs, type PageCall } from '../support/pageCalls.ts';

test.use({ newProfile: true });

const stamp = String(Date.now()).slice(-8);
const ALERT = `Overheated ${stamp}`;

/** A unit whose temperature a rule watches, and an alert on the rule. */
async function makeAlert(call: PageCall): Promise<{ identifier: string }> {
  const identifier = `notify-${stamp}`;
  const { device_id } = await call('device-service', 'createDevice', {
    name: `Probe ${stamp}`,
    device_model: 'Traccar Client',
    unique_identifier: identifier,
  });
  await call('device-service', 'createSensor', {
    device_id,
    type: 'temperature',
    name: `Heat ${stamp}`,
    field: 'heat',
    parameter: 'heat',
    data_type: 'number',
    multiplier: 1,
    table: { kind: 'none' },
  });
  const { unit_id } = await call('unit-service', 'createUnit', {
    name: `Kettle ${stamp}`,
    kind: 'van',
    device_ids: [device_id],
  });
  const { rule_id } = await call('rule-service', 'createRule', {
    name: `Heat ${stamp}`,
    conditions: [{ kind: 'sensor', sensor: `Heat ${stamp}`, condition: 'inside', minimum: 100, maximum: 999 }],
    all_units: false,
    unit_ids: [unit_id],
  });
  await call('alert-service', 'createAlert', { name: ALERT, severity: 'critical', rule_ids: [rule_id] });
  return { identifier };
}

const report = async (page: Page, identifier: string, heat: number): Promise<void> => {
  const answer = await page.request.get(
    `http://127.0.0.1:${devicePort('osmand')}/?id=${identifier}&lat=48.1&lon=11.5&heat=${heat}&timestamp=${Date.now()}`,
  );
  expect(answer.status()).toBe(200);
};

test('a notification is made, its alarm reaches the outbox, and its log says so', async ({ page }) => {
  await signIn(page, 'dealer', '/notification/create');
  const { identifier } = await makeAlert(await callAs(page));
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(`Kettles ${stamp}`);
  await page.getByText('Selected alerts', { exact: true }).click();
  const alerts = page.getByRole('combobox', { name: 'Selected alerts' });
  await alerts.fill(ALERT);
  await page.getByRole('option', { name: ALERT }).click();
  await page.getByText('All units', { exact: true }).click();
  await page.getByRole('checkbox', { name: 'Push' }).uncheck({ force: true });
  await expect(page.getByText(/^Reaches \d+ (person|people)$/)).toBeVisible();
  await page.getByRole('textbox', { name: 'Text in English' }).fill('%UNIT% boils: %VALUE%');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Nothing was sent yet.')).toBeVisible();

  await report(page, identifier, 104);
  const log = page.getByRole('list', { name: 'Delivery log' });
  // Mails of the demo stay in its outbox.
  await expect(log.getByRole('listitem').filter({ hasText: 'Kaveh Moradi' })).toContainText('In the outbox');
  await expect(log).toContainText(`${ALERT}, Kettle ${stamp}`);
  expect(await mailTo(page, 'dealer@demo.wayline.example')).toContain(`Kettle ${stamp} boils: 104`);
});

test('push is turned on by a click alone; a message shows, and a press on it opens the alarm', async ({
  page,
  context,
}) => {
  await signIn(page, 'consumer', '/notification-preferences');
  // On a phone.
  await page.setViewportSize({ width: 390, height: 844 });
  const turnOn = page.getByRole('button', { name: 'Turn on' });
  await turnOn.click();
  await expect(page.getByText('Notification permission denied')).toBeVisible();

  await context.grantPermissions(['notifications']);
  // Whatever subscribes a browser is out in the internet; all else is the browser's own.
  const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };
  await page.addInitScript(
    (subscription) => {
      let isOn = false;
      const made = { toJSON: () => subscription, unsubscribe: async () => !(isOn = false) };
      PushManager.prototype.subscribe = async () => ((isOn = true), made as unknown as PushSubscription);
      PushManager.prototype.getSubscription = async () => (isOn ? (made as unknown as PushSubscription) : null);
    },
    { endpoint: `https://push.invalid/${stamp}`, keys },
  );
  await page.reload();
  const began = context.waitForEvent('serviceworker');
  await turnOn.click();
  await expect(page.getByText('On in this browser')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Browsers with push' })).toContainText('This browser');
  const worker = await began;
  await countShown(worker);

  const call = await callAs(page);
  const { rows } = await call('alert-service', 'getAlarmList', { limit: 1 });
  const [{ alarm_id: alarm }] = rows as { alarm_id: number }[];
  await deliver(page, {
    title: 'Alarm: Cold chain',
    text: 'Hold too warm',
    lang: 'en',
    dir: 'ltr',
    tag: `alarm-${alarm}`,
    path: `alarms?alarm=${alarm}`,
    acknowledge: { token: 'made up', title: 'Acknowledge', done: 'Acknowledged', failed: 'Not acknowledged' },
  });
  expect(await shownAfter(worker, 1)).toEqual(['Alarm: Cold chain: Hold too warm']);
  // A token that is none of the server's acknowledges nothing, and the message says so.
  await pressOn(worker, 'acknowledge');
  expect(await shownAfter(worker, 2)).toEqual([
    expect.stringMatching(/^Alarm: Cold chain: (?!Hold too warm|Acknowledged)/),
  ]);
  await pressOn(worker, '');
  await expect(page).toHaveURL(new RegExp(`/alarms\\?alarm=${alarm}$`));
});

/** A message as the browser's push service would hand it over. */
async function deliver(page: Page, message: object): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (first) resolve(first.registrationId);
    }),
  );
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  });
}

/** What the worker of push messages has, as far as it is looked at here. */
interface PushScope {
  registration: ServiceWorkerRegistration;
  shown: number;
}

/** Counts in the worker how many messages were shown. */
const countShown = (worker: Worker): Promise<void> =>
  worker.evaluate(() => {
    const scope = globalThis as unknown as PushScope;
    const { registration } = scope;
    const show = registration.showNotification.bind(registration);
    scope.shown = 0;
    registration.showNotification = async (...message) => {
      await show(...message);
      scope.shown++;
    };
  });

/**
 * The messages that show once so many were shown. They are looked at then alone: a look between a message's being
 * stored and its being shown makes the browser forget it, as one that somebody closed.
 */
async function shownAfter(worker: Worker, count: number): Promise<string[]> {
  await expect.poll(() => worker.evaluate(() => (globalThis as unknown as PushScope).shown)).toBe(count);
  return worker.evaluate(async () => {
    const scope = globalThis as unknown as PushScope;
    return (await scope.registration.getNotifications()).map(({ title, body }) => `${title}: ${body}`);
  });
}

/** A press on the message that shows, or on one of its buttons. */
const pressOn = (worker: Worker, action: string): Promise<void> =>
  worker.evaluate(async (pressed) => {
    const scope = globalThis as unknown as EventTarget & PushScope;
    const [notification] = await scope.registration.getNotifications();
    const Click = (globalThis as unknown as { NotificationEvent: new (type: string, init: object) => Event })
      .NotificationEvent;
    scope.dispatchEvent(new Click('notificationclick', { notification, action: pressed }));
  }, action);
