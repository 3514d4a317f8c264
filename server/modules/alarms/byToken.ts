import type { CallError } from '../../../src/api/contract/index.ts';
import type { Result } from '../../../src/domain/base/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Sealer } from '../../store/index.ts';
import { notFound, openAcknowledgement } from '../shared/index.ts';
import { acknowledgeDelivery, type AbsentServices } from './acknowledge.ts';

export interface TokenServices extends AbsentServices {
  readonly sealer: Sealer;
}

/**
 * Acknowledges the alarm of a token from a push message, as the person who got it and as far as they may do so now. A
 * token that is old, used before, made up, or of somebody who may not, finds nothing.
 */
export async function acknowledgeByToken(
  services: TokenServices,
  token: string,
  context: CallContext,
): Promise<Result<{ unit_name: string }, CallError>> {
  const what = openAcknowledgement(services.sealer, token, context.now);
  if (what === null) return notFound(context, services.problems);
  return acknowledgeDelivery(services, { ...what, via: null }, context);
}
