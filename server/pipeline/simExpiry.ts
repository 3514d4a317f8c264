import { DEFAULT_SETTINGS } from '../../src/domain/account/index.ts';
import { toIso, type TimeSource } from '../../src/domain/base/index.ts';
import { completeParts, leavesOf, type RulePart } from '../../src/domain/rule/index.ts';
import type { Database, Transaction } from '../store/index.ts';
import type { DetectionLedger } from './facts.ts';
import { foundAt, recordFactFirings, type FactChange } from './ruleFacts/index.ts';

export interface SimExpiryOptions {
  readonly database: Pick<Database, 'query' | 'transaction'>;
  readonly directory: DetectionLedger;
  readonly time: TimeSource;
}

interface CardRow {
  sim_id: number;
  unit_id: number;
  expires_on: string;
  days: number;
  /** Days of the calendar that are left. */
  left_days: number;
  /** When a rule recorded it before; null: none did. */
  recorded_at: Date | null;
}

/** Reports to rules which cards of units expire within the days that they ask for: once for a card, its day and these days. */
export async function findExpiringSims({ database, directory, time }: SimExpiryOptions): Promise<void> {
  const days = await readDays(database);
  if (days.length === 0) return;
  const now = time.now();
  await database.transaction(async (transaction) => {
    const cards = await readCards(transaction, days, now);
    await recordFactFirings(
      transaction,
      directory,
      cards.map(({ sim_id, unit_id, expires_on, days: asked, left_days: value, recorded_at }): FactChange => ({
        unitId: unit_id,
        key: keyOf(sim_id, expires_on, asked),
        found: foundAt('simExpires', recorded_at?.getTime() ?? now, { value, expiryDays: asked }),
      })),
      now,
    );
  });
}

const keyOf = (simId: number, expiresOn: string, days: number): string => `sim ${simId} ${expiresOn} ${days}`;

/** The days that rules ask for, each once. */
async function readDays(database: Pick<Database, 'query'>): Promise<number[]> {
  const rows = await database.query<{ conditions: RulePart[] }>(
    `select conditions from rule where status = 'active' and conditions @? '$.**.fact ? (@ == "simExpires")'`,
  );
  const days = rows
    .flatMap(({ conditions }) => leavesOf(completeParts(conditions)))
    .flatMap(({ kind, fact, expiry_days }) => (kind === 'fact' && fact === 'simExpires' ? (expiry_days ?? []) : []));
  return [...new Set(days)];
}

/** Cards in units that will expire, and the time zone of their account; $1: that of accounts which have chosen none. */
export const EXPIRING_CARDS = `select s.id as sim_id, s.account_id, s.created_at, ud.unit_id, s.expires_on,
    coalesce(a.settings ->> 'timezone', $1) as zone
  from sim s join account a on a.id = s.account_id
    join device d on d.account_id = s.account_id and s.sim_number in (d.sim_number_1, d.sim_number_2)
    join unit_device ud on ud.device_id = d.id
  where s.expires_on is not null and s.status = 'active'`;

/** Cards in units that expire within the days, today included, by the calendar of their account. */
const readCards = (transaction: Transaction, days: readonly number[], now: number): Promise<CardRow[]> =>
  transaction.query<CardRow>(
    `with card as (
       select e.*, e.expires_on::date - ($3::timestamptz at time zone e.zone)::date as left_days from (${EXPIRING_CARDS}) e
     )
     select c.*, w.days, (select min(o.at) from rule_occurrence o where o.unit_id = c.unit_id
                          and o.fact = concat_ws(' ', 'sim', c.sim_id, c.expires_on, w.days)) as recorded_at
     from card c join unnest($2::int4[]) as w (days) on c.left_days between 0 and w.days`,
    [DEFAULT_SETTINGS.timezone, days, toIso(now)],
  );
