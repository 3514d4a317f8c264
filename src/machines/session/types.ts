import type { FieldProblem, SignedIn } from '../../api/contract/index.ts';
import type { Permissions } from '../../domain/access/index.ts';
import type { Account, AccountSettings, Branding, Membership } from '../../domain/account/index.ts';
import type { AccountId, Result } from '../../domain/base/index.ts';
import type { ErrorBehaviour } from '../../domain/errors/index.ts';
import type { User } from '../../domain/user/index.ts';

/** Why a step of the session failed, ready to be shown. A failed call has this shape. */
export interface SessionProblem {
  readonly code: string;
  /** With the correlation id at its end. */
  readonly message: string;
  /** Without it. */
  readonly text: string;
  readonly correlationId: string | null;
  readonly fields: readonly FieldProblem[];
  readonly behaviour: ErrorBehaviour;
}

/** Who is signed in and where they may go. */
export interface SignedInUser {
  readonly user: User;
  readonly accounts: readonly Membership[];
}

/** A session that was found in the browser and is good. */
export interface RestoredSession extends SignedInUser {
  /** The account that was in use; null when none was chosen yet. */
  readonly accountId: AccountId | null;
}

export interface EnteredAccount {
  readonly account: Account;
  readonly permissions: Permissions;
  /** How the account wants its dates. */
  readonly settings: AccountSettings;
  readonly branding: Branding;
  /** True when the browser kept other permissions of this account. */
  readonly permissionsChanged: boolean;
}

export interface Credentials {
  readonly username: string;
  readonly password: string;
  /** Solution of the captcha when one was asked for. */
  readonly captcha: string | null;
  /** Second step: a code of the authenticator or a recovery code; null when none was asked for. */
  readonly code: string | null;
}

/**
 * What the statechart asks of the rest of the client. `app` provides it; tests provide stubs.
 * A promise resolves to a problem for what may fail and rejects for a bug.
 */
export interface SessionEffects {
  /** The session that the browser kept, checked with the server; null when there is none. */
  restore(signal: AbortSignal): Promise<Result<RestoredSession | null, SessionProblem>>;
  /** Signs in and keeps the tokens. */
  signIn(credentials: Credentials, signal: AbortSignal): Promise<Result<SignedInUser, SessionProblem>>;
  /** Signs in by a passkey of this device and keeps the tokens; null when the user thought better of it. */
  signInWithPasskey(signal: AbortSignal): Promise<Result<SignedInUser | null, SessionProblem>>;
  /** Keeps the tokens of a sign-in that happened elsewhere: an invited person who registered. */
  adopt(signedIn: SignedIn): SignedInUser;
  /** The user and their accounts as they are now. */
  listAccounts(signal: AbortSignal): Promise<Result<SignedInUser, SessionProblem>>;
  /** Fetches a captcha and solves it. `onProgress` is notified of the part that is done, 0 to 1. */
  solveCaptcha(signal: AbortSignal, onProgress: (part: number) => void): Promise<Result<string, SessionProblem>>;
  /** Enters the account and keeps it with its permissions. */
  enterAccount(accountId: AccountId, signal: AbortSignal): Promise<Result<EnteredAccount, SessionProblem>>;
  /** The silent re-login. */
  renew(signal: AbortSignal): Promise<Result<unknown, SessionProblem>>;
  /** Notifies the server; its answer does not matter, since the session ends here anyway. */
  signOut(signal: AbortSignal): Promise<unknown>;
  /** Has the server notified as soon as it can be reached. */
  oweSignOut(): void;
  /** Removes tokens, account, role, permissions and notification token from the browser. */
  clear(): void;
  /** Keeps or forgets the place that was asked for before signing in. */
  keepTarget(target: string | null): void;
  /**
   * Goes to the kept target. Without one: from the login and the choice of accounts to the landing
   * screen of the permissions; any other screen (a page that was reloaded) stays.
   */
  openTarget(target: string | null): void;
  openLogin(): void;
  /** The words for a failure that no server worded: a bug of ours. */
  unexpectedText(): string;
  /** Says that the role was updated. */
  announceRoleUpdate(): void;
  reload(): void;
}

export interface SessionContext {
  readonly user: SignedInUser['user'] | null;
  readonly accounts: readonly Membership[];
  /** The account being entered or in use. */
  readonly accountId: AccountId | null;
  readonly account: Account | null;
  readonly permissions: Permissions;
  /** A role, a membership or the account changed since the permissions were asked for. */
  readonly arePermissionsOutdated: boolean;
  /** Of the account; null before one is entered. */
  readonly settings: AccountSettings | null;
  readonly branding: Branding | null;
  /** True while the code of the second step is on its way. */
  readonly isSecondStep: boolean;
  /** Kept only while the second step is asked for. */
  readonly credentials: Pick<Credentials, 'username' | 'password'> | null;
  /** What failed last in this state: shown by the form or screen of the state. */
  readonly problem: SessionProblem | null;
  /** Why the server ended the last session; shown at the login. */
  readonly ended: SessionProblem | null;
  /** Who ended it; null when there was none, or after the next attempt to sign in. */
  readonly endedBy: 'user' | 'server' | 'elsewhere' | null;
  /** Solution for the next attempt to sign in. */
  readonly captcha: string | null;
  /** Part of the captcha's work that is done, 0 to 1. */
  readonly captchaProgress: number;
  /** Place that was asked for before signing in. */
  readonly target: string | null;
  /** False after the server refused an act for want of permission, until it is acknowledged. */
  readonly isAuthorised: boolean;
  /** True while the server cannot be reached. */
  readonly hasServerError: boolean;
}

export type SessionEvent =
  | { type: 'session.signIn'; username: string; password: string }
  | { type: 'session.sendCode'; code: string }
  /** Back from the second step to the form. */
  | { type: 'session.cancelCode' }
  | { type: 'session.signInWithPasskey' }
  /** Someone registered by an invitation and is signed in by that. */
  | { type: 'session.adopted'; signedIn: SignedIn }
  | { type: 'session.solveCaptcha' }
  | { type: 'session.captchaProgressed'; part: number }
  | { type: 'session.selectAccount'; accountId: AccountId }
  /** Opens the choice of accounts from within a session. */
  | { type: 'session.switchAccount' }
  | { type: 'session.cancelChoice' }
  /** Asks the server again: for accounts, or after it was away. */
  | { type: 'session.checkAccounts' }
  | { type: 'session.signOut' }
  /** The live feed met a dead access token. */
  | { type: 'session.tokenRefused' }
  /** The server ended the session. */
  | { type: 'session.forcedOut'; problem: SessionProblem }
  /** Another tab signed out. */
  | { type: 'session.endedElsewhere' }
  /** A role or membership of the user changed. */
  | { type: 'session.permissionsChanged' }
  /** The user changed their name, or joined or left an account. */
  | { type: 'session.userChanged' }
  /** A screen was asked for that needs a session. */
  | { type: 'session.targetBlocked'; target: string }
  | { type: 'session.accessRefused' }
  | { type: 'session.accessAcknowledged' }
  | { type: 'session.serverError'; isAway: boolean };
