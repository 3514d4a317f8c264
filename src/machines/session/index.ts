export { createSessionEffects, type SessionScreens } from './effects.ts';
export { createSessionKeeper, isStoredSession, type SessionKeeper } from './keeper.ts';
export { createSessionMachine, type SessionMachine } from './session.machine.ts';
export {
  sessionView,
  type CaptchaStage,
  type SessionSnapshot,
  type SessionStage,
  type SessionViewModel,
} from './selectors.ts';
export type { EnteredAccount, SessionEffects, SessionEvent, SessionProblem } from './types.ts';
