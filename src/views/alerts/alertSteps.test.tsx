import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { chooseIn, descriptionOf, press, soon } from '../../../tests/support/forms/inDocument.ts';
import { openScreen } from '../../../tests/support/forms/screens.tsx';
import { wordsOf } from '../../../tests/support/formSpoilings.ts';
import { alerts, type Alert, type AlertForm } from '../../domain/alert/index.ts';
import { ALERT } from '../../domain/base/index.ts';
import type { FakeAnswers } from '../shared/testing/services.ts';
import type { ScreenWorld } from '../shared/testing/screenWorld.tsx';

afterEach(cleanup);

const PEOPLE = [{ user_id: 7, name: 'Leila Karimi', email: 'leila@example.com', role_name: 'Fleet manager' }];
const ROLES = [{ role_id: 3, name: 'Shift lead', users: 2 }];

const alert = (escalation: AlertForm['escalation']): Alert =>
  ({
    ...alerts.schema.cast({ name: 'Danger', escalation }),
    alert_id: 5,
    account_id: 1,
    account_name: 'North',
    rule_count: 0,
    created_at: '2026-01-01T00:00:00Z',
  }) as Alert;

const show = (path: string, answers: FakeAnswers): Promise<ScreenWorld> =>
  openScreen(path, {
    answers: {
      getRuleList: { rows: [], total: 0 },
      getTeamPeoples: { people: PEOPLE } as never,
      getUserRoles: { rows: ROLES, total: 1 } as never,
      ...answers,
    },
  });

/** The fields of a step, by its place. */
const step = (place: number): HTMLElement => document.querySelectorAll<HTMLElement>('.alert-step')[place];
const minutes = (place: number): HTMLInputElement =>
  within(step(place)).getByLabelText<HTMLInputElement>('After', { selector: 'input' });
const target = (place: number): HTMLElement => within(step(place)).getByRole('combobox');
const channel = (place: number, name: string): HTMLInputElement =>
  within(step(place)).getByRole<HTMLInputElement>('checkbox', { name });
const type = (place: number, value: string): void => void fireEvent.change(minutes(place), { target: { value } });
const refused = (field: () => Element, message: string): Promise<void> =>
  soon(() => expect(descriptionOf(field())).toContain(message));

it('steps go to a role, to the same people by another channel and to a person, each later than the one before', async () => {
  const { server, address } = await show('/alert/5/edit', {
    getAlert: alert([{ minutes: 5, user_id: null, role_id: 3, channels: [] }]),
    updateAlert: alert([]),
  });
  await screen.findByDisplayValue('Everyone with the role Shift lead');
  press('Add step');
  await waitFor(() => expect(minutes(1).value).toBe('20'));
  press('Save');
  await refused(() => target(1), wordsOf('required', 'Goes to'));
  await chooseIn('Goes to', 'The people notified so far', target(1));
  // The same people by the same channels is no step: a text message is offered.
  expect(channel(1, 'Text message').checked).toBe(true);
  fireEvent.click(channel(1, 'Text message'));
  press('Save');
  await refused(() => target(1), wordsOf('required', 'Goes to'));
  fireEvent.click(channel(1, 'Email'));

  press('Add step');
  await chooseIn('Goes to', /^Leila Karimi/, target(2));
  for (const [value, message] of [
    ['20', wordsOf('stepOrder', '')],
    ['abc', wordsOf('invalid', 'After')],
    ['1441', wordsOf('max', 'After', ALERT.minutes)],
  ] as const) {
    type(2, value);
    press('Save');
    await refused(() => minutes(2), message);
  }
  expect(server.of('updateAlert')).toEqual([]);
  type(2, '45');
  press('Save');
  await waitFor(() => expect(address()).not.toBe('/alert/5/edit'));
  expect(server.of('updateAlert')).toMatchObject([
    {
      escalation: [
        { minutes: 5, role_id: 3, user_id: null, channels: [] },
        { minutes: 20, role_id: null, user_id: null, channels: ['email'] },
        { minutes: 45, role_id: null, user_id: 7, channels: [] },
      ],
    },
  ]);
});

it('no more steps are added than an alert may have, and one is removed', async () => {
  const steps = Array.from({ length: ALERT.steps - 1 }, (_, place) => ({
    minutes: (place + 1) * 10,
    user_id: 7,
    role_id: null,
    channels: [],
  }));
  await show('/alert/5/edit', { getAlert: alert(steps) });
  const add = await screen.findByRole<HTMLButtonElement>('button', { name: 'Add step' });
  expect(add.disabled).toBe(false);
  fireEvent.click(add);
  await waitFor(() => expect(add.disabled).toBe(true));
  press('Remove step 1');
  await waitFor(() => expect(add.disabled).toBe(false));
  expect(minutes(0).value).toBe('20');
});

it('the page of an alert says each step in words', async () => {
  await show('/alert/5', {
    getAlert: alert([
      { minutes: 1, user_id: null, role_id: 3, channels: [] },
      { minutes: 10, user_id: null, role_id: null, channels: ['sms', 'email'] },
      { minutes: 20, user_id: 99, role_id: null, channels: [] },
    ]),
  });
  expect(await screen.findByText('After 1 minute: Everyone with the role Shift lead')).toBeTruthy();
  expect(screen.getByText(/^After 10 minutes: The people notified so far \(Text message.*Email\)$/)).toBeTruthy();
  expect(screen.getByText('After 20 minutes: Another person')).toBeTruthy();
});
