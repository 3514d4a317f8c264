/** What a call is made of: who calls and how far they reach, what its refusals say, and the texts of both. */
export { loadMessages, type Messages } from './messages.ts';
export type { Authenticated, Authenticator, GatewayLogger, Refusal, UnitDirectory } from './ports.ts';
export { createProblems, type Problems } from './problems.ts';
export type { CallAccount, CallContext, CallSession, Handler, Handlers } from './types.ts';
