import { can } from '../../../src/domain/access/index.ts';
import type { AccountId, UserId } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { operators } from '../../../src/domain/operator/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { accountOf, conflictAt, recordEventBy, type Refused } from '../shared/index.ts';
import type { InvitationRow } from './rows.ts';
import type { InvitationServices } from './services.ts';

/**
 * Why an operator cannot be invited: not one of the account, or it has a login, or an invitation that waits for its
 * answer. Null where nothing speaks against it, or no operator is asked for. The operator is locked until the
 * invitation exists.
 */
export async function refuseOperator(
  { problems }: Pick<InvitationServices, 'problems'>,
  transaction: Transaction,
  accountId: AccountId,
  operatorId: number | undefined,
  context: CallContext,
): Promise<Refused | null> {
  if (operatorId === undefined) return null;
  if (!can(accountOf(context).permissions, operators.needs.change))
    return problems.refuse(context.lang, ERROR.accessRight);
  const [operator] = await transaction.query<{ user_id: number | null }>(
    'select user_id from operator where id = $1 and account_id = $2 for update',
    [operatorId, accountId],
  );
  if (!operator) return problems.refuseField(context.lang, 'operator_id', 'validation.oneOf');
  if (operator.user_id !== null) return conflictAt('operator_id', 'server.operatorHasLogin', context, problems);
  const pending = await transaction.query(
    "select 1 from invitation where operator_id = $1 and status = 'pending' and expires_at > $2 limit 1",
    [operatorId, new Date(context.now)],
  );
  return pending.length > 0 ? conflictAt('operator_id', 'server.operatorInvited', context, problems) : null;
}

/**
 * Links the person who accepted with the operator of the invitation; an operator that was linked meanwhile keeps its
 * login.
 */
export async function linkOperator(
  transaction: Transaction,
  { operator_id: operatorId, account_id: accountId }: InvitationRow,
  userId: UserId,
  { now, remote }: CallContext,
): Promise<void> {
  if (operatorId === null) return;
  const [linked] = await transaction.query<{ name: string }>(
    `update operator set user_id = $3 where id = $1 and account_id = $2 and user_id is null
       and not exists (select 1 from operator o where o.account_id = $2 and o.user_id = $3) returning name`,
    [operatorId, accountId, userId],
  );
  if (!linked) return;
  await recordEventBy(
    transaction,
    { userId, now, remote },
    {
      accountId,
      kind: 'operatorUpdated',
      subjectId: operatorId,
      data: { name: linked.name, before: { user_id: null }, after: { user_id: userId } },
    },
  );
}
