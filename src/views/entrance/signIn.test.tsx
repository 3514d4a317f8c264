import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { membership, renderInWorld } from '../shared/testing/world.tsx';
import NoAccountsPage from './NoAccountsPage.tsx';
import SelectAccountPage from './SelectAccountPage.tsx';
import SignInPage from './SignInPage.tsx';

afterEach(cleanup);

const username = (): HTMLInputElement => screen.getByRole('textbox', { name: 'Username or email' });
const password = (): HTMLInputElement => screen.getByLabelText('Password');
const submit = (): boolean => fireEvent.submit(screen.getByRole('form', { name: 'Sign in' }));

function fill(): void {
  fireEvent.change(username(), { target: { value: ' dealer ' } });
  fireEvent.change(password(), { target: { value: 'Demo#2026' } });
}

const refused = {
  code: 'POLY_ERR_WRONG_CREDENTIALS',
  message: 'Incorrect username or password Correlation ID: 5a1c',
  correlationId: '5a1c',
};

describe('sign-in', () => {
  it('asks for both fields in the words of the specification', async () => {
    const { acts } = await renderInWorld(<SignInPage />);
    submit();
    expect(await screen.findByText('The Username or email field is required')).toBeTruthy();
    expect(screen.getByText('The Password field is required')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(username()));
    expect(acts).toEqual([]);
  });

  it('sends the name without its blanks and the password as typed', async () => {
    const { acts } = await renderInWorld(<SignInPage />);
    fill();
    submit();
    await waitFor(() => expect(acts).toEqual([{ type: 'session.signIn', username: 'dealer', password: 'Demo#2026' }]));
  });

  it('says why it failed, with the id on its own line, and keeps what was typed', async () => {
    const world = await renderInWorld(<SignInPage />);
    fill();
    world.update({ problem: refused });
    const alert = screen.getByRole('alert');
    expect([...alert.querySelectorAll('p')].map((line) => line.textContent)).toEqual([
      'Incorrect username or password',
      'Correlation ID: 5a1c',
    ]);
    expect([username().value, password().value]).toEqual([' dealer ', 'Demo#2026']);
  });

  it('does not send twice while it is busy', async () => {
    const world = await renderInWorld(<SignInPage />, { session: { stage: 'signingIn' } });
    fill();
    submit();
    await Promise.resolve();
    expect(world.acts).toEqual([]);
    expect(screen.getByRole('button', { name: /Signing in/ })).toBeTruthy();
  });

  it('takes the captcha by one press and lets nobody past before it is solved', async () => {
    const world = await renderInWorld(<SignInPage />, { session: { captcha: { stage: 'needed' }, problem: refused } });
    expect(screen.getByText('Please complete captcha')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Sign in' }).hasAttribute('disabled')).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: "I'm not a robot" }));
    expect(world.acts).toEqual([{ type: 'session.solveCaptcha' }]);
    world.update({ captcha: { stage: 'solving', progress: 0.4 } });
    expect(screen.getByRole('progressbar', { name: 'Progress of the check' }).getAttribute('aria-valuenow')).toBe('40');
    world.update({ captcha: { stage: 'failed' } });
    expect(screen.getByText('The check did not finish. Please try again.')).toBeTruthy();
    world.update({ captcha: { stage: 'solved' } });
    expect(screen.getByRole('button', { name: 'Sign in' }).hasAttribute('disabled')).toBe(false);
  });

  it('says how the last session ended and that the target is kept', async () => {
    await renderInWorld(<SignInPage />, { session: { notice: 'expired', blockedTarget: '/units/map' } });
    expect(screen.getByText('Your session has expired. Please sign in again.')).toBeTruthy();
    expect(screen.getByText(/continue to the page you asked for/)).toBeTruthy();
  });

  it('shows no form while a stored session is looked at', async () => {
    await renderInWorld(<SignInPage />, { session: { stage: 'restoring' } });
    expect(screen.queryByRole('form')).toBeNull();
    expect(screen.getByRole('status', { name: 'Restoring your session…' })).toBeTruthy();
  });

  it('speaks Persian and Russian', async () => {
    await renderInWorld(<SignInPage />, { language: 'fa' });
    expect(screen.getByRole('button', { name: 'ورود' })).toBeTruthy();
    cleanup();
    await renderInWorld(<SignInPage />, { language: 'ru' });
    fireEvent.submit(screen.getByRole('form', { name: 'Вход' }));
    expect(await screen.findByText('Поле «Пароль» обязательно')).toBeTruthy();
  });
});

describe('choosing an account', () => {
  const several = [
    membership(1, 'Northern Haulage', { type: 'DEALER', role: 'Administrator' }),
    membership(2, 'City Couriers'),
    membership(3, 'Old Depot', { status: 'inactive' }),
  ];

  it('offers active accounts only', async () => {
    const { acts } = await renderInWorld(<SelectAccountPage />, {
      session: { stage: 'choosingAccount', memberships: several },
    });
    fireEvent.click(screen.getByRole('button', { name: /City Couriers/ }));
    expect(acts).toEqual([{ type: 'session.selectAccount', accountId: 2 }]);
    expect(screen.getByRole('button', { name: /Old Depot.*Inactive/ }).hasAttribute('disabled')).toBe(true);
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it('finds one of many by name or role', async () => {
    const many = Array.from({ length: 12 }, (_, index) =>
      membership(index + 1, `Branch ${index + 1}`, { role: index === 4 ? 'Auditor' : 'Dispatcher' }),
    );
    await renderInWorld(<SelectAccountPage />, { session: { stage: 'choosingAccount', memberships: many } });
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search accounts' }), { target: { value: 'audit' } });
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      expect.stringContaining('Branch 5'),
    ]);
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'nothing' } });
    expect(screen.getByText('No accounts match.')).toBeTruthy();
  });

  it('who has none can ask again or leave', async () => {
    const { acts } = await renderInWorld(<NoAccountsPage />, { session: { stage: 'noAccounts' } });
    fireEvent.click(screen.getByRole('button', { name: 'Check again' }));
    fireEvent.click(screen.getByRole('button', { name: 'Logout' }));
    expect(acts.map(({ type }) => type)).toEqual(['session.checkAccounts', 'session.signOut']);
  });
});
