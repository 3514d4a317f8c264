import type { CallFailure } from '../api/client/index.ts';
import type { Problem } from '../views/shared/services/fleet.ts';

/** A failed call as views show it. */
export function toProblem({
  code,
  message,
  correlationId,
  fields,
}: Pick<CallFailure, 'code' | 'message' | 'correlationId' | 'fields'>): Problem {
  return { code, message, correlationId, fields };
}
