import { solveChallenge } from 'altcha-lib/v1';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { PASSWORD, fillWorld, startApi, type TestApi } from '../../../tests/support/api.ts';
import { withTestDatabase } from '../../../tests/support/postgres.ts';
import { shortened } from './codes.ts';
import { Spacing } from './spacing.ts';

const test = withTestDatabase();
let api: TestApi;
let filled = false;

beforeEach(async () => {
  if (!filled) await fillWorld(test.database);
  filled = true;
  for (const table of ['outbox', 'one_time_code', 'event']) await test.database.query(`delete from ${table}`);
  const [hash] = await test.database.query<{ password_hash: string }>(
    "select password_hash from app_user where username_key = 'blocked'",
  );
  await test.database.query('update app_user set password_hash = $1', [hash?.password_hash]);
  api = await startApi(test.database);
});
afterEach(() => api.close());

const NEW = 'Another#1';
const mails = async (recipient = '') =>
  (await api.outbox.list(test.database, { recipient, unsentOnly: false, search: '', page: 1, limit: 50 })).rows;
const codeFor = async (recipient: string) => /\b\d{6}\b/.exec((await mails(recipient))[0]?.text ?? '')?.[0] ?? '';
const kinds = async () =>
  (await test.database.query<{ kind: string }>('select kind from event order by time, sequence')).map(
    ({ kind }) => kind,
  );
const otherThan = (code: string) => (code === '111111' ? '222222' : '111111');

describe('a forgotten password', () => {
  const ask = async (username: string, remote = '192.0.2.9') => {
    const answer = await api.call('resetPasswordRequest', { username }, { remote });
    await api.settled();
    return answer;
  };

  it('is replaced by a code and a right that is good once; all sessions end and a notice goes out', async () => {
    const before = await api.signIn('consumer');
    expect((await ask('Consumer')).data).toEqual({ resend_after: 60, sent_to: '' });
    const code = await codeFor('consumer@example.test');
    const { data, error } = await api.call('checkResetCode', { username: 'consumer', code });
    expect(error).toBeNull();
    expect(data.password_policy).toBe('length');
    const reset = { reset_token: data.reset_token, password: NEW, retype_password: NEW };
    expect((await api.call('resetPassword', reset)).error).toBeNull();
    expect((await api.call('getUserAccounts', {}, { token: before.token })).error?.code).toBe(ERROR.accessToken);
    expect((await api.call('loginWithBearer', { bearer_token: before.bearer })).error?.code).toBe(ERROR.bearerToken);
    expect((await api.call('signin', { username: 'consumer', password: NEW })).error).toBeNull();
    expect(
      (await api.call('resetPassword', { ...reset, password: 'Third#11', retype_password: 'Third#11' })).error?.message,
    ).toContain('Ask for a new code');
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Your password was changed',
      `${code} is your code for a new password`,
    ]);
    expect(await kinds()).toEqual(expect.arrayContaining(['passwordResetRequested', 'passwordReset', 'sessionsEnded']));
    const [recorded] = await test.database.query<{ all: string }>(
      "select string_agg(data::text, ' ') as all from event",
    );
    for (const secret of [code, NEW, String(data.reset_token)]) expect(recorded?.all).not.toContain(secret);
    expect(JSON.stringify(api.log)).not.toContain(code);
  });

  it('is answered the same whether there is a login, and mails nobody who is not there or blocked', async () => {
    const known = await ask('consumer', '192.0.2.20');
    const [unknown, blocked] = [await ask('nobody-at-all', '192.0.2.21'), await ask('blocked', '192.0.2.22')];
    expect(unknown.data).toEqual(known.data);
    expect(blocked.data).toEqual(known.data);
    expect((await ask('dealer@example.test', '192.0.2.23')).data).toEqual({
      resend_after: 60,
      sent_to: 'd…@example.test',
    });
    expect((await ask('unknown@example.test', '192.0.2.24')).data).toEqual({
      resend_after: 60,
      sent_to: 'u…@example.test',
    });
    expect((await mails()).map(({ recipient }) => recipient).toSorted()).toEqual([
      'consumer@example.test',
      'dealer@example.test',
    ]);
    const wrong = await Promise.all(
      ['nobody-at-all', 'consumer', 'viewer'].map((username) =>
        api.call('checkResetCode', { username, code: '000000' }, { remote: '192.0.2.25' }),
      ),
    );
    expect(new Set(wrong.map(({ error }) => error?.message)).size).toBe(1);
  });

  it('takes a code for ten minutes and five attempts, the newest only, a new one after a minute', async () => {
    await ask('viewer');
    const first = await codeFor('viewer@example.test');
    api.now += MINUTE - 1;
    expect((await ask('viewer')).error).toMatchObject({ code: ERROR.tooManyRequests, retry_after: 1 });
    api.now += 1;
    await ask('viewer');
    const second = await codeFor('viewer@example.test');
    const check = async (code: string) => (await api.call('checkResetCode', { username: 'viewer', code })).error?.code;
    if (first !== second) expect(await check(first)).toBe(ERROR.wrongCode);
    for (let attempt = first === second ? 0 : 1; attempt < 5; attempt++)
      expect(await check(otherThan(second))).toBe(ERROR.wrongCode);
    expect(await check(second)).toBe(ERROR.wrongCode);
    api.now += MINUTE;
    await ask('viewer', '192.0.2.30');
    api.now += 10 * MINUTE;
    expect(await check(await codeFor('viewer@example.test'))).toBe(ERROR.wrongCode);
  });

  it('is limited by name, and asks an address that asks often for a captcha', async () => {
    for (let count = 0; count < 3; count++) expect((await ask(`name-${count}`)).error).toBeNull();
    expect((await ask('name-3')).error?.code).toBe(ERROR.captchaRequired);
    const asked = (await api.call('getCaptcha')).data;
    const solution = await solveChallenge(asked.challenge, asked.salt, asked.algorithm, asked.maxnumber).promise;
    const captcha = Buffer.from(JSON.stringify({ ...asked, number: solution?.number })).toString('base64');
    expect(
      (await api.call('resetPasswordRequest', { username: 'name-3', captcha }, { remote: '192.0.2.9' })).error,
    ).toBeNull();
    for (let count = 0; count < 6; count++) {
      api.now += MINUTE;
      expect((await ask('multi', `198.51.100.${count}`)).error).toBeNull();
    }
    api.now += MINUTE;
    expect((await ask('multi', '198.51.100.99')).error).toMatchObject({
      code: ERROR.tooManyRequests,
      retry_after: HOUR / SECOND,
    });
  });

  it('must be new, and other than the username, by the strictest policy of the accounts', async () => {
    await test.database.query("update account set password_policy = 'classes' where id = 7");
    await ask('multi');
    const { data } = await api.call('checkResetCode', { username: 'multi', code: await codeFor('multi@example.test') });
    expect(data.password_policy).toBe('classes');
    const reset = async (password: string) =>
      (await api.call('resetPassword', { reset_token: data.reset_token, password, retype_password: password })).error
        ?.fields;
    expect(await reset('simple')).toMatchObject([{ field: 'password' }]);
    expect(await reset(PASSWORD)).toEqual([
      { field: 'password', message: 'The new password must differ from the old one' },
    ]);
    expect(
      (await api.call('resetPassword', { reset_token: data.reset_token, password: NEW, retype_password: 'x' })).error
        ?.fields,
    ).toMatchObject([{ field: 'retype_password' }]);
    await test.database.query("update account set password_policy = 'long' where id = 7");
    expect(await reset('Aa1!aaaaaaa')).toEqual([
      { field: 'password', message: 'Passwords must have 12 to 128 characters.' },
    ]);
    await test.database.query("update account set password_policy = 'length' where id = 7");
    expect(await reset('LetMeIn')).toEqual([
      { field: 'password', message: expect.stringContaining('10,000 most common') },
    ]);
    expect(await reset('MULTI')).toEqual([
      { field: 'password', message: 'The password must differ from the username' },
    ]);
    expect(await reset(NEW)).toBeUndefined();
    expect(
      (await api.call('resetPassword', { reset_token: '1.x', password: NEW, retype_password: NEW })).error?.code,
    ).toBe(ERROR.wrongCode);
  });
});

describe('one’s own password', () => {
  it('is changed with the old one; the other sessions end, this one goes on', async () => {
    const [here, there] = [await api.signIn('dealer'), await api.signIn('dealer')];
    const change = (old_password: string, new_password: string, retype_password = new_password) =>
      api.call('changePassword', { old_password, new_password, retype_password }, { token: here.token });
    expect((await change('not it', NEW)).error?.fields).toEqual([
      { field: 'old_password', message: 'The password is wrong.' },
    ]);
    expect((await change(PASSWORD, PASSWORD)).error?.fields).toEqual([
      { field: 'new_password', message: 'The new password must differ from the old one' },
    ]);
    expect((await change(PASSWORD, 'dealer')).error?.fields).toEqual([
      { field: 'new_password', message: 'The password must differ from the username' },
    ]);
    expect((await change(PASSWORD, NEW, 'other')).error?.fields).toEqual([
      { field: 'retype_password', message: 'The passwords do not match' },
    ]);
    expect((await change(PASSWORD, 'abcd')).error?.fields?.[0]?.message).toBe(
      'Passwords should be a minimum of 5 characters and maximum of 25 characters in length.',
    );
    expect((await change(PASSWORD, NEW)).error).toBeNull();
    expect((await api.call('getUserProfile', {}, { token: here.token })).error).toBeNull();
    expect((await api.call('getUserProfile', {}, { token: there.token })).error?.code).toBe(ERROR.accessToken);
    expect((await mails('dealer@example.test'))[0]?.text).toContain('01/05/2026 08:00 AM (UTC) from 192.0.2.1');
  });

  it('is not guessed in an open browser: five attempts, then a wait', async () => {
    const { token } = await api.signIn('dealer');
    const guess = () =>
      api.call('changePassword', { old_password: 'guess', new_password: NEW, retype_password: NEW }, { token });
    for (let count = 0; count < 5; count++) expect((await guess()).error?.code).toBe(ERROR.validation);
    expect((await guess()).error).toMatchObject({ code: ERROR.tooManyRequests, retry_after: 30 });
  });
});

describe('where one is signed in', () => {
  const sessionsOf = async (token: string) => (await api.call('getActiveSessions', {}, { token })).data.sessions;

  it('is listed with the current session marked, and ended one by one or all but this', async () => {
    const [first, second, third] = [await api.signIn('viewer'), await api.signIn('viewer'), await api.signIn('viewer')];
    const stranger = await api.signIn('red');
    const mine = await sessionsOf(first.token);
    expect(mine.filter(({ current }) => current)).toHaveLength(1);
    const [target] = (await sessionsOf(second.token)).filter(({ current }) => current);
    const end = async (data: object, token = first.token) =>
      (await api.call('logoutSessions', data, { token })).data?.ended;
    expect(await end({ session_ids: [target?.session_id] }, stranger.token)).toBe(0);
    expect(await end({ session_ids: [target?.session_id] })).toBe(1);
    expect((await api.call('getUserProfile', {}, { token: second.token })).error?.code).toBe(ERROR.accessToken);
    expect((await api.call('getUserProfile', {}, { token: third.token })).error).toBeNull();
    await end({ all_others: true });
    expect((await api.call('getUserProfile', {}, { token: third.token })).error?.code).toBe(ERROR.accessToken);
    expect(await sessionsOf(first.token)).toHaveLength(1);
    expect((await api.call('logoutSessions', {}, { token: first.token })).error?.fields?.[0]?.field).toBe(
      'session_ids',
    );
  });

  it('is recorded in the accounts, with the address, so that the live feed lets go of them', async () => {
    const [first] = [await api.signIn('red'), await api.signIn('red')];
    const recorded: object[] = [];
    const stop = test.database.onEvents((events) => void recorded.push(...events));
    await api.call('logoutSessions', { all_others: true }, { token: first.token });
    stop();
    expect(recorded).toMatchObject([{ account_id: 7, kind: 'sessionsEnded', subject_type: 'user', subject_id: 6 }]);
    const [row] = await test.database.query<{ remote: string }>(
      "select remote from event where kind = 'sessionsEnded'",
    );
    expect(row?.remote).toBe('192.0.2.1');
  });

  it('notes sign-ins and failed ones of people who are known', async () => {
    await api.call('signin', { username: 'red', password: 'no' });
    await api.call('signin', { username: 'who', password: 'no' });
    await api.signIn('red');
    await api.settled();
    expect((await kinds()).toSorted()).toEqual(['signInFailed', 'signedIn']);
  });
});

describe('the profile', () => {
  const form = {
    first_name: 'Con',
    last_name: 'Sumer',
    username: 'Consumer',
    email: 'consumer@example.test',
    mobile: '+49 170 1234567',
    time_zone: 'UTC',
    lang: 'ru',
  };

  it('changes; a new address counts once its code is entered, and the old one hears of it', async () => {
    const { token } = await api.signIn('consumer');
    const update = (change: object) => api.call('updateUserProfile', { ...form, ...change }, { token });
    expect((await update({})).data).toMatchObject({
      first_name: 'Con',
      mobile: '+49 170 1234567',
      lang: 'ru',
      email_verified: true,
      pending_email: '',
    });
    expect((await update({ email: 'New@Example.test' })).data).toMatchObject({
      email: 'consumer@example.test',
      pending_email: 'New@Example.test',
      email_verified: true,
    });
    expect(await mails()).toEqual([]);
    const signIn = async (username: string) => (await api.call('signin', { username, password: PASSWORD })).error?.code;
    expect(await signIn('new@example.test')).toBe(ERROR.wrongCredentials);
    expect((await api.call('verifyEmailRequest', { email: 'new@example.test' }, { token })).error).toBeNull();
    const code = await codeFor('New@Example.test');
    expect((await api.call('verifyEmail', { code }, { token })).data).toMatchObject({
      email: 'New@Example.test',
      pending_email: '',
      email_verified: true,
    });
    expect((await mails('consumer@example.test')).map(({ subject }) => subject)).toEqual([
      'Ваш адрес эл. почты изменён',
    ]);
    expect(await signIn('new@example.test')).toBeUndefined();
    await test.database.query(
      "update app_user set email = 'consumer@example.test', email_key = 'consumer@example.test' where id = 3",
    );
  });

  it('does not reveal whether a stranger has a login: no code is sent, but a mail that says so', async () => {
    const { token } = await api.signIn('consumer');
    const change = async (email: string) => {
      const updated = await api.call('updateUserProfile', { ...form, lang: 'en', email }, { token });
      await test.database.query('delete from one_time_code');
      const asked = await api.call('verifyEmailRequest', { email }, { token });
      return {
        updated: updated.data.pending_email === email && updated.error,
        asked: [asked.error, asked.data.resend_after],
      };
    };
    expect(await change('Dealer@example.test')).toEqual(await change('stranger@example.test'));
    expect((await mails('dealer@example.test')).map(({ subject }) => subject)).toEqual(['You already have a login']);
    expect(await codeFor('dealer@example.test')).toBe('');
    // One who takes the address while the code is on its way keeps it.
    await test.database.query(
      "update app_user set email = 'stranger@example.test', email_key = 'stranger@example.test' where id = 4",
    );
    const code = await codeFor('stranger@example.test');
    expect((await api.call('verifyEmail', { code }, { token })).error).toMatchObject({
      code: ERROR.conflict,
      message: 'User Already Exist',
    });
    await test.database.query(
      "update app_user set email = 'viewer@example.test', email_key = 'viewer@example.test' where id = 4",
    );
  });

  it('sends codes for a new password to proven addresses only', async () => {
    await test.database.query('update app_user set email_verified_at = null where id = 3');
    await api.call('resetPasswordRequest', { username: 'consumer' }, { remote: '192.0.2.77' });
    await api.settled();
    expect(await mails()).toEqual([]);
    await test.database.query('update app_user set email_verified_at = created_at');
  });

  it("has a time zone of its own, in which mails to it are dated; without one the account's counts", async () => {
    const { token } = await api.signIn('consumer');
    await test.database.query(
      `update account set settings = settings || '{"timezone":"Europe/Berlin"}' where id in (select account_id from membership where user_id = 3)`,
    );
    const zoneOfMail = async (time_zone: string, next: string) => {
      const { data } = await api.call('updateUserProfile', { ...form, lang: 'en', time_zone }, { token });
      expect(data).toMatchObject({ time_zone });
      const [old_password, new_password] = next === NEW ? [PASSWORD, NEW] : [NEW, next];
      await api.call('changePassword', { old_password, new_password, retype_password: new_password }, { token });
      return /\((?:UTC|[A-Z]\w+\/\w+)\)/.exec((await mails())[0]?.text ?? '')?.[0];
    };
    expect(await zoneOfMail('', NEW)).toBe('(Europe/Berlin)');
    expect(await zoneOfMail('Asia/Tehran', 'Third#1')).toBe('(Asia/Tehran)');
    expect((await api.call('getUserAccounts', {}, { token })).data).toMatchObject({
      user: { time_zone: 'Asia/Tehran' },
    });
  });

  it('takes nobody’s name', async () => {
    const { token } = await api.signIn('consumer');
    const update = async (change: object) =>
      (await api.call('updateUserProfile', { ...form, ...change }, { token })).error;
    expect(await update({ username: 'DEALER' })).toMatchObject({
      code: ERROR.conflict,
      message: 'Username already exists',
    });
    for (const username of ['dealer@example.test', 'free@example.test'])
      expect(await update({ username })).toMatchObject({
        code: ERROR.validation,
        fields: [{ field: 'username', message: expect.stringContaining('your own') }],
      });
    expect(
      (await update({ email: 'nonsense', mobile: 'abc', first_name: 'X' }))?.fields
        ?.map(({ field }) => field)
        .toSorted(),
    ).toEqual(['email', 'first_name', 'mobile']);
  });

  it('proves the address and the number of the profile by codes, and no others', async () => {
    const { token } = await api.signIn('consumer');
    await api.call('updateUserProfile', { ...form, lang: 'en' }, { token });
    expect(
      (await api.call('verifyEmailRequest', { email: 'stranger@example.test' }, { token })).error?.fields?.[0]?.field,
    ).toBe('email');
    expect((await api.call('verifyEmailRequest', { email: 'CONSUMER@example.test' }, { token })).data).toEqual({
      resend_after: 60,
      sent_to: 'c…@example.test',
    });
    expect((await api.call('verifyEmailRequest', { email: form.email }, { token })).error).toMatchObject({
      code: ERROR.tooManyRequests,
      retry_after: 60,
    });
    const code = await codeFor(form.email);
    expect((await api.call('verifyEmail', { code: otherThan(code) }, { token })).error?.code).toBe(ERROR.wrongCode);
    expect((await api.call('verifyMobile', { code }, { token })).error?.code).toBe(ERROR.wrongCode);
    expect((await api.call('verifyEmail', { code }, { token })).data).toMatchObject({
      email_verified: true,
      mobile_verified: false,
    });
    expect((await api.call('verifyMobileRequest', { mobile: '+49 (170) 123-4567' }, { token })).data).toEqual({
      resend_after: 60,
      sent_to: '…67',
    });
    const [sms] = await mails(form.mobile);
    expect(sms).toMatchObject({ channel: 'sms', subject: '' });
    expect((await api.call('verifyMobile', { code: await codeFor(form.mobile) }, { token })).data).toMatchObject({
      mobile_verified: true,
    });
    expect((await api.call('updateUserProfile', { ...form, mobile: '+49 170 7654321' }, { token })).data).toMatchObject(
      { mobile_verified: false, email_verified: true },
    );
  });

  it('lets nobody guess codes: five attempts a minute over all codes', async () => {
    const { token } = await api.signIn('viewer');
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await api.call('verifyEmail', { code: '000000' }, { token })).error?.code).toBe(ERROR.wrongCode);
    expect((await api.call('verifyEmail', { code: '000000' }, { token })).error).toMatchObject({
      code: ERROR.tooManyRequests,
      retry_after: 30,
    });
  });

  it('lets no code prove an address that was changed since', async () => {
    const { token } = await api.signIn('consumer');
    await api.call('updateUserProfile', { ...form, lang: 'en' }, { token });
    await api.call('verifyEmailRequest', { email: form.email }, { token });
    const code = await codeFor(form.email);
    await api.call('updateUserProfile', { ...form, lang: 'en', email: 'other@example.test' }, { token });
    expect((await api.call('verifyEmail', { code }, { token })).error?.code).toBe(ERROR.wrongCode);
    expect((await api.call('updateUserProfile', { ...form, lang: 'en' }, { token })).data.pending_email).toBe('');
  });
});

describe('small parts', () => {
  it('shorten an address so that its owner knows it', () => {
    expect([shortened('lena@example.com'), shortened('+49 170 1234567')]).toEqual(['l…@example.com', '…67']);
  });

  it('let one key through once in a while and forget the oldest', () => {
    const spacing = new Spacing(1_000);
    expect([spacing.pass('a', 0), spacing.pass('a', 400), spacing.pass('b', 400), spacing.pass('a', 1_000)]).toEqual([
      0, 600, 0, 0,
    ]);
    for (let key = 0; key < 20_001; key++) spacing.pass(`key ${key}`, 1_001);
    expect(spacing.pass('a', 1_002)).toBe(0);
  });
});
