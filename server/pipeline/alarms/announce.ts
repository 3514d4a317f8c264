import {
  alarmSightOf,
  DEFAULT_PREFERENCES,
  isPersonal,
  maySeeAlarm,
  planDelivery,
  preferencesOf,
  type DeliveryOccasion,
  type NotificationChannel,
  type PersonalChannel,
  type Plan,
} from '../../../src/domain/notification/index.ts';
import type { Permissions } from '../../../src/domain/access/index.ts';
import { DEFAULT_SETTINGS, type Account } from '../../../src/domain/account/index.ts';
import type { AlarmChange } from '../../../src/domain/alarm/index.ts';
import type { Severity } from '../../../src/domain/alert/index.ts';
import { NOTIFICATION, toIso, type Instant } from '../../../src/domain/base/index.ts';
import { addJob } from '../../jobs/index.ts';
import type { Transaction } from '../../store/index.ts';
import { isOwnUnit } from './ownUnit.ts';

/** One run of the job sends all that is due; of several that wait, one is kept. */
export const NEXT_DELIVERY = 'next delivery';

/** What is announced of an alarm. */
interface AnnouncedAlarm {
  readonly id: number;
  readonly account_id: number;
  readonly alert_id: number | null;
  readonly unit_id: number;
  readonly severity: Severity;
  readonly at: Date;
}

/** A person or a role; neither: those who were notified of the alarm already. Channels: none means all. */
interface AlarmTarget {
  readonly userId: number | null;
  readonly roleId: number | null;
  readonly channels: readonly PersonalChannel[];
}

/** What happened to an alarm, and by whom. */
export interface Announcement {
  readonly row: AnnouncedAlarm;
  /** The alarm's, after the change. */
  readonly sequence: number;
  readonly occasion: DeliveryOccasion;
  /** To whom the alarm went: they get it whatever notifications there are. */
  readonly target: AlarmTarget | null;
  /** Who did it, and needs no message of it; null: the product itself. */
  readonly by: number | null;
  readonly now: Instant;
}

/** What a change of an alarm is announced as; null: as nothing. */
export function occasionOf(change: AlarmChange): Pick<Announcement, 'occasion' | 'target'> | null {
  switch (change.kind) {
    case 'alarmReopened':
      return change.cause === 'byHand' ? null : { occasion: 'reopened', target: null };
    case 'alarmEscalated':
      return {
        occasion: 'escalated',
        target: { userId: change.userId, roleId: change.roleId, channels: change.channels },
      };
    case 'alarmAssigned':
      return { occasion: 'assigned', target: { userId: change.userId, roleId: change.roleId, channels: [] } };
    case 'alarmResolved':
      return { occasion: 'resolved', target: null };
    default:
      return null;
  }
}

interface NotificationRow {
  [column: string]: unknown;
  id: number;
  channels: NotificationChannel[];
  recipients: string;
  digest_count: number | null;
  digest_minutes: number;
  user_ids: number[];
  role_ids: number[];
  /** Those that are active. */
  webhook_ids: number[];
}

interface MemberRow {
  [column: string]: unknown;
  user_id: number;
  role_id: number;
  permissions: Permissions;
  type: Account['type'];
  restrict_sub_accounts: boolean;
  own_unit: boolean;
  zone: string;
  preferences: object | null;
}

interface NewDelivery {
  readonly notification_id: number | null;
  readonly user_id: number | null;
  readonly webhook_id: number | null;
  readonly channel: NotificationChannel;
  readonly plan: Plan;
}

/**
 * Writes what is to be sent about an alarm, in the transaction of its event: one row for a person and a channel, or a
 * webhook, however many notifications say so. The job sends them. Of alarms that they may not read people get nothing.
 */
export async function announce(transaction: Transaction, announcement: Announcement): Promise<void> {
  const { row, target, occasion } = announcement;
  const isForSomebody =
    target !== null && (target.userId !== null || target.roleId !== null || target.channels.length > 0);
  const found = occasion === 'assigned' ? [] : await notificationsFor(transaction, announcement);
  if (found.length === 0 && !isForSomebody) return;
  const members = await membersOf(transaction, row);
  const wanted = [
    ...found.flatMap((notification) => wantedBy(notification, members)),
    ...(isForSomebody ? wantedByTarget(target, members, await notifiedOf(transaction, row, target)) : []),
  ].filter(({ member }) => member === null || member.user_id !== announcement.by);
  await insert(transaction, announcement, soonestFirst(await planned(transaction, announcement, wanted)));
}

/** Where several notifications want the same message, the first is written: a summary of one must not delay another. */
const soonestFirst = (deliveries: readonly NewDelivery[]): NewDelivery[] =>
  deliveries.toSorted(
    ({ plan: one }, { plan: other }) =>
      Number(one.state === 'skipped') - Number(other.state === 'skipped') || one.due - other.due,
  );

const notificationsFor = (transaction: Transaction, { row, occasion }: Announcement): Promise<NotificationRow[]> =>
  transaction.query<NotificationRow>(
    `select n.id, n.channels, n.recipients, n.digest_count, n.digest_minutes,
       coalesce((select array_agg(user_id) from notification_user where notification_id = n.id), '{}') as user_ids,
       coalesce((select array_agg(role_id) from notification_role where notification_id = n.id), '{}') as role_ids,
       coalesce((select array_agg(w.id order by w.id) from notification_webhook s join webhook w on w.id = s.webhook_id
                 where s.notification_id = n.id and w.status = 'active'), '{}') as webhook_ids
     from notification n
     where n.account_id = $1 and n.status = 'active' and n.occasions ? $2
       and (n.all_alerts or exists (select from notification_alert where notification_id = n.id and alert_id = $3))
       and (n.all_units or exists (select from notification_unit where notification_id = n.id and unit_id = $4)
         or exists (select from notification_label g join label l on l.id = g.label_id join unit u on u.id = $4
                    where g.notification_id = n.id and u.account_id = l.account_id and u.labels ? l.name))
     order by n.id`,
    [row.account_id, occasion, row.alert_id, row.unit_id],
  );

const membersOf = (transaction: Transaction, { account_id, unit_id, at }: AnnouncedAlarm): Promise<MemberRow[]> =>
  transaction.query<MemberRow>(
    `select m.user_id, m.role_id, r.permissions, a.type, a.restrict_sub_accounts, ${isOwnUnit('m.account_id', '$3', '$4::timestamptz')} as own_unit,
       coalesce(nullif(u.time_zone, ''), a.settings ->> 'timezone', $2) as zone, p.settings as preferences
     from membership m join app_user u on u.id = m.user_id join account a on a.id = m.account_id join role r on r.id = m.role_id
       left join notification_preference p on p.user_id = m.user_id and p.account_id = m.account_id
     where m.account_id = $1 and u.status = 'active' order by m.user_id`,
    [account_id, DEFAULT_SETTINGS.timezone, unit_id, toIso(at.getTime())],
  );

interface Wanted {
  readonly notification: NotificationRow | null;
  /** Null: a webhook or a command. */
  readonly member: MemberRow | null;
  readonly webhook: number | null;
  readonly channel: NotificationChannel;
}

/** People who may not read the alarm get nothing of it; of those who are named by themselves the log says so. */
const mayRead = (member: MemberRow): boolean => maySeeAlarm(alarmSightOf(member, member.permissions), member.own_unit);

function wantedBy(notification: NotificationRow, members: readonly MemberRow[]): Wanted[] {
  const { channels, recipients, user_ids, role_ids, webhook_ids } = notification;
  const isNamed = ({ user_id }: MemberRow): boolean => recipients !== 'all' && user_ids.includes(user_id);
  const people = members.filter(
    (member) => isNamed(member) || ((recipients === 'all' || role_ids.includes(member.role_id)) && mayRead(member)),
  );
  return channels.flatMap((channel): Wanted[] => {
    if (isPersonal(channel)) return people.map((member) => ({ notification, member, webhook: null, channel }));
    const machines = channel === 'webhook' ? webhook_ids : [null];
    return machines.map((webhook) => ({ notification, member: null, webhook, channel }));
  });
}

/** Who was notified of the alarm before, by whatever channel, where it goes to the same people. */
async function notifiedOf(
  transaction: Transaction,
  { id }: AnnouncedAlarm,
  { userId, roleId }: AlarmTarget,
): Promise<ReadonlySet<number>> {
  if (userId !== null || roleId !== null) return new Set();
  const rows = await transaction.query<{ user_id: number }>(
    'select distinct user_id from notification_delivery where alarm_id = $1 and user_id is not null',
    [id],
  );
  return new Set(rows.map((row) => row.user_id));
}

/** By the channels that are named, or else by every one that they want. */
function wantedByTarget(
  { userId, roleId, channels }: AlarmTarget,
  members: readonly MemberRow[],
  notified: ReadonlySet<number>,
): Wanted[] {
  const people = members.filter((member) => {
    if (userId !== null) return member.user_id === userId;
    return (roleId === null ? notified.has(member.user_id) : member.role_id === roleId) && mayRead(member);
  });
  const used = channels.length > 0 ? channels : DEFAULT_PREFERENCES.critical;
  return people.flatMap((member) => used.map((channel) => ({ notification: null, member, webhook: null, channel })));
}

interface RecentRow {
  [column: string]: unknown;
  user_id: number;
  channel: NotificationChannel;
  created: Date[];
  deferred_until: Date | null;
}

async function planned(
  transaction: Transaction,
  { row, occasion, now }: Announcement,
  wanted: readonly Wanted[],
): Promise<NewDelivery[]> {
  const recent = await recentOf(transaction, row.account_id, wanted, now);
  const digestOf = (notification: NotificationRow | null) => ({
    count: notification === null ? NOTIFICATION.digestCount.usual : notification.digest_count,
    minutes: notification?.digest_minutes ?? NOTIFICATION.digestMinutes.usual,
  });
  const at = { state: 'waiting', reason: '', deferred: false, due: now } as const;
  const unread = { state: 'skipped', reason: 'mayNotRead', deferred: false, due: now } as const;
  return wanted.flatMap(({ notification, member, webhook, channel }): NewDelivery[] => {
    const notification_id = notification?.id ?? null;
    if (member === null || !isPersonal(channel))
      // A command is sent for what begins, once.
      return channel === 'command' && occasion !== 'raised'
        ? []
        : [{ notification_id, user_id: null, webhook_id: webhook, channel, plan: at }];
    const to = { notification_id, user_id: member.user_id, webhook_id: null, channel };
    if (!mayRead(member)) return [{ ...to, plan: unread }];
    const digest = digestOf(notification);
    const seen = recent.get(`${member.user_id} ${channel}`);
    const from = now - digest.minutes * 60_000;
    const plan = planDelivery(
      {
        channel,
        severity: row.severity,
        preferences: preferencesOf(member.preferences),
        zone: member.zone,
        recent: seen?.created.filter((time) => time.getTime() > from).length ?? 0,
        deferredUntil: seen?.deferred_until?.getTime() ?? null,
        digest,
      },
      now,
    );
    return [{ ...to, plan }];
  });
}

/** What these people got lately, and when what is deferred for them goes out; by person and channel. */
async function recentOf(
  transaction: Transaction,
  accountId: number,
  wanted: readonly Wanted[],
  now: Instant,
): Promise<Map<string, RecentRow>> {
  const people = [...new Set(wanted.flatMap(({ member }) => member?.user_id ?? []))];
  if (people.length === 0) return new Map();
  const longest = Math.max(
    ...wanted.map(({ notification }) => notification?.digest_minutes ?? NOTIFICATION.digestMinutes.usual),
  );
  const rows = await transaction.query<RecentRow>(
    `select user_id, channel, coalesce(array_agg(created_at) filter (where not deferred and created_at > $3), '{}') as created,
       min(due_at) filter (where deferred and state = 'waiting' and due_at > $4) as deferred_until
     from notification_delivery
     where account_id = $1 and user_id = any($2::int8[]) and state <> 'skipped' and (created_at > $3 or state = 'waiting')
     group by user_id, channel`,
    [accountId, people, toIso(now - longest * 60_000), toIso(now)],
  );
  return new Map(rows.map((row) => [`${row.user_id} ${row.channel}`, row]));
}

async function insert(
  transaction: Transaction,
  { row, sequence, occasion, now }: Announcement,
  deliveries: readonly NewDelivery[],
): Promise<void> {
  if (deliveries.length === 0) return;
  const written = await transaction.query<{ state: string; due_at: Date }>(
    `insert into notification_delivery (account_id, alarm_id, occasion, sequence, created_at, notification_id, user_id, webhook_id, channel, state, reason, deferred, due_at, ended_at)
     select $1, $2, $3, $4, $5, d.notification_id, d.user_id, d.webhook_id, d.channel, d.state, d.reason, d.deferred, d.due_at, case when d.state = 'skipped' then $5::timestamptz end
     from jsonb_to_recordset($6) as d (notification_id int8, user_id int8, webhook_id int8, channel text, state text, reason text, deferred boolean, due_at timestamptz)
     on conflict do nothing returning state, due_at`,
    [
      row.account_id,
      row.id,
      occasion,
      sequence,
      toIso(now),
      JSON.stringify(
        deliveries.map(({ plan: { state, reason, deferred, due }, ...to }) => ({
          ...to,
          state,
          reason,
          deferred,
          due_at: toIso(due),
        })),
      ),
    ],
  );
  const due = written.filter(({ state }) => state === 'waiting').map(({ due_at }) => due_at.getTime());
  if (due.length > 0)
    await addJob(transaction, 'sendNotifications', {}, { now, runAt: Math.min(...due), dedupeKey: NEXT_DELIVERY });
}
