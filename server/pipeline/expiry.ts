import { DEFAULT_SETTINGS } from '../../src/domain/account/index.ts';
import { toIso, type AccountId, type Instant, type TimeSource } from '../../src/domain/base/index.ts';
import {
  completeParts,
  EXPIRY_FACTS,
  isExpiry,
  leavesOf,
  type ExpiryFact,
  type RulePart,
} from '../../src/domain/rule/index.ts';
import type { Database, Transaction } from '../store/index.ts';
import type { DetectionLedger } from './facts.ts';
import { foundAt, recordFactFirings, type FactChange } from './ruleFacts/index.ts';

export interface ExpiryOptions {
  readonly database: Pick<Database, 'query' | 'transaction'>;
  readonly directory: DetectionLedger;
  readonly time: TimeSource;
}

/**
 * What ends one day, by the fact that rules ask for: `key` of the thing and its day, the unit that it is about, its
 * last day (`last_day`) and the time zone that this goes by, when it was entered (`known_at`), from when on it counts
 * and up to when (null: that whole day), and whose it is where rules of other accounts do not see it (`owner_id`). $1:
 * the time zone of accounts that have chosen none.
 */
export const EXPIRING: Readonly<Record<ExpiryFact, string>> = {
  simExpires: `select concat_ws(' ', 'sim', s.id, s.expires_on) as key, ud.unit_id, s.expires_on::date as last_day,
      coalesce(a.settings ->> 'timezone', $1) as zone, s.created_at as known_at,
      '-infinity'::timestamptz as from_at, null::timestamptz as to_at, s.account_id as owner_id
    from sim s join account a on a.id = s.account_id
      join device d on d.account_id = s.account_id and s.sim_number in (d.sim_number_1, d.sim_number_2)
      join unit_device ud on ud.device_id = d.id
    where s.expires_on is not null and s.status = 'active'`,
  allocationEnds: `select concat_ws(' ', 'allocation', l.kind, l.id, l.last_day) as key, l.unit_id, l.last_day, l.zone,
      l.created_at as known_at, l.start_at as from_at, l.end_at as to_at, null::int8 as owner_id
    from (
      select 'unit' as kind, t.id, t.unit_id, t.created_at, t.start_at, t.end_at, z.zone,
             ((t.end_at - interval '1 second') at time zone z.zone)::date as last_day
      from unit_allocation t join unit u on u.id = t.unit_id join account a on a.id = u.account_id
        cross join lateral (select coalesce(a.settings ->> 'timezone', $1) as zone) z
      where t.end_at is not null
      union all
      select 'device', t.id, ud.unit_id, t.created_at, t.start_at, t.end_at, z.zone,
             ((t.end_at - interval '1 second') at time zone z.zone)::date
      from device_allocation t join device d on d.id = t.device_id join account a on a.id = d.account_id
        join unit_device ud on ud.device_id = d.id
        cross join lateral (select coalesce(a.settings ->> 'timezone', $1) as zone) z
      where t.end_at is not null
    ) l`,
};

interface ExpiringRow {
  key: string;
  unit_id: number;
  owner_id: AccountId | null;
  days: number;
  /** Days of the calendar that are left. */
  left_days: number;
  /** When a rule recorded it before; null: none did. */
  recorded_at: Date | null;
}

/** Reports to rules what ends within the days that they ask for: once for a thing, its day and these days. */
export async function findExpiring({ database, directory, time }: ExpiryOptions): Promise<void> {
  const asked = await readDays(database);
  const now = time.now();
  for (const fact of EXPIRY_FACTS) {
    const days = asked.get(fact) ?? [];
    if (days.length === 0) continue;
    await database.transaction(async (transaction) => {
      const rows = await readExpiring(transaction, fact, days, now);
      await recordFactFirings(
        transaction,
        directory,
        rows.map((row) => changeOf(fact, row, now)),
        now,
      );
    });
  }
}

const changeOf = (fact: ExpiryFact, row: ExpiringRow, now: Instant): FactChange => ({
  unitId: row.unit_id,
  key: `${row.key} ${row.days}`,
  found: foundAt(fact, row.recorded_at?.getTime() ?? now, {
    value: row.left_days,
    expiryDays: row.days,
    ...(row.owner_id !== null && { ownerId: row.owner_id }),
  }),
});

const ASKED = EXPIRY_FACTS.map((fact) => `@ == "${fact}"`).join(' || ');

/** The days that rules ask for, each once, by the fact. */
async function readDays(database: Pick<Database, 'query'>): Promise<Map<ExpiryFact, number[]>> {
  const rows = await database.query<{ conditions: RulePart[] }>(
    `select conditions from rule where status = 'active' and conditions @? '$.**.fact ? (${ASKED})'`,
  );
  const asked = rows
    .flatMap(({ conditions }) => leavesOf(completeParts(conditions)))
    .flatMap(({ kind, fact, expiry_days: days }) =>
      kind === 'fact' && isExpiry(fact) && days !== null ? [{ fact, days }] : [],
    );
  return new Map(
    [...Map.groupBy(asked, ({ fact }) => fact)].map(([fact, own]) => [fact, [...new Set(own.map(({ days }) => days))]]),
  );
}

/** What lasts and ends within the days, today included. */
const readExpiring = (
  transaction: Transaction,
  fact: ExpiryFact,
  days: readonly number[],
  now: Instant,
): Promise<ExpiringRow[]> =>
  transaction.query<ExpiringRow>(
    `with thing as (
       select e.*, e.last_day - ($3::timestamptz at time zone e.zone)::date as left_days
       from (${EXPIRING[fact]}) e where e.from_at <= $3::timestamptz and coalesce(e.to_at, 'infinity') > $3::timestamptz
     )
     select c.key, c.unit_id, c.owner_id, w.days, c.left_days,
            (select min(o.at) from rule_occurrence o where o.unit_id = c.unit_id and o.fact = concat_ws(' ', c.key, w.days)) as recorded_at
     from thing c join unnest($2::int4[]) as w (days) on c.left_days between 0 and w.days`,
    [DEFAULT_SETTINGS.timezone, days, toIso(now)],
  );
