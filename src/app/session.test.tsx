import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { CallEnvelope } from '../api/contract/index.ts';
import { SESSION } from '../domain/base/index.ts';
import { ERROR } from '../domain/errors/index.ts';
import { sessionView } from '../machines/session/index.ts';
import { sessionViews, type RootSession } from './rootViews.ts';
import { createSessionApp } from './session.ts';
import { STORAGE_KEYS } from './storage.ts';

const STORED = {
  userId: 5,
  accountId: 4,
  accountType: 'CONSUMER',
  role: null,
  permissions: {},
  notificationToken: null,
};
const user = { user_id: 5, username: 'multi' };
const ANSWERS: Readonly<Record<string, object>> = {
  getUserAccounts: { user, accounts: [{ account_id: 4, name: 'Four', type: 'CONSUMER', role: '', status: 'active' }] },
  selectAccount: { account: { account_id: 4, type: 'CONSUMER' }, permissions: {}, settings: {}, branding: {} },
};
const REFUSAL = { code: ERROR.accessToken, message: 'Refused', correlationId: '1' };

/** A page of somebody who is signed in, and a server that may be away. */
async function signedIn() {
  localStorage.setItem(STORAGE_KEYS.session, JSON.stringify(STORED));
  const server = { isAway: false, renewals: 0, asked: [] as string[] };
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    if (server.isAway) throw new TypeError('Failed to fetch');
    const { header } = JSON.parse(String(init.body)) as CallEnvelope;
    server.asked.push(header.method);
    if (header.method === 'loginWithBearer') server.renewals++;
    const renewed = { user_token: `access-${server.renewals}`, bearer_token: '', user_id: 5 };
    const data = header.method === 'loginWithBearer' ? renewed : (ANSWERS[header.method] ?? {});
    return new Response(JSON.stringify({ error: null, header: { status: 'ok', correlationId: '1' }, data }));
  });
  const session = createSessionApp({
    screens: {
      openLogin: () => undefined,
      unexpectedText: () => 'Unexpected',
      announceRoleUpdate: () => undefined,
      reload: () => undefined,
    },
    language: () => 'en',
    failureText: (code) => code,
  });
  const tokens = vi.fn();
  session.onTokens(tokens);
  session.actor.start();
  const stage = () => sessionView(session.actor.getSnapshot()).stage;
  await vi.waitFor(() => expect(stage()).toBe('signedIn'));
  // The page renewed by its cookie before anything else: nothing that opens a session is kept.
  expect(server.asked[0]).toBe('loginWithBearer');
  expect(JSON.stringify(localStorage)).not.toContain('access-');
  tokens.mockClear();
  return { session, server, tokens, stage };
}

describe('a live feed whose token was refused', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    localStorage.clear();
  });

  it('has the token renewed, and hears of the new one', async () => {
    const { session, tokens } = await signedIn();
    session.refusedByFeed(REFUSAL);
    await vi.waitFor(() => expect(tokens).toHaveBeenCalled());
    expect(session.keeper.current().accessToken).toBe('access-2');
  });

  it('signs nobody out while the server is away, however long: the token is renewed when it is back', async () => {
    const { session, server, tokens, stage } = await signedIn();
    server.isAway = true;
    session.refusedByFeed(REFUSAL);
    await vi.advanceTimersByTimeAsync(3 * SESSION.requestTimeout);
    expect(stage()).toBe('signedIn');
    server.isAway = false;
    await vi.advanceTimersByTimeAsync(2 * SESSION.reloginPoll);
    expect(tokens).toHaveBeenCalled();
    expect(session.keeper.current().accessToken).toBe('access-2');
  });

  it('ends the session where the server says that it is over', async () => {
    const { session, stage } = await signedIn();
    session.refusedByFeed({ ...REFUSAL, code: ERROR.loginBlocked });
    await vi.waitFor(() => expect(stage()).toBe('signedOut'));
  });
});

describe('what screens see of the session', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    localStorage.clear();
  });

  it('is the same object with each answer of the server and while permissions are read again, until something changed', async () => {
    const { session } = await signedIn();
    const { actor } = session;
    const read = sessionViews(actor.send);
    const views = new Set<RootSession>([read(actor.getSnapshot())]);
    const snapshots = new Set<object>([actor.getSnapshot()]);
    actor.subscribe((snapshot) => {
      snapshots.add(snapshot);
      views.add(read(snapshot));
    });
    await session.client.call('getUserAccounts', {});
    const answered = snapshots.size;
    expect(answered).toBeGreaterThan(1);
    actor.send({ type: 'session.permissionsChanged' });
    const isReading = (): boolean => actor.getSnapshot().matches({ signedIn: { permissions: 'refreshing' } });
    expect(isReading()).toBe(true);
    await vi.waitFor(() => expect(isReading()).toBe(false));
    expect(snapshots.size).toBeGreaterThan(answered + 1);
    expect(views.size).toBe(1);
    actor.send({ type: 'session.accessRefused' });
    expect([...views].map(({ isAuthorised }) => isAuthorised)).toEqual([true, false]);
  });
});

describe('a sign-out that the server could not hear of', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    localStorage.clear();
  });

  it('is made up for as soon as the server can be reached', async () => {
    const { session, server, stage } = await signedIn();
    server.isAway = true;
    session.actor.send({ type: 'session.signOut' });
    await vi.waitFor(() => expect(stage()).toBe('signedOut'));
    expect(localStorage.getItem(STORAGE_KEYS.owedSignOut)).toBe('true');
    server.isAway = false;
    server.asked.length = 0;
    window.dispatchEvent(new Event('online'));
    await vi.waitFor(() => expect(localStorage.getItem(STORAGE_KEYS.owedSignOut)).toBeNull());
    // Pages of the tests before hear of it as well.
    expect(new Set(server.asked)).toEqual(new Set(['endSession']));
  });
});
