import type { OperatorForm } from '../../../src/domain/operator/index.ts';
import { toIso, type AccountId } from '../../../src/domain/base/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { conflictAt, lockAccount, type Refused } from '../shared/index.ts';
import type { OperatorServices } from './services.ts';

/** All keys of an operator, each once. */
export const keysOf = ({ code, keys }: Pick<OperatorForm, 'code' | 'keys'>): string[] => [
  ...new Set([code, ...keys].filter((key) => key !== '')),
];

/** Each key is one operator's at a time, with its case. `operatorId` 0: a new one. */
export async function refuseTakenKeys(
  transaction: Transaction,
  accountId: AccountId,
  operatorId: number,
  form: Pick<OperatorForm, 'code' | 'keys'>,
  context: CallContext,
  { problems }: OperatorServices,
): Promise<Refused | null> {
  await lockAccount(transaction, accountId);
  const taken = await transaction.query<{ key: string; name: string }>(
    `select k.key, o.name from operator_key k join operator o on o.id = k.operator_id
     where k.account_id = $1 and k.key = any($2::text[]) and k.to_at is null and k.operator_id <> $3`,
    [accountId, keysOf(form), operatorId],
  );
  const [first] = taken;
  if (!first) return null;
  if (taken.some(({ key }) => key === form.code))
    return conflictAt('code', 'server.operatorCodeTaken', context, problems);
  return conflictAt('keys', 'server.operatorKeyTaken', context, problems, { key: first.key, name: first.name });
}

/**
 * Notes whose the keys are from now on. A key that nobody had before counts for the whole past, so that
 * trips that were driven with it get their driver; one that somebody gave back counts from now on. Answers the keys
 * that came or went.
 */
export async function putKeys(
  transaction: Transaction,
  accountId: AccountId,
  operatorId: number,
  form: Pick<OperatorForm, 'code' | 'keys'>,
  { now }: Pick<CallContext, 'now'>,
): Promise<string[]> {
  const keys = keysOf(form);
  const gone = await transaction.query<{ key: string }>(
    'update operator_key set to_at = $3 where operator_id = $1 and to_at is null and not key = any($2::text[]) returning key',
    [operatorId, keys, toIso(now)],
  );
  const added = await transaction.query<{ key: string }>(
    `insert into operator_key (operator_id, account_id, key, from_at)
     select $1, $2, key, (select max(to_at) from operator_key o where o.account_id = $2 and o.key = wanted.key)
     from unnest($3::text[]) as wanted (key)
     where not exists (select from operator_key o where o.operator_id = $1 and o.key = wanted.key and o.to_at is null)
     returning key`,
    [operatorId, accountId, keys],
  );
  return [...gone, ...added].map(({ key }) => key);
}
