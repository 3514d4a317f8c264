import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { press, selectIn, theDialog } from '../../../tests/support/forms/inDocument.ts';
import { openScreen } from '../../../tests/support/forms/screens.tsx';
import type { AccountId } from '../../domain/base/index.ts';
import type { FakeAnswers } from '../shared/testing/services.ts';
import { repeaters, type Repeater, type RepeaterLogEntry } from '../../domain/repeater/index.ts';

afterEach(cleanup);

const ministry: Repeater = {
  ...repeaters.schema.cast({ name: 'Ministry', host: 'tracking.example.com', protocol: 'json_http', path: '/in' }),
  repeater_id: 6 as Repeater['repeater_id'],
  account_id: 1 as AccountId,
  account_name: 'North',
  created_at: '2026-01-01T00:00:00Z',
  state: 'failing',
  sent: 1200,
  waiting: 42,
  dropped: 0,
  refused: 1,
  lag: 90,
  last_success: '2026-06-01T10:00:00Z',
  last_error: 'answered',
  last_error_detail: 'HTTP 503',
  last_error_at: '2026-06-01T10:05:00Z',
  next_attempt: '2026-06-01T10:06:00Z',
  has_password: false,
};
const rejected: RepeaterLogEntry = {
  entry_id: 9,
  at: '2026-06-01T09:00:00Z',
  code: 'refused',
  detail: 'HTTP 422',
  unit_id: 3,
  unit_name: 'Van 1',
  messages: 2,
};
const open = async (change: Partial<Repeater> = {}, answers: FakeAnswers = {}) => {
  const opened = await openScreen('/repeater/6/view', {
    answers: { getRepeater: { ...ministry, ...change }, getRepeaterLog: { rows: [rejected] }, ...answers },
  });
  await screen.findByRole('heading', { name: 'Ministry' });
  return opened;
};

describe('the page of a repeater', () => {
  it('says why nothing is sent and when it is tried again, and what was rejected before', async () => {
    await open();
    const banner = await screen.findByText(/The receiver could not take the position\. Answer: .*HTTP 503/);
    expect(banner.parentElement?.textContent).toMatch(/Next attempt: .*10:06/);
    expect(
      await screen.findByText(/The receiver rejected the position\. Answer: .*HTTP 422.* \(2 positions\)/),
    ).toBeTruthy();
    expect(screen.getByText('tracking.example.com:5039/in')).toBeTruthy();
    expect(screen.getByText('Failing')).toBeTruthy();
  });

  it('shows what the receiver says to a test', async () => {
    const said = { ok: false, code: 'loginRefused', detail: '#AL#01' } as const;
    const { server } = await open({}, { testRepeater: said });
    press('Send test');
    await screen.findByText(/Login refused\. Answer: .*#AL#01/);
    expect(server.of('testRepeater')).toEqual([{ repeater_id: 6 }]);
  });

  it('sets a password and removes it, and never shows it', async () => {
    const { server, notices } = await open({ has_password: true }, { setRepeaterPassword: {} });
    press('Change password');
    fireEvent.change(within(theDialog()).getByLabelText(/^Password/), { target: { value: 'sesame' } });
    press('Save', theDialog());
    await waitFor(() => expect(notices()).toContain('Password saved'));
    press('Remove password');
    press('Remove password', await screen.findByRole('alertdialog'));
    await waitFor(() => expect(notices()).toContain('Password removed'));
    expect(server.of('setRepeaterPassword')).toEqual([
      { repeater_id: 6, password: 'sesame' },
      { repeater_id: 6, password: '' },
    ]);
  });

  it('has a period sent again as a job', async () => {
    const { server, notices } = await open({}, { resendPeriod: { job_id: 3 } });
    press('Resend a period');
    press('Resend a period', theDialog());
    await waitFor(() => expect(notices()).toContain('Resending started'));
    const [asked] = server.of('resendPeriod') as { from: string; to: string; repeater_id: number }[];
    expect(asked.repeater_id).toBe(6);
    expect(Date.parse(asked.to) - Date.parse(asked.from)).toBe(86_400_000);
  });

  it('counts what waits while it is paused', async () => {
    await open({ state: 'paused', status: 'inactive', waiting: 1 });
    await screen.findByText(/^Paused\. 1 position is waiting/);
  });
});

it('asks only for what the protocol has, and follows its usual port', async () => {
  await openScreen('/repeater/create', {});
  const port = (): HTMLInputElement => screen.getByLabelText(/^Port/);
  await screen.findByLabelText(/^Host/);
  expect(port().value).toBe('5039');
  expect(screen.queryByLabelText(/^Topic/)).toBeNull();
  await selectIn('Protocol', 'MQTT');
  await screen.findByLabelText(/^Topic/);
  expect(port().value).toBe('1883');
  expect(screen.queryByLabelText(/^Path/)).toBeNull();
  fireEvent.change(port(), { target: { value: '8883' } });
  await selectIn('Protocol', 'OsmAnd (HTTP)');
  await screen.findByLabelText(/^Path/);
  expect(port().value).toBe('8883');
});
