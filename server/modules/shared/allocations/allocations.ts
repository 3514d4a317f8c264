import { allocationProblem, type Allocation, type AllocationSpan } from '../../../../src/domain/allocation/index.ts';
import { dateFormatterOf, type AccountId, type AllocationId, type Instant } from '../../../../src/domain/base/index.ts';
import type { Problems } from '../../../call/problems.ts';
import type { CallContext } from '../../../call/types.ts';
import type { Queryable } from '../../../store/database.types.ts';
import { accountOf, sessionOf } from '../context.ts';
import { conflictAt, type Refused } from '../changes/refusals.ts';
import { readPersonalSettings } from '../accounts/settings.ts';

/** A span as both tables of allocations hold it. */
export interface AllocationRow {
  id: number;
  account_id: number;
  account_name: string;
  start_at: Date;
  end_at: Date | null;
  username: string | null;
  created_at: Date;
}

/** What of a span says who holds something from when to when. */
export type AllocationSpanRow = Pick<AllocationRow, 'id' | 'account_id' | 'account_name' | 'start_at' | 'end_at'>;

/** Columns of {@link AllocationRow}, where `l` is the allocation, `a` its account and `p` who made it. */
const columnsWith = (username: string): string =>
  `l.id, l.account_id, a.name as account_name, l.start_at, l.end_at, ${username} as username, l.created_at`;
export const ALLOCATION_COLUMNS = columnsWith('p.username');

/**
 * The thing `owned` is allocated by a person of its owner, who is not named to an account that only holds it. `scope`:
 * the place of the accounts in reach.
 */
const ifOwner = (owned: string, scope: string, name: string): string =>
  `case when ${owned}.account_id = any(${scope}::int8[]) then ${name} end`;

/** As {@link ALLOCATION_COLUMNS}, for a caller who may only hold what is allocated. */
export const allocationColumns = (owned: string, scope: string): string =>
  columnsWith(ifOwner(owned, scope, 'p.username'));

/** What a list of allocations may be sorted by. */
export const allocationSorts = (owned: string, scope: string): Readonly<Record<string, string>> => ({
  start_date: 'l.start_at',
  end_date: 'l.end_at',
  account_name: 'lower(a.name)',
  username: ifOwner(owned, scope, 'p.username_key'),
  created_at: 'l.created_at',
});

/** Spans that a caller may see: all of what is theirs, else those that were given to them. */
export const seenSpans =
  (owned: string) =>
  (scope: string): string =>
    `(${owned}.account_id = any(${scope}::int8[]) or l.account_id = any(${scope}::int8[]))`;

export function shownAllocation(
  row: AllocationSpanRow,
): Pick<Allocation, 'allocation_id' | 'account_id' | 'account_name' | 'start_date' | 'end_date'> {
  return {
    allocation_id: row.id as AllocationId,
    account_id: row.account_id as AccountId,
    account_name: row.account_name,
    start_date: row.start_at.toISOString(),
    end_date: row.end_at?.toISOString() ?? null,
  };
}

export function allocationOf(row: AllocationRow, deviceIds: readonly number[]): Allocation {
  return {
    ...shownAllocation(row),
    device_ids: deviceIds,
    username: row.username ?? '',
    created_at: row.created_at.toISOString(),
  };
}

/** A span of a row, in instants. */
export function spanOfRow({ start_at: from, end_at: to }: Pick<AllocationRow, 'start_at' | 'end_at'>): AllocationSpan {
  return { from: from.getTime(), to: to?.getTime() ?? Number.POSITIVE_INFINITY };
}

export interface WishedSpan {
  /** What is to be given: its table of spans says who has it already. */
  readonly of: 'unit' | 'device';
  readonly id: number;
  readonly owner: AccountId;
  readonly wished: AllocationSpan & { readonly accountId: AccountId };
}

const TAKEN = {
  unit: { table: 'unit_allocation', until: 'server.allocatedAlready', open: 'server.allocatedOpen' },
  device: { table: 'device_allocation', until: 'server.deviceAllocated', open: 'server.deviceAllocatedOpen' },
} as const;

/**
 * Why a unit or a device cannot be given for a span (specification, chapters 5 and 8), in the words of its field; null
 * when it can.
 */
export async function refuseSpan(
  database: Queryable,
  { of, id, owner, wished }: WishedSpan,
  context: CallContext,
  problems: Problems,
): Promise<Refused | null> {
  const { table, until, open } = TAKEN[of];
  const rows = await database.query<Pick<AllocationRow, 'account_id' | 'start_at' | 'end_at'>>(
    `select account_id, start_at, end_at from ${table} where ${of}_id = $1 order by start_at, id`,
    [id],
  );
  const problem = allocationProblem(
    wished,
    owner,
    rows.map((row) => ({ ...spanOfRow(row), accountId: row.account_id as AccountId })),
  );
  if (!problem) return null;
  if (problem.code === 'owner') return conflictAt('account_id', 'server.allocatedToOwner', context, problems);
  if (problem.code === 'sameAccount') return conflictAt('account_id', 'server.allocatedToSame', context, problems);
  const write = await dateWriter(database, context);
  const { from, to } = problem.span;
  if (!Number.isFinite(to)) return conflictAt('start_date', open, context, problems, { start_date: write(from) });
  return conflictAt('start_date', until, context, problems, { start_date: write(from), end_date: write(to) });
}

/** Dates as the caller's account writes them, in the caller's time zone. */
export async function dateWriter(database: Queryable, context: CallContext): Promise<(instant: Instant) => string> {
  const { timezone, date_time_format: pattern } = await readPersonalSettings(
    database,
    accountOf(context).accountId,
    sessionOf(context).userId,
  );
  const dates = dateFormatterOf(context.lang, timezone);
  return (instant) => dates.format(instant, pattern);
}
