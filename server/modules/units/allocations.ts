import type { CallError, Page, Request } from '../../../src/api/contract/index.ts';
import { allocationProblem, allocationState, type Allocation, type AllocationSpan } from '../../../src/domain/allocation/index.ts';
import { createDateFormatter, fromIso, success, toIso, type AccountId, type AllocationId, type Instant, type Result } from '../../../src/domain/base/index.ts';
import type { UnitSummary } from '../../../src/domain/unit/index.ts';
import type { CallContext } from '../../gateway/types.ts';
import type { Queryable, Transaction } from '../../store/database.types.ts';
import { Conditions, accountAt, accountOf, conflictAt, escapeLike, notFound, readPage, readSettings, sessionOf, type Refused } from '../shared/index.ts';
import { tellAllocation } from './allocationEvents.ts';
import { ownUnit } from './rules.ts';
import type { UnitServices } from './services.ts';

type Answer = Result<Allocation, CallError>;

interface AllocationRow {
  id: unknown;
  unit_id: unknown;
  account_id: unknown;
  account_name: string;
  device_ids: number[];
  start_at: Date;
  end_at: Date | null;
  username: string | null;
  created_at: Date;
}

const COLUMNS = 'l.id, l.unit_id, l.account_id, a.name as account_name, l.device_ids, l.start_at, l.end_at, p.username, l.created_at';
const FROM = 'unit_allocation l join account a on a.id = l.account_id join unit u on u.id = l.unit_id left join app_user p on p.id = l.user_id';
const SORTS: Readonly<Record<string, string>> = { start_date: 'l.start_at', end_date: 'l.end_at', account_name: 'lower(a.name)', username: 'p.username_key', created_at: 'l.created_at' };

/** Gives a unit of the caller's accounts to an account below its owner (specification, chapters 5 and 8). */
export async function allocateUnit(transaction: Transaction, form: Request<'allocateUnit'>, context: CallContext, services: UnitServices): Promise<Answer> {
  const unit = await ownUnit(transaction, form.unit_id, context, services);
  if (!unit.ok) return unit;
  const wished = { accountId: form.account_id as AccountId, from: fromIso(form.start_date), to: fromIso(form.end_date) };
  const refused =
    refuseAccount(unit.value, form.account_id, context, services) ??
    (await refuseSpan(transaction, unit.value, wished, context, services)) ??
    (await refuseForeignDevices(transaction, form, context, services));
  if (refused) return refused;
  const id = await transaction.nextId('unit_allocation');
  await transaction.query(
    `insert into unit_allocation (id, unit_id, account_id, device_ids, start_at, end_at, user_id, created_at, phase)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id, form.unit_id, form.account_id, JSON.stringify(form.device_ids), new Date(wished.from), new Date(wished.to), sessionOf(context).userId,
      new Date(context.now), allocationState(wished, context.now),
    ],
  );
  const allocation = await readBack(transaction, id);
  await tellAllocation(transaction, { kind: 'unitAllocated', unitId: form.unit_id, allocation, now: context.now, by: context });
  return success(allocation);
}

/** Ends a span now; one that has not begun is taken back, one that is over stays as it was. */
export async function endUnitAllocation(transaction: Transaction, { allocation_id: id }: Request<'endUnitAllocation'>, context: CallContext, services: UnitServices): Promise<Answer> {
  const [known] = await transaction.query<{ unit_id: unknown }>('select unit_id from unit_allocation where id = $1', [id]);
  if (!known) return notFound(context, services.problems);
  const unitId = Number(known.unit_id);
  const unit = await ownUnit(transaction, unitId, context, services);
  if (!unit.ok) return unit;
  // Read once the unit is held: somebody may have ended it meanwhile.
  const [standing] = await readAllocations(transaction, 'l.id = $1', [id]);
  if (!standing) return notFound(context, services.problems);
  const state = allocationState(spanOf(standing), context.now);
  if (state === 'ended') return conflictAt('allocation_id', 'server.allocationEnded', context, services.problems);
  const allocation = { ...standing, end_date: state === 'upcoming' ? standing.start_date : toIso(context.now) };
  if (state === 'upcoming') await transaction.query('delete from unit_allocation where id = $1', [id]);
  else await transaction.query("update unit_allocation set end_at = $2, phase = 'ended' where id = $1", [id, new Date(context.now)]);
  await tellAllocation(transaction, { kind: 'unitAllocationEnded', unitId, allocation, now: context.now, by: context, takenBack: state === 'upcoming' });
  return success(allocation);
}

/** Spans of a unit: all for its owner, its own for an account that held it. `unknown` when the caller may see none; null for an unknown column. */
export async function listAllocations(database: Queryable, scope: readonly number[], request: Request<'getUnitAllocations'>): Promise<Page<Allocation> | null | 'unknown'> {
  const conditions = new Conditions()
    .add((place) => `l.unit_id = ${place}`, request.unit_id)
    .add((place) => `(u.account_id = any(${place}::int8[]) or l.account_id = any(${place}::int8[]))`, scope);
  const text = request.search.trim();
  if (text) conditions.add((place) => `a.name ilike ${place}`, `%${escapeLike(text)}%`);
  const source = { columns: COLUMNS, from: FROM, conditions, sorts: SORTS, fallback: 'start_date', id: 'l.id desc' };
  const page = await readPage<AllocationRow, Allocation>(database, { ...request, sort: request.sort || '-start_date' }, source, allocationOf);
  if (page === null || page.total > 0) return page;
  const [seen] = await database.query(
    `select 1 as found from unit u where u.id = $1 and (u.account_id = any($2::int8[])
       or exists (select 1 from unit_allocation l where l.unit_id = u.id and l.account_id = any($2::int8[])))`,
    [request.unit_id, scope],
  );
  return seen ? page : 'unknown';
}

/** The span of an allocation in instants. */
export function spanOf({ start_date: from, end_date: to }: Pick<Allocation, 'start_date' | 'end_date'>): AllocationSpan {
  return { from: fromIso(from), to: to === null ? Number.POSITIVE_INFINITY : fromIso(to) };
}

async function readAllocations(database: Queryable, where: string, parameters: readonly unknown[]): Promise<Allocation[]> {
  const rows = await database.query<AllocationRow>(`select ${COLUMNS} from ${FROM} where ${where} order by l.start_at, l.id`, parameters);
  return rows.map(allocationOf);
}

async function readBack(transaction: Transaction, id: number): Promise<Allocation> {
  const [allocation] = await readAllocations(transaction, 'l.id = $1', [id]);
  if (!allocation) throw new Error(`Allocation ${id} was written and cannot be read.`);
  return allocation;
}

/** Units go down the tree only: to an account of the caller's that lies below the unit's owner. */
function refuseAccount(unit: UnitSummary, accountId: number, context: CallContext, { directory, problems }: UnitServices): Refused | null {
  const account = accountAt(directory, accountOf(context), accountId, 'anywhere');
  if (accountId === unit.account_id || (account && directory.ancestorsOf(account.account_id).includes(unit.account_id))) return null;
  if (!account) return problems.refuseField(context.lang, 'account_id', 'validation.oneOf');
  return conflictAt('account_id', 'server.allocationBelow', context, problems, { account: unit.account_name });
}

async function refuseSpan(
  transaction: Transaction,
  unit: UnitSummary,
  wished: AllocationSpan & { readonly accountId: AccountId },
  context: CallContext,
  { problems }: UnitServices,
): Promise<Refused | null> {
  const standing = await readAllocations(transaction, 'l.unit_id = $1', [unit.unit_id]);
  const problem = allocationProblem(wished, unit.account_id, standing.map((each) => ({ ...spanOf(each), accountId: each.account_id })));
  if (problem?.code === 'owner') return conflictAt('account_id', 'server.allocatedToOwner', context, problems);
  if (problem?.code === 'sameAccount') return conflictAt('account_id', 'server.allocatedToSame', context, problems);
  const write = await dateWriter(transaction, context);
  if (problem) {
    const { from, to } = problem.span;
    const key = Number.isFinite(to) ? 'server.allocatedAlready' : 'server.allocatedOpen';
    return conflictAt('start_date', key, context, problems, { start_date: write(from), end_date: Number.isFinite(to) ? write(to) : '' });
  }
  const [row] = await transaction.query<{ created_at: Date }>('select created_at from unit where id = $1', [unit.unit_id]);
  const created = row?.created_at.getTime() ?? 0;
  return wished.from < created ? conflictAt('start_date', 'server.allocationBeforeUnit', context, problems, { date: write(created) }) : null;
}

/** Only what is in the unit goes with it. */
async function refuseForeignDevices(transaction: Transaction, form: Request<'allocateUnit'>, { lang }: CallContext, { problems }: UnitServices): Promise<Refused | null> {
  const carried = await transaction.query('select 1 from unit_device where unit_id = $1 and device_id = any($2::int8[])', [form.unit_id, form.device_ids]);
  return carried.length === form.device_ids.length ? null : problems.refuseField(lang, 'device_ids', 'server.deviceNotOfUnit');
}

/** Dates as the caller's account writes them. */
async function dateWriter(transaction: Transaction, context: CallContext): Promise<(instant: Instant) => string> {
  const { timezone, date_time_format: pattern } = await readSettings(transaction, accountOf(context).accountId);
  const dates = createDateFormatter(context.lang, timezone);
  return (instant) => dates.format(instant, pattern);
}

function allocationOf(row: AllocationRow): Allocation {
  return {
    allocation_id: Number(row.id) as AllocationId,
    account_id: Number(row.account_id) as AccountId,
    account_name: row.account_name,
    start_date: row.start_at.toISOString(),
    end_date: row.end_at?.toISOString() ?? null,
    device_ids: row.device_ids,
    username: row.username ?? '',
    created_at: row.created_at.toISOString(),
  };
}
