import { strict as assert } from 'node:assert';
import { failure, success } from '../src/domain/base/index.ts';
import { ERROR, type ErrorCode } from '../src/domain/errors/index.ts';
import type { SessionEffects, SessionEvent, SessionStage, SessionViewModel } from '../src/machines/session/index.ts';
import { DEFAULT_SETTINGS } from '../src/domain/account/index.ts';
import { adopted, entered, id, membership, problem, user, type StubbedAnswers } from './session.answers.ts';
import type { SessionDriver } from './session.model.ts';

/** A statechart that a driver acts on. */
export interface Stubbed {
  readonly answers: StubbedAnswers;
  readonly done: string[];
  view(): SessionViewModel;
  act(event: SessionEvent): Promise<void>;
  restart(): Promise<void>;
}

/** The model's acts and looks on the statechart with stubbed effects. */
export function createStubDriver(stubbed: Stubbed): SessionDriver {
  return { acts: actsOn(stubbed), looks: looksAt(stubbed) };
}

function actsOn({ answers, done, view, act, restart }: Stubbed): SessionDriver['acts'] {
  const signIn = (accounts: readonly number[] | ErrorCode) => () => {
    const outcome =
      typeof accounts === 'string' ? failure(problem(accounts)) : success({ user, accounts: accounts.map(membership) });
    answers.signIn = async () => outcome;
    return act({ type: 'session.signIn', username: 'consumer', password: 'Demo#2026' });
  };
  const choose = (accountId: number, refusal?: ErrorCode) => async () => {
    const { enterAccount } = answers;
    if (refusal) answers.enterAccount = async () => failure(problem(refusal));
    await act({ type: 'session.selectAccount', accountId: id(accountId) });
    answers.enterAccount = enterAccount;
  };
  const restore = (outcome: Awaited<ReturnType<SessionEffects['restore']>>) => {
    answers.restore = async () => outcome;
  };
  const stored = () => {
    const { user: known, memberships: accounts, account: current } = view();
    return success({ user: known ?? user, accounts, accountId: current?.account_id ?? null });
  };
  /** How often an account was entered since the last sign-in. */
  const entries = () => done.filter((line) => line.startsWith('openTarget')).length;
  return {
    'signIn.oneAccount': signIn([1]),
    'signIn.severalAccounts': signIn([1, 2]),
    'signIn.noAccounts': signIn([]),
    'signIn.refused': signIn(ERROR.wrongCredentials),
    'signIn.captchaAsked': signIn(ERROR.captchaRequired),
    'signIn.serverAway': signIn(ERROR.network),
    'signIn.codeAsked': signIn(ERROR.twoFactorRequired),
    ...otherSignIns({ answers, done, act }),
    'captcha.solved': () => act({ type: 'session.solveCaptcha' }),
    async 'captcha.failed'() {
      const { solveCaptcha } = answers;
      answers.solveCaptcha = async () => failure(problem(ERROR.network));
      await act({ type: 'session.solveCaptcha' });
      answers.solveCaptcha = solveCaptcha;
    },
    'screen.asked': () => act({ type: 'session.targetBlocked', target: '/units/map?unit=7' }),
    'account.entered': choose(2),
    'account.refused': choose(2, ERROR.exception),
    'account.blocked': choose(2, ERROR.accountInactive),
    'account.serverAway': choose(2, ERROR.unavailable),
    'noAccounts.checkedAgain'() {
      restore(success({ user, accounts: [], accountId: null }));
      return act({ type: 'session.checkAccounts' });
    },
    'noAccounts.invited'() {
      restore(success({ user, accounts: [membership(1)], accountId: null }));
      return act({ type: 'session.checkAccounts' });
    },
    'server.stillAway'() {
      restore(failure(problem(ERROR.network)));
      return act({ type: 'session.checkAccounts' });
    },
    'server.back'() {
      // The browser kept the account that was in use; before one was chosen there is none.
      const isChosen = entries() > 0;
      restore(
        success({
          user,
          accounts: isChosen ? [membership(1)] : [membership(1), membership(2)],
          accountId: isChosen ? id(1) : null,
        }),
      );
      return act({ type: 'session.checkAccounts' });
    },
    'token.expired': () => act({ type: 'session.tokenRefused' }),
    async 'token.dead'() {
      answers.renew = async () => failure(problem(ERROR.bearerToken));
      await act({ type: 'session.tokenRefused' });
    },
    'session.forcedOut': () => act({ type: 'session.forcedOut', problem: problem(ERROR.loginBlocked) }),
    'session.endedElsewhere': () => act({ type: 'session.endedElsewhere' }),
    'page.reloaded'() {
      restore(stored());
      return restart();
    },
    'page.reloadedWhileAway'() {
      restore(failure(problem(ERROR.network)));
      return restart();
    },
    ...changesMeanwhile({ answers, done, view, act }),
    'switch.opened': () => act({ type: 'session.switchAccount' }),
    'switch.cancelled': () => act({ type: 'session.cancelChoice' }),
    'switch.same': () => act({ type: 'session.selectAccount', accountId: view().account?.account_id ?? id(0) }),
    'switch.done': choose(1),
    'switch.refused': choose(1, ERROR.exception),
    signOut: () => act({ type: 'session.signOut' }),
  };
}

/** What others do to the user's role and accounts while they work. */
function changesMeanwhile({ answers, done, view, act }: Pick<Stubbed, 'answers' | 'done' | 'view' | 'act'>) {
  return {
    'role.unchanged': () => act({ type: 'session.permissionsChanged' }),
    async 'role.updated'() {
      answers.enterAccount = async (accountId) => entered(accountId, { units: ['r', 'sh'] });
      await act({ type: 'session.permissionsChanged' });
      assert.deepEqual(done.slice(-2), ['announceRoleUpdate', 'reload']);
    },
    async 'settings.changed'() {
      answers.enterAccount = async (accountId) =>
        entered(accountId, undefined, { ...DEFAULT_SETTINGS, timezone: 'Asia/Tehran' });
      await act({ type: 'session.permissionsChanged' });
      assert.equal(view().settings?.timezone, 'Asia/Tehran');
      assert.ok(!done.includes('reload'), 'new formats need no reload');
    },
    async 'accounts.joined'() {
      await act({ type: 'session.userChanged' });
      assert.equal(view().memberships.length, 2);
    },
  } satisfies Partial<SessionDriver['acts']>;
}

/** The second step, passkeys, and a registration that signs in. */
function otherSignIns({ answers, done, act }: Pick<Stubbed, 'answers' | 'done' | 'act'>) {
  const sendCode = (refusal: ErrorCode) => async () => {
    answers.signIn = async () => failure(problem(refusal));
    await act({ type: 'session.sendCode', code: '000000' });
  };
  return {
    async 'code.accepted'() {
      answers.signIn = async () => success({ user, accounts: [membership(1)] });
      await act({ type: 'session.sendCode', code: '123456' });
      assert.ok(done.includes('signIn {"username":"consumer","password":"Demo#2026","captcha":null,"code":"123456"}'));
    },
    'code.refused': sendCode(ERROR.wrongCode),
    'code.serverAway': sendCode(ERROR.network),
    'code.cancelled': () => act({ type: 'session.cancelCode' }),
    async 'passkey.accepted'() {
      answers.signInWithPasskey = async () => success({ user, accounts: [membership(1)] });
      await act({ type: 'session.signInWithPasskey' });
    },
    async 'passkey.refused'() {
      answers.signInWithPasskey = async () => failure(problem(ERROR.wrongCredentials));
      await act({ type: 'session.signInWithPasskey' });
    },
    'passkey.cancelled': () => act({ type: 'session.signInWithPasskey' }),
    'invitation.registered': () => act({ type: 'session.adopted', signedIn: adopted([1]) }),
  } satisfies Partial<SessionDriver['acts']>;
}

function looksAt({ done, view }: Stubbed): SessionDriver['looks'] {
  const at =
    (stage: SessionStage, check: () => void = () => undefined) =>
    async () => {
      assert.equal(view().stage, stage);
      check();
    };
  const inside = at('signedIn', () => {
    assert.ok(view().isSignedIn && view().account !== null);
    assert.equal(view().problem, null);
    assert.ok(view().can({ resource: 'units', action: 'r' }));
  });
  const nobody = () => {
    assert.equal(view().user, null);
    assert.deepEqual(view().permissions, {});
  };
  return {
    login: at('signedOut', () => {
      nobody();
      assert.equal(view().problem, null);
      assert.ok(view().notice === null || view().notice === 'signedOut');
    }),
    loginRefused: at('signedOut', () => assert.notEqual(view().problem, null)),
    loginEnded: at('signedOut', () => {
      nobody();
      assert.ok(view().notice !== null && view().notice !== 'signedOut');
      assert.deepEqual(done.slice(-2), ['clear', 'openLogin']);
    }),
    loginWithTarget: at('signedOut', () => assert.equal(view().blockedTarget, '/units/map?unit=7')),
    codeAsked: at('codeRequired', () => assert.equal(view().problem, null)),
    codeRefused: at('codeRequired', () =>
      assert.match(view().problem?.code ?? '', new RegExp(`^(${ERROR.wrongCode}|${ERROR.network})$`)),
    ),
    captchaAsked: at('signedOut', () => assert.deepEqual(view().captcha, { stage: 'needed' })),
    captchaFailed: at('signedOut', () => assert.deepEqual(view().captcha, { stage: 'failed' })),
    captchaSolved: at('signedOut', () => assert.deepEqual(view().captcha, { stage: 'solved' })),
    choosing: at('choosingAccount', () => assert.equal(view().memberships.length, 2)),
    choosingRefused: at('choosingAccount', () => assert.notEqual(view().problem, null)),
    noAccounts: at('noAccounts', () => assert.deepEqual(view().memberships, [])),
    unreachable: at('unreachable', () => assert.notEqual(view().problem, null)),
    unreachableBeforeAccount: at('unreachable', () => assert.notEqual(view().problem, null)),
    inside,
    insideSeveral: inside,
    async insideAtTarget() {
      await inside();
      assert.ok(done.includes('openTarget /units/map?unit=7'));
      assert.equal(view().blockedTarget, null);
    },
    choosingInside: at('choosingAccount', () => assert.ok(view().isSignedIn)),
    choosingInsideRefused: at('choosingAccount', () => {
      assert.ok(view().isSignedIn);
      assert.notEqual(view().problem, null);
    }),
  };
}
