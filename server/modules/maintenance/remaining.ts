import { DEFAULT_SETTINGS } from '../../../src/domain/account/index.ts';
import { DAY, HOUR, SERVICE, SECOND, toIso, type AccountId, type Instant } from '../../../src/domain/base/index.ts';
import type { ServiceState } from '../../../src/domain/maintenance/index.ts';
import type { Transaction } from '../../store/database.types.ts';

/** A reminder whose state differs from the one reported last. */
export interface Turned {
  readonly id: number;
  readonly account_id: AccountId;
  readonly name: string;
  readonly unit_id: number | null;
  readonly unit_name: string;
  readonly state: ServiceState;
  readonly reported: ServiceState;
  readonly reported_at: Date | null;
  readonly done_count: number;
}

/** Days until so much is used up; null where that is beyond all foresight. */
const daysOf = (left: string, aDay: string): string =>
  `case when ${left} <= 0 then 0 when ${left} < ${aDay} * ${SERVICE.days.max} then floor(${left} / ${aDay})::int4 end`;

/** Trips of the last days are looked at again and again; those before them are summed up once a day. */
const RECENT = 7 * DAY;
/** Reminders that one look sums up at most, so that it takes no long. */
const SUMMED = 1_000;

/**
 * What was driven until some days ago, and what is driven in a day of late: $1 now, $2 the reminders, $3 and $4 the
 * days before.
 */
const SUMS = `
  with asked as (
    select id, unit_id, counts_from, greatest(counts_from, $3::timestamptz) as base_at from service_reminder where id = any($2::int8[])
  ), used as (
    select k.id, k.base_at,
      sum((p.data ->> 'distance')::float8) filter (where p.start_at >= k.counts_from and p.start_at < k.base_at) / 1000 as km,
      sum((p.data ->> 'duration')::float8) filter (where p.start_at >= k.counts_from and p.start_at < k.base_at) / ${HOUR / SECOND} as hours,
      sum((p.data ->> 'distance')::float8) filter (where p.start_at >= $4) / 1000 as late_km,
      sum((p.data ->> 'duration')::float8) filter (where p.start_at >= $4) / ${HOUR / SECOND} as late_hours,
      greatest(1, extract(epoch from $1 - min(p.start_at) filter (where p.start_at >= $4)) / ${DAY / SECOND}) as late_days
    from asked k left join trip p on p.unit_id = k.unit_id and p.start_at >= least(k.counts_from, $4::timestamptz)
    group by k.id, k.base_at
  )
  update service_reminder t
  set base_at = u.base_at, base_km = coalesce(u.km, 0), base_hours = coalesce(u.hours, 0), summed_at = $1,
      km_a_day = u.late_km / u.late_days, hours_a_day = u.late_hours / u.late_days
  from used u where u.id = t.id`;

/**
 * $1 now, $2 the zone of accounts that have chosen none, $3 the reminders (null: all). Distance is that of the unit's
 * trips since the last service, so that it needs no odometer and never runs back; engine hours are those of the
 * tracker's counter where it has one, else the time of the trips; days are of the calendar, in the account's zone.
 */
const REMAINING = `
  with asked as (
    select t.*, z.today, coalesce(t.days_from, t.last_on, (t.created_at at time zone z.zone)::date::text)::date as day
    from service_reminder t join account a on a.id = t.account_id
      cross join lateral (select coalesce(a.settings ->> 'timezone', $2) as zone) s
      cross join lateral (select s.zone, ($1::timestamptz at time zone s.zone)::date as today) z
    where ($3::int8[] is null or t.id = any($3::int8[]))
  ), used as (
    select k.id,
      k.base_km + coalesce(sum((p.data ->> 'distance')::float8), 0) / 1000 as km,
      k.base_hours + coalesce(sum((p.data ->> 'duration')::float8), 0) / ${HOUR / SECOND} as hours
    from asked k left join trip p on p.unit_id = k.unit_id and p.start_at >= k.base_at
      and k.status = 'active' and (k.every_km is not null or k.every_hours is not null)
    group by k.id, k.base_km, k.base_hours
  ), remaining as (
    select k.id, k.today, k.status, k.soon_km, k.soon_hours, k.soon_days, k.km_a_day, k.hours_a_day,
      k.every_km - u.km - k.carried_km as left_km,
      k.every_hours - (case when k.hours_seen is null then u.hours else k.hours_counted end) - k.carried_hours as left_hours,
      k.day + k.every_days - k.today as left_days
    from asked k join used u on u.id = k.id
  ), measured as (
    select r.id,
      case when r.status <> 'active' then 'paused'
        when r.left_km < -coalesce(r.soon_km, 0) or r.left_hours < -coalesce(r.soon_hours, 0) or r.left_days < -coalesce(r.soon_days, 0) then 'overdue'
        when r.left_km <= 0 or r.left_hours <= 0 or r.left_days <= 0 then 'due'
        when r.left_km <= r.soon_km or r.left_hours <= r.soon_hours or r.left_days <= r.soon_days then 'soon'
        else 'ok' end as state,
      case when r.status = 'active' then round(r.left_km::numeric, 1)::float8 end as left_km,
      case when r.status = 'active' then round(r.left_hours::numeric, 1)::float8 end as left_hours,
      case when r.status = 'active' then r.left_days end as left_days,
      case when r.status = 'active'
        then (r.today + least(r.left_days, ${daysOf('r.left_km', 'r.km_a_day')}, ${daysOf('r.left_hours', 'r.hours_a_day')}))::text
        end as due_on
    from remaining r
  )
  update service_reminder t
  set state = s.state, left_km = s.left_km, left_hours = s.left_hours, left_days = s.left_days, due_on = s.due_on
  from measured s
  where s.id = t.id and (t.state, t.left_km, t.left_hours, t.left_days, t.due_on)
    is distinct from (s.state, s.left_km, s.left_hours, s.left_days, s.due_on)`;

/** Updates the state of these reminders from all their trips: after each change of what they count. */
export async function measure(transaction: Transaction, ids: readonly number[], now: Instant): Promise<void> {
  await sumUp(transaction, ids, now);
  await transaction.query(REMAINING, [toIso(now), DEFAULT_SETTINGS.timezone, ids]);
}

/** Updates the state of all reminders. */
export async function measureAll(transaction: Transaction, now: Instant): Promise<void> {
  const rows = await transaction.query<{ id: number }>(
    `select id from service_reminder where summed_at <= $1 and status = 'active' order by summed_at limit ${SUMMED}`,
    [toIso(now - DAY)],
  );
  if (rows.length > 0)
    await sumUp(
      transaction,
      rows.map(({ id }) => id),
      now,
    );
  await transaction.query(REMAINING, [toIso(now), DEFAULT_SETTINGS.timezone, null]);
}

const sumUp = (transaction: Transaction, ids: readonly number[], now: Instant): Promise<unknown> =>
  transaction.query(SUMS, [toIso(now), ids, toIso(now - RECENT), toIso(now - SERVICE.average * DAY)]);

/** Reminders to report: a new state, or one that has been overdue for another week. */
export const readTurned = (transaction: Transaction, now: Instant): Promise<Turned[]> =>
  transaction.query<Turned>(
    `select t.id, t.account_id, t.name, t.unit_id, coalesce(v.name, '') as unit_name, t.state, t.reported, t.reported_at, t.done_count
     from service_reminder t left join unit v on v.id = t.unit_id
     where t.state <> t.reported or (t.state = 'overdue' and t.reported_at <= $1)
     order by t.account_id, t.id for update of t`,
    [toIso(now - SERVICE.again * DAY)],
  );

/** What the trackers' counters of engine hours say: they may begin again at nought, what was counted stays. */
export async function countHours(transaction: Transaction, hoursOf: (unitId: number) => number | null): Promise<void> {
  const rows = await transaction.query<{ id: number; unit_id: number; hours_seen: number | null }>(
    `select id, unit_id, hours_seen from service_reminder where every_hours is not null and unit_id is not null and status = 'active'`,
  );
  const read = rows.flatMap(({ id, unit_id: unitId, hours_seen: seen }) => {
    const hours = hoursOf(unitId);
    return hours === null || hours === seen ? [] : [{ id, hours }];
  });
  if (read.length === 0) return;
  await transaction.query(
    `update service_reminder t set hours_counted = t.hours_counted + greatest(0, w.hours - coalesce(t.hours_seen, w.hours)), hours_seen = w.hours
     from unnest($1::int8[], $2::float8[]) as w (id, hours) where w.id = t.id`,
    [read.map(({ id }) => id), read.map(({ hours }) => hours)],
  );
}
