import type { DashboardDetails, ReferenceData } from '../../../src/api/contract/index.ts';
import { can } from '../../../src/domain/access/index.ts';
import { COUNTRIES, CURRENCIES, TIME_ZONES } from '../../../src/domain/base/index.ts';
import type { CallAccount, CallContext } from '../../call/types.ts';
import type { Queryable } from '../../store/database.types.ts';
import { sessionOf } from '../shared/index.ts';
import type { AccountServices } from './services.ts';

/** More than forms offer at once. */
const MAXIMUM_ROLES = 1_000;

/** Values that forms choose from; roles only for those who may see roles or give them to people. */
export async function referenceData(
  { database, messages }: AccountServices,
  context: CallContext,
): Promise<ReferenceData> {
  const { account } = sessionOf(context);
  const seesRoles =
    account !== null &&
    (['role', 'user'] as const).some((resource) => can(account.permissions, { resource, action: 'r' }));
  const roles = seesRoles
    ? await database.query<{ id: number; name: string }>(
        'select id, name from role where account_id = $1 order by lower(name), id limit $2',
        [account.accountId, MAXIMUM_ROLES],
      )
    : [];
  return {
    roles: roles.map((role) => ({ role_id: role.id, name: role.name })),
    timezones: [...TIME_ZONES],
    countries: [...COUNTRIES],
    currencies: [...CURRENCIES],
    languages: messages.languages.map(({ code, name }) => ({ code, name })),
  };
}

/** Counts of the account and what it sees below; `accounts` are those below. */
export async function dashboardDetails(
  database: Queryable,
  { scope }: CallAccount,
  now: number,
): Promise<DashboardDetails> {
  const [counts] = await database.query<Omit<DashboardDetails, 'accounts'>>(
    `select (select count(*) from unit where account_id = any($1::int8[])) as units,
            (select count(*) from device where account_id = any($1::int8[])) as devices,
            (select count(distinct user_id) from membership where account_id = any($1::int8[])) as users,
            (select count(*) from invitation where account_id = any($1::int8[]) and status = 'pending' and expires_at > $2) as pending_invitations`,
    [scope, new Date(now)],
  );
  return { ...counts, accounts: scope.length - 1 };
}
