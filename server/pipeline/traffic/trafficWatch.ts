import { DAY, floorTo, toIso, type Instant, type TimeSource } from '../../../src/domain/base/index.ts';
import { completeParts, leavesOf, type RuleCondition, type RulePart } from '../../../src/domain/rule/index.ts';
import type { Database, Transaction } from '../../store/index.ts';
import type { DetectionLedger } from '../facts.ts';
import { foundAt, recordFactFirings, type FactChange } from '../ruleFacts/index.ts';

export interface TrafficOptions {
  readonly database: Pick<Database, 'transaction'>;
  readonly directory: DetectionLedger;
  readonly time: TimeSource;
  /** Bytes since they were last taken; what could not be stored is put back. */
  readonly count: { take(): ReadonlyMap<number, number>; putBack(taken: ReadonlyMap<number, number>): void };
}

/** Traffic of units, as rules ask for it. */
interface Traffic {
  /** Stores what was counted, and reports to rules which bounds it passed. Rejects where the database refuses. */
  run(): Promise<void>;
}

export const MEGABYTE = 1_000_000;

type Period = RuleCondition['traffic_period'];
/** What a rule asks for. */
interface Bound {
  readonly megabytes: number;
  readonly period: Period;
}
/** The traffic of a unit in a day or a month so far, with what was just added. */
interface Total {
  readonly unitId: number;
  readonly period: Period;
  readonly begin: string;
  readonly before: number;
  readonly after: number;
}

export function openTraffic({ database, directory, time, count }: TrafficOptions): Traffic {
  return {
    async run() {
      const taken = count.take();
      if (taken.size === 0) return;
      const now = time.now();
      try {
        await database.transaction(async (transaction) => {
          const totals = await addTraffic(transaction, taken, now);
          const bounds = await readBounds(transaction);
          await recordFactFirings(transaction, directory, changesOf(totals, bounds, now), now);
        });
      } catch (error) {
        count.putBack(taken);
        throw error;
      }
    },
  };
}

interface TotalRow {
  unit_id: number;
  month: string;
  of_day: number;
  of_month: number;
}

/** Units that were deleted meanwhile have no traffic. */
async function addTraffic(
  transaction: Transaction,
  taken: ReadonlyMap<number, number>,
  now: Instant,
): Promise<Total[]> {
  const day = toIso(floorTo(now, DAY)).slice(0, 10);
  const rows = await transaction.query<TotalRow>(
    `with added as (
       insert into unit_traffic as t (unit_id, day, bytes)
       select w.unit_id, $3::date, w.bytes from unnest($1::int8[], $2::int8[]) as w (unit_id, bytes) join unit u on u.id = w.unit_id
       on conflict (unit_id, day) do update set bytes = t.bytes + excluded.bytes returning unit_id, bytes
     )
     select a.unit_id, to_char(date_trunc('month', $3::date), 'YYYY-MM') as month, a.bytes as of_day,
            (a.bytes + coalesce((select sum(t.bytes) from unit_traffic t where t.unit_id = a.unit_id and t.day < $3::date
                                 and t.day >= date_trunc('month', $3::date)), 0))::int8 as of_month
     from added a`,
    [[...taken.keys()], [...taken.values()], day],
  );
  return rows.flatMap(({ unit_id: unitId, month, of_day, of_month }): Total[] => {
    const added = taken.get(unitId) ?? 0;
    return [
      { unitId, period: 'day', begin: day, before: of_day - added, after: of_day },
      { unitId, period: 'month', begin: month, before: of_month - added, after: of_month },
    ];
  });
}

/** Bounds of all rules on traffic, each once. */
async function readBounds(transaction: Transaction): Promise<Bound[]> {
  const rows = await transaction.query<{ conditions: RulePart[] }>(
    `select conditions from rule where status = 'active' and conditions @? '$.**.fact ? (@ == "traffic")'`,
  );
  const bounds = rows
    .flatMap(({ conditions }) => leavesOf(completeParts(conditions)))
    .flatMap(({ kind, fact, megabytes, traffic_period: period }): Bound[] =>
      kind === 'fact' && fact === 'traffic' && megabytes !== null ? [{ megabytes, period }] : [],
    );
  return [...new Map(bounds.map((bound) => [`${bound.period} ${bound.megabytes}`, bound])).values()];
}

/** A bound is passed once in a day or a month. */
function changesOf(totals: readonly Total[], bounds: readonly Bound[], now: Instant): FactChange[] {
  return totals.flatMap(({ unitId, period, begin, before, after }) =>
    bounds
      .filter((bound) => bound.period === period && before <= bound.megabytes * MEGABYTE)
      .filter(({ megabytes }) => after > megabytes * MEGABYTE)
      .map(({ megabytes }) => ({
        unitId,
        key: `traffic ${begin} ${megabytes}`,
        found: foundAt('traffic', now, {
          value: Math.round((after / MEGABYTE) * 100) / 100,
          traffic: { megabytes, period },
        }),
      })),
  );
}
