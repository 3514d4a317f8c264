import type { BulkReply, CallError } from '../../../../src/api/contract/index.ts';
import { success, type Result } from '../../../../src/domain/base/index.ts';
import { ERROR } from '../../../../src/domain/errors/index.ts';
import type { Refused } from './refusals.ts';

/**
 * Acts on each; `act` looks before it writes, and answers a refusal or null. Refused items stay as they are and are
 * reported with their reason; the others are done all the same. Where none of them is there for the caller, the whole
 * answer is that of what does not exist.
 */
export async function inBulk(
  ids: readonly number[],
  act: (id: number) => Promise<Refused | null>,
): Promise<Result<BulkReply, CallError>> {
  const done: number[] = [];
  const refused: BulkReply['refused'][number][] = [];
  let nothing: Refused | null = null;
  let seen = false;
  // Always in the same order, so that two acts on the same things wait for each other and not both.
  for (const id of new Set(ids.toSorted((a, b) => a - b))) {
    const refusal = await act(id);
    if (refusal && !refusal.ok && refusal.error.code === ERROR.notFound) nothing = refusal;
    else seen = true;
    if (refusal && !refusal.ok)
      refused.push({
        id,
        code: refusal.error.code,
        message: refusal.error.fields?.[0]?.message ?? refusal.error.message,
      });
    else done.push(id);
  }
  return nothing && !seen ? nothing : success({ done, refused });
}
