import { describe, expect, it } from 'vitest';
import { failure, success, type AccountId } from '../src/domain/base/index.ts';
import { ERROR } from '../src/domain/errors/index.ts';
import { entered, membership, problem, user } from './session.answers.ts';
import { createStubbedSession } from './session.stub.ts';

type Session = ReturnType<typeof createStubbedSession>;

const BEFORE = { units: ['r'] } as const;
const AFTER = { units: ['r', 'sh'] } as const;
const first = 1 as AccountId;
const second = 2 as AccountId;

/** A request that is answered when the test says so. */
function sessionWith<Answer>(answer: () => Answer) {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  return {
    ask: (): Promise<Answer> => {
      const given = answer();
      return gate.then(() => given);
    },
    release: () => release(),
  };
}

/** A user of two accounts, not started yet. The server answers with the permissions of the moment of the request. */
function createSession() {
  const session = createStubbedSession();
  const server: { permissions: { units: readonly ('r' | 'sh')[] } } = { permissions: BEFORE };
  const enter = (accountId: AccountId) => entered(accountId, { units: [...server.permissions.units] });
  session.answers.restore = async () => success({ user, accounts: [membership(1), membership(2)], accountId: first });
  session.answers.enterAccount = async (accountId) => enter(accountId);
  return { session, server, enter };
}
type Given = ReturnType<typeof createSession>;

/** What the session is busy with when the change arrives, and how that ends. */
const BUSY: Readonly<Record<string, (given: Given) => Promise<() => void>>> = {
  async 'working, with nothing under way'({ session }) {
    await session.start();
    return () => undefined;
  },
  async 'renewing the token'({ session }) {
    await session.start();
    const renewal = sessionWith(() => success('token'));
    session.answers.renew = renewal.ask;
    await session.act({ type: 'session.tokenRefused' });
    return renewal.release;
  },
  async 'waiting to renew the token again'({ session }) {
    await session.start();
    session.answers.renew = async () => failure(problem(ERROR.network));
    session.actor.send({ type: 'session.tokenRefused' });
    await turn();
    return () => undefined;
  },
  async "reading the user's accounts"({ session }) {
    await session.start();
    const reading = sessionWith(() => success({ user, accounts: [membership(1), membership(2)] }));
    session.answers.listAccounts = reading.ask;
    await session.act({ type: 'session.userChanged' });
    return reading.release;
  },
  async 'asking for permissions that changed before'({ session, enter }) {
    await session.start();
    const request = sessionWith(() => enter(first));
    const { enterAccount } = session.answers;
    session.answers.enterAccount = request.ask;
    await session.act({ type: 'session.permissionsChanged' });
    session.answers.enterAccount = enterAccount;
    return request.release;
  },
  async 'waiting to ask for permissions again'({ session }) {
    await session.start();
    const { enterAccount } = session.answers;
    session.answers.enterAccount = async () => failure(problem(ERROR.network));
    session.actor.send({ type: 'session.permissionsChanged' });
    await turn();
    session.answers.enterAccount = enterAccount;
    return () => undefined;
  },
  async 'about to start the page again'({ session, server }) {
    await session.start();
    server.permissions = { units: [] };
    session.actor.send({ type: 'session.permissionsChanged' });
    await turn();
    expect(session.done.at(-1)).toBe('announceRoleUpdate');
    return () => undefined;
  },
  async 'choosing an account'({ session }) {
    await session.start();
    await session.act({ type: 'session.switchAccount' });
    return () => undefined;
  },
  async 'switching to another account'({ session, enter }) {
    await session.start();
    const { enterAccount } = session.answers;
    const request = sessionWith(() => enter(second));
    session.answers.enterAccount = request.ask;
    await session.act({ type: 'session.selectAccount', accountId: second });
    session.answers.enterAccount = enterAccount;
    return request.release;
  },
  async 'being refused another account'({ session }) {
    await session.start();
    const { enterAccount } = session.answers;
    const request = sessionWith(() => failure(problem(ERROR.exception)));
    session.answers.enterAccount = request.ask;
    await session.act({ type: 'session.selectAccount', accountId: second });
    session.answers.enterAccount = enterAccount;
    return request.release;
  },
  async 'entering the account after a reload'({ session, enter }) {
    const { enterAccount } = session.answers;
    const request = sessionWith(() => enter(first));
    session.answers.enterAccount = request.ask;
    await session.start();
    session.answers.enterAccount = enterAccount;
    return request.release;
  },
};

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
const maySend = ({ view }: Session): boolean => view().can({ resource: 'units', action: 'sh' });

describe('a change of permissions is never dropped', () => {
  it.each(Object.entries(BUSY))('while the session is %s', async (_, begin) => {
    const given = createSession();
    const finish = await begin(given);
    given.server.permissions = AFTER;
    given.session.actor.send({ type: 'session.permissionsChanged' });
    finish();
    await given.session.settle();
    given.session.clock.increment(2_000);
    await given.session.settle();
    expect(maySend(given.session)).toBe(true);
  });

  it('and many changes during one request are asked for once, after it', async () => {
    const { session, server, enter } = createSession();
    await session.start();
    const asked = () => session.done.filter((line) => line.startsWith('enterAccount')).length;
    const request = sessionWith(() => enter(first));
    const { enterAccount } = session.answers;
    const before = asked();
    session.answers.enterAccount = request.ask;
    for (let count = 0; count < 50; count++) await session.act({ type: 'session.permissionsChanged' });
    session.answers.enterAccount = enterAccount;
    server.permissions = AFTER;
    request.release();
    await session.settle();
    expect(asked()).toBe(before + 2);
    expect(maySend(session)).toBe(true);
  });
});
