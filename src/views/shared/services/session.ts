import { createContext, useContext } from 'react';
import type { SignedIn } from '../../../api/contract/index.ts';
import type { AccountId } from '../../../domain/base/index.ts';
import type { CaptchaStage, SessionStage as MachineStage, SessionViewModel } from '../../../machines/session/index.ts';
import type { Problem } from './fleet.ts';

export type { CaptchaStage };

/** The state of the session, as far as a screen needs to know: while the server is away it is still being looked at. */
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
  | { readonly type: 'session.signOut' };

/** What the statechart says that screens read as it is; the router acts on the rest. */
type SharedView = Omit<SessionViewModel, 'stage' | 'problem' | 'isAuthorised' | 'hasServerError' | 'isSignedIn'>;

/** The session as views see it; `app` makes it from the session's statechart. */
export interface SessionView extends SharedView {
  readonly stage: SessionStage;
  /** Why the last act failed, or null. */
  readonly problem: Problem | null;
  send(act: SessionAct): void;
}

export const SessionContext = createContext<SessionView | null>(null);

/** The session; outside of {@link SessionContext} is a mistake. */
export function useSession(): SessionView {
  const session = useContext(SessionContext);
  if (session === null) throw new Error('useSession outside of SessionContext');
  return session;
}
