import { dictionary } from '@zxcvbn-ts/language-common';
import type { Problems } from '../../../call/problems.ts';
import type { Refused } from '../changes/refusals.ts';

/** How many of the most common passwords nobody may choose. */
const REFUSED = 10_000;

let common: ReadonlySet<string> | null = null;

/** True for one of the 10,000 most common passwords of known breaches, in either case: a guesser tries those first. */
export function isCommonPassword(password: string): boolean {
  // Ranked, the most common first. Made at the first question: reading it takes longer than a start should.
  common ??= new Set(dictionary['passwords-common'].slice(0, REFUSED));
  return common.has(password.toLowerCase());
}

/** Refuses a new password that everybody knows. Asked on the server alone: the list is too long for a page. */
export function refuseCommonPassword(
  problems: Problems,
  lang: string,
  field: string,
  password: string,
): Refused | null {
  return isCommonPassword(password) ? problems.refuseField(lang, field, 'server.passwordCommon') : null;
}
