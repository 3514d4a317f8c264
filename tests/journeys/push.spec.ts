import { expect, test } from '../support/journey.ts';
import type { Page, Worker } from 'playwright/test';
import { signIn } from '../support/app.ts';
import { callAs } from '../support/pageCalls.ts';
import config from '../../playwright.config.ts';

// The headless shell shows no notifications.
test.use({
  newProfile: true,
  launchOptions: { ...config.use?.launchOptions, executablePath: process.env.WAYLINE_CHROMIUM },
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
  // The service that subscribes a browser is out in the internet; all else is the browser's own.
  const keys = { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) };
  await page.addInitScript(
    (subscription) => {
      let isOn = false;
      const made = { toJSON: () => subscription, unsubscribe: async () => !(isOn = false) };
      PushManager.prototype.subscribe = async () => ((isOn = true), made as unknown as PushSubscription);
      PushManager.prototype.getSubscription = async () => (isOn ? (made as unknown as PushSubscription) : null);
    },
    { endpoint: 'https://push.invalid/one', keys },
  );
  await page.reload();
  const began = context.waitForEvent('serviceworker');
  await turnOn.click();
  await expect(page.getByText('On in this browser')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Browsers with push' })).toContainText('This browser');
  const worker = await began;
  await countShown(worker);

  // A press finds the windows that were loaded since the worker was there.
  await page.reload();
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
