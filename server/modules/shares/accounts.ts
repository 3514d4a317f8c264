import type { AccountId } from '../../../src/domain/base/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { ShareRow } from './rows.ts';

/** The accounts whose units a share may show: its own, and those below where whoever made it reached them. */
export function sharedAccounts(
  directory: Pick<UnitDirectory, 'scopeOf'>,
  { account_id: id, scope_below: isBelow }: Pick<ShareRow, 'account_id' | 'scope_below'>,
): readonly AccountId[] {
  const own = id as AccountId;
  return isBelow ? directory.scopeOf(own) : [own];
}
