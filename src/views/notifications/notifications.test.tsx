import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { press } from '../../../tests/support/forms/inDocument.ts';
import { openScreen } from '../../../tests/support/forms/screens.tsx';
import type { AccountId } from '../../domain/base/index.ts';
import { notifications, type Delivery, type Notification } from '../../domain/notification/index.ts';
import type { Webhook } from '../../domain/webhook/index.ts';
import type { FakeAnswers } from '../shared/testing/services.ts';

beforeEach(() => {
  // Rows of a list are drawn as far as there is room for them.
  Object.defineProperties(HTMLElement.prototype, {
    clientHeight: { configurable: true, get: () => 600 },
    clientWidth: { configurable: true, get: () => 1200 },
  });
});
afterEach(() => {
  cleanup();
  for (const size of ['clientHeight', 'clientWidth']) Reflect.deleteProperty(HTMLElement.prototype, size);
});

const night: Notification = {
  ...notifications.schema.cast({ name: 'Night shift', all_units: true }),
  notification_id: 7 as Notification['notification_id'],
  account_id: 1 as AccountId,
  account_name: 'North',
  channels: ['email', 'webhook'],
  webhook_ids: [3],
  recipients: 'chosen',
  user_ids: [3],
  role_ids: [4, 5],
  failed: 2,
  last_sent: '2026-06-01T10:00:00Z',
  created_at: '2026-01-01T00:00:00Z',
} as Notification;

const insurer: Webhook = {
  webhook_id: 3 as Webhook['webhook_id'],
  account_id: 1 as AccountId,
  account_name: 'North',
  name: 'Insurer',
  url: 'https://example.com/hook',
  status: 'active',
  description: '',
  labels: [],
  notifications: 1,
  failed: 0,
  last_sent: null,
  created_at: '2026-01-01T00:00:00Z',
};

const delivery = (given: Partial<Delivery>): Delivery => ({
  delivery_id: 1,
  notification_id: 7,
  occasion: 'raised',
  channel: 'email',
  state: 'sent',
  reason: '',
  deferred: false,
  recipient: 'Dana Reyes',
  alarm_id: 5,
  alert_name: 'Cold chain',
  unit_name: 'Van 1',
  severity: 'critical',
  created_at: '2026-06-01T10:00:00Z',
  due_at: '2026-06-01T10:00:00Z',
  ended_at: '2026-06-01T10:00:02Z',
  attempts: [{ at: '2026-06-01T10:00:02Z', ok: true, answer: '' }],
  ...given,
});
const refusedHook = delivery({
  delivery_id: 2,
  channel: 'webhook',
  state: 'waiting',
  recipient: 'Insurer',
  ended_at: null,
  due_at: '2026-06-01T10:30:00Z',
  attempts: [{ at: '2026-06-01T10:00:05Z', ok: false, answer: 'connect ECONNREFUSED' }],
});
const withLog = (rows: readonly Delivery[], more: FakeAnswers = {}): { readonly answers: FakeAnswers } => ({
  answers: {
    getNotification: night,
    getNotificationList: { rows: [night], total: 1 },
    getDeliveryList: { rows: [...rows], total: rows.length },
    getAlertList: { rows: [], total: 0 },
    getWebhookList: { rows: [insurer], total: 1 },
    getLabelList: { rows: [], total: 0 },
    getTeamPeoples: { people: [] },
    previewNotification: { title: 'Alarm: Hot', text: 'Too hot at Van 1' },
    previewRecipients: { people: 2, gaps: [] },
    ...more,
  },
});

describe('the list', () => {
  it('says by which channels, about what and to whom', async () => {
    await openScreen('/notifications', withLog([]));
    const row = await screen.findByRole('row', { name: /Night shift/ });
    for (const text of ['Email, Webhook', 'All alerts', 'All units', '1 person, 2 roles', '2'])
      expect(within(row).getByText(text)).toBeTruthy();
  });
});

describe('the page of a notification', () => {
  it('shows every attempt, why nothing was sent, and what is to come', async () => {
    await openScreen(
      '/notification/7',
      withLog([
        refusedHook,
        delivery({ delivery_id: 3, state: 'skipped', reason: 'mayNotRead', attempts: [], recipient: 'Sam Webb' }),
        delivery({ delivery_id: 4, state: 'waiting', deferred: true, attempts: [], due_at: '2026-06-01T18:00:00Z' }),
        delivery({ delivery_id: 5, occasion: 'test', alarm_id: null, alert_name: '', unit_name: '' }),
      ]),
    );
    const lines = within(await screen.findByRole('list', { name: 'Delivery log' })).getAllByRole('listitem');
    const text = lines.map(({ textContent }) => textContent).join('\n');
    expect(text).toContain('Failed: connect ECONNREFUSED');
    expect(text).toContain('May not read this alarm');
    expect(text).toContain('Waiting for the summary');
    expect(text).toContain('Next at');
    expect(text).toContain('Cold chain, Van 1');
    expect(text).toContain('Test');
  });

  it('sends a test', async () => {
    const { notices } = await openScreen('/notification/7', withLog([], { testNotification: { deliveries: 2 } }));
    await screen.findByText('Nothing was sent yet.');
    press('Send test');
    await waitFor(() => expect(notices()).toContain('Test sent'));
  });
});

describe('the page of a webhook', () => {
  it('has its senders and its log, sends a test, and shows the key only when asked, and a new one after replacing it', async () => {
    const { server, notices } = await openScreen(
      '/webhook/3/view',
      withLog([refusedHook], {
        getWebhook: insurer,
        testWebhook: {},
        getWebhookSecret: { secret: 'the first key' },
        renewWebhookSecret: { secret: 'the second key' },
      }),
    );
    expect((await screen.findByRole('link', { name: 'Night shift' })).getAttribute('href')).toBe('/notification/7');
    await screen.findByText('connect ECONNREFUSED');
    expect(server.of('getDeliveryList').at(-1)).toMatchObject({ filters: { webhook_id: 3 } });
    press('Send test');
    await waitFor(() => expect(notices()).toContain('Test sent'));
    expect(server.of('testWebhook')).toEqual([{ webhook_id: 3 }]);
    expect(screen.queryByText('the first key')).toBeNull();
    press('Show key');
    await screen.findByText('the first key');
    press('Replace key');
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Replace key' }));
    await screen.findByText('the second key');
    expect(server.of('renewWebhookSecret')).toEqual([{ webhook_id: 3 }]);
  });
});

describe('the form', () => {
  it('shows what did not arrive where the notification is edited, and nothing where all did', async () => {
    const { server } = await openScreen('/notification/7/edit', withLog([refusedHook]));
    const panel = (await screen.findByRole('heading', { name: 'Delivery problems' })).closest('.panel');
    expect(panel?.textContent).toContain('connect ECONNREFUSED');
    expect(server.of('getDeliveryList')).toMatchObject([{ filters: { notification_id: 7, problems: true } }]);
    cleanup();
    await openScreen('/notification/7/edit', withLog([]));
    await screen.findByText('Reaches 2 people');
    expect(screen.queryByRole('heading', { name: 'Delivery problems' })).toBeNull();
  });

  it('names who is left out and why, as recipients and channels are chosen', async () => {
    const gaps = [
      { reason: 'mayNotRead', channel: null, count: 7, names: ['Ann', 'Ben'] },
      { reason: 'noAddress', channel: 'sms', count: 1, names: [] },
    ] as const;
    const { server } = await openScreen(
      '/notification/create',
      withLog([], {
        previewRecipients: ({ channels }) => ({ people: channels?.includes('sms') === true ? 3 : 0, gaps }),
      }),
    );
    const warning = await screen.findByText(/No one selected/);
    expect(warning.closest('.banner')?.textContent).toContain(
      '7 people receive nothing: their roles do not include reading alarms and units: Ann, Ben and 5 more',
    );
    fireEvent.click(screen.getByRole('checkbox', { name: 'Text message' }));
    await screen.findByText('Reaches 3 people');
    expect(screen.getByText('Text message: 1 person has no address for it')).toBeTruthy();
    expect(server.of('previewRecipients').at(-1)).toMatchObject({
      recipients: 'all',
      channels: ['push', 'email', 'sms'],
    });
    // Without anybody chosen there is nobody to ask about.
    const asked = server.of('previewRecipients').length;
    fireEvent.click(screen.getByText('Selected people and roles'));
    await waitFor(() => expect(screen.queryByText('Reaches 3 people')).toBeNull());
    expect(server.of('previewRecipients').length).toBe(asked);
  });

  it('refuses a tag that does not exist by its name, in the language that it is written in', async () => {
    const { server } = await openScreen('/notification/create', withLog([]));
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Walked' } });
    fireEvent.click(screen.getByText('All units'));
    const text = (language: string) => screen.getByRole('textbox', { name: `Text in ${language}` });
    fireEvent.change(text('English'), { target: { value: '%UNIT% is %FAST%' } });
    expect(await screen.findByText('Unknown tag: %FAST%')).toBeTruthy();
    fireEvent.click(screen.getByText('Русский'));
    press('Save');
    // The other language is shown: which one is wrong is said.
    expect(await screen.findByText('English: Unknown tag: %FAST%')).toBeTruthy();
    fireEvent.click(screen.getByText('English'));
    fireEvent.change(text('English'), { target: { value: '%UNIT% is %SPEED%' } });
    await waitFor(() => expect(screen.queryByText(/Unknown tag/)).toBeNull());
    expect(server.of('createNotification')).toEqual([]);
    press('Save');
    await waitFor(() =>
      expect(server.of('createNotification')).toMatchObject([
        { name: 'Walked', messages: [{ lang: 'en', text: '%UNIT% is %SPEED%' }] },
      ]),
    );
  });

  it('asks for what each channel needs, and for a confirmation of a dangerous command', async () => {
    const { server } = await openScreen('/notification/create', withLog([]));
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Walked' } });
    press('Save');
    expect(await screen.findByText('Choose at least one unit or group')).toBeTruthy();
    fireEvent.click(screen.getByText('All units'));
    for (const channel of ['Push', 'Email']) fireEvent.click(screen.getByRole('checkbox', { name: channel }));
    expect(await screen.findByText('Choose at least one channel')).toBeTruthy();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Webhook' }));
    expect(await screen.findByText('Choose at least one webhook')).toBeTruthy();
    expect(server.of('createNotification')).toEqual([]);
  });
});
