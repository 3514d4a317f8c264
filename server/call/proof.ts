import type { CallError } from '../../src/api/contract/index.ts';
import { PROOF, type Result } from '../../src/domain/base/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import type { Problems } from './problems.ts';
import type { CallContext } from './types.ts';

/**
 * Refuses where the person has not proven themselves lately: an open browser is no proof of who sits before it.
 * The gateway asks it for methods that the catalogue marks with `proof`; a handler asks it where only some data needs
 * one.
 */
export function refuseUnproven(
  { session, lang, now }: Pick<CallContext, 'session' | 'lang' | 'now'>,
  problems: Problems,
): Result<never, CallError> | null {
  const provenAt = session?.provenAt;
  return provenAt !== undefined && now - provenAt < PROOF.lifetime ? null : problems.refuse(lang, ERROR.proofRequired);
}
