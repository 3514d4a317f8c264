import type { Schedule } from '../../src/domain/route/index.ts';
import type { Transaction } from './database.types.ts';

/** Adds schedules to a route, and writes those again that it has. */
export async function insertSchedules(
  transaction: Transaction,
  { routeId, accountId }: { readonly routeId: number; readonly accountId: number },
  schedules: readonly Schedule[],
): Promise<void> {
  if (schedules.length === 0) return;
  await transaction.query(
    `insert into schedule (account_id, route_id, key, name, enabled, labels, plan)
     select $1, $2, (s ->> 'key')::int4, s ->> 'name', (s ->> 'enabled')::bool, s -> 'labels',
       s - array['key', 'name', 'enabled', 'labels']
     from jsonb_array_elements($3::jsonb) as s
     on conflict (route_id, key) do update
       set name = excluded.name, enabled = excluded.enabled, labels = excluded.labels, plan = excluded.plan`,
    [accountId, routeId, JSON.stringify(schedules)],
  );
}
