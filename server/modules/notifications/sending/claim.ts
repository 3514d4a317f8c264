import type { Severity } from '../../../../src/domain/alert/index.ts';
import { NOTIFICATION, toIso, type Instant } from '../../../../src/domain/base/index.ts';
import type {
  AlarmSight,
  DeliveryOccasion,
  NotificationChannel,
  NotificationMessage,
} from '../../../../src/domain/notification/index.ts';
import { isOwnUnit } from '../../../pipeline/index.ts';
import type { Database, Queryable, Transaction } from '../../../store/database.types.ts';

const AT_ONCE = 200;

/** The alarm that a message is about. */
export interface AboutAlarm {
  readonly id: number;
  readonly alert: string;
  readonly rule: string;
  readonly severity: Severity;
  readonly unitId: number;
  readonly unit: string;
  /** It is the account's, not a sub-account's. */
  readonly isOwn: boolean;
  readonly at: Instant;
  readonly count: number;
  readonly latitude: number | null;
  readonly longitude: number | null;
  readonly value: number | null;
}

/** One delivery, with what its message is made of. */
export interface Claimed {
  readonly id: number;
  readonly accountId: number;
  readonly accountName: string;
  readonly notificationId: number | null;
  readonly notificationName: string;
  readonly messages: readonly NotificationMessage[];
  /** Null: no webhook, or one that was deleted or switched off meanwhile. */
  readonly webhook: { readonly id: number; readonly url: string } | null;
  readonly commandCode: string;
  readonly savedBy: number | null;
  readonly occasion: DeliveryOccasion;
  readonly userId: number | null;
  readonly channel: NotificationChannel;
  readonly deferred: boolean;
  /** With this one. */
  readonly attempts: number;
  readonly createdAt: Instant;
  /** When another may take it. */
  readonly leasedUntil: Instant;
  /** Null: a test. */
  readonly alarm: AboutAlarm | null;
}

/**
 * Takes what is due for the time of a lease, so that two who send at the same time send different messages, and what
 * somebody took who then died is sent by another.
 */
export function claim(database: Database, now: Instant): Promise<Claimed[]> {
  const leasedUntil = now + NOTIFICATION.lease;
  return database.transaction(async (transaction) => {
    const rows = await transaction.query<{ id: number }>(
      `update notification_delivery set leased_until = $2, attempts = attempts + 1
       where id in (select id from notification_delivery where state = 'waiting' and due_at <= $1 and (leased_until is null or leased_until <= $1)
                    order by due_at, id limit ${AT_ONCE} for update skip locked) returning id`,
      [toIso(now), toIso(leasedUntil)],
    );
    return rows.length === 0
      ? []
      : readClaimed(
          transaction,
          rows.map(({ id }) => id),
          leasedUntil,
        );
  });
}

/**
 * Takes a later lease just before sending where the first one is half over: of a batch that goes to slow receivers, the
 * last ones wait for minutes. False: somebody else has them by now.
 */
export async function renewLease(database: Queryable, claimed: readonly Claimed[], now: Instant): Promise<boolean> {
  const [{ leasedUntil }] = claimed;
  if (leasedUntil - now > NOTIFICATION.lease / 2) return true;
  const rows = await database.query(
    "update notification_delivery set leased_until = $3 where id = any($1::int8[]) and state = 'waiting' and leased_until = $2 returning id",
    [claimed.map(({ id }) => id), toIso(leasedUntil), toIso(now + NOTIFICATION.lease)],
  );
  return rows.length === claimed.length;
}

interface ClaimedRow extends AlarmColumns {
  [column: string]: unknown;
  id: number;
  account_id: number;
  account_name: string;
  notification_id: number | null;
  notification_name: string | null;
  messages: NotificationMessage[] | null;
  webhook_id: number | null;
  webhook_url: string | null;
  command_code: string | null;
  saved_by: number | null;
  occasion: DeliveryOccasion;
  user_id: number | null;
  channel: NotificationChannel;
  deferred: boolean;
  attempts: number;
  created_at: Date;
  alarm_id: number | null;
}

/** Null where the delivery is about no alarm. */
interface AlarmColumns {
  alert_name: string;
  rule_name: string;
  severity: Severity;
  unit_id: number;
  unit_name: string;
  own_unit: boolean;
  at: Date;
  count: number;
  latitude: number | null;
  longitude: number | null;
  value: number | null;
}

const ALARM = `m.alert_name, m.rule_name, m.severity, m.unit_id, m.unit_name, m.at, m.count, m.latitude, m.longitude, o.value,
  ${isOwnUnit('m.account_id', 'm.unit_id', 'm.at')} as own_unit`;
const FIRING = 'left join rule_occurrence o on o.unit_id = m.unit_id and o.rule_id = m.rule_id and o.at = m.at';

/** The last alarm of an account that somebody may read, for previews; null: there was none. */
export async function latestAlarm(
  database: Queryable,
  accountId: number,
  sight: AlarmSight,
): Promise<AboutAlarm | null> {
  if (sight === 'none') return null;
  const [row] = await database.query<AlarmColumns & { [column: string]: unknown; id: number }>(
    `select m.id, ${ALARM} from alarm m ${FIRING} where m.account_id = $1 and ($2 or ${isOwnUnit('m.account_id', 'm.unit_id', 'm.at')}) order by m.at desc, m.id desc limit 1`,
    [accountId, sight === 'below'],
  );
  return row ? alarmOf(row, row.id) : null;
}

async function readClaimed(transaction: Transaction, ids: readonly number[], leasedUntil: Instant): Promise<Claimed[]> {
  const rows = await transaction.query<ClaimedRow>(
    `select d.id, d.account_id, a.name as account_name, d.notification_id, n.name as notification_name, n.messages, w.id as webhook_id, w.url as webhook_url, n.command_code, n.saved_by,
       d.occasion, d.user_id, d.channel, d.deferred, d.attempts, d.created_at, d.alarm_id, ${ALARM}
     from notification_delivery d join account a on a.id = d.account_id left join notification n on n.id = d.notification_id
       left join webhook w on w.id = d.webhook_id and w.status = 'active'
       left join alarm m on m.id = d.alarm_id ${FIRING}
     where d.id = any($1::int8[]) order by d.created_at, d.id`,
    [ids],
  );
  return rows.map((row) => ({
    id: row.id,
    accountId: row.account_id,
    accountName: row.account_name,
    notificationId: row.notification_id,
    notificationName: row.notification_name ?? '',
    messages: row.messages ?? [],
    webhook: row.webhook_id === null || row.webhook_url === null ? null : { id: row.webhook_id, url: row.webhook_url },
    commandCode: row.command_code ?? '',
    savedBy: row.saved_by,
    occasion: row.occasion,
    userId: row.user_id,
    channel: row.channel,
    deferred: row.deferred,
    attempts: row.attempts,
    createdAt: row.created_at.getTime(),
    leasedUntil,
    alarm: row.alarm_id === null ? null : alarmOf(row, row.alarm_id),
  }));
}

const alarmOf = (row: AlarmColumns, id: number): AboutAlarm => ({
  id,
  alert: row.alert_name,
  rule: row.rule_name,
  severity: row.severity,
  unitId: row.unit_id,
  unit: row.unit_name,
  isOwn: row.own_unit,
  at: row.at.getTime(),
  count: row.count,
  latitude: row.latitude,
  longitude: row.longitude,
  value: row.value,
});
