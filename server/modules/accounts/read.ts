import type { Page, Request } from '../../../src/api/contract/index.ts';
import {
  DEFAULT_SETTINGS,
  type AccountCategory,
  type AccountDetails,
  type AccountRow,
  type AccountSettings,
  type AccountStatus,
  type AccountType,
  type LogoVersion,
} from '../../../src/domain/account/index.ts';
import type { AccountId } from '../../../src/domain/base/index.ts';
import type { PasswordPolicy } from '../../../src/domain/user/index.ts';
import type { Queryable } from '../../store/database.types.ts';
import { Conditions, escapeLike, pictureUrl, readPage } from '../shared/index.ts';

interface ListedRow {
  id: number;
  parent_id: number | null;
  parent_name: string | null;
  name: string;
  type: AccountType;
  status: AccountStatus;
  country: string;
  region: string;
  category: AccountCategory;
  restrict_sub_accounts: boolean;
  allow_white_labelling: boolean;
  children: number;
  users: number;
  units: number;
  created_at: Date;
}

const COLUMNS = `
  a.id, a.parent_id, p.name as parent_name, a.name, a.type, a.status, a.country, a.region, a.category, a.restrict_sub_accounts, a.allow_white_labelling, a.created_at,
  (select count(*) from account c where c.parent_id = a.id) as children,
  (select count(*) from membership m where m.account_id = a.id) as users,
  (select count(*) from unit u where u.account_id = a.id) as units`;
const FROM = 'account a left join account p on p.id = a.parent_id';

const SORTS: Readonly<Record<string, string>> = {
  name: 'lower(a.name)',
  parent_name: 'lower(p.name)',
  type: 'a.type',
  status: 'a.status',
  country: 'a.country',
  region: 'lower(a.region)',
  category: 'a.category',
  created_at: 'a.created_at',
  children: 'children',
  users: 'users',
  units: 'units',
};

/** Which accounts a list holds. */
export interface Listed {
  readonly among: readonly AccountId[];
  readonly types: readonly AccountType[];
}

/** One page of accounts; null when the sort column is unknown. */
export function listAccounts(
  database: Queryable,
  { among, types }: Listed,
  request: Request<'getDealerList'>,
): Promise<Page<AccountRow> | null> {
  const conditions = new Conditions()
    .add((place) => `a.id = any(${place}::int8[])`, among)
    .add((place) => `a.type = any(${place}::text[])`, types);
  const { status, type, account_id: account } = request.filters;
  if (status) conditions.add((place) => `a.status = ${place}`, status);
  if (type) conditions.add((place) => `a.type = ${place}`, type);
  if (account) conditions.add((place) => `(a.id = ${place} or a.parent_id = ${place})`, account);
  const text = request.search.trim();
  if (text)
    conditions.add(
      (place) => `(a.name ilike ${place} or a.region ilike ${place} or a.registration_number ilike ${place})`,
      `%${escapeLike(text)}%`,
    );
  return readPage<ListedRow, AccountRow>(
    database,
    request,
    { columns: COLUMNS, from: FROM, conditions, sorts: SORTS, fallback: 'name', id: 'a.id' },
    listed,
  );
}

/** One account as the lists show it. */
export async function readAccountRow(database: Queryable, id: number): Promise<AccountRow> {
  const [row] = await database.query<ListedRow>(`select ${COLUMNS} from ${FROM} where a.id = $1`, [id]);
  return listed(row);
}

function listed(row: ListedRow): AccountRow {
  return {
    account_id: row.id,
    parent_id: row.parent_id,
    parent_name: row.parent_name ?? '',
    name: row.name,
    type: row.type,
    status: row.status,
    country: row.country,
    region: row.region,
    category: row.category,
    restrict_sub_accounts: row.restrict_sub_accounts,
    allow_white_labelling: row.allow_white_labelling,
    children: row.children,
    users: row.users,
    units: row.units,
    created_at: row.created_at.toISOString(),
  };
}

interface DetailsRow extends Omit<
  AccountDetails,
  'account_id' | 'parent_id' | 'parent_name' | 'host_name' | 'settings' | 'logos' | 'created_at' | 'password_policy'
> {
  id: number;
  parent_id: number | null;
  parent_name: string | null;
  host_name: string | null;
  password_policy: PasswordPolicy;
  settings: Partial<AccountSettings>;
  created_at: Date;
  logos: Partial<Record<LogoVersion, string>> | null;
}

/** An account with everything that is said of it. The name of the account above only where the caller reaches that. */
export async function readDetails(
  database: Queryable,
  id: number,
  scope: readonly AccountId[],
  lock = false,
): Promise<AccountDetails | null> {
  if (lock) await database.query('select id from account where id = $1 for update', [id]);
  const [row] = await database.query<DetailsRow>(
    `select a.id, a.parent_id, p.name as parent_name, a.name, a.type, a.status, a.restrict_sub_accounts, a.address, a.country, a.region, a.currency,
            a.registration_number, a.is_legal_entity, a.category, a.allow_white_labelling, a.default_theme, a.default_language, a.password_policy, a.host_name, a.tracker_networks,
            a.settings, a.created_at, (select jsonb_object_agg(l.version, l.image_id) from account_logo l where l.account_id = a.id) as logos
     from ${FROM} where a.id = $1`,
    [id],
  );
  if (!row) return null;
  const { id: accountId, parent_id: parent, ...said } = row;
  const parentId = parent as AccountId | null;
  return {
    ...said,
    account_id: accountId as AccountId,
    parent_id: parentId,
    parent_name: parentId !== null && scope.includes(parentId) ? (row.parent_name ?? '') : '',
    host_name: row.host_name ?? '',
    settings: settingsOf(row.settings),
    logos: Object.fromEntries(Object.entries(row.logos ?? {}).map(([version, image]) => [version, pictureUrl(image)])),
    created_at: row.created_at.toISOString(),
  };
}

/** Stored settings with the defaults of what was never chosen; what the product notes there for itself is not shown. */
function settingsOf(stored: Partial<AccountSettings>): AccountSettings {
  const names = Object.keys(DEFAULT_SETTINGS) as (keyof AccountSettings)[];
  return Object.fromEntries(names.map((name) => [name, stored[name] ?? DEFAULT_SETTINGS[name]])) as AccountSettings;
}
