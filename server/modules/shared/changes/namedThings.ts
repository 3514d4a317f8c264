import type { AccountId } from '../../../../src/domain/base/index.ts';
import { reachOf } from '../../../call/reach.ts';
import type { UnitDirectory } from '../../../call/ports.ts';
import type { Problems } from '../../../call/problems.ts';
import type { CallContext } from '../../../call/types.ts';
import type { Transaction } from '../../../store/database.types.ts';
import { accountOf } from '../context.ts';
import type { Refused } from './refusals.ts';

type Sight = Pick<UnitDirectory, 'accountOf' | 'scopeOf' | 'sightOf'>;

/**
 * Ids that a list has now and had not before. Only these are looked at when a form is saved: what was named before may
 * have gone since.
 */
export const addedIds = (before: readonly number[] | undefined, now: readonly number[]): number[] =>
  now.filter((id) => !before?.includes(id));

/** Whether a thing of the account may name a unit: the account and the caller see it, or will, or saw it. */
export function mayName(directory: Sight, accountId: AccountId, context: CallContext): (unitId: number) => boolean {
  const reached = reachOf(accountOf(context), { resource: 'units', action: 'r' });
  const accounts = new Set<number>(directory.scopeOf(accountId).filter((id) => reached.includes(id)));
  return (unitId) => directory.accountOf(unitId) !== 0 && directory.sightOf(accounts, unitId)?.length !== 0;
}

/** Refuses units that the account and the caller do not see; unknown ones and those of others look the same. */
export function refuseUnseenUnits(
  unitIds: readonly number[],
  field: string,
  accountId: AccountId,
  context: CallContext,
  { directory, problems }: { readonly directory: Sight; readonly problems: Problems },
): Refused | null {
  return unitIds.every(mayName(directory, accountId, context))
    ? null
    : problems.refuseField(context.lang, field, 'server.ruleUnitUnknown');
}

/** Where the things are that lists of ids name, and what the ids are of. */
const NAMED = {
  alert: { from: 'alert t where', id: 't.id' },
  geofence: { from: 'geofence t where', id: 't.id' },
  role: { from: 'role t where', id: 't.id' },
  unitGroup: { from: "label t where t.kind = 'units' and", id: 't.id' },
  user: { from: 'membership t where', id: 't.user_id' },
  webhook: { from: 'webhook t where', id: 't.id' },
} as const;

interface NamedList {
  readonly kind: keyof typeof NAMED;
  readonly ids: readonly number[];
  /** Whose things may be named. */
  readonly accounts: readonly number[];
  readonly field: string;
}

/**
 * Refuses ids of things that the accounts do not have; unknown ones and those of others look the same. Those that are
 * there stay until the transaction ends.
 */
export async function refuseForeign(
  transaction: Transaction,
  { kind, ids, accounts, field }: NamedList,
  { lang }: CallContext,
  problems: Problems,
): Promise<Refused | null> {
  if (ids.length === 0) return null;
  const { from, id } = NAMED[kind];
  const rows = await transaction.query<{ id: number }>(
    `select ${id} as id from ${from} t.account_id = any($1::int8[]) and ${id} = any($2::int8[]) for share`,
    [accounts, ids],
  );
  const there = new Set(rows.map((row) => row.id));
  return ids.every((each) => there.has(each)) ? null : problems.refuseField(lang, field, 'validation.oneOf');
}
