import type { AccountId } from '../../../src/domain/base/index.ts';
import type { Label, labels } from '../../../src/domain/entities/index.ts';
import type { Problems } from '../../call/problems.ts';
import type { Transaction } from '../../store/database.types.ts';
import type { ChangeOf, TableOf } from '../shared/entity/index.ts';
import { conflictAt } from '../shared/index.ts';
import { LABELLED_TABLES, renameInMembers, tableOfKind, type MembersOf } from '../shared/labels/index.ts';

/** How many members a group has: one look at the things of its account. */
const ONE = `left join lateral (
    ${LABELLED_TABLES.map(
      ({ table, kind }) =>
        `select count(*) as members from ${table} x where t.kind = '${kind}' and x.account_id = t.account_id and x.labels @> jsonb_build_array(t.name) having t.kind = '${kind}'`,
    ).join(' union all ')}
  ) m on true`;

/** The same for a list: the things of all its accounts are counted once, not group by group. */
const listOf = (accounts: string): string => `left join (
    ${LABELLED_TABLES.map(
      ({ table, kind }) =>
        `select x.account_id, '${kind}' as kind, used.label as name, count(*) as members
         from ${table} x, jsonb_array_elements_text(x.labels) as used (label) where x.account_id = any(${accounts}::int8[]) group by 1, 3`,
    ).join(' union all ')}
  ) m on m.account_id = t.account_id and m.kind = t.kind and m.name = t.name`;

/** Groups with how many things are in them. A new name, and the end of one, are written into its members. */
export function labelTable({ problems }: { readonly problems: Problems }): TableOf<typeof labels> {
  return {
    join: { one: ONE, list: listOf },
    joined: { members: 'coalesce(m.members, 0)' },
    filters: { kind: (value) => `t.kind = ${value}` },
    read: ({ members }) => ({ members: Number(members) }),
    refuseChange: (_, { before, form }, context) =>
      Promise.resolve(
        before !== null && before.kind !== form.kind
          ? conflictAt('kind', 'server.labelKindStays', context, problems)
          : null,
      ),
    async afterWrite(transaction, _, change, context) {
      if (change.before === null || change.before.name === change.form.name) return;
      await renameInMembers(transaction, context, membersOf(change.before), change.form.name);
      await renameInViews(transaction, change, membersOf(change.before));
    },
    afterDeletion: (transaction, _, label, context) => renameInMembers(transaction, context, membersOf(label), null),
  };
}

const membersOf = ({
  account_id,
  kind,
  name,
}: Pick<Label, 'kind' | 'name'> & { account_id: AccountId }): MembersOf => ({
  accountId: account_id,
  table: tableOfKind(kind),
  name,
});

/** Saved views of the account that are narrowed to the group follow its name. */
function renameInViews(
  transaction: Transaction,
  { form }: ChangeOf<typeof labels>,
  { accountId, table: { list }, name }: MembersOf,
): Promise<unknown> {
  return transaction.query(
    `update saved_view set state = jsonb_set(state, '{filters,label}', to_jsonb($4::text))
     where account_id = $1 and list = $2 and state #>> '{filters,label}' = $3`,
    [accountId, list, name, form.name],
  );
}
