import type { Result } from '../../domain/base/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import type { EnteredAccount, SessionContext, SessionProblem } from './types.ts';

/** How a step of the session ended: its value does not matter. */
export type Outcome = Result<unknown, SessionProblem>;

/** A bug in an effect, as a problem that can be shown. */
export const unexpected = (text: string): SessionProblem => ({
  code: ERROR.exception,
  message: text,
  text,
  correlationId: null,
  fields: [],
  behaviour: 'show',
});

export const problemOf = (outcome: Outcome): SessionProblem | null => (outcome.ok ? null : outcome.error);
export const worded = (problem: SessionProblem | null) => (problem?.text ? problem : null);
export const ends = (outcome: Outcome) => {
  const behaviour = problemOf(outcome)?.behaviour;
  return behaviour === 'logout' || behaviour === 'relogin';
};
export const endedByServer = (outcome: Outcome) => ({ ended: problemOf(outcome), endedBy: 'server' as const });
export const isAway = (outcome: Outcome) => problemOf(outcome)?.behaviour === 'unavailable';
export const asksForCode = (outcome: Outcome) => problemOf(outcome)?.code === ERROR.twoFactorRequired;
export const refusesCode = (outcome: Outcome) => problemOf(outcome)?.code === ERROR.wrongCode;
export const asksForCaptcha = (outcome: Outcome) => problemOf(outcome)?.code === ERROR.captchaRequired;

/** What entering an account makes known of it. */
export const inAccount = ({ account, permissions, settings, branding }: EnteredAccount) => ({
  account,
  permissions,
  settings,
  branding,
});

/** True when something of the account besides its permissions is other than before. */
export function looksOther(context: SessionContext, entered: EnteredAccount): boolean {
  const before = JSON.stringify([context.account, context.settings, context.branding]);
  return before !== JSON.stringify([entered.account, entered.settings, entered.branding]);
}
