import { createContext, useContext } from 'react';
import type { SignedIn } from '../../../api/contract/index.ts';
import type { Account, AccountSettings, Branding, Membership } from '../../../domain/account/index.ts';
import type { Need, Permissions } from '../../../domain/access/index.ts';
import type { AccountId } from '../../../domain/base/index.ts';
import type { User } from '../../../domain/user/index.ts';
import type { CaptchaStage, SessionNotice, SessionStage as MachineStage } from '../../../machines/session/index.ts';
import type { Problem } from './fleet.ts';

export type { CaptchaStage, SessionNotice };

/** Where the session stands, as far as a screen needs to know: while the server is away it is still being looked at. */
export type SessionStage = Exclude<MachineStage, 'unreachable'>;

/** What people do with their session. */
export type SessionAct =
  | { readonly type: 'session.signIn'; readonly username: string; readonly password: string }
  | { readonly type: 'session.sendCode'; readonly code: string }
  | { readonly type: 'session.cancelCode' }
  | { readonly type: 'session.signInWithPasskey' }
  /** Someone registered by an invitation and is signed in by that. */
  | { readonly type: 'session.adopted'; readonly signedIn: SignedIn }
  /** The user changed their name, or joined or left an account. */
  | { readonly type: 'session.userChanged' }
  | { readonly type: 'session.solveCaptcha' }
  | { readonly type: 'session.selectAccount'; readonly accountId: AccountId }
  | { readonly type: 'session.switchAccount' }
  | { readonly type: 'session.checkAccounts' }
  | { readonly type: 'session.signOut' }
  | { readonly type: 'session.dismissNotice' };

/** The session as views see it; `app` makes it from the session's statechart. */
export interface SessionView {
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
  /** Why the last act failed, or null. */
  readonly problem: Problem | null;
  readonly notice: SessionNotice | null;
  /** Path that was asked for before sign-in and is restored after it. */
  readonly blockedTarget: string | null;
  can(need: Need): boolean;
  send(act: SessionAct): void;
}

export const SessionContext = createContext<SessionView | null>(null);

/** The session; outside of {@link SessionContext} is a mistake. */
export function useSession(): SessionView {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession outside of SessionContext');
  return session;
}
