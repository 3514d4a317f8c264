import { can, type Need } from '../../../../src/domain/access/index.ts';
import { ERROR } from '../../../../src/domain/errors/index.ts';
import type { Problems } from '../../../call/problems.ts';
import type { CallContext } from '../../../call/types.ts';
import type { Queryable } from '../../../store/database.types.ts';
import { accountOf } from '../context.ts';
import type { Refused } from '../changes/refusals.ts';

const READ: Need = { resource: 'devices', action: 'r' };
const UPDATE: Need = { resource: 'devices', action: 'u' };

/** False for who reads devices by a permission of units alone (see `unitAccess` in the catalogue). */
export const mayListDevices = (context: CallContext): boolean => can(accountOf(context).permissions, READ);

/**
 * The refusal of a device to a caller without the list of devices, or null where they may read it: their own account's,
 * carried by one of its units; or by none, as long as they may set devices up, so that a new one can be. A device
 * that does not exist is refused in the same words.
 */
export async function refuseForeignDevice(
  database: Queryable,
  deviceId: number,
  context: CallContext,
  problems: Problems,
): Promise<Refused | null> {
  if (mayListDevices(context)) return null;
  const { permissions, accountId } = accountOf(context);
  const own = await database.query(
    `select 1 from device d left join unit_device ud on ud.device_id = d.id left join unit u on u.id = ud.unit_id
     where d.id = $1 and d.account_id = $2 and (u.account_id = $2 or (u.id is null and $3))`,
    [deviceId, accountId, can(permissions, UPDATE)],
  );
  return own.length > 0 ? null : problems.refuse(context.lang, ERROR.accessRight);
}
