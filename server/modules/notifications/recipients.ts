import type { CallError, RecipientPreview, Request } from '../../../src/api/contract/index.ts';
import { can, type Permissions } from '../../../src/domain/access/index.ts';
import type { Account } from '../../../src/domain/account/index.ts';
import { SEVERITIES } from '../../../src/domain/alert/index.ts';
import { success, type Result } from '../../../src/domain/base/index.ts';
import {
  alarmSightOf,
  PERSONAL_CHANNELS,
  preferencesOf,
  RECIPIENT_GAPS,
  type PersonalChannel,
  type RecipientGap,
} from '../../../src/domain/notification/index.ts';
import type { CallContext } from '../../call/types.ts';
import { accountOf } from '../shared/index.ts';
import type { NotificationServices } from './services.ts';

/** Names that are shown of those who are left out. */
const NAMED = 5;

interface Row {
  [column: string]: unknown;
  name: string;
  permissions: Permissions;
  type: Account['type'];
  restrict_sub_accounts: boolean;
  email: string;
  mobile: string;
  subscribed: boolean;
  preferences: object | null;
}

/** Whom a choice of people and roles reaches, and who is left out of what, and why. */
export async function previewRecipients(
  { database, directory }: NotificationServices,
  { recipients, user_ids, role_ids, channels }: Request<'previewRecipients'>,
  context: CallContext,
): Promise<Result<RecipientPreview, CallError>> {
  const { accountId, permissions } = accountOf(context);
  const rows = await database.query<Row>(
    `select coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username) as name, r.permissions, a.type, a.restrict_sub_accounts,
       u.email, u.mobile, p.settings as preferences,
       exists (select from push_subscription b join session s on s.id = b.session_id
               where b.user_id = u.id and s.ended_at is null and s.bearer_expires_at > $5) as subscribed
     from membership m join app_user u on u.id = m.user_id join account a on a.id = m.account_id join role r on r.id = m.role_id
       left join notification_preference p on p.user_id = m.user_id and p.account_id = m.account_id
     where m.account_id = $1 and u.status = 'active' and ($2 = 'all' or m.user_id = any($3::int8[]) or m.role_id = any($4::int8[]))
     order by name, m.user_id`,
    [accountId, recipients, user_ids, role_ids, new Date(context.now)],
  );
  const hasBelow = directory.childrenOf(accountId).length > 0;
  const gaps = new Map<string, { reason: RecipientGap; channel: PersonalChannel | null; names: string[] }>();
  const add = (name: string, reason: RecipientGap, channel: PersonalChannel | null): void => {
    const key = `${reason} ${channel}`;
    const gap = gaps.get(key) ?? { reason, channel, names: [] };
    gap.names.push(name);
    gaps.set(key, gap);
  };
  let people = 0;
  for (const row of rows) {
    const sight = alarmSightOf(row, row.permissions);
    if (sight === 'none') {
      add(row.name, 'mayNotRead', null);
      continue;
    }
    if (sight === 'own' && hasBelow) add(row.name, 'ownUnitsOnly', null);
    const missing = PERSONAL_CHANNELS.filter((channel) => channels.includes(channel)).map((channel) => {
      const reason = gapOf(row, channel);
      if (reason !== null) add(row.name, reason, channel);
      return reason;
    });
    if (missing.includes(null)) people += 1;
  }
  const isNamed = can(permissions, { resource: 'user', action: 'r' });
  return success({
    people,
    gaps: [...gaps.values()]
      .toSorted((one, other) => RECIPIENT_GAPS.indexOf(one.reason) - RECIPIENT_GAPS.indexOf(other.reason))
      .map(({ names, ...gap }) => ({ ...gap, count: names.length, names: isNamed ? names.slice(0, NAMED) : [] })),
  });
}

/** Why somebody who may read alarms gets nothing by a channel; null: they do. */
function gapOf({ email, mobile, subscribed, preferences }: Row, channel: PersonalChannel): RecipientGap | null {
  const wanted = preferencesOf(preferences);
  if (SEVERITIES.every((severity) => !wanted[severity].includes(channel))) return 'preference';
  if (channel === 'push') return subscribed ? null : 'noSubscription';
  return (channel === 'email' ? email : mobile) === '' ? 'noAddress' : null;
}
