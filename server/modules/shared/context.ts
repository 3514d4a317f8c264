import type { CallAccount, CallContext, CallSession } from '../../call/types.ts';
import type { Problems } from '../../call/problems.ts';

/** What every module is given. */
export interface ModuleServices {
  readonly problems: Problems;
}

/**
 * The caller's session. The gateway lets no call without one reach a method whose access is not
 * `public`; reaching this without one is a bug.
 */
export function sessionOf(context: CallContext): CallSession {
  if (!context.session) throw new Error('A method that needs a session was called without one.');
  return context.session;
}

/** The account that the call acts in; present on every method that demands a permission. */
export function accountOf(context: CallContext): CallAccount {
  const { account } = sessionOf(context);
  if (!account) throw new Error('A method that needs an account was called without one.');
  return account;
}
