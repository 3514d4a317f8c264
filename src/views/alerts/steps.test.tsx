// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { press } from '../../../tests/support/forms/inDocument.ts';
import { openScreen } from '../../../tests/support/forms/screens.tsx';
import { alerts, type Alert } from '../../domain/alert/index.ts';

afterEach(cleanup);

const cold = {
  ...alerts.schema.cast({ name: 'Cold chain', escalation: [{ minutes: 10, user_id: 3, channels: [] }] }),
  alert_id: 7,
  account_id: 1,
  account_name: 'North',
  rule_count: 0,
  created_at: '2026-01-01T00:00:00Z',
} as unknown as Alert;
const answers = {
  getAlert: cold,
  getRuleList: { rows: [], total: 0 },
  getLabelList: { rows: [], total: 0 },
  getTeamPeoples: { people: [{ user_id: 3, name: 'Dana Reyes', email: 'd@x.example', role_name: 'Lead' }] },
  getUserRoles: { rows: [], total: 0 },
  updateAlert: cold,
};

it('adds a step that goes to the same people by a text message', async () => {
  const { server } = await openScreen('/alert/7/edit', { answers });
  await screen.findByDisplayValue('Cold chain');
  press('Add step');
  const targets = screen.getAllByRole('combobox', { name: /Goes to/ });
  const target = targets[targets.length - 1];
  fireEvent.focus(target);
  fireEvent.change(target, { target: { value: 'notified' } });
  fireEvent.click(await screen.findByRole('option', { name: /The people notified so far/ }));
  const groups = screen.getAllByRole('group', { name: 'By' });
  const own = within(groups[groups.length - 1]);
  // A step for the same people needs a channel: a text message unless another one is chosen.
  await waitFor(() => expect(own.getByRole<HTMLInputElement>('checkbox', { name: 'Text message' }).checked).toBe(true));
  press('Save');
  await waitFor(() => expect(server.of('updateAlert')).toHaveLength(1));
  expect(server.of('updateAlert')).toMatchObject([
    {
      escalation: [
        { minutes: 10, user_id: 3, role_id: null, channels: [] },
        { minutes: 25, user_id: null, role_id: null, channels: ['sms'] },
      ],
    },
  ]);
});

it('says by which channel a step goes on', async () => {
  const steps: Alert['escalation'] = [
    { minutes: 5, user_id: null, role_id: null, channels: ['sms'] },
    { minutes: 9, user_id: 3, role_id: null, channels: [] },
  ];
  await openScreen('/alert/7', { answers: { ...answers, getAlert: { ...cold, escalation: steps } } });
  await screen.findByText('After 5 minutes: The people notified so far (Text message)');
  await screen.findByText('After 9 minutes: Dana Reyes');
});
