import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { press } from '../../../tests/support/forms/inDocument.ts';
import { openScreen } from '../../../tests/support/forms/screens.tsx';
import type { PushSubscriptionSummary } from '../../api/contract/index.ts';
import { DEFAULT_PREFERENCES } from '../../domain/notification/index.ts';
import type { PushServices } from '../shared/services/browser.ts';
import type { FakeAnswers } from '../shared/testing/services.ts';

afterEach(cleanup);

const browser = (given: Partial<PushSubscriptionSummary>): PushSubscriptionSummary => ({
  subscription_id: 1,
  user_agent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/141.0 Safari/537.36',
  is_current: false,
  created_at: '2026-05-01T09:00:00Z',
  used_at: '2026-06-01T11:00:00Z',
  problem: '',
  ...given,
});
const HERE = browser({ subscription_id: 2, is_current: true, used_at: null });
const PHONE = browser({
  user_agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
  problem: 'HTTP 429',
});

/** A browser whose person allows push, or whatever is given; what was done with it. */
function pushOf(given: Partial<PushServices> = {}) {
  const done: string[] = [];
  let token: string | null = null;
  const push: PushServices = {
    current: async () => token,
    subscribe: async (key) => (done.push(`subscribe ${key}`), (token = 'a token'), { ok: true, value: 'a token' }),
    unsubscribe: async () => void (done.push('unsubscribe'), (token = null)),
    ...given,
  };
  return { push: async () => push, done };
}

const open = (answers: FakeAnswers, push = pushOf()) =>
  openScreen('/notification-preferences', {
    browser: { push: push.push },
    answers: {
      getNotificationPreferences: { preferences: DEFAULT_PREFERENCES },
      getPushSetup: { public_key: 'the key', subscriptions: [] },
      ...answers,
    },
  });

describe('what a person wants to get', () => {
  it('is chosen by severity, hours, days and summary, and saved as it is shown', async () => {
    const { server, notices } = await open({ saveNotificationPreferences: { preferences: DEFAULT_PREFERENCES } });
    const info = await screen.findByRole('group', { name: 'Info' });
    fireEvent.click(within(info).getByRole('checkbox', { name: 'Text message' }));
    // Hours and days show with the quiet hours that they are of.
    expect(screen.queryByRole('group', { name: 'Beginning on' })).toBeNull();
    fireEvent.click(screen.getByRole('checkbox', { name: 'Quiet hours' }));
    const days = await screen.findByRole('group', { name: 'Beginning on' });
    for (const day of within(days).getAllByRole('checkbox').slice(0, 5)) fireEvent.click(day);
    const [hour] = within(screen.getAllByRole('group', { name: 'From' })[0]).getAllByRole('spinbutton');
    fireEvent.keyDown(hour, { key: 'ArrowUp' });
    press('Save');
    await waitFor(() => expect(notices()).toContain('Preferences saved'));
    expect(server.of('saveNotificationPreferences')).toEqual([
      { ...DEFAULT_PREFERENCES, info: ['push', 'email'], quiet: true, quiet_from: '23:00', quiet_days: [6, 7] },
    ]);
  });

  it('needs a day for the quiet hours to begin on', async () => {
    const { server } = await open({});
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Quiet hours' }));
    const days = await screen.findByRole('group', { name: 'Beginning on' });
    for (const day of within(days).getAllByRole('checkbox')) fireEvent.click(day);
    press('Save');
    expect(await screen.findByText('Choose at least one day')).toBeTruthy();
    expect(server.of('saveNotificationPreferences')).toEqual([]);
  });
});

describe('push in this browser', () => {
  it('is asked for by a click alone, and taken back', async () => {
    const push = pushOf();
    const { server } = await open({ saveToken: { subscriptions: [HERE] } }, push);
    await screen.findByRole('button', { name: 'Turn on' });
    expect(push.done).toEqual([]);
    server.answer('getPushSetup', { public_key: 'the key', subscriptions: [HERE] });
    press('Turn on');
    await screen.findByText('On in this browser');
    expect(push.done).toEqual(['subscribe the key']);
    server.answer('getPushSetup', { public_key: 'the key', subscriptions: [] });
    press('Turn off');
    await screen.findByRole('button', { name: 'Turn on' });
    expect(push.done).toEqual(['subscribe the key', 'unsubscribe']);
    expect(server.of('saveToken')).toEqual([
      { token: 'a token', status: 'active' },
      { token: 'a token', status: 'inactive' },
    ]);
  });

  it.each([
    ['denied', 'Notification permission denied'],
    ['unsupported', 'This browser cannot show push messages.'],
    ['unreachable', 'The push service of this browser cannot be reached.'],
  ] as const)('says what stands in its way: %s', async (error, text) => {
    const { server } = await open({}, pushOf({ subscribe: async () => ({ ok: false, error }) }));
    await screen.findByRole('button', { name: 'Turn on' });
    press('Turn on');
    expect(await screen.findByText(text)).toBeTruthy();
    expect(server.of('saveToken')).toEqual([]);
  });
});

it('lists the other browsers with their last message and what the push service said, and removes one', async () => {
  const { server, notices } = await open({
    getPushSetup: { public_key: 'the key', subscriptions: [PHONE, HERE] },
    deletePushSubscription: { subscriptions: [HERE] },
  });
  const list = await screen.findByRole('region', { name: 'Browsers with push' });
  const [here, phone] = within(list).getAllByRole('listitem');
  expect(here.textContent).toContain('This browser');
  expect(here.textContent).toContain('No message yet');
  expect(phone.textContent).toContain('Safari on iPhone');
  expect(phone.textContent).toContain('Last message Today at 11:00 AM');
  expect(phone.textContent).toContain('refused the last message: HTTP 429');
  server.answer('getPushSetup', { public_key: 'the key', subscriptions: [HERE] });
  press('Remove Safari on iPhone');
  await waitFor(() => expect(notices()).toContain('No more push to Safari on iPhone'));
  expect(server.of('deletePushSubscription')).toEqual([{ subscription_id: 1 }]);
  await waitFor(() => expect(within(list).getAllByRole('listitem')).toHaveLength(1));
});
