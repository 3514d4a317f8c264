import { describe, expect, it } from 'vitest';
import type { Reply, SignedIn } from '../../api/contract/index.ts';
import { failure, success, type AccountId, type UserId } from '../../domain/base/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import { createSessionEffects, type SessionCalls } from './effects.ts';
import { createSessionKeeper, isStoredSession, type SessionStorage, type StoredSession } from './keeper.ts';
import type { SessionProblem } from './types.ts';

const user = {
  user_id: 5 as UserId,
  username: 'multi',
  email: '',
  first_name: '',
  last_name: '',
  time_zone: '',
  picture: '',
};
const refused: SessionProblem = {
  code: ERROR.accountInactive,
  message: '',
  text: '',
  correlationId: null,
  fields: [],
  behaviour: 'logout',
};

/** One storage, as many tabs as a test wants. */
function browser() {
  let kept: StoredSession | null = null;
  const storage: SessionStorage = { read: () => kept, write: (session) => void (kept = session) };
  const tab = (answers: Record<string, unknown>) => {
    const asked: string[] = [];
    const keeper = createSessionKeeper(storage);
    const call: SessionCalls['call'] = async (method, data) => {
      asked.push(`${method} ${JSON.stringify(data)}`);
      const answer = answers[method];
      return answer === undefined ? failure(refused) : success(answer as Reply<typeof method>);
    };
    const effects = createSessionEffects({
      calls: { call, renew: async () => success('token') },
      keeper,
      screens: {
        keepTarget: () => undefined,
        openTarget: () => undefined,
        openLogin: () => undefined,
        unexpectedText: () => 'Unexpected',
        announceRoleUpdate: () => undefined,
        reload: () => undefined,
      },
      passkey: async ({ challenge }) => (challenge === 'cancel' ? null : { id: 'key', challenge }),
      solve: async ({ challenge }) => (challenge === 'hard' ? null : `solution of ${challenge}`),
    });
    return { keeper, effects, asked };
  };
  return { storage, tab, kept: () => kept };
}

const signal = new AbortController().signal;
const signedIn: SignedIn = {
  access_token: 'access',
  bearer_token: 'bearer',
  user,
  accounts: [{ account_id: 4 as AccountId, name: 'Four', type: 'CONSUMER', role: 'Dispatcher', status: 'active' }],
};
const settings = { timezone: 'UTC' };
const branding = { name: 'Four' };
const selected = (permissions: object, account = 4) => ({
  account: { account_id: account, type: 'CONSUMER' },
  permissions,
  settings,
  branding,
});
const credentials = { username: 'multi', password: 'x', captcha: null, code: null };
const four = 4 as AccountId;

describe('what the browser keeps', () => {
  it('is empty until someone signs in, then the tokens, then the account and its permissions', async () => {
    const { tab, kept } = browser();
    const { effects, keeper, asked } = tab({ signin: signedIn, selectAccount: selected({ units: ['r'] }) });
    expect(await effects.restore(signal)).toEqual(success(null));
    await effects.signIn({ ...credentials, captcha: 'solved' }, signal);
    expect(asked.at(-1)).toBe('signin {"username":"multi","password":"x","captcha":"solved"}');
    expect(keeper.current()).toEqual({ accessToken: 'access', bearerToken: 'bearer', accountId: null });
    await effects.enterAccount(four, signal);
    expect(kept()).toMatchObject({
      userId: 5,
      accountId: 4,
      accountType: 'CONSUMER',
      role: 'Dispatcher',
      permissions: { units: ['r'] },
    });
    effects.clear();
    expect(kept()).toBeNull();
    expect(keeper.current()).toEqual({ accessToken: null, bearerToken: null, accountId: null });
  });

  it('keeps nothing of a refused sign-in or account', async () => {
    const { tab, kept } = browser();
    const { effects, keeper } = tab({});
    expect(await effects.signIn(credentials, signal)).toEqual(failure(refused));
    expect(kept()).toBeNull();
    keeper.open(user.user_id, { accessToken: 'a', bearerToken: 'b' });
    expect(await effects.enterAccount(four, signal)).toEqual(failure(refused));
    expect(kept()?.accountId).toBeNull();
  });

  it('brings the session and its account back after a reload, and tells when the permissions differ', async () => {
    const { tab } = browser();
    const first = tab({ signin: signedIn, selectAccount: selected({ units: ['r'] }) });
    await first.effects.signIn(credentials, signal);
    expect(await first.effects.enterAccount(four, signal)).toMatchObject({ value: { permissionsChanged: false } });
    const again = tab({ getUserAccounts: { user, accounts: [] }, selectAccount: selected({ units: ['r', 'u'] }) });
    expect(await again.effects.restore(signal)).toEqual(success({ user, accounts: [], accountId: 4 }));
    expect(await again.effects.enterAccount(four, signal)).toMatchObject({ value: { permissionsChanged: true } });
    expect(await again.effects.enterAccount(four, signal)).toMatchObject({ value: { permissionsChanged: false } });
  });

  it('shares tokens between tabs but never the account', async () => {
    const { tab } = browser();
    const one = tab({ signin: signedIn, selectAccount: selected({}) });
    await one.effects.signIn(credentials, signal);
    await one.effects.enterAccount(four, signal);
    const two = tab({ getUserAccounts: { user, accounts: [] }, selectAccount: selected({}, 7) });
    await two.effects.restore(signal);
    await two.effects.enterAccount(7 as AccountId, signal);
    two.keeper.renew({ accessToken: 'access-2', bearerToken: 'bearer-2' });
    expect(one.keeper.current()).toEqual({ accessToken: 'access-2', bearerToken: 'bearer-2', accountId: 4 });
    expect(one.keeper.isOver()).toBe(false);
    two.effects.clear();
    expect([one.keeper.isOver(), one.keeper.current().accessToken]).toEqual([true, null]);
  });

  it('never acts with the tokens of someone else who signed in in another tab', () => {
    const { tab, kept } = browser();
    const mine = tab({});
    mine.keeper.open(user.user_id, { accessToken: 'mine', bearerToken: 'mine' });
    tab({}).keeper.open(6 as UserId, { accessToken: 'theirs', bearerToken: 'theirs' });
    expect(mine.keeper.current().accessToken).toBeNull();
    expect(mine.keeper.isOver()).toBe(true);
    mine.keeper.renew({ accessToken: 'x', bearerToken: 'y' });
    mine.keeper.clear();
    expect(kept()).toMatchObject({ userId: 6, accessToken: 'theirs' });
  });

  it('is believed only when it has the right shape', () => {
    const good: StoredSession = {
      userId: user.user_id,
      accessToken: 'a',
      bearerToken: 'b',
      accountId: null,
      accountType: null,
      role: null,
      permissions: {},
      notificationToken: null,
    };
    expect(isStoredSession(good)).toBe(true);
    for (const bad of [
      null,
      'text',
      {},
      { ...good, accessToken: 1 },
      { ...good, accountId: 'four' },
      { ...good, permissions: null },
    ])
      expect(isStoredSession(bad)).toBe(false);
  });
});

describe('the captcha', () => {
  it('is fetched and solved; one without a solution is a problem to show', async () => {
    const solve = (challenge: string) =>
      browser()
        .tab({ getCaptcha: { challenge } })
        .effects.solveCaptcha(signal, () => undefined);
    expect(await solve('easy')).toEqual(success('solution of easy'));
    expect(await solve('hard')).toMatchObject({ ok: false, error: { code: ERROR.captchaRequired } });
  });
});

describe('other ways in', () => {
  it('a passkey is answered by the device, and thinking better of it asks nothing more', async () => {
    const { tab, kept } = browser();
    const { effects, asked } = tab({
      startPasskeySignIn: { ceremony: 'c1', options: { challenge: 'x' } },
      signInWithPasskey: signedIn,
    });
    expect(await effects.signInWithPasskey(signal)).toMatchObject(success({ user }));
    expect(asked).toEqual([
      'startPasskeySignIn {}',
      'signInWithPasskey {"ceremony":"c1","response":{"id":"key","challenge":"x"}}',
    ]);
    expect(kept()).toMatchObject({ userId: 5, accessToken: 'access' });
    const second = tab({ startPasskeySignIn: { ceremony: 'c2', options: { challenge: 'cancel' } } });
    expect(await second.effects.signInWithPasskey(signal)).toEqual(success(null));
    expect(second.asked).toEqual(['startPasskeySignIn {}']);
    const third = tab({});
    expect(await third.effects.signInWithPasskey(signal)).toEqual(failure(refused));
  });

  it('the second step goes along with the password, and a registration keeps its tokens', async () => {
    const { tab, kept } = browser();
    const { effects, asked } = tab({ getUserAccounts: { user, accounts: [] } });
    await effects.signIn({ ...credentials, code: '123456' }, signal);
    expect(asked.at(-1)).toBe('signin {"username":"multi","password":"x","code":"123456"}');
    effects.adopt(signedIn);
    expect(kept()).toMatchObject({ accessToken: 'access', bearerToken: 'bearer' });
    expect(await effects.listAccounts(signal)).toEqual(success({ user, accounts: [] }));
  });
});
