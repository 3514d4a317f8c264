import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { Message } from '../../channels/index.ts';
import { SETUP_CODE, startApi, type TestApi } from '../../../tests/support/api.ts';
import { withTestDatabase } from '../../../tests/support/postgres.ts';
import { createFirstOwner } from './index.ts';

const test = withTestDatabase();
let api: TestApi;

const TABLES =
  'bearer_token, access_token, session, event, account_sequence, membership, role, app_user, account, counter';
beforeEach(async () => {
  await test.database.query(`truncate ${TABLES} restart identity cascade`);
  api = await startApi(test.database);
});
afterEach(() => api.close());

const form = {
  code: 'abcd-efgh-jklm',
  account_name: 'Harbour Fleet',
  first_name: 'Ada',
  last_name: 'Berg',
  username: 'ada',
  email: 'Ada@harbour.example',
  password: 'first-one-26',
  retype_password: 'first-one-26',
  time_zone: 'Europe/Berlin',
  language: 'ru',
} as const;

describe('a server without a login', () => {
  it('says that it waits for one, takes the code in any spelling, and signs its administrator in', async () => {
    expect((await api.call('getSetupState')).data).toEqual({ needed: true });
    expect((await api.call('checkSetupCode', { code: ' abcd efghJKLM ' })).error).toBeNull();
    const { error, data } = await api.call('setUpServer', form);
    expect(error).toBeNull();
    expect(data.user).toMatchObject({ username: 'ada', email: 'Ada@harbour.example', first_name: 'Ada' });
    expect(data.accounts).toMatchObject([
      { name: 'Harbour Fleet', type: 'OWNER', role: 'Administrator', status: 'active' },
    ]);
    const account = data.accounts[0].account_id;
    const { data: entered } = await api.call('selectAccount', { account_id: account }, { token: data.access_token });
    expect(entered.permissions.devices).toContain('a');
    expect(entered.settings.timezone).toBe('Europe/Berlin');
    expect((await api.call('getUserProfile', {}, { token: data.access_token })).data).toMatchObject({
      lang: 'ru',
      time_zone: '',
    });
    expect((await api.call('signin', { username: 'ada@harbour.example', password: form.password })).error).toBeNull();
  });

  it('records account, roles and person in the audit, by the person', async () => {
    await api.call('setUpServer', form);
    const rows = await test.database.query<{ kind: string; user_id: number; remote: string }>(
      "select kind, user_id, remote from event where kind <> 'signedIn' order by sequence",
    );
    expect(rows.map(({ kind }) => kind)).toEqual([
      'accountCreated',
      'roleCreated',
      'roleCreated',
      'roleCreated',
      'userJoined',
    ]);
    for (const row of rows) expect(row).toMatchObject({ user_id: 1, remote: expect.stringMatching(/.+/) });
  });

  it('is set up once, whoever holds the code', async () => {
    expect((await api.call('setUpServer', form)).error).toBeNull();
    expect((await api.call('getSetupState')).data).toEqual({ needed: false });
    for (const method of ['checkSetupCode', 'setUpServer'] as const) {
      const again = await api.call(method, { ...form, username: 'eve', email: 'eve@harbour.example' });
      expect(again.error).toMatchObject({ code: ERROR.conflict, message: expect.stringContaining('already set up') });
    }
  });

  it('gives one owner where two set it up at the same time', async () => {
    const answers = await Promise.all(
      ['ada', 'eve', 'ida'].map((username) =>
        api.call('setUpServer', { ...form, username, email: `${username}@harbour.example` }),
      ),
    );
    expect(answers.map(({ error }) => error?.code ?? 'done').toSorted()).toEqual([
      ERROR.conflict,
      ERROR.conflict,
      'done',
    ]);
    expect(await test.database.query('select id from app_user')).toHaveLength(1);
    expect(await test.database.query("select id from account where type = 'OWNER'")).toHaveLength(1);
  });

  it('gives one owner where two processes find no login', async () => {
    const owner = { ...form, passwordHash: 'hash', now: api.now };
    const made = await Promise.all(
      ['ada', 'eve'].map((username) =>
        createFirstOwner(test.openAnother(), { ...owner, username, email: `${username}@harbour.example` }),
      ),
    );
    expect(made.filter((id) => id !== null)).toHaveLength(1);
    expect(await test.database.query('select id from account')).toHaveLength(1);
  });

  it('refuses wrong codes and slows down who tries many, the right one included', async () => {
    const wrong = await api.call('checkSetupCode', { code: 'AAAAAAAAAAAA' });
    expect(wrong.error).toMatchObject({ code: ERROR.validation, fields: [{ field: 'code' }] });
    expect((await api.call('setUpServer', { ...form, code: 'AAAAAAAAAAAA' })).error).toMatchObject({
      fields: [{ field: 'code' }],
    });
    for (let attempt = 0; attempt < 3; attempt++) await api.call('checkSetupCode', { code: 'AAAAAAAAAAAB' });
    expect((await api.call('checkSetupCode', { code: SETUP_CODE })).error).toMatchObject({
      code: ERROR.tooManyRequests,
    });
    api.now += 31_000;
    expect((await api.call('checkSetupCode', { code: SETUP_CODE })).error).toBeNull();
  });

  it.each([
    ['code', 'short'],
    ['code', 'ABCDEFGHJKL0'],
    ['account_name', 'ab'],
    ['email', 'nobody'],
    ['password', '1234'],
    ['password', 'x'.repeat(26)],
    ['time_zone', 'Moon/Base'],
    ['language', 'xx'],
    ['username', 'a b'],
    ['retype_password', 'other'],
  ])('refuses %s = %s at the field and makes nothing', async (field, value) => {
    const { error } = await api.call('setUpServer', { ...form, [field]: value });
    expect(error?.fields?.map((each) => each.field)).toContain(field);
    expect(await test.database.query('select id from app_user')).toEqual([]);
  });
});

describe('the mail test', () => {
  const sent: Message[] = [];
  const channel = (send: (message: Message) => Promise<void>) => ({
    name: 'email' as const,
    send,
    close: () => undefined,
  });
  const tested = async (mailNow: ReturnType<typeof channel> | null) => {
    await api.close();
    api = await startApi(test.database, { mailNow });
    const { data } = await api.call('setUpServer', form);
    return api.call('sendTestMail', {}, { token: data.access_token, account: data.accounts[0].account_id });
  };

  it('says that mail is not configured', async () => {
    expect((await tested(null)).data).toEqual({
      outcome: 'unconfigured',
      recipient: 'Ada@harbour.example',
      reason: '',
    });
  });
  it('sends to the own address', async () => {
    const { data } = await tested(channel(async (message) => void sent.push(message)));
    expect(data).toEqual({ outcome: 'sent', recipient: 'Ada@harbour.example', reason: '' });
    expect(sent).toMatchObject([{ recipient: 'Ada@harbour.example', subject: 'Test message from Wayline' }]);
  });
  it('says what the mail server answered', async () => {
    const { data } = await tested(channel(async () => Promise.reject(new Error('535 Authentication failed'))));
    expect(data).toEqual({ outcome: 'failed', recipient: 'Ada@harbour.example', reason: '535 Authentication failed' });
  });
});
