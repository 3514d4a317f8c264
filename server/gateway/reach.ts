import type { AccountId } from '../../src/domain/base/index.ts';
import type { UnitDirectory } from './ports.ts';

/**
 * The units that a call may read: all in reach, or those it names that are in reach. Null when it
 * names some and none is: unknown units and those of others must look the same.
 */
export function unitsInReach(
  directory: Pick<UnitDirectory, 'accountOf' | 'unitIdsOf'>,
  scope: readonly AccountId[],
  asked: readonly number[] | undefined,
): readonly number[] | null {
  if (asked === undefined) return directory.unitIdsOf(scope);
  const accounts = new Set<number>(scope);
  const allowed = [...new Set(asked)].filter((unitId) => accounts.has(directory.accountOf(unitId)));
  return allowed.length === 0 && asked.length > 0 ? null : allowed;
}
