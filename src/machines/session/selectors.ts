import type { SnapshotFrom } from 'xstate';
import { can, type Need, type Permissions } from '../../domain/access/index.ts';
import type { Account, AccountSettings, Branding, Membership } from '../../domain/account/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import type { User } from '../../domain/user/index.ts';
import type { SessionMachine } from './session.machine.ts';
import type { SessionContext, SessionProblem } from './types.ts';

export type SessionSnapshot = SnapshotFrom<SessionMachine>;

/** Which screen the session asks for. */
export type SessionStage =
  | 'restoring'
  /** A session is kept, but the server cannot be asked; it is tried again and again. */
  | 'unreachable'
  | 'signedOut'
  | 'signingIn'
  /** The password was right; the code of the authenticator is asked for. */
  | 'codeRequired'
  | 'checkingCode'
  | 'choosingAccount'
  | 'noAccounts'
  | 'entering'
  | 'signedIn'
  | 'signingOut';

/** Why the last session ended; shown on the sign-in page until the next attempt. */
type SessionNotice =
  | 'signedOut'
  | 'signedOutElsewhere'
  | 'ended'
  | 'expired'
  | 'forcedOut'
  | 'blocked'
  | 'inactive'
  | 'accountMissing';

/** The proof of work that is asked for after repeated failures. */
export type CaptchaStage =
  | { readonly stage: 'none' | 'needed' | 'solved' | 'failed' }
  /** `progress` 0–1, an estimate: how long a puzzle takes is a matter of luck. */
  | { readonly stage: 'solving'; readonly progress: number };

/** What screens read of a session. */
export interface SessionViewModel {
  readonly stage: SessionStage;
  readonly user: User | null;
  /** The accounts that the user may enter. */
  readonly memberships: readonly Membership[];
  readonly account: Account | null;
  readonly permissions: Permissions;
  /** How the account in use wants its dates, and its logos and defaults; null before one is entered. */
  readonly settings: AccountSettings | null;
  readonly branding: Branding | null;
  readonly captcha: CaptchaStage;
  readonly problem: SessionProblem | null;
  readonly notice: SessionNotice | null;
  /** Path that was asked for before sign-in and is restored after it. */
  readonly blockedTarget: string | null;
  /** False after the server refused an act for want of permission, until it is acknowledged. */
  readonly isAuthorised: boolean;
  readonly hasServerError: boolean;
  /** True while an account is in use: guarded screens may be shown. */
  readonly isSignedIn: boolean;
  can(need: Need): boolean;
}

/** The session as screens see it. */
export function sessionView(snapshot: SessionSnapshot): SessionViewModel {
  const { context } = snapshot;
  return {
    stage: stageOf(snapshot),
    user: context.user,
    memberships: context.accounts,
    account: context.account,
    permissions: context.permissions,
    settings: context.settings,
    branding: context.branding,
    captcha: captchaOf(snapshot),
    problem: context.problem,
    notice: noticeOf(context),
    blockedTarget: context.target,
    isAuthorised: context.isAuthorised,
    hasServerError: context.hasServerError,
    isSignedIn: snapshot.hasTag('signedIn'),
    can: (need) => can(context.permissions, need),
  };
}

function stageOf(snapshot: SessionSnapshot): SessionStage {
  // Trying again keeps the screen that says why.
  if (snapshot.matches('restoring')) return snapshot.context.problem === null ? 'restoring' : 'unreachable';
  if (snapshot.matches('unreachable')) return 'unreachable';
  if (snapshot.hasTag('code')) return 'codeRequired';
  if (snapshot.matches('signedOut')) return 'signedOut';
  if (snapshot.matches('signingIn') && snapshot.context.isSecondStep) return 'checkingCode';
  if (snapshot.matches('signingIn') || snapshot.matches('signingInWithPasskey')) return 'signingIn';
  if (snapshot.matches('noAccounts')) return 'noAccounts';
  if (snapshot.hasTag('choosing')) return 'choosingAccount';
  if (snapshot.hasTag('leaving')) return 'signingOut';
  return snapshot.hasTag('entering') ? 'entering' : 'signedIn';
}

function captchaOf(snapshot: SessionSnapshot): CaptchaStage {
  if (snapshot.matches({ signedOut: 'captchaRequired' })) return { stage: 'needed' };
  if (snapshot.matches({ signedOut: 'captchaFailed' })) return { stage: 'failed' };
  if (snapshot.matches({ signedOut: 'solvingCaptcha' }))
    return { stage: 'solving', progress: snapshot.context.captchaProgress };
  // While the solution is on its way, the form stays as it was.
  const isSolved =
    snapshot.matches({ signedOut: 'captchaSolved' }) ||
    (snapshot.matches('signingIn') && snapshot.context.captcha !== null);
  return { stage: isSolved ? 'solved' : 'none' };
}

const NOTICES: Readonly<Record<string, SessionNotice>> = {
  [ERROR.bearerToken]: 'expired',
  [ERROR.accessToken]: 'ended',
  [ERROR.accessTokenMessage]: 'ended',
  [ERROR.loginBlocked]: 'blocked',
  [ERROR.accessDenied]: 'blocked',
  [ERROR.loginInactive]: 'inactive',
  [ERROR.accountInactive]: 'inactive',
  [ERROR.accountMissing]: 'accountMissing',
  [ERROR.accountMissingMessage]: 'accountMissing',
  [ERROR.accountAccess]: 'accountMissing',
};

function noticeOf({ endedBy, ended }: SessionContext): SessionNotice | null {
  if (endedBy === null) return null;
  if (endedBy === 'user') return 'signedOut';
  if (endedBy === 'elsewhere') return 'signedOutElsewhere';
  return NOTICES[ended?.code ?? ''] ?? 'forcedOut';
}
