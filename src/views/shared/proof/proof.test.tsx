import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ERROR } from '../../../domain/errors/index.ts';
import { refusal } from '../testing/services.ts';
import { renderInWorld } from '../testing/world.tsx';
import { ProofHost, type AskForProof } from './ProofHost.tsx';

afterEach(cleanup);

const PROVEN = { proven_until: '2026-05-01T08:05:00Z' };

async function asked(methods = { code: false, passkey: null }) {
  let ask: AskForProof = () => Promise.resolve(false);
  const keep = (given: AskForProof) => {
    ask = given;
    return () => undefined;
  };
  const { server } = await renderInWorld(<ProofHost onReady={keep} />, {
    answers: { startProof: methods, proveIdentity: PROVEN },
  });
  expect(screen.queryByRole('alertdialog')).toBeNull();
  let both: Promise<boolean>[] = [];
  act(() => {
    both = [ask(), ask()];
  });
  await screen.findByRole('alertdialog', { name: 'Confirm that it is you' });
  return { server, both: Promise.all(both) };
}
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('the question who sits before the page', () => {
  it('is asked once for all calls that wait, by the password', async () => {
    const { server, both } = await asked();
    server.answer('proveIdentity', refusal(ERROR.validation, 'The password is wrong.'));
    type('Password', 'guess');
    press('Confirm');
    expect((await screen.findAllByText('The password is wrong.')).length).toBeGreaterThan(0);
    server.answer('proveIdentity', PROVEN);
    type('Password', 'Demo#2026');
    press('Confirm');
    expect(await both).toEqual([true, true]);
    expect(server.of('proveIdentity').at(-1)).toEqual({ password: 'Demo#2026' });
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('takes a code where there is a second step', async () => {
    const { server, both } = await asked({ code: true, passkey: null });
    fireEvent.click(await screen.findByRole('button', { name: 'Use a code instead' }));
    type('Code', ' 123456 ');
    press('Confirm');
    expect(await both).toEqual([true, true]);
    expect(server.of('proveIdentity')).toEqual([{ code: '123456' }]);
  });

  it('may be left unanswered', async () => {
    const { both } = await asked();
    press('Cancel');
    expect(await both).toEqual([false, false]);
  });
});
