import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { START, fillWorld, startApi, type TestApi } from '../../../tests/support/api.ts';
import { withTestDatabase } from '../../../tests/support/postgres.ts';

const test = withTestDatabase();
let api: TestApi;
let inviter: { token: string; account: number };

const ROLE = 900;
const PERMISSIONS = { user: ['r', 'a', 'd'], user_accounts_invitations: ['r', 'u', 'd'], units: ['r', 'a'] };

beforeAll(async () => {
  await fillWorld(test.database);
  const permit = 'update role set permissions = $1 where account_id = $2';
  await test.database.query(permit, [{ ...PERMISSIONS, operator: ['r', 'u'] }, 4]);
  await test.database.query(permit, [PERMISSIONS, 2]);
  for (const [id, account] of [
    [ROLE, 4],
    [ROLE + 2, 2],
  ])
    await test.database.query(
      "insert into role (id, account_id, name, permissions, created_at) values ($1, $2, 'Driver', $3, $4)",
      [id, account, { units: ['r'] }, new Date(START)],
    );
});
beforeEach(async () => {
  api = await startApi(test.database);
  inviter = { token: (await api.signIn('consumer')).token, account: 4 };
});
afterEach(() => api.close());

const list = async (filters = {}) => (await api.call('getInvitationList', { filters }, inviter)).data.rows;

/** The token of the newest mail to the address, as its receiver finds it. */
async function linkOf(email: string): Promise<string> {
  const asked = { recipient: email, unsentOnly: false, search: '', page: 1, limit: 1 };
  const { rows } = await api.outbox.list(test.database, asked);
  return /\/app\/welcome-user\/([\w-]{43})\b/.exec(rows[0]?.text ?? '')?.[1] ?? '';
}

const person = {
  first_name: 'Anna',
  last_name: 'Berg',
  mobile: '',
  time_zone: 'UTC',
  password: 'Secret-1',
  retype_password: 'Secret-1',
};
const events = (kind: string) =>
  test.database.query<{ data: Record<string, unknown> }>('select data from event where kind = $1 order by sequence', [
    kind,
  ]);

describe('inviting an operator', () => {
  const operator = async (name: string): Promise<number> => {
    const [row] = await test.database.query<{ id: number }>(
      'insert into operator (account_id, name, created_at) values (4, $1, $2) returning id',
      [name, new Date(START)],
    );
    return row?.id ?? 0;
  };
  const userOf = async (id: number) =>
    (await test.database.query<{ user_id: number | null }>('select user_id from operator where id = $1', [id]))[0]
      ?.user_id;
  const ask = (operator_id: number, email: string) =>
    api.call('inviteUser', { emails: [email], role_id: ROLE, operator_id }, inviter);
  it('links the person who accepts with the operator, and with nobody once somebody else is', async () => {
    const id = await operator('Anna Berg');
    const [sent] = (await ask(id, 'driver@new.test')).data.invitations;
    expect(sent).toMatchObject({ operator_id: id, status: 'pending' });
    expect(await list({ operator_id: id })).toHaveLength(1);
    expect(await list({ operator_id: id + 1 })).toEqual([]);
    expect((await ask(id, 'second@new.test')).error?.fields).toMatchObject([{ field: 'operator_id' }]);
    const token = await linkOf('driver@new.test');
    const { data } = await api.call('registerUserWithInvite', { ...person, username: 'driver1', token });
    expect(await userOf(id)).toBe(data.user.user_id);
    expect(await events('operatorUpdated')).toMatchObject([
      { data: { name: 'Anna Berg', before: { user_id: null }, after: { user_id: data.user.user_id } } },
    ]);
    expect((await ask(id, 'third@new.test')).error?.message).toBe('This operator already has a login.');
  });

  it('leaves the operator alone that was linked meanwhile, declined, or whose invitation was withdrawn', async () => {
    const [linked, declined, withdrawn] = [
      await operator('Linked'),
      await operator('Declined'),
      await operator('Gone'),
    ];
    await ask(linked, 'late@new.test');
    await test.database.query('update operator set user_id = 3 where id = $1', [linked]);
    await api.call('registerUserWithInvite', { ...person, username: 'late1', token: await linkOf('late@new.test') });
    await ask(declined, 'no@new.test');
    await api.call('declineInvite', { token: await linkOf('no@new.test') });
    const [sent] = (await ask(withdrawn, 'gone@new.test')).data.invitations;
    await api.call('withdrawInvitation', { invitation_id: sent?.invitation_id }, inviter);
    expect([await userOf(linked), await userOf(declined), await userOf(withdrawn)]).toEqual([3, null, null]);
    expect((await list({ operator_id: declined })).map(({ status }) => status)).toEqual(['declined']);
    // Both may be invited again.
    expect((await ask(withdrawn, 'gone@new.test')).data.invitations).toHaveLength(1);
  });

  it('takes the permission to change operators, and an operator of the account', async () => {
    const [foreign] = await test.database.query<{ id: number }>(
      "insert into operator (account_id, name, created_at) values (2, 'Other', now()) returning id",
    );
    expect((await ask(foreign?.id ?? 0, 'x@new.test')).error?.fields).toMatchObject([{ field: 'operator_id' }]);
    const id = await operator('Not mine to change');
    const { token } = await api.signIn('dealer');
    const answer = await api.call(
      'inviteUser',
      { emails: ['y@new.test'], role_id: ROLE + 2, operator_id: foreign?.id },
      { token, account: 2 },
    );
    expect([answer.error?.code, await userOf(id)]).toEqual([ERROR.accessRight, null]);
  });
});
