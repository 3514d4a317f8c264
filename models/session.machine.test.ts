import { describe, expect, it } from 'vitest';
import { MODELS } from './models.ts';
import { machineCoverage } from './coverage.ts';
import { testModel } from './machineWalks.ts';
import { entered, membership, problem, stubEffects, user } from './session.answers.ts';
import { createStubbedSession } from './session.stub.ts';
import { failure, success, type AccountId } from '../src/domain/base/index.ts';
import { ERROR } from '../src/domain/errors/index.ts';
import { createSessionMachine } from '../src/machines/session/index.ts';
import { bug } from './workflow.ts';

const chart = createSessionMachine(stubEffects().effects);
const chartCoverage = machineCoverage(chart);

testModel({
  model: MODELS.session,
  chart: chartCoverage,
  async drive() {
    const session = createStubbedSession(chartCoverage.inspect);
    await session.start();
    return session.driver;
  },
});

/** A session of a user with two accounts, at work in the first. */
async function atWork() {
  const session = createStubbedSession(chartCoverage.inspect);
  session.answers.restore = async () =>
    success({ user, accounts: [membership(1), membership(2)], accountId: 1 as AccountId });
  await session.start();
  expect(session.view().stage).toBe('signedIn');
  session.done.length = 0;
  return session;
}
const other = 2 as AccountId;
const dead = failure(problem(ERROR.bearerToken));
const away = failure(problem(ERROR.network));

describe('what the model leaves open', () => {
  it('signs out once, however often it is asked, and goes to the login half a second later', async () => {
    const session = await atWork();
    let answered: () => void = () => undefined;
    session.answers.signOut = () => new Promise((resolve) => (answered = () => resolve(undefined)));
    for (let count = 0; count < 3; count++) session.actor.send({ type: 'session.signOut' });
    session.actor.send({ type: 'session.forcedOut', problem: problem(ERROR.accessTokenMessage) });
    answered();
    await new Promise<void>((resolve) => setImmediate(resolve));
    session.actor.send({ type: 'session.signOut' });
    session.clock.increment(499);
    expect(session.view().stage).toBe('signingOut');
    expect(session.done).toEqual(['signOut', 'clear']);
    session.clock.increment(1);
    expect(session.view()).toMatchObject({ stage: 'signedOut', notice: 'signedOut', user: null, permissions: {} });
    expect(session.done).toEqual(['signOut', 'clear', 'openLogin']);
  });

  it('leaves without asking the server when the server ended the session', async () => {
    const session = await atWork();
    await session.act({ type: 'session.forcedOut', problem: problem(ERROR.loginBlocked) });
    expect(session.done).toEqual(['clear', 'openLogin']);
    expect(session.view()).toMatchObject({ notice: 'blocked' });
  });

  it('leaves when signing out fails, or another tab did it meanwhile', async () => {
    const session = await atWork();
    session.answers.signOut = bug;
    await session.act({ type: 'session.signOut' });
    expect(session.view().stage).toBe('signedOut');
    const second = await atWork();
    second.answers.signOut = () => new Promise(() => undefined);
    await second.act({ type: 'session.signOut' });
    await second.act({ type: 'session.endedElsewhere' });
    expect(second.view()).toMatchObject({ stage: 'signedOut', notice: 'signedOutElsewhere' });
  });

  it('renews every 500 ms while the server is away or an effect fails, and the user works on', async () => {
    const session = await atWork();
    const outcomes = [async () => away, bug, async () => success('token')];
    session.answers.renew = () => (outcomes.shift() ?? bug)();
    const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
    session.actor.send({ type: 'session.tokenRefused' });
    await turn();
    expect(session.view().stage).toBe('signedIn');
    session.clock.increment(499);
    expect(outcomes).toHaveLength(2);
    session.clock.increment(1);
    await turn();
    session.clock.increment(500);
    await turn();
    expect(outcomes).toHaveLength(0);
    expect(session.actor.getSnapshot().matches({ signedIn: { token: 'valid' } })).toBe(true);
  });

  it('fetches a changed role again while the server is away; says so and reloads after two seconds', async () => {
    const session = await atWork();
    const outcomes = [away, entered(1 as AccountId, { units: ['r', 'u'] })];
    session.answers.enterAccount = async () => outcomes.shift() ?? away;
    const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
    session.actor.send({ type: 'session.permissionsChanged' });
    await turn();
    session.clock.increment(500);
    await turn();
    expect(session.done.slice(-1)).toEqual(['announceRoleUpdate']);
    expect(session.view().can({ resource: 'units', action: 'u' })).toBe(true);
    session.clock.increment(1_999);
    expect(session.done).not.toContain('reload');
    session.clock.increment(1);
    expect(session.done.slice(-1)).toEqual(['reload']);
  });

  it('drops a request for permissions when the user switches, and asks about the account that is entered', async () => {
    const session = await atWork();
    let answered: () => void = () => undefined;
    const { enterAccount } = session.answers;
    session.answers.enterAccount = () => new Promise((resolve) => (answered = () => resolve(entered(1 as AccountId))));
    await session.act({ type: 'session.permissionsChanged' });
    session.answers.enterAccount = enterAccount;
    await session.act({ type: 'session.selectAccount', accountId: other });
    answered();
    await session.settle();
    expect(session.done).toEqual(['enterAccount 1', 'enterAccount 2', 'openTarget null', 'reload', 'enterAccount 2']);
    expect(session.view().account?.account_id).toBe(2);
  });

  it('ends when the role is gone with the account, and survives a bug while looking', async () => {
    const session = await atWork();
    session.answers.enterAccount = bug;
    await session.act({ type: 'session.permissionsChanged' });
    expect(session.view()).toMatchObject({ stage: 'signedIn', problem: { code: ERROR.exception } });
    session.answers.enterAccount = async () => failure(problem(ERROR.accountAccess));
    await session.act({ type: 'session.permissionsChanged' });
    expect(session.view()).toMatchObject({ stage: 'signedOut', notice: 'accountMissing' });
  });

  it('says that the role changed while the user was away, and reloads as it said', async () => {
    const session = createStubbedSession(chartCoverage.inspect);
    session.answers.restore = async () => success({ user, accounts: [membership(1)], accountId: 1 as AccountId });
    session.answers.enterAccount = async () => {
      const answer = entered(1 as AccountId);
      return answer.ok ? success({ ...answer.value, permissionsChanged: true }) : answer;
    };
    await session.start();
    expect(session.done.slice(-2)).toEqual(['announceRoleUpdate', 'reload']);
    expect(session.view().stage).toBe('signedIn');
  });

  it('changes the account from anywhere and starts the page again; a foreign one is ignored', async () => {
    const session = await atWork();
    await session.act({ type: 'session.selectAccount', accountId: 99 as AccountId });
    await session.act({ type: 'session.selectAccount', accountId: 1 as AccountId });
    expect(session.done).toEqual([]);
    await session.act({ type: 'session.selectAccount', accountId: other });
    expect(session.done).toEqual(['enterAccount 2', 'openTarget null', 'reload']);
    expect(session.view().account?.account_id).toBe(2);
  });

  it('stays in the account when changing it fails, and ends when the session is over', async () => {
    const session = await atWork();
    session.answers.enterAccount = bug;
    await session.act({ type: 'session.selectAccount', accountId: other });
    expect(session.view()).toMatchObject({
      stage: 'choosingAccount',
      isSignedIn: true,
      account: { account_id: 1 },
      problem: { code: ERROR.exception },
    });
    await session.act({ type: 'session.tokenRefused' });
    await session.act({ type: 'session.switchAccount' });
    session.answers.enterAccount = async (accountId) => entered(accountId);
    await session.act({ type: 'session.permissionsChanged' });
    await session.act({ type: 'session.switchAccount' });
    session.answers.enterAccount = async () => dead;
    await session.act({ type: 'session.selectAccount', accountId: other });
    expect(session.view()).toMatchObject({ stage: 'signedOut', notice: 'expired' });
  });

  it('throws a kept session away only when the server says it is over', async () => {
    const session = createStubbedSession(chartCoverage.inspect);
    session.answers.restore = async () => dead;
    await session.start();
    expect(session.done).toEqual(['restore', 'clear', 'openLogin']);
    const broken = createStubbedSession(chartCoverage.inspect);
    broken.answers.restore = bug;
    await broken.start();
    expect(broken.done).toEqual(['restore']);
    expect(broken.view().stage).toBe('unreachable');
    await broken.act({ type: 'session.endedElsewhere' });
    expect(broken.view()).toMatchObject({ stage: 'signedOut', notice: 'signedOutElsewhere' });
  });

  it('asks a server that was away again every five seconds, and says why all the while', async () => {
    const session = createStubbedSession(chartCoverage.inspect);
    session.answers.restore = async () => away;
    await session.start();
    const turn = () => new Promise<void>((resolve) => setImmediate(resolve));
    session.clock.increment(4_999);
    expect(session.done).toEqual(['restore']);
    session.answers.restore = async () => success({ user, accounts: [membership(1)], accountId: 1 as AccountId });
    session.clock.increment(1);
    expect(session.view()).toMatchObject({ stage: 'unreachable', problem: { code: ERROR.network } });
    await turn();
    expect(session.view()).toMatchObject({ stage: 'signedIn', problem: null });
  });

  it('takes the notice away with the next attempt to sign in', async () => {
    const session = await atWork();
    await session.act({ type: 'session.forcedOut', problem: problem(ERROR.serviceMessage) });
    expect(session.view().notice).toBe('forcedOut');
    await session.act({ type: 'session.signIn', username: 'a', password: 'b' });
    expect(session.view()).toMatchObject({ stage: 'signedOut', notice: null });
  });

  it('follows another tab that signed out, wherever it is', async () => {
    const never = () => new Promise<never>(() => undefined);
    const restoring = createStubbedSession(chartCoverage.inspect);
    restoring.answers.restore = never;
    await restoring.start();
    const places = { restoring } as Record<string, ReturnType<typeof createStubbedSession>>;
    for (const [name, accounts] of [
      ['noAccounts', []],
      ['choosingAccount', [1, 2]],
      ['entering', [1]],
    ] as const) {
      const session = (places[name] = createStubbedSession(chartCoverage.inspect));
      session.answers.signIn = async () => success({ user, accounts: accounts.map(membership) });
      session.answers.enterAccount = never;
      await session.start();
      await session.act({ type: 'session.signIn', username: 'a', password: 'b' });
    }
    for (const [name, session] of Object.entries(places)) {
      expect(session.view().stage).toBe(name);
      await session.act({ type: 'session.endedElsewhere' });
      expect(session.view().notice).toBe('signedOutElsewhere');
    }
  });

  it('may be left by force or by the user before an account is entered', async () => {
    for (const [accounts, event] of [
      [[], { type: 'session.forcedOut', problem: problem(ERROR.loginBlocked) }],
      [[1, 2], { type: 'session.forcedOut', problem: problem(ERROR.loginBlocked) }],
      [[1], { type: 'session.signOut' }],
    ] as const) {
      const session = createStubbedSession(chartCoverage.inspect);
      session.answers.signIn = async () => success({ user, accounts: accounts.map(membership) });
      session.answers.enterAccount = () => new Promise(() => undefined);
      await session.start();
      await session.act({ type: 'session.signIn', username: 'a', password: 'b' });
      await session.act(event);
      expect(session.view().stage).toBe('signedOut');
    }
  });

  it('shows the progress of the captcha, sends its solution once, and survives bugs', async () => {
    const session = createStubbedSession(chartCoverage.inspect);
    session.answers.signIn = async () => failure(problem(ERROR.captchaRequired));
    await session.start();
    await session.act({ type: 'session.signIn', username: 'a', password: 'b' });
    await session.act({ type: 'session.signIn', username: 'a', password: 'b' });
    let finish: () => void = () => undefined;
    session.answers.solveCaptcha = (_, onProgress) => {
      onProgress(0.4);
      return new Promise((resolve) => (finish = () => resolve(success('found'))));
    };
    await session.act({ type: 'session.solveCaptcha' });
    expect(session.view()).toMatchObject({ captcha: { stage: 'solving', progress: 0.4 } });
    finish();
    await session.settle();
    expect(session.view()).toMatchObject({ captcha: { stage: 'solved' } });
    session.answers.solveCaptcha = bug;
    await session.act({ type: 'session.signIn', username: 'a', password: 'b' });
    expect(session.done.at(-1)).toBe('signIn {"username":"a","password":"b","captcha":"found","code":null}');
    await session.act({ type: 'session.signIn', username: 'a', password: 'b' });
    expect(session.done.at(-1)).toBe('signIn {"username":"a","password":"b","captcha":null,"code":null}');
    await session.act({ type: 'session.solveCaptcha' });
    expect(session.view()).toMatchObject({
      captcha: { stage: 'failed' },
      problem: { code: ERROR.exception, text: 'Something unexpected happened' },
    });
    session.answers.solveCaptcha = async () => success('found');
    await session.act({ type: 'session.solveCaptcha' });
    session.answers.signIn = bug;
    await session.act({ type: 'session.signIn', username: 'a', password: 'b' });
    expect(session.view()).toMatchObject({ stage: 'signedOut', problem: { code: ERROR.exception } });
    session.answers.signIn = async () => success({ user, accounts: [membership(1)] });
    session.answers.enterAccount = bug;
    await session.act({ type: 'session.signIn', username: 'a', password: 'b' });
    expect(session.view().stage).toBe('unreachable');
  });

  it('keeps the password only while the second step is asked for', async () => {
    const session = createStubbedSession(chartCoverage.inspect);
    session.answers.signIn = async () => failure(problem(ERROR.twoFactorRequired));
    await session.start();
    await session.act({ type: 'session.signIn', username: 'a', password: 'b' });
    expect(session.actor.getSnapshot().context.credentials).toEqual({ username: 'a', password: 'b' });
    session.answers.signIn = () => new Promise(() => undefined);
    await session.act({ type: 'session.sendCode', code: '123456' });
    expect(session.view().stage).toBe('checkingCode');
    await session.restart();
    for (const last of [problem(ERROR.tooManyRequests), null]) {
      session.answers.signIn = async () => failure(problem(ERROR.twoFactorRequired));
      await session.act({ type: 'session.signIn', username: 'a', password: 'b' });
      session.answers.signIn = last === null ? bug : async () => failure(last);
      await session.act({ type: 'session.sendCode', code: '123456' });
      expect(session.view().stage).toBe('signedOut');
      expect(session.actor.getSnapshot().context.credentials).toBeNull();
    }
    session.answers.signInWithPasskey = bug;
    await session.act({ type: 'session.signInWithPasskey' });
    expect(session.view()).toMatchObject({ stage: 'signedOut', problem: { code: ERROR.exception } });
  });

  it('learns a new name without leaving the screen, and ends when the server says so', async () => {
    const named = { ...user, first_name: 'Renamed' };
    for (const [answer, stage] of [
      [success({ user: named, accounts: [membership(1)] }), 'signedIn'],
      [away, 'signedIn'],
      [dead, 'signedOut'],
    ] as const) {
      const session = await atWork();
      session.answers.listAccounts = async () => answer;
      await session.act({ type: 'session.userChanged' });
      expect(session.view().stage).toBe(stage);
      if (answer.ok)
        expect(session.view()).toMatchObject({ user: { first_name: 'Renamed' }, memberships: [{ account_id: 1 }] });
    }
    const session = await atWork();
    session.answers.listAccounts = bug;
    await session.act({ type: 'session.userChanged' });
    expect(session.view()).toMatchObject({ stage: 'signedIn', problem: { code: ERROR.exception } });
    session.answers.listAccounts = () => new Promise(() => undefined);
    await session.act({ type: 'session.userChanged' });
    session.answers.enterAccount = async (accountId) => entered(accountId, { units: ['r', 'sh'] });
    await session.act({ type: 'session.permissionsChanged' });
    expect(session.done).toContain('reload');
  });

  it('carries the flags that screens show', async () => {
    const session = await atWork();
    session.actor.send({ type: 'session.accessRefused' });
    session.actor.send({ type: 'session.serverError', isAway: true });
    expect(session.view()).toMatchObject({ isAuthorised: false, hasServerError: true, stage: 'signedIn' });
    session.actor.send({ type: 'session.accessAcknowledged' });
    session.actor.send({ type: 'session.serverError', isAway: false });
    expect(session.view()).toMatchObject({ isAuthorised: true, hasServerError: false });
  });
});

describe('the statechart', () => {
  it('has no transition that was not walked', () => {
    expect(chartCoverage.missing()).toEqual([]);
  });
});
