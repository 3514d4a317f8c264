import { DAY, MINUTE, toIso, type AccountId, type Instant } from '../../../src/domain/base/index.ts';
import type { Trip } from '../../../src/domain/detection/index.ts';
import type { Drive, DutyLimit } from '../../../src/domain/operator/index.ts';
import { completeParts, leavesOf, type RulePart } from '../../../src/domain/rule/index.ts';
import type { Queryable } from '../../store/index.ts';

/** Drives of so long count: no limit and rest together are longer. */
export const DRIVES_COUNT_FOR = 4 * DAY;

/** What rules ask for: minutes, as they are written. */
export interface DutyBound extends DutyLimit {
  readonly minutes: number;
  readonly restMinutes: number;
}

/** Bounds of all rules on the driving of operators, each once. */
export async function readBounds(database: Queryable): Promise<DutyBound[]> {
  const rows = await database.query<{ conditions: RulePart[] }>(
    `select conditions from rule where status = 'active' and conditions @? '$.**.fact ? (@ == "operatorDriving")'`,
  );
  const bounds = rows
    .flatMap(({ conditions }) => leavesOf(completeParts(conditions)))
    .flatMap(({ kind, fact, driving_minutes: minutes, rest_minutes: restMinutes }): DutyBound[] =>
      kind !== 'fact' || fact !== 'operatorDriving' || minutes === null || restMinutes === null
        ? []
        : [{ minutes, restMinutes, driving: minutes * MINUTE, rest: restMinutes * MINUTE }],
    );
  return [...new Map(bounds.map((bound) => [`${bound.minutes} ${bound.restMinutes}`, bound])).values()];
}

/** Operators who were assigned to the units since the instant; of any unit where these are null. */
export async function operatorsOf(
  database: Queryable,
  unitIds: readonly number[] | null,
  since: Instant,
): Promise<number[]> {
  const rows = await database.query<{ operator_id: number }>(
    `select distinct operator_id from operator_binding
     where ($1::int8[] is null or unit_id = any($1)) and (to_at is null or to_at > $2)`,
    [unitIds, toIso(since)],
  );
  return rows.map(({ operator_id }) => operator_id);
}

/** A time at the wheel of a unit. */
interface UnitDrive extends Drive {
  readonly unitId: number;
  /** It goes on. */
  readonly isOpen: boolean;
}

interface DriveRow {
  operator_id: number;
  account_id: AccountId;
  unit_id: number;
  open: boolean;
  data: Trip;
  bound_from: Date;
  bound_to: Date | null;
}

/** What each operator drove since the instant, in the order of beginnings; and whose they are. */
export interface OperatorDrives {
  readonly accountId: AccountId;
  readonly drives: readonly UnitDrive[];
}

/** `tripOf`: the trip that a unit is on, as far as reports came. */
export async function readDrives(
  database: Queryable,
  operatorIds: readonly number[],
  since: Instant,
  tripOf: (unitId: number) => Trip | null,
): Promise<ReadonlyMap<number, OperatorDrives>> {
  const rows = await database.query<DriveRow>(
    `select b.operator_id, o.account_id, t.unit_id, t.open, t.data, b.from_at as bound_from, b.to_at as bound_to
     from operator_binding b join operator o on o.id = b.operator_id
     join trip t on t.unit_id = b.unit_id and t.start_at < coalesce(b.to_at, 'infinity') and (t.end_at > b.from_at or t.open)
     where b.operator_id = any($1::int8[]) and (b.to_at is null or b.to_at > $2) and (t.end_at > $2 or t.open)
     order by t.start_at, t.unit_id, b.from_at`,
    [operatorIds, toIso(since)],
  );
  return new Map(
    [...Map.groupBy(rows, ({ operator_id }) => operator_id)].map(([operatorId, own]) => [
      operatorId,
      {
        accountId: own[0].account_id,
        drives: own.flatMap((row) => driveOf(row, tripOf)).toSorted((a, b) => a.from - b.from || a.unitId - b.unitId),
      },
    ]),
  );
}

function driveOf(row: DriveRow, tripOf: (unitId: number) => Trip | null): UnitDrive[] {
  const trip = (row.open ? tripOf(row.unit_id) : null) ?? row.data;
  const from = Math.max(trip.start, row.bound_from.getTime());
  const to = Math.min(trip.end, row.bound_to?.getTime() ?? Number.POSITIVE_INFINITY);
  return to <= from
    ? []
    : [{ unitId: row.unit_id, from, to, stops: trip.stops, isOpen: row.open && row.bound_to === null }];
}

/** Facts about the operators that rules fired on since the instant, by operator. */
export async function readKept(
  database: Queryable,
  operatorIds: readonly number[],
  since: Instant,
): Promise<{ readonly unitId: number; readonly key: string; readonly at: Instant; readonly operatorId: number }[]> {
  const rows = await database.query<{ unit_id: number; fact: string; at: Date; operator_id: number }>(
    `select distinct o.unit_id, o.fact, o.at, b.operator_id
     from operator_binding b join rule_occurrence o on o.unit_id = b.unit_id and o.fact is not null and o.at >= $2
       and o.fact like 'duty ' || b.operator_id || ' %'
     where b.operator_id = any($1::int8[])`,
    [operatorIds, toIso(since)],
  );
  return rows.map((row) => ({ unitId: row.unit_id, key: row.fact, at: row.at.getTime(), operatorId: row.operator_id }));
}
