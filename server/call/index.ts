/** What a call is made of: who calls and how far they reach, what its refusals say, and the texts of both. */
export { loadMessages, type Messages } from './messages.ts';
export { createProblems } from './problems.ts';
