import { reachesBelow, type Need } from '../../src/domain/access/index.ts';
import type { AllocationSpan } from '../../src/domain/allocation/index.ts';
import { coversInstant, overlaps } from '../../src/domain/allocation/index.ts';
import type { AccountId, Instant } from '../../src/domain/base/index.ts';
import type { UnitDirectory } from './ports.ts';
import type { CallAccount } from './types.ts';

/**
 * Accounts whose things the permission reaches: one's own, and the sub-accounts where the role has the permission for
 * those.
 */
export function reachOf({ accountId, permissions, tree }: CallAccount, need: Need): readonly AccountId[] {
  return reachesBelow(permissions, need) ? tree : [accountId];
}

type Sight = Pick<UnitDirectory, 'everSeenBy' | 'sightOf' | 'unitIdsOf'>;

/**
 * The units that a call may read now: all in reach, or those it names that are in reach. Null when it
 * names some and none is: unknown units and those of others must look the same.
 */
export function unitsInReach(
  directory: Sight,
  scope: readonly AccountId[],
  asked: readonly number[] | undefined,
  now: Instant,
): readonly number[] | null {
  if (asked === undefined) return directory.unitIdsOf(scope);
  const accounts = new Set<number>(scope);
  return named(asked, (unitId) => isSeenAt(directory, accounts, unitId, now));
}

/** Units of a call about the past, and when the caller may see each. */
export interface UnitsInSight {
  /** Those that are the caller's own: their whole past. */
  readonly whole: readonly number[];
  /** Those that were allocated to the caller: within these spans only. */
  readonly spans: ReadonlyMap<number, readonly AllocationSpan[]>;
}

/** The units that a call about [from, to) may read; null as above. */
export function unitsInSight(
  directory: Sight,
  scope: readonly AccountId[],
  asked: readonly number[] | undefined,
  from: Instant,
  to: Instant,
): UnitsInSight | null {
  const accounts = new Set<number>(scope);
  const spansOf = (unitId: number) =>
    directory.sightOf(accounts, unitId)?.filter((span) => overlaps(span, { from, to })) ?? null;
  const seen =
    asked === undefined
      ? directory.everSeenBy(scope)
      : named(asked, (unitId) => directory.sightOf(accounts, unitId)?.length !== 0);
  if (seen === null) return null;
  const whole: number[] = [];
  const spans = new Map<number, readonly AllocationSpan[]>();
  for (const unitId of seen) {
    const allowed = spansOf(unitId);
    if (allowed === null) whole.push(unitId);
    else if (allowed.length > 0) spans.set(unitId, allowed);
  }
  return { whole, spans };
}

/** True when the caller may see what the unit reported at the instant. */
export function isSeenAt(
  directory: Pick<UnitDirectory, 'sightOf'>,
  accounts: ReadonlySet<number>,
  unitId: number,
  instant: Instant,
): boolean {
  const spans = directory.sightOf(accounts, unitId);
  return spans === null || spans.some((span) => coversInstant(span, instant));
}

function named(asked: readonly number[], isSeen: (unitId: number) => boolean): readonly number[] | null {
  const allowed = [...new Set(asked)].filter(isSeen);
  return allowed.length === 0 && asked.length > 0 ? null : allowed;
}
