import type { AccountId } from '../../../src/domain/base/index.ts';
import type { roles } from '../../../src/domain/role/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import type { TableOf } from '../shared/entity/index.ts';
import { permissionsOf, lockAccount, wordsOf } from '../shared/index.ts';
import { readRoles, refuseChange, refuseDeletion, refuseForm, type RoleRules } from './rules.ts';

export interface RoleTableServices {
  readonly directory: UnitDirectory;
  readonly problems: Problems;
}

const MEMBERS = `(select coalesce(jsonb_agg(
    jsonb_build_object('user_id', u.id, 'name', trim(u.first_name || ' ' || u.last_name), 'username', u.username)
    order by lower(u.first_name), lower(u.last_name), u.id), '[]')
  from membership m join app_user u on u.id = m.user_id where m.role_id = t.id)`;

/** Roles with whom they report to and who holds them. */
export function roleTable({ directory, problems }: RoleTableServices): TableOf<typeof roles> {
  /** Locks the account: two changes of its roles wait for each other. */
  const rulesOf = async (transaction: Transaction, accountId: AccountId, context: CallContext): Promise<RoleRules> => {
    const account = directory.account(accountId);
    if (!account) throw new Error('The account of a call that was let in is not in the tree.');
    await lockAccount(transaction, accountId);
    return {
      accountType: account.type,
      own: await permissionsOf(transaction, context, account),
      roles: await readRoles(transaction, accountId),
      context,
      problems,
    };
  };
  return {
    join: 'left join role p on p.id = t.parent_role_id',
    joined: {
      parent_role_name: "coalesce(p.name, '')",
      users: '(select count(*) from membership m where m.role_id = t.id)',
      child_roles: '(select count(*) from role c where c.parent_role_id = t.id)',
      permission_count:
        '(select coalesce(sum(jsonb_array_length(actions)), 0) from jsonb_each(t.permissions) as pair (resource, actions))',
      members: MEMBERS,
    },
    sorts: { parent_role_name: 'lower(p.name)' },
    searched: ['p.name', wordsOf('t.labels')],
    async refuseChange(transaction, { before, form, accountId }, context) {
      const rules = await rulesOf(transaction, accountId, context);
      return (before && refuseChange(before, form, rules)) ?? refuseForm(before?.role_id ?? 0, form, rules);
    },
    async refuseDeletion(transaction, role, context) {
      const rules = await rulesOf(transaction, role.account_id, context);
      // A person who was just accepting an invitation into it was waited for, and is counted.
      const [pending] = await transaction.query<{ count: number }>(
        "select count(*) as count from invitation where role_id = $1 and status = 'pending' and expires_at > $2",
        [role.role_id, new Date(context.now)],
      );
      return refuseDeletion(role, pending?.count ?? 0, rules);
    },
  };
}
