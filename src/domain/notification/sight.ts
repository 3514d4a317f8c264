import { can, effectivePermissions, reachesBelow, type Need, type Permissions } from '../access/index.ts';
import type { Account } from '../account/index.ts';

const ALARMS: Need = { resource: 'alert', action: 'r' };
const UNITS: Need = { resource: 'units', action: 'r' };

/** Of which units somebody may read their account's alarms: none, the account's own, or also those of sub-accounts. */
export type AlarmSight = 'none' | 'own' | 'below';

/** What a role comes to in an account: messages say no more than the queue of alarms would show. */
export function alarmSightOf(
  account: Pick<Account, 'type' | 'restrict_sub_accounts'>,
  permissions: Permissions,
): AlarmSight {
  return alarmSightBy(effectivePermissions(account, permissions));
}

/** The same of permissions as they count in the account. */
export function alarmSightBy(effective: Permissions): AlarmSight {
  if (!can(effective, ALARMS) || !can(effective, UNITS)) return 'none';
  return reachesBelow(effective, UNITS) ? 'below' : 'own';
}

/** Whether an alarm may be read; `isOwn`: its unit is the account's, not a sub-account's. */
export const maySeeAlarm = (sight: AlarmSight, isOwn: boolean): boolean =>
  sight === 'below' || (sight === 'own' && isOwn);

/** Why people get less than a notification sends, or nothing. */
export const RECIPIENT_GAPS = ['mayNotRead', 'ownUnitsOnly', 'noAddress', 'noSubscription', 'preference'] as const;
export type RecipientGap = (typeof RECIPIENT_GAPS)[number];
