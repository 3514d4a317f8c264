import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { passwordField } from '../../../src/domain/user/index.ts';
import { fillWorld, startApi, type TestApi } from '../../../tests/support/api.ts';
import { withTestDatabase } from '../../../tests/support/postgres.ts';
import { createPasswordHasher, resetPasswordByOperator } from './index.ts';

const test = withTestDatabase();
const hasher = createPasswordHasher({ cost: { memory: 64, passes: 1, parallelism: 1 } });
let api: TestApi;

beforeAll(() => fillWorld(test.database));
beforeEach(async () => {
  api = await startApi(test.database);
});
afterEach(() => api.close());

const reset = async (name: string, more: { withoutTwoFactor?: boolean; activate?: boolean } = {}) => {
  const answer = await resetPasswordByOperator(test.database, hasher, {
    name,
    withoutTwoFactor: false,
    activate: false,
    now: api.now,
    ...more,
  });
  if (!answer.ok) throw new Error(answer.error);
  return answer.value;
};

describe('a password that the operator resets', () => {
  it('signs in by user name or email, keeps to the stricter policy, and ends the sessions before', async () => {
    await api.signIn('consumer');
    const { password, username, endedSessions } = await reset(' CONSUMER@example.test ');
    expect([username, endedSessions]).toEqual(['Consumer', 1]);
    expect(passwordField('classes').isValidSync(password)).toBe(true);
    expect(passwordField('length').isValidSync(password)).toBe(true);
    expect((await api.call('signin', { username: 'consumer', password })).error).toBeNull();
    expect(await test.database.query('select id from session where user_id = 3 and ended_at is null')).toHaveLength(1);
    const events = await test.database.query<{ kind: string; user_id: number | null }>(
      'select kind, user_id from event where subject_id = 3 order by sequence',
    );
    expect(events).toContainEqual({ kind: 'passwordReset', user_id: null });
  });

  it('is another one each time', async () => {
    expect((await reset('viewer')).password).not.toBe((await reset('viewer')).password);
  });

  it('leaves the second step on unless it is turned off', async () => {
    await test.database.query("update app_user set totp_secret = 'sealed', totp_enabled_at = now() where id = 3");
    expect((await reset('consumer')).twoFactor).toBe(true);
    const { twoFactor, password } = await reset('consumer', { withoutTwoFactor: true });
    expect(twoFactor).toBe(false);
    expect((await api.call('signin', { username: 'consumer', password })).error).toBeNull();
  });

  it('says that a login is not active, and activates it on request', async () => {
    expect((await reset('blocked')).status).toBe('blocked');
    const { status, password } = await reset('blocked', { activate: true });
    expect(status).toBe('active');
    expect((await api.call('signin', { username: 'blocked', password })).error).toBeNull();
  });

  it('knows who is not there', async () => {
    expect(
      await resetPasswordByOperator(test.database, hasher, {
        name: 'who',
        withoutTwoFactor: false,
        activate: false,
        now: 0,
      }),
    ).toEqual({ ok: false, error: 'unknown' });
  });
});
