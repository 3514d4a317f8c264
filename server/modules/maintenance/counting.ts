import type { Request } from '../../../src/api/contract/index.ts';
import { DEFAULT_SETTINGS } from '../../../src/domain/account/index.ts';
import { HOUR, SECOND, toIso, type Instant } from '../../../src/domain/base/index.ts';
import type { Transaction } from '../../store/database.types.ts';

/** What a reminder counted by; the record of a service keeps it, so that it can be taken back. */
export const COUNTED = [
  'counts_from',
  'days_from',
  'last_on',
  'last_km',
  'last_hours',
  'carried_km',
  'carried_hours',
  'hours_counted',
  'status',
] as const;

/**
 * From here on the next interval counts (domain reference, chapter 8): `done`: at nought; `due`: what was over or under
 * stays, so that the grid is fixed; `never`: the reminder is over. Of engine hours, what was counted since a service
 * that is entered late is the time of its trips.
 */
export async function countOn(
  transaction: Transaction,
  id: number,
  doneAt: Instant,
  { odometer, engine_hours: hours }: Request<'completeService'>,
): Promise<void> {
  await transaction.query(
    `with used as (
       select t.id, z.done_on, coalesce(t.days_from, t.last_on, (t.created_at at time zone z.zone)::date::text)::date as day,
         coalesce(sum((p.data ->> 'distance')::float8) filter (where p.start_at < $2), 0) / 1000 as km,
         coalesce(sum((p.data ->> 'duration')::float8) filter (where p.start_at < $2), 0) / ${HOUR / SECOND} as hours,
         coalesce(sum((p.data ->> 'duration')::float8) filter (where p.start_at >= $2), 0) / ${HOUR / SECOND} as hours_after
       from service_reminder t join account a on a.id = t.account_id
         cross join lateral (select coalesce(a.settings ->> 'timezone', $5) as zone) s
         cross join lateral (select s.zone, ($2::timestamptz at time zone s.zone)::date as done_on) z
         left join trip p on p.unit_id = t.unit_id and p.start_at >= t.counts_from
       where t.id = $1 group by t.id, z.zone, z.done_on
     )
     update service_reminder t set
       counts_from = $2, last_on = u.done_on::text, last_km = $3, last_hours = $4, reported = 'ok', reported_at = null,
       status = case when t.next = 'never' then 'inactive' else t.status end,
       days_from = case when t.next = 'due' and t.every_days is not null then (u.day + t.every_days)::text end,
       carried_km = case when t.next = 'due' and t.every_km is not null then t.carried_km + u.km - t.every_km else 0 end,
       carried_hours = case when t.next = 'due' and t.every_hours is not null then t.carried_hours - t.every_hours
         + case when t.hours_seen is null then u.hours else greatest(0, t.hours_counted - u.hours_after) end else 0 end,
       hours_counted = least(t.hours_counted, u.hours_after)
     from used u where u.id = t.id`,
    [id, toIso(doneAt), odometer, hours, DEFAULT_SETTINGS.timezone],
  );
}

/** After the last service was deleted, where nobody set the reminder otherwise since: it counts as before. */
export async function countAsBefore(transaction: Transaction, recordId: number): Promise<void> {
  await transaction.query(
    `update service_reminder t set ${COUNTED.map((column) =>
      column === 'hours_counted' ? `${column} = t.${column} + b.${column}` : `${column} = b.${column}`,
    ).join(', ')}, reported = 'ok', reported_at = null
       from service_record r cross join jsonb_populate_record(null::service_reminder, r.before) b
       where r.id = $1 and t.id = r.service_reminder_id and t.counts_from = r.done_at`,
    [recordId],
  );
}
