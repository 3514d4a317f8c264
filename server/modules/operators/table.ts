import type { operators } from '../../../src/domain/operator/index.ts';
import type { AccountId } from '../../../src/domain/base/index.ts';
import { isSeenAt } from '../../call/reach.ts';
import type { CallContext } from '../../call/types.ts';
import { rematchSessions, touch } from '../../pipeline/index.ts';
import type { Transaction } from '../../store/database.types.ts';
import type { ChangeOf, TableOf } from '../shared/entity/index.ts';
import { wordsOf, type Refused } from '../shared/index.ts';
import { keysOf, putKeys, refuseTakenKeys } from './keys.ts';
import { openBindings } from './bindings.ts';
import { rebuild, recordManual } from './record.ts';
import type { OperatorServices } from './services.ts';

/** Operators with the login and the unit that they are linked with. */
export function operatorTable(services: OperatorServices): TableOf<typeof operators> {
  return {
    join: 'left join app_user p on p.id = t.user_id left join unit v on v.id = t.unit_id',
    joined: {
      user_name: "coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), p.username, '')",
      unit_name: "coalesce(v.name, '')",
    },
    sorts: { user_name: 'lower(p.first_name)', unit_name: 'lower(v.name)' },
    searched: ['v.name', wordsOf('t.keys')],
    refuseChange: async (transaction, { before, form, accountId }, context) =>
      (await refuseTakenKeys(transaction, accountId, before?.operator_id ?? 0, form, context, services)) ??
      (await refuseLinks(transaction, { before, form, accountId }, context, services)),
    async afterWrite(transaction, id, { before, form, accountId }, context) {
      const changed = await putKeys(transaction, accountId, id, form, context);
      const touched = await rematchSessions(transaction, services.directory, changed);
      if (before !== null && before.several_units !== form.several_units) touch(touched, id, Number.NEGATIVE_INFINITY);
      await rebuild(services, transaction, touched, context);
      if (before !== null && before.name !== form.name)
        for (const row of await openBindings(transaction, id, context.now))
          await recordManual(services, transaction, 'driverChanged', row, context);
    },
    /** Refuses nothing: who is driving is recorded while the unit is still known. */
    async refuseDeletion(transaction, { operator_id: id }, context) {
      for (const row of await openBindings(transaction, id, context.now))
        await recordManual(services, transaction, 'driverChanged', { ...row, to_at: row.from_at }, context);
      return null;
    },
    async afterDeletion(transaction, _, row, context) {
      await rebuild(
        services,
        transaction,
        await rematchSessions(transaction, services.directory, keysOf(row)),
        context,
      );
    },
  };
}

/** A newly linked login is one of the account that is nobody else's, a newly linked unit one that the account sees. */
async function refuseLinks(
  transaction: Transaction,
  { before, form, accountId }: ChangeOf<typeof operators>,
  context: CallContext,
  { directory, problems }: OperatorServices,
): Promise<Refused | null> {
  const { user_id: userId, unit_id: unitId } = form;
  if (userId !== null && userId !== before?.user_id && !(await isMember(transaction, accountId, userId)))
    return problems.refuseField(context.lang, 'user_id', 'validation.oneOf');
  if (unitId === null || unitId === before?.unit_id) return null;
  const accounts = new Set<number>(directory.scopeOf(accountId));
  const isSeen = directory.accountOf(unitId) !== 0 && isSeenAt(directory, accounts, unitId, context.now);
  return isSeen ? null : problems.refuseField(context.lang, 'unit_id', 'validation.oneOf');
}

async function isMember(transaction: Transaction, accountId: AccountId, userId: number): Promise<boolean> {
  const [member] = await transaction.query('select user_id from membership where account_id = $1 and user_id = $2', [
    accountId,
    userId,
  ]);
  return member !== undefined;
}
