import type { AccountId } from '../base/index.ts';
import { overlaps, type AllocationSpan } from './allocation.ts';

/**
 * Why a unit or device cannot be allocated for a span (specification, chapters 5 and 8).
 * `sameAccount`: 'Already allocated to the same account'. `taken`: 'This unit is already allocated
 * from {start_date} to {end_date}. You cannot reallocate it.' `owner`: it belongs to that account.
 */
export type AllocationProblem =
  | { readonly code: 'owner' }
  | { readonly code: 'sameAccount' }
  | { readonly code: 'taken'; readonly span: AllocationSpan };

/** Checks a wished span against those that are there; null when it may be. */
export function allocationProblem(
  wished: AllocationSpan & { readonly accountId: AccountId },
  owner: AccountId,
  existing: readonly (AllocationSpan & { readonly accountId: AccountId })[],
): AllocationProblem | null {
  if (wished.accountId === owner) return { code: 'owner' };
  const overlapping = existing.find((span) => overlaps(span, wished));
  if (!overlapping) return null;
  if (overlapping.accountId === wished.accountId) return { code: 'sameAccount' };
  return { code: 'taken', span: { from: overlapping.from, to: overlapping.to } };
}
