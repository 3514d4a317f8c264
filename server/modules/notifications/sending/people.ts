import { can, effectivePermissions, type Permissions } from '../../../../src/domain/access/index.ts';
import type { Account, AccountSettings } from '../../../../src/domain/account/index.ts';
import { alarmSightOf, type AlarmSight } from '../../../../src/domain/notification/index.ts';
import type { Queryable } from '../../../store/database.types.ts';
import { settingsOf } from '../../shared/index.ts';

/** Somebody of an account who gets messages. */
export interface Recipient {
  readonly userId: number;
  readonly lang: string;
  readonly email: string;
  readonly mobile: string;
  readonly settings: AccountSettings;
  readonly sight: AlarmSight;
  /** The number is proven to be theirs. */
  readonly hasProvenMobile: boolean;
  /** May acknowledge alarms. */
  readonly handles: boolean;
}

interface Row {
  [column: string]: unknown;
  lang: string;
  email: string;
  mobile: string;
  proven: boolean;
  time_zone: AccountSettings['timezone'] | '';
  settings: Partial<AccountSettings> | null;
  permissions: Permissions;
  type: Account['type'];
  restrict_sub_accounts: boolean;
}

/** The person, as long as they belong to the account and may sign in; else null. */
export async function recipientOf(database: Queryable, accountId: number, userId: number): Promise<Recipient | null> {
  const [row] = await database.query<Row>(
    `select u.lang, u.email, u.mobile, u.mobile_verified_at is not null as proven, u.time_zone, a.settings, a.type, a.restrict_sub_accounts, r.permissions
     from membership m join app_user u on u.id = m.user_id join account a on a.id = m.account_id join role r on r.id = m.role_id
     where m.account_id = $1 and m.user_id = $2 and u.status = 'active'`,
    [accountId, userId],
  );
  if (!row) return null;
  const settings = settingsOf(row.settings);
  return {
    userId,
    lang: row.lang,
    email: row.email,
    mobile: row.mobile,
    hasProvenMobile: row.proven,
    settings: row.time_zone ? { ...settings, timezone: row.time_zone } : settings,
    sight: alarmSightOf(row, row.permissions),
    handles: can(effectivePermissions(row, row.permissions), { resource: 'alert', action: 'u' }),
  };
}
