import type { Request } from '../../../src/api/contract/index.ts';
import type { Need } from '../../../src/domain/access/index.ts';
import type { BacktestPlaces } from '../../../src/domain/backtest/index.ts';
import { reachOf } from '../../call/reach.ts';
import type { CallContext } from '../../call/types.ts';
import { readPlaces } from '../../pipeline/index.ts';
import { accountOf } from '../shared/index.ts';
import type { RuleServices } from './services.ts';

const SEES_GEOFENCES: Need = { resource: 'geofences', action: 'r' };

/** The geofences and groups that the caller reaches; of the others nothing is said. */
export async function readBacktestPlaces(
  { database }: RuleServices,
  data: Request<'getBacktestPlaces'>,
  context: CallContext,
): Promise<BacktestPlaces> {
  const reached = new Set<number>(reachOf(accountOf(context), SEES_GEOFENCES));
  const read = await readPlaces(database, data.zone_ids, data.zone_group_ids);
  const zones = read.zones.filter((zone) => reached.has(zone.account_id));
  return {
    zones: zones.map(({ id, shape, speed_limit }) => ({ id, shape, speed_limit })),
    groups: read.groups
      .filter((group) => reached.has(group.account_id))
      .map(({ id }) => ({ id, zone_ids: zones.filter(({ groups }) => groups.includes(id)).map((zone) => zone.id) })),
  };
}
