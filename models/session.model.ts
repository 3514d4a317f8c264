import { setup } from 'xstate';

/**
 * A session as its user and the server act it out. No timers, no calls: an event is an act of the
 * user together with what the server answers, a state is what the user then sees.
 */
export type SessionModelEvent = { type: SessionModelEventType };
type SessionModelEventType =
  | 'signIn.oneAccount'
  | 'signIn.severalAccounts'
  | 'signIn.noAccounts'
  | 'signIn.refused'
  | 'signIn.captchaAsked'
  | 'signIn.serverAway'
  | 'signIn.codeAsked'
  | 'code.accepted'
  | 'code.refused'
  | 'code.serverAway'
  | 'code.cancelled'
  | 'passkey.accepted'
  | 'passkey.refused'
  | 'passkey.cancelled'
  | 'invitation.registered'
  | 'captcha.solved'
  | 'captcha.failed'
  | 'screen.asked'
  | 'account.entered'
  | 'account.refused'
  | 'account.blocked'
  | 'account.serverAway'
  | 'noAccounts.checkedAgain'
  | 'noAccounts.invited'
  | 'server.stillAway'
  | 'server.back'
  | 'token.expired'
  | 'token.dead'
  | 'session.forcedOut'
  | 'session.endedElsewhere'
  | 'page.reloaded'
  | 'page.reloadedWhileAway'
  | 'role.unchanged'
  | 'role.updated'
  | 'settings.changed'
  | 'accounts.joined'
  | 'switch.opened'
  | 'switch.cancelled'
  | 'switch.same'
  | 'switch.done'
  | 'switch.refused'
  | 'signOut';

export type SessionModelState =
  | 'login'
  | 'loginRefused'
  | 'loginEnded'
  | 'loginWithTarget'
  | 'codeAsked'
  | 'codeRefused'
  | 'captchaAsked'
  | 'captchaFailed'
  | 'captchaSolved'
  | 'choosing'
  | 'choosingRefused'
  | 'noAccounts'
  | 'unreachable'
  | 'unreachableBeforeAccount'
  | 'inside'
  | 'insideSeveral'
  | 'insideAtTarget'
  | 'choosingInside'
  | 'choosingInsideRefused';

const signIn = {
  'signIn.oneAccount': 'inside',
  'signIn.severalAccounts': 'choosing',
  'signIn.noAccounts': 'noAccounts',
  'signIn.refused': 'loginRefused',
  'signIn.captchaAsked': 'captchaAsked',
  'signIn.serverAway': 'loginRefused',
} as const;
const secondStep = { 'code.accepted': 'inside', 'code.refused': 'codeRefused', 'code.cancelled': 'login' } as const;
const choice = {
  'account.entered': 'insideSeveral',
  'account.refused': 'choosingRefused',
  'account.blocked': 'loginEnded',
  'account.serverAway': 'unreachableBeforeAccount',
  signOut: 'login',
} as const;
const change = {
  'switch.cancelled': 'insideSeveral',
  'switch.same': 'insideSeveral',
  'switch.done': 'insideSeveral',
  'switch.refused': 'choosingInsideRefused',
  signOut: 'login',
} as const;

export const sessionModelMachine = setup({ types: { events: {} as SessionModelEvent } }).createMachine({
  id: 'sessionModel',
  initial: 'login',
  states: {
    login: {
      on: {
        ...signIn,
        'signIn.codeAsked': 'codeAsked',
        'passkey.accepted': 'inside',
        'passkey.refused': 'loginRefused',
        'passkey.cancelled': 'login',
        'invitation.registered': 'inside',
        'screen.asked': 'loginWithTarget',
      },
    },
    codeAsked: { on: { ...secondStep, 'code.serverAway': 'codeRefused' } },
    codeRefused: { on: secondStep },
    loginRefused: { on: signIn },
    loginEnded: { on: signIn },
    loginWithTarget: { on: { 'signIn.oneAccount': 'insideAtTarget', 'signIn.severalAccounts': 'choosing' } },
    captchaAsked: { on: { 'captcha.solved': 'captchaSolved', 'captcha.failed': 'captchaFailed' } },
    captchaFailed: { on: { 'captcha.solved': 'captchaSolved', 'captcha.failed': 'captchaFailed' } },
    captchaSolved: { on: signIn },
    choosing: { on: choice },
    choosingRefused: { on: choice },
    noAccounts: { on: { 'noAccounts.checkedAgain': 'noAccounts', 'noAccounts.invited': 'inside', signOut: 'login' } },
    unreachable: { on: { 'server.stillAway': 'unreachable', 'server.back': 'inside', signOut: 'login' } },
    unreachableBeforeAccount: {
      on: { 'server.stillAway': 'unreachableBeforeAccount', 'server.back': 'choosing', signOut: 'login' },
    },
    inside: {
      on: {
        'token.expired': 'inside',
        'token.dead': 'loginEnded',
        'session.forcedOut': 'loginEnded',
        'session.endedElsewhere': 'loginEnded',
        'page.reloaded': 'inside',
        'page.reloadedWhileAway': 'unreachable',
        'role.unchanged': 'inside',
        'role.updated': 'inside',
        'settings.changed': 'inside',
        'accounts.joined': 'inside',
        signOut: 'login',
      },
    },
    insideSeveral: {
      on: {
        'page.reloaded': 'insideSeveral',
        'switch.opened': 'choosingInside',
        'session.forcedOut': 'loginEnded',
        signOut: 'login',
      },
    },
    insideAtTarget: { on: { signOut: 'login' } },
    choosingInside: { on: { ...change, 'role.unchanged': 'choosingInside', 'accounts.joined': 'choosingInside' } },
    choosingInsideRefused: { on: change },
  },
});

/** Events that only a stub can bring about: a device's passkey, and what others do to the account meanwhile. */
export const STUB_ONLY: ReadonlySet<string> = new Set<SessionModelEventType>([
  'role.unchanged',
  'role.updated',
  'settings.changed',
  'accounts.joined',
  'passkey.accepted',
  'passkey.refused',
  'passkey.cancelled',
  'invitation.registered',
]);

/** Does the model's acts to a system and looks at its states. */
export interface SessionDriver {
  readonly acts: { readonly [Event in SessionModelEventType]: () => Promise<void> };
  readonly looks: { readonly [State in SessionModelState]: () => Promise<void> };
}
