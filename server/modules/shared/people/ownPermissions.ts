import { effectivePermissions, samePermissions, type Permissions } from '../../../../src/domain/access/index.ts';
import type { Account } from '../../../../src/domain/account/index.ts';
import type { CallContext } from '../../../call/types.ts';
import type { Queryable } from '../../../store/database.types.ts';
import { accountOf, sessionOf } from '../context.ts';

/** What the caller may grant to others. */
export interface OwnPermissions {
  /** The role that they hold in the account of the call. */
  readonly roleId: number;
  readonly permissions: Permissions;
}

/**
 * What the caller holds for granting: their role as it is written, not what their account's own
 * filter leaves of it, since the filter of the receiving account is another one. A call that is
 * narrowed further, as by a key, grants no more than it may do itself.
 */
export async function permissionsOf(
  database: Queryable,
  context: CallContext,
  account: Pick<Account, 'type' | 'restrict_sub_accounts'>,
): Promise<OwnPermissions> {
  const { accountId, permissions } = accountOf(context);
  const [row] = await database.query<{ role_id: number; permissions: Permissions }>(
    'select m.role_id, r.permissions from membership m join role r on r.id = m.role_id where m.user_id = $1 and m.account_id = $2',
    [sessionOf(context).userId, accountId],
  );
  // The membership ended between the gateway's check and now.
  if (!row) return { roleId: 0, permissions: {} };
  const whole = samePermissions(effectivePermissions(account, row.permissions), permissions);
  return { roleId: row.role_id, permissions: whole ? row.permissions : permissions };
}
