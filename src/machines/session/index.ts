export { createSessionEffects, type SessionCalls, type SessionScreens, type SessionServices } from './effects.ts';
export {
  createSessionKeeper,
  isStoredSession,
  type SessionKeeper,
  type SessionStorage,
  type SessionTokens,
  type StoredSession,
} from './keeper.ts';
export { createSessionMachine, type SessionMachine } from './session.machine.ts';
export {
  sessionView,
  type CaptchaStage,
  type SessionNotice,
  type SessionSnapshot,
  type SessionStage,
  type SessionViewModel,
} from './selectors.ts';
export type {
  Credentials,
  EnteredAccount,
  RestoredSession,
  SessionContext,
  SessionEffects,
  SessionEvent,
  SessionProblem,
  SignedInUser,
} from './types.ts';
