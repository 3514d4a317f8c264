import type { CallContext } from '../../call/types.ts';
import { accountOf, type Refused } from '../shared/index.ts';
import type { AlarmServices } from './services.ts';

/** Refuses to give alarms to people and roles of other accounts than the caller's. */
export async function refuseTarget(
  { database, problems }: AlarmServices,
  { userId, roleId }: { readonly userId: number | null; readonly roleId: number | null },
  context: CallContext,
): Promise<Refused | null> {
  if (userId === null && roleId === null) return null;
  const { accountId } = accountOf(context);
  const rows = await database.query(
    userId !== null
      ? 'select 1 from membership where account_id = $1 and user_id = $2'
      : 'select 1 from role where account_id = $1 and id = $2',
    [accountId, userId ?? roleId],
  );
  if (rows.length > 0) return null;
  return problems.refuseField(context.lang, userId !== null ? 'user_id' : 'role_id', 'validation.oneOf');
}
