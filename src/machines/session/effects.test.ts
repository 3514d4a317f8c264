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
    const owed: boolean[] = [];
    const keeper = createSessionKeeper(storage);
    const call: SessionCalls['call'] = async (method, data) => {
      asked.push(`${method} ${JSON.stringify(data)}`);
      const answer = answers[method];
      if (answer === 'away') return failure({ ...refused, behaviour: 'unavailable' });
      return answer === undefined ? failure(refused) : success(answer as Reply<typeof method>);
    };
    const effects = createSessionEffects({
      calls: { call, renew: async () => success('token') },
      keeper,
      signOuts: { owe: (isOwed) => void owed.push(isOwed) },
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
    return { keeper, effects, asked, owed };
  };
  return { storage, tab, kept: () => kept };
}

const signal = new AbortController().signal;
const signedIn: SignedIn = {
  access_token: 'access',
  bearer_token: '',
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
  it('is empty until someone signs in, then who it is, then the account and its permissions, and never a token', async () => {
    const { tab, kept } = browser();
    const { effects, keeper, asked } = tab({ signin: signedIn, selectAccount: selected({ units: ['r'] }) });
    expect(await effects.restore(signal)).toEqual(success(null));
    await effects.signIn({ ...credentials, captcha: 'solved' }, signal);
    expect(asked.at(-1)).toBe('signin {"username":"multi","password":"x","captcha":"solved"}');
    const nothing = { accessToken: null, accountId: null, canRenew: false, oldBearerToken: null };
    expect(keeper.current()).toEqual({ ...nothing, accessToken: 'access', canRenew: true });
    await effects.enterAccount(four, signal);
    expect(kept()).toMatchObject({
      userId: 5,
      accountId: 4,
      accountType: 'CONSUMER',
      role: 'Dispatcher',
      permissions: { units: ['r'] },
    });
    expect(JSON.stringify(kept())).not.toContain('access');
    effects.clear();
    expect(kept()).toBeNull();
    expect(keeper.current()).toEqual(nothing);
  });

  it('keeps nothing of a refused sign-in or account', async () => {
    const { tab, kept } = browser();
    const { effects, keeper } = tab({});
    expect(await effects.signIn(credentials, signal)).toEqual(failure(refused));
    expect(kept()).toBeNull();
    keeper.open(user.user_id, 'a');
    expect(await effects.enterAccount(four, signal)).toEqual(failure(refused));
    expect(kept()?.accountId).toBeNull();
  });

  it('brings the session and its account back after a reload, and reports when the permissions differ', async () => {
    const { tab } = browser();
    const first = tab({ signin: signedIn, selectAccount: selected({ units: ['r'] }) });
    await first.effects.signIn(credentials, signal);
    expect(await first.effects.enterAccount(four, signal)).toMatchObject({ value: { permissionsChanged: false } });
    const again = tab({ getUserAccounts: { user, accounts: [] }, selectAccount: selected({ units: ['r', 'u'] }) });
    expect(await again.effects.restore(signal)).toEqual(success({ user, accounts: [], accountId: 4 }));
    expect(await again.effects.enterAccount(four, signal)).toMatchObject({ value: { permissionsChanged: true } });
    expect(await again.effects.enterAccount(four, signal)).toMatchObject({ value: { permissionsChanged: false } });
  });

  it('is shared between tabs but for the account and the token, which are each tab’s own', async () => {
    const { tab } = browser();
    const one = tab({ signin: signedIn, selectAccount: selected({}) });
    await one.effects.signIn(credentials, signal);
    await one.effects.enterAccount(four, signal);
    const two = tab({ getUserAccounts: { user, accounts: [] }, selectAccount: selected({}, 7) });
    await two.effects.restore(signal);
    await two.effects.enterAccount(7 as AccountId, signal);
    expect(two.keeper.current()).toMatchObject({ accessToken: null, canRenew: true });
    expect(two.keeper.renew({ accessToken: 'access-2', userId: 5 })).toBe(true);
    expect(two.keeper.current()).toMatchObject({ accessToken: 'access-2', accountId: 7 });
    expect(one.keeper.current()).toMatchObject({ accessToken: 'access', accountId: 4 });
    expect(one.keeper.isOver()).toBe(false);
    two.effects.clear();
    expect([one.keeper.isOver(), one.keeper.current().accessToken]).toEqual([true, null]);
  });

  it('never acts with the tokens of someone else who signed in in another tab', () => {
    const { tab, kept } = browser();
    const mine = tab({});
    mine.keeper.open(user.user_id, 'mine');
    // Their cookie is in the browser already, what they keep is written a moment later.
    expect(mine.keeper.renew({ accessToken: 'theirs', userId: 6 })).toBe(false);
    expect(mine.keeper.current().accessToken).toBe('mine');
    tab({}).keeper.open(6 as UserId, 'theirs');
    expect(mine.keeper.current()).toMatchObject({ accessToken: null, canRenew: false });
    expect(mine.keeper.isOver()).toBe(true);
    expect(mine.keeper.renew({ accessToken: 'x', userId: 5 })).toBe(false);
    mine.keeper.clear();
    expect(kept()).toMatchObject({ userId: 6 });
  });

  it('loses the tokens that an older version kept, once they are exchanged', async () => {
    const { storage, tab, kept } = browser();
    const old = { userId: user.user_id, accountId: four, accountType: null, role: null, permissions: {} };
    const written = { ...old, notificationToken: null, accessToken: 'old', bearerToken: 'old' };
    storage.write(written);
    const { keeper } = tab({});
    keeper.adopt({ ...old, notificationToken: null });
    expect(keeper.current()).toMatchObject({ accessToken: null, canRenew: true, oldBearerToken: 'old' });
    keeper.renew({ accessToken: 'access', userId: 5 });
    expect(kept()).toEqual({ ...old, notificationToken: null });
    expect(keeper.current()).toMatchObject({ accessToken: 'access', oldBearerToken: null });
  });

  it('is a sign-out that the server has yet to hear of, until it hears or somebody signs in', async () => {
    const { tab } = browser();
    const { effects, owed } = tab({ signin: signedIn, signout: 'away' });
    await effects.signIn(credentials, signal);
    await effects.signOut(signal);
    effects.oweSignOut();
    await effects.signIn(credentials, signal);
    expect(owed).toEqual([false, true, true, false]);
    const reached = tab({ signout: {} });
    await reached.effects.signOut(signal);
    expect([reached.asked, reached.owed]).toEqual([['signout {}'], []]);
    // The access token ran out while the window slept: the cookie ends the session.
    const slept = tab({ endSession: {} });
    await slept.effects.signOut(signal);
    expect([slept.asked, slept.owed]).toEqual([['signout {}', 'endSession {}'], []]);
  });

  it('is believed only when it has the right shape', () => {
    const good: StoredSession = {
      userId: user.user_id,
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
      { ...good, bearerToken: 1 },
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
    expect(kept()).toMatchObject({ userId: 5 });
    const second = tab({ startPasskeySignIn: { ceremony: 'c2', options: { challenge: 'cancel' } } });
    expect(await second.effects.signInWithPasskey(signal)).toEqual(success(null));
    expect(second.asked).toEqual(['startPasskeySignIn {}']);
    const third = tab({});
    expect(await third.effects.signInWithPasskey(signal)).toEqual(failure(refused));
  });

  it('the second step goes along with the password, and a registration keeps who registered', async () => {
    const { tab, kept } = browser();
    const { effects, asked } = tab({ getUserAccounts: { user, accounts: [] } });
    await effects.signIn({ ...credentials, code: '123456' }, signal);
    expect(asked.at(-1)).toBe('signin {"username":"multi","password":"x","code":"123456"}');
    effects.adopt(signedIn);
    expect(kept()).toMatchObject({ userId: 5 });
    expect(await effects.listAccounts(signal)).toEqual(success({ user, accounts: [] }));
  });
});
