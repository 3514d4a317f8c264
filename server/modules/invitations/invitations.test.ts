import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { MethodName } from '../../../src/api/contract/index.ts';
import { DAY, MINUTE } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { Invitation } from '../../../src/domain/invitation/index.ts';
import { createProblems, loadMessages } from '../../call/index.ts';
import type { CallContext } from '../../call/types.ts';
import { START, fillWorld, startApi, type Called, type TestApi } from '../../../tests/support/api.ts';
import { withTestDatabase } from '../../../tests/support/postgres.ts';
import { createListHandlers } from './lists.ts';

const test = withTestDatabase();
let api: TestApi;
let inviter: { token: string; account: number };

const ROLE = 900;
const PERMISSIONS = {
  user: ['r', 'a', 'd'],
  user_accounts_invitations: ['r', 'u', 'd'],
  users_accounts: ['r', 'a', 'd'],
  units: ['r', 'a'],
};

beforeAll(async () => {
  await fillWorld(test.database);
  await test.database.query('update role set permissions = $1 where account_id in (2, 4)', [PERMISSIONS]);
  await test.database.query(
    "insert into role (id, account_id, name, permissions, created_at) values ($1, 4, 'Dispatcher', $2, $3)",
    [ROLE, { units: ['r'] }, new Date(START)],
  );
  await test.database.query(
    "insert into role (id, account_id, name, permissions, created_at) values ($1, 4, 'Chief', $2, $3)",
    [ROLE + 1, { units: ['r', 'd'] }, new Date(START)],
  );
  await test.database.query('update app_user set email_verified_at = created_at');
});
beforeEach(async () => {
  for (const table of ['invitation', 'outbox']) await test.database.query(`delete from ${table}`);
  await test.database.query('delete from membership where user_id in (6, 10) and account_id = 4');
  api = await startApi(test.database);
  const signedIn = await api.signIn('consumer');
  inviter = { token: signedIn.token, account: 4 };
});
afterEach(() => api.close());

type InviteMethod = Extract<MethodName, `invite${string}User`>;
const invite = (emails: string[], role_id = ROLE, method: InviteMethod = 'inviteMultipleUser', more = {}) =>
  api.call(method, { emails, role_id, ...more }, inviter);
const invited = (called: Called<InviteMethod>) => called.data;
const list = async (filters = {}) => (await api.call('getInvitationList', { filters }, inviter)).data.rows;

/** The token of the newest mail to the address, as its receiver finds it. */
async function linkOf(email: string): Promise<string> {
  const { rows } = await api.outbox.list(test.database, {
    recipient: email,
    unsentOnly: false,
    search: '',
    page: 1,
    limit: 1,
  });
  return /\/app\/welcome-user\/([\w-]{43})\b/.exec(rows[0]?.text ?? '')?.[1] ?? '';
}

const person = {
  first_name: 'Anna',
  last_name: 'Berg',
  username: 'anna',
  mobile: '',
  time_zone: 'UTC',
  password: 'Secret-1',
  retype_password: 'Secret-1',
};
const events = (kind: string) =>
  test.database.query<{ data: Record<string, unknown>; user_id: number | null; remote: string }>(
    'select data, user_id, remote from event where kind = $1 order by time, sequence',
    [kind],
  );

describe('inviting', () => {
  it('sends each a mail with a link of its own, whose token is nowhere in the database', async () => {
    const { invitations, refused } = invited(await invite(['Anna@New.test', 'bob@new.test']));
    expect(refused).toEqual([]);
    expect(
      invitations.map(({ email, status, role_name, account_name, invited_by }) => [
        email,
        status,
        role_name,
        account_name,
        invited_by,
      ]),
    ).toEqual([
      ['Anna@New.test', 'pending', 'Dispatcher', 'Blue Freight', 'consumer Test'],
      ['bob@new.test', 'pending', 'Dispatcher', 'Blue Freight', 'consumer Test'],
    ]);
    expect(invitations[0]?.expires_at).toBe(new Date(START + 7 * DAY).toISOString());
    const tokens = [await linkOf('Anna@New.test'), await linkOf('bob@new.test')];
    expect(new Set(tokens).size).toBe(2);
    const [stored] = await test.database.query<{ all: string }>(
      "select string_agg(i::text, ' ') as all from invitation i",
    );
    expect(stored?.all).not.toContain(tokens[0]);
    expect(await events('invitationSent')).toMatchObject([
      { data: { email: 'Anna@New.test' }, user_id: 3, remote: '192.0.2.1' },
      { data: { email: 'bob@new.test' } },
    ]);
  });

  it('writes the mail in the language of a receiver who has a login, with the account’s dates', async () => {
    await test.database.query("update app_user set lang = 'ru' where id = 6");
    await test.database.query(
      `update account set settings = '{"timezone": "Asia/Tehran", "date_time_format": "YYYY-MM-DD HH:mm"}' where id = 4`,
    );
    await invite(['red@example.test', 'new@new.test']);
    const text = async (recipient: string) =>
      (await api.outbox.list(test.database, { recipient, unsentOnly: false, search: '', page: 1, limit: 1 })).rows[0]
        ?.text;
    expect(await text('red@example.test')).toContain('Приглашение действует до 2026-05-08 11:30 (Asia/Tehran)');
    expect(await text('new@new.test')).toContain('The invitation is valid until 2026-05-08 11:30 (Asia/Tehran)');
    await test.database.query("update account set settings = '{}' where id = 4");
  });

  it('names those who cannot be invited one by one and invites the rest', async () => {
    await invite(['waiting@new.test']);
    const { invitations, refused } = invited(
      await invite(['consumer@example.test', 'viewer@example.test', 'WAITING@new.test', 'fresh@new.test']),
    );
    expect(invitations.map(({ email }) => email)).toEqual(['fresh@new.test']);
    expect(refused).toEqual([
      { email: 'consumer@example.test', message: 'You cannot invite yourself.' },
      { email: 'viewer@example.test', message: 'viewer@example.test is already a member of this account.' },
      { email: 'WAITING@new.test', message: 'WAITING@new.test already has a pending invitation. Resend it instead.' },
    ]);
  });

  it('takes at most twenty addresses, each once and each an address', async () => {
    const many = Array.from({ length: 21 }, (_, index) => `p${index}@new.test`);
    expect((await invite(many)).error?.fields).toEqual([
      { field: 'emails', message: 'You can send a maximum of 20 invitations' },
    ]);
    expect(invited(await invite(many.slice(1))).invitations).toHaveLength(20);
    expect((await invite(['a@b.test', 'A@b.test'])).error?.code).toBe(ERROR.validation);
    expect((await invite(['not an address'])).error?.fields?.[0]?.message).toBe('Invalid Email');
    expect((await invite(['a@b.test', 'c@b.test'], ROLE, 'inviteUser')).error?.code).toBe(ERROR.validation);
  });

  it('keeps to roles of the account that do not exceed one’s own', async () => {
    expect((await invite(['a@new.test'], ROLE + 1)).error?.fields).toEqual([
      { field: 'role_id', message: "This role has permissions you don't have." },
    ]);
    expect((await invite(['a@new.test'], 1)).error?.fields?.[0]?.field).toBe('role_id');
    expect(await list()).toEqual([]);
  });

  it('reaches accounts of the tree and no others', async () => {
    const dealer = await api.signIn('dealer');
    const below = (method: InviteMethod, account_id: number) =>
      api.call(method, { emails: ['deep@new.test'], role_id: ROLE, account_id }, { token: dealer.token, account: 2 });
    expect((await below('inviteMultipleSubAccountUser', 7)).error?.code).toBe(ERROR.notFound);
    expect((await below('inviteMultipleSubAccountUser', 2)).error?.code).toBe(ERROR.notFound);
    expect((await below('inviteMultipleSubDealerUser', 4)).error?.code).toBe(ERROR.notFound);
    expect((await below('inviteMultipleSubAccountUser', 5)).error?.code).toBe(ERROR.conflict);
    expect(invited(await below('inviteMultipleSubConsumerUser', 4)).invitations).toHaveLength(1);
    expect((await list()).map(({ email }) => email)).toEqual(['deep@new.test']);
  });

  it('is no way to flood strangers: sixty calls an hour', async () => {
    for (let call = 0; call < 60; call++) await invite(['same@new.test']);
    expect((await invite(['same@new.test'])).error).toMatchObject({ code: ERROR.tooManyRequests, retry_after: 60 });
  });

  it('lets two who invite the same person at once send one mail', async () => {
    const both = await Promise.all([invite(['twice@new.test']), invite(['twice@new.test'])]);
    expect(both.map((each) => invited(each).invitations.length).toSorted()).toEqual([0, 1]);
    expect(await list()).toHaveLength(1);
  });
});

describe('an invitation that was sent', () => {
  const sent = async (email = 'anna@new.test') => invited(await invite([email])).invitations[0]?.invitation_id ?? 0;

  it('is sent again with a new link at most once a minute; the old link is dead', async () => {
    const invitation_id = await sent();
    const old = await linkOf('anna@new.test');
    api.now += MINUTE - 1;
    expect((await api.call('resendInvitation', { invitation_id }, inviter)).error).toMatchObject({
      code: ERROR.tooManyRequests,
      retry_after: 1,
    });
    api.now += 8 * DAY;
    inviter.token = (await api.signIn('consumer')).token;
    expect((await list({ status: 'expired' })).map((each) => each.invitation_id)).toEqual([invitation_id]);
    const again = await api.call('resendInvitation', { invitation_id }, inviter);
    expect(again.data).toMatchObject({ status: 'pending', expires_at: new Date(api.now + 7 * DAY).toISOString() });
    expect((await api.call('getInviteData', { token: old })).error?.code).toBe(ERROR.inviteInvalid);
    expect((await api.call('getInviteData', { token: await linkOf('anna@new.test') })).error).toBeNull();
  });

  it('is not sent again when the person was invited again meanwhile, or has joined', async () => {
    const invitation_id = await sent('karla@new.test');
    api.now += 8 * DAY;
    inviter.token = (await api.signIn('consumer')).token;
    await invite(['karla@new.test']);
    expect((await api.call('resendInvitation', { invitation_id }, inviter)).error?.message).toContain(
      'already has a pending invitation',
    );
    await api.call('registerUserWithInvite', { ...person, username: 'karla', token: await linkOf('karla@new.test') });
    expect((await api.call('resendInvitation', { invitation_id }, inviter)).error?.message).toContain(
      'already a member',
    );
  });

  it('has a link to hand over, beside the mailed one, which proves no address', async () => {
    const invitation_id = await sent('lena@new.test');
    const make = async () => {
      const { url } = (await api.call('createInvitationLink', { invitation_id }, inviter)).data as { url: string };
      return /\/app\/welcome-user\/([\w-]+)$/.exec(url)?.[1] ?? '';
    };
    const first = await make();
    const token = await make();
    expect((await api.call('getInviteData', { token: first })).error?.code).toBe(ERROR.inviteInvalid);
    expect((await api.call('getInviteData', { token: await linkOf('lena@new.test') })).error).toBeNull();
    const registered = await api.call('registerUserWithInvite', { ...person, username: 'lena', token });
    expect(registered.error).toBeNull();
    expect((await api.call('getUserProfile', {}, { token: registered.data.access_token })).data).toMatchObject({
      email: 'lena@new.test',
      email_verified: false,
    });
    expect((await api.call('createInvitationLink', { invitation_id }, inviter)).error?.code).toBe(ERROR.conflict);
  });

  it('is not joined by a handed link with an address that is not proven', async () => {
    await test.database.query("update app_user set email_verified_at = null where username_key = 'red'");
    const [red] = await test.database.query<{ email: string }>("select email from app_user where username_key = 'red'");
    const invitation_id = await sent(red?.email);
    const { url } = (await api.call('createInvitationLink', { invitation_id }, inviter)).data as { url: string };
    const { token } = await api.signIn('red');
    expect(
      (await api.call('joinUserWithInvite', { token: url.split('/').at(-1) }, { token })).error?.message,
    ).toContain('erify');
    await test.database.query("update app_user set email_verified_at = now() where username_key = 'red'");
    expect((await api.call('joinUserWithInvite', { token: url.split('/').at(-1) }, { token })).data).toMatchObject({
      status: 'accepted',
    });
  });

  it('is withdrawn: the link is invalid, and it cannot be sent again', async () => {
    const invitation_id = await sent();
    const token = await linkOf('anna@new.test');
    expect((await api.call('withdrawInvitation', { invitation_id }, inviter)).data).toMatchObject({
      status: 'withdrawn',
    });
    expect((await api.call('getInviteData', { token })).error?.code).toBe(ERROR.inviteInvalid);
    api.now += MINUTE;
    expect((await api.call('resendInvitation', { invitation_id }, inviter)).error?.code).toBe(ERROR.conflict);
    expect((await api.call('withdrawInvitation', { invitation_id }, inviter)).error?.code).toBe(ERROR.conflict);
    expect(invited(await invite(['anna@new.test'])).invitations).toHaveLength(1);
  });

  it('is nobody else’s to change', async () => {
    const invitation_id = await sent();
    await test.database.query('update role set permissions = $1 where account_id = 7', [PERMISSIONS]);
    const red = await api.signIn('red');
    const theirs = { token: red.token, account: 7 };
    for (const method of ['resendInvitation', 'createInvitationLink', 'withdrawInvitation'])
      expect((await api.call(method, { invitation_id }, theirs)).error?.code).toBe(ERROR.notFound);
    expect((await api.call('getInvitationList', { account_id: 4 }, theirs)).error?.code).toBe(ERROR.notFound);
    const dealer = await api.signIn('dealer');
    const above = await api.call('getInvitationList', { account_id: 4 }, { token: dealer.token, account: 2 });
    expect(above.data.total).toBe(1);
  });
});

describe('answering by the link', () => {
  it('shows what one is invited into and whether there is a login already', async () => {
    await invite(['new@new.test', 'red@example.test']);
    expect((await api.call('getInviteData', { token: await linkOf('new@new.test') })).data).toEqual({
      email: 'new@new.test',
      account_name: 'Blue Freight',
      role_name: 'Dispatcher',
      invited_by: 'consumer Test',
      expires_at: new Date(START + 7 * DAY).toISOString(),
      has_login: false,
      password_policy: 'length',
      branding: { account_id: null, name: '', logos: {}, default_theme: '', default_language: '' },
    });
    expect((await api.call('getInviteData', { token: await linkOf('red@example.test') })).data).toMatchObject({
      has_login: true,
    });
  });

  it('registers a person, who is signed in, a member, and has a proven address', async () => {
    await invite(['anna@new.test']);
    const token = await linkOf('anna@new.test');
    const { data, error } = await api.call('registerUserWithInvite', { ...person, token });
    expect(error).toBeNull();
    expect(data.accounts).toMatchObject([{ account_id: 4, role: 'Dispatcher' }]);
    const profile = await api.call('getUserProfile', {}, { token: String(data.access_token) });
    expect(profile.data).toMatchObject({ username: 'anna', email: 'anna@new.test', email_verified: true });
    expect((await api.call('signin', { username: 'anna', password: person.password })).error).toBeNull();
    expect((await api.call('getInviteData', { token })).error?.code).toBe(ERROR.inviteAccepted);
    expect(
      (await events('userJoined')).find(({ data }) => (data as { email?: string }).email === 'anna@new.test'),
    ).toMatchObject({ data: { email: 'anna@new.test', role_name: 'Dispatcher' } });
    expect((await list())[0]).toMatchObject({ status: 'accepted', answered_at: new Date(START).toISOString() });
  });

  it('refuses a username that somebody has, or that is somebody’s address, and an address with a login', async () => {
    await invite(['berta@new.test', 'red@example.test']);
    const token = await linkOf('berta@new.test');
    const named = async (username: string) =>
      (await api.call('registerUserWithInvite', { ...person, username, token })).error;
    expect(await named('Consumer')).toMatchObject({
      code: ERROR.conflict,
      message: 'Username already exists',
      fields: [{ field: 'username' }],
    });
    // Whether that address has a login is not said.
    const address = await named('dealer@example.test');
    expect(address).toMatchObject({ code: ERROR.validation, fields: [{ field: 'username' }] });
    expect(await named('free@example.test')).toEqual(address);
    const taken = await api.call('registerUserWithInvite', {
      ...person,
      username: 'other',
      token: await linkOf('red@example.test'),
    });
    expect(taken.error).toMatchObject({ code: ERROR.conflict, fields: [{ field: 'email' }] });
    expect(taken.error?.message).toContain('User Already Exist');
  });

  it('keeps to the password policy of the account', async () => {
    await invite(['clara@new.test']);
    const token = await linkOf('clara@new.test');
    await test.database.query("update account set password_policy = 'classes' where id = 4");
    expect((await api.call('getInviteData', { token })).data.password_policy).toBe('classes');
    const weak = await api.call('registerUserWithInvite', {
      ...person,
      username: 'clara',
      password: 'simple',
      retype_password: 'simple',
      token,
    });
    expect(weak.error?.fields?.map(({ field }) => field)).toEqual(['password']);
    expect((await api.call('registerUserWithInvite', { ...person, username: 'clara', token })).error).toBeNull();
    await test.database.query("update account set password_policy = 'length' where id = 4");
  });

  it('joins with an existing login of that address only', async () => {
    await invite(['red@example.test']);
    const token = await linkOf('red@example.test');
    const [red, multi] = [await api.signIn('red'), await api.signIn('multi')];
    expect((await api.call('joinUserWithInvite', { token }, { token: multi.token })).error?.code).toBe(
      ERROR.inviteMismatch,
    );
    expect((await api.call('joinUserWithInvite', { token }, { token: red.token })).data).toMatchObject({
      status: 'accepted',
    });
    expect((await api.call('selectAccount', { account_id: 4 }, { token: red.token })).error).toBeNull();
    expect((await api.call('joinUserWithInvite', { token }, { token: red.token })).error?.code).toBe(
      ERROR.inviteAccepted,
    );
  });

  it('declines without a login; every further answer says so', async () => {
    await invite(['dora@new.test']);
    const token = await linkOf('dora@new.test');
    expect((await api.call('declineInvite', { token })).error).toBeNull();
    for (const method of ['getInviteData', 'declineInvite'])
      expect((await api.call(method, { token })).error?.code).toBe(ERROR.inviteDeclined);
    expect((await api.call('registerUserWithInvite', { ...person, username: 'dora', token })).error?.code).toBe(
      ERROR.inviteDeclined,
    );
  });

  it('expires to the millisecond, and an unknown link is invalid', async () => {
    await invite(['emma@new.test']);
    const token = await linkOf('emma@new.test');
    api.now = START + 7 * DAY - 1;
    expect((await api.call('getInviteData', { token })).error).toBeNull();
    api.now++;
    expect((await api.call('getInviteData', { token })).error?.code).toBe(ERROR.inviteExpired);
    expect((await api.call('getInviteData', { token: 'x'.repeat(43) })).error?.code).toBe(ERROR.inviteInvalid);
  });

  it('says clearly when the role is gone or the account is not active, and makes no login then', async () => {
    await test.database.query(
      'insert into role (id, account_id, name, permissions, created_at) values (950, 4, \'Short-lived\', \'{"units":["r"]}\', now())',
    );
    await invite(['gina@new.test'], 950);
    await test.database.query('delete from role where id = 950');
    const token = await linkOf('gina@new.test');
    const register = () => api.call('registerUserWithInvite', { ...person, username: 'gina', token });
    expect((await register()).error).toMatchObject({
      code: ERROR.conflict,
      message: 'The role of this invitation no longer exists. Ask for a new invitation.',
    });
    expect((await list())[0]?.role_name).toBe('Short-lived');
    await test.database.query("update account set status = 'inactive' where id = 4");
    await api.directory.reload();
    expect((await register()).error?.message).toBe('The account is not active, so no one can join it now.');
    await test.database.query("update account set status = 'active' where id = 4");
    expect(await test.database.query("select 1 from app_user where username_key = 'gina'")).toEqual([]);
  });

  it('lets one of two who register at once with the same link in', async () => {
    await invite(['hanna@new.test']);
    const token = await linkOf('hanna@new.test');
    const both = await Promise.all(
      ['hanna', 'hanna2'].map((username) => api.call('registerUserWithInvite', { ...person, username, token })),
    );
    expect(both.map(({ error }) => error?.code ?? 'in').toSorted()).toEqual(['in', ERROR.inviteAccepted].toSorted());
  });
});

describe('answering in the product', () => {
  const own = async (token: string) => (await api.call('getUserInvitations', {}, { token })).data.rows;

  it('lists and accepts invitations to one’s own proven address', async () => {
    await invite(['red@example.test', 'other@new.test']);
    const { token } = await api.signIn('red');
    const [mine, ...others] = await own(token);
    expect([mine?.email, others]).toEqual(['red@example.test', []]);
    const { invitation_id } = mine as Invitation;
    const multi = await api.signIn('multi');
    const foreign = await api.call('acceptInvitation', { invitation_id }, { token: multi.token });
    expect(foreign.error?.code).toBe(ERROR.notFound);
    // Numbers that nobody gave out get the same answer.
    expect((await api.call('acceptInvitation', { invitation_id: 999_999 }, { token: multi.token })).error).toEqual(
      foreign.error,
    );
    expect((await api.call('acceptInvitation', { invitation_id }, { token })).data).toMatchObject({
      status: 'accepted',
    });
    expect((await api.call('getUnitList', {}, { token, account: 4 })).error).toBeNull();
    expect((await api.call('declineInvitation', { invitation_id }, { token })).error?.code).toBe(ERROR.inviteAccepted);
  });

  it('shows and gives nothing to an address that is not proven', async () => {
    await invite(['nobody@example.test']);
    const [{ invitation_id } = { invitation_id: 0 }] = await list();
    await test.database.query('update app_user set email_verified_at = null where id = 10');
    const { token } = await api.signIn('nobody');
    expect(await own(token)).toEqual([]);
    expect((await api.call('acceptInvitation', { invitation_id }, { token })).error).toMatchObject({
      code: ERROR.conflict,
    });
    expect(
      (await api.call('joinUserWithInvite', { token: await linkOf('nobody@example.test') }, { token })).error,
    ).toBeNull();
    expect((await api.call('getUserProfile', {}, { token })).data.email_verified).toBe(true);
  });
});

describe('names and the outbox', () => {
  it('lets the invited know whether a username is free, thirty times a minute, and strangers nothing', async () => {
    await invite(['ida@new.test']);
    const token = await linkOf('ida@new.test');
    const ask = (username: string, more = { token }, remote = '198.51.100.7') =>
      api.call('checkUserNameAvailability', { username, ...more }, { remote });
    expect((await ask('CONSUMER')).data).toEqual({ available: false });
    expect((await ask('somebody-new')).data).toEqual({ available: true });
    const stranger = await ask('consumer', { token: 'x'.repeat(43) });
    expect(stranger.error?.code).toBe(ERROR.inviteInvalid);
    expect((await ask('somebody-new', { token: '' })).error).toEqual(stranger.error);
    // An address as a name would reveal who has a login: only one's own may be asked about.
    expect((await ask('dealer@example.test')).data).toEqual({ available: false });
    expect((await ask('free@example.test')).data).toEqual({ available: false });
    expect((await ask('ida@new.test')).data).toEqual({ available: true });
    for (let count = 7; count < 30; count++) await ask(`name-${count}`);
    expect((await ask('one-more')).error?.code).toBe(ERROR.tooManyRequests);
    for (let count = 0; count < 60; count++) await ask(`name-${count}`, { token }, `198.51.100.${100 + count}`);
    expect((await ask('one-more', { token }, '198.51.100.99')).error?.code).toBe(ERROR.tooManyRequests);
  });

  it('shows the outbox in the demo', async () => {
    await invite(['ida@new.test']);
    const { data } = await api.call('getOutbox', { recipient: 'ida@new.test' }, { remote: '127.0.0.1' });
    expect(data).toMatchObject({ total: 1, rows: [{ channel: 'email', recipient: 'ida@new.test', sent_at: null }] });
    expect(JSON.stringify(data)).toContain('http://localhost');
  });

  it('shows it to this machine alone: its links sign in', async () => {
    for (const remote of ['192.0.2.1', '2001:db8::1']) {
      expect((await api.call('getOutbox', {}, { remote })).error?.code).toBe(ERROR.accessRight);
      expect((await api.call('getDemoState', {}, { remote })).data).toEqual({ demo: false });
    }
    expect((await api.call('getDemoState', {}, { remote: '127.0.0.1' })).data).toEqual({ demo: true });
  });

  it('shows it nowhere else', async () => {
    const problems = createProblems(loadMessages());
    const { getOutbox } = createListHandlers({
      database: test.database,
      directory: api.directory,
      outbox: api.outbox,
      demo: false,
      problems,
    });
    const context: CallContext = {
      lang: 'en',
      now: START,
      correlationId: '1',
      remote: '192.0.2.1',
      userAgent: 'test',
      origin: 'http://localhost',
      isFromThisMachine: true,
      session: null,
    };
    const answer = await getOutbox(
      { page: 1, limit: 50, sort: '', search: '', recipient: '', unsent_only: false },
      context,
    );
    expect(answer).toMatchObject({ ok: false, error: { code: ERROR.accessRight } });
  });
});
