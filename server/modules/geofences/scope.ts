import { neededBelow, reachesBelow } from '../../../src/domain/access/index.ts';
import type { AccountId } from '../../../src/domain/base/index.ts';
import { geofences } from '../../../src/domain/geofence/index.ts';
import type { CallContext } from '../../call/types.ts';
import { accountOf } from '../shared/index.ts';

/** Accounts whose geofences the caller reads: the own one, and those below where their permissions reach there. */
export function geofenceScope(context: CallContext): readonly AccountId[] {
  const { accountId, scope, permissions } = accountOf(context);
  const { read } = geofences.needs;
  return neededBelow(read) !== null && reachesBelow(permissions, read) ? scope : [accountId];
}
