import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Reply } from '../../api/contract/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import { AnswerScreen } from './AnswerView.tsx';
import { useAnswer } from './services/calls.ts';
import { refusal } from './testing/services.ts';
import type { AccountId } from '../../domain/base/index.ts';
import { renderInWorld } from './testing/world.tsx';

afterEach(cleanup);

const role = (role_id: number, name: string): Reply<'getOneRole'> => ({
  role_id: role_id as Reply<'getOneRole'>['role_id'],
  account_id: 1 as AccountId,
  account_name: 'North',
  name,
  users: 0,
  permission_count: 0,
  parent_role_id: null,
  parent_role_name: '',
  child_roles: 0,
  labels: [],
  permissions: {},
  members: [],
  created_at: '2026-06-01T12:00:00Z',
});

function RoleName({ id }: { id: number }): ReactNode {
  const answer = useAnswer('getOneRole', { role_id: id }, ['role']);
  return (
    <AnswerScreen answer={answer} isAsked={(value) => value.role_id === id} className="role-screen" blocks={[20, 40]}>
      {({ name }) => <h1>{name}</h1>}
    </AnswerScreen>
  );
}

describe('a screen of one thing', () => {
  it('says why it could not be read, and asks again on request', async () => {
    const { server } = await renderInWorld(<RoleName id={4} />, {
      answers: { getOneRole: refusal(ERROR.notFound, 'There is no such role.') },
    });
    expect(await screen.findByText('There is no such role.')).toBeTruthy();
    server.answer('getOneRole', role(4, 'Dispatcher'));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { name: 'Dispatcher' })).toBeTruthy();
  });

  it('keeps what it shows when a later answer fails, and says so', async () => {
    const { server } = await renderInWorld(<RoleName id={4} />, { answers: { getOneRole: role(4, 'Dispatcher') } });
    await screen.findByRole('heading', { name: 'Dispatcher' });
    server.answer('getOneRole', refusal(ERROR.network, 'The server cannot be reached.'));
    act(() => server.change('role'));
    expect(await screen.findByText('The server cannot be reached.')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Dispatcher' })).toBeTruthy();
  });

  it('does not show one thing at the address of another', async () => {
    const { container } = await renderInWorld(<RoleName id={5} />, { answers: { getOneRole: role(4, 'Dispatcher') } });
    expect(container.querySelector('[aria-busy="true"]')).toBeTruthy();
    expect(screen.queryByRole('heading', { name: 'Dispatcher' })).toBeNull();
  });
});
