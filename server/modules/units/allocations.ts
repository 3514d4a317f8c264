import type { BulkReply, CallError, Page, Request } from '../../../src/api/contract/index.ts';
import { can, type Need } from '../../../src/domain/access/index.ts';
import {
  allocationState,
  type Allocation,
  type AllocationForm,
  type AllocationSpan,
} from '../../../src/domain/allocation/index.ts';
import { fromIso, success, toIso, type AccountId, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { UnitSummary } from '../../../src/domain/unit/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Queryable, Transaction } from '../../store/database.types.ts';
import {
  ALLOCATION_COLUMNS,
  allocationColumns,
  allocationSorts,
  awaitAllocations,
  Conditions,
  accountAt,
  accountOf,
  allocationOf,
  conflictAt,
  dateWriter,
  escapeLike,
  notFound,
  readPage,
  refuseSpan,
  seenSpans,
  sessionOf,
  type AllocationRow,
  type Refused,
} from '../shared/index.ts';
import { recordAllocation } from './allocationEvents.ts';
import { onOwn, ownUnit } from './rules.ts';
import type { UnitServices } from './services.ts';

type Answer = Result<Allocation, CallError>;

const TAKES_BACK: Need = { resource: 'account_units', action: 'd' };

interface UnitAllocationRow extends AllocationRow {
  device_ids: number[];
}

const COLUMNS = `${ALLOCATION_COLUMNS}, l.device_ids`;
const FROM =
  'unit_allocation l join account a on a.id = l.account_id join unit u on u.id = l.unit_id left join app_user p on p.id = l.user_id';

/** Gives a unit of the caller's accounts to an account below its owner (specification, chapters 5 and 8). */
export async function allocateUnit(
  transaction: Transaction,
  form: Request<'allocateUnit'>,
  context: CallContext,
  services: UnitServices,
): Promise<Answer> {
  const unit = await ownUnit(transaction, form.unit_id, context, services);
  if (!unit.ok) return unit;
  const refused =
    refuseAccount(unit.value, form.account_id, context, services) ??
    (await refuseForeignDevices(transaction, form, context, services));
  return refused ?? giveUnit(transaction, unit.value, form, form.device_ids, context, services);
}

/** Gives each of the caller's units with everything in it to the account for the span, where nothing is in the way. */
export function allocateUnits(
  transaction: Transaction,
  { unit_ids: ids, ...form }: Request<'allocateUnits'>,
  context: CallContext,
  services: UnitServices,
): Promise<Result<BulkReply, CallError>> | Refused {
  const { directory, problems } = services;
  // Not of one unit, but of all: said at the field.
  if (
    form.account_id !== accountOf(context).accountId &&
    !accountAt(directory, accountOf(context), form.account_id, 'anywhere')
  ) {
    return problems.refuseField(context.lang, 'account_id', 'validation.oneOf');
  }
  return onOwn(transaction, ids, context, services, async (unit) => {
    const refused = refuseAccount(unit, form.account_id, context, services);
    if (refused) return refused;
    const carried = await transaction.query<{ device_id: number }>(
      'select device_id from unit_device where unit_id = $1 order by position',
      [unit.unit_id],
    );
    const given = await giveUnit(
      transaction,
      unit,
      form,
      carried.map((row) => row.device_id),
      context,
      services,
    );
    return given.ok ? null : given;
  });
}

/** Writes down that the account gets the unit with these devices, and reports it. */
async function giveUnit(
  transaction: Transaction,
  unit: UnitSummary,
  form: AllocationForm,
  deviceIds: readonly number[],
  context: CallContext,
  services: UnitServices,
): Promise<Answer> {
  const wished = {
    accountId: form.account_id as AccountId,
    from: fromIso(form.start_date),
    to: fromIso(form.end_date),
  };
  const refused =
    (await refuseSpan(
      transaction,
      { of: 'unit', id: unit.unit_id, owner: unit.account_id, wished },
      context,
      services.problems,
    )) ?? (await refuseBeforeCreation(transaction, unit.unit_id, wished, context, services));
  if (refused) return refused;
  const id = await transaction.nextId('unit_allocation');
  await transaction.query(
    `insert into unit_allocation (id, unit_id, account_id, device_ids, start_at, end_at, user_id, created_at, phase)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      id,
      unit.unit_id,
      form.account_id,
      JSON.stringify(deviceIds),
      new Date(wished.from),
      new Date(wished.to),
      sessionOf(context).userId,
      new Date(context.now),
      allocationState(wished, context.now),
    ],
  );
  await awaitAllocations(transaction, context.now);
  const allocation = await readBack(transaction, id);
  await recordAllocation(transaction, {
    kind: 'unitAllocated',
    unitId: unit.unit_id,
    allocation,
    now: context.now,
    by: context,
  });
  return success(allocation);
}

/** Ends a span now; one that has not begun is taken back, one that is over stays as it was. */
export async function endUnitAllocation(
  transaction: Transaction,
  { allocation_id: id }: Request<'endUnitAllocation'>,
  context: CallContext,
  services: UnitServices,
): Promise<Answer> {
  const [known] = await transaction.query<{ unit_id: number }>('select unit_id from unit_allocation where id = $1', [
    id,
  ]);
  if (!known) return notFound(context, services.problems);
  const unitId = known.unit_id;
  const unit = await ownUnit(transaction, unitId, context, services);
  if (!unit.ok) return unit;
  // Read once the unit is locked: somebody may have ended it meanwhile.
  const [existing] = await readAllocations(transaction, 'l.id = $1', [id]);
  if (!existing) return notFound(context, services.problems);
  const state = allocationState(spanOf(existing), context.now);
  if (state === 'upcoming' && !can(accountOf(context).permissions, TAKES_BACK))
    return services.problems.refuse(context.lang, ERROR.accessRight);
  if (state === 'ended') return conflictAt('allocation_id', 'server.allocationEnded', context, services.problems);
  const allocation = { ...existing, end_date: state === 'upcoming' ? existing.start_date : toIso(context.now) };
  if (state === 'upcoming') await transaction.query('delete from unit_allocation where id = $1', [id]);
  else
    await transaction.query("update unit_allocation set end_at = $2, phase = 'ended' where id = $1", [
      id,
      new Date(context.now),
    ]);
  await recordAllocation(transaction, {
    kind: 'unitAllocationEnded',
    unitId,
    allocation,
    now: context.now,
    by: context,
    takenBack: state === 'upcoming',
  });
  return success(allocation);
}

/**
 * Spans of a unit: all for its owner, its own for an account that held it. `unknown` when the caller may see none; null
 * for an unknown column.
 */
export async function listAllocations(
  database: Queryable,
  scope: readonly number[],
  request: Request<'getUnitAllocations'>,
): Promise<Page<Allocation> | null | 'unknown'> {
  const conditions = new Conditions()
    .add(seenSpans('u'), scope)
    .add((place) => `l.unit_id = ${place}`, request.unit_id);
  const text = request.search.trim();
  if (text) conditions.add((place) => `a.name ilike ${place}`, `%${escapeLike(text)}%`);
  const source = {
    columns: `${allocationColumns('u', '$1')}, l.device_ids`,
    from: FROM,
    conditions,
    sorts: allocationSorts('u', '$1'),
    fallback: 'start_date',
    id: 'l.id desc',
  };
  const page = await readPage<UnitAllocationRow, Allocation>(
    database,
    { ...request, sort: request.sort || '-start_date' },
    source,
    shown,
  );
  if (page === null || page.total > 0) return page;
  const [seen] = await database.query(
    `select 1 as found from unit u where u.id = $1 and (u.account_id = any($2::int8[])
       or exists (select 1 from unit_allocation l where l.unit_id = u.id and l.account_id = any($2::int8[])))`,
    [request.unit_id, scope],
  );
  return seen ? page : 'unknown';
}

/** The span of an allocation in instants. */
function spanOf({ start_date: from, end_date: to }: Pick<Allocation, 'start_date' | 'end_date'>): AllocationSpan {
  return { from: fromIso(from), to: to === null ? Number.POSITIVE_INFINITY : fromIso(to) };
}

async function readAllocations(
  database: Queryable,
  where: string,
  parameters: readonly unknown[],
): Promise<Allocation[]> {
  const rows = await database.query<UnitAllocationRow>(
    `select ${COLUMNS} from ${FROM} where ${where} order by l.start_at, l.id`,
    parameters,
  );
  return rows.map(shown);
}

async function readBack(transaction: Transaction, id: number): Promise<Allocation> {
  const [allocation] = await readAllocations(transaction, 'l.id = $1', [id]);
  if (!allocation) throw new Error(`Allocation ${id} was written and cannot be read.`);
  return allocation;
}

/** Units go down the tree only: to an account of the caller's that lies below the unit's owner. */
function refuseAccount(
  unit: UnitSummary,
  accountId: number,
  context: CallContext,
  { directory, problems }: UnitServices,
): Refused | null {
  const account = accountAt(directory, accountOf(context), accountId, 'anywhere');
  if (accountId === unit.account_id || (account && directory.ancestorsOf(account.account_id).includes(unit.account_id)))
    return null;
  if (!account) return problems.refuseField(context.lang, 'account_id', 'validation.oneOf');
  return conflictAt('account_id', 'server.allocationBelow', context, problems, { account: unit.account_name });
}

/** There was nothing to see of a unit before it was. */
async function refuseBeforeCreation(
  transaction: Transaction,
  unitId: number,
  { from }: AllocationSpan,
  context: CallContext,
  { problems }: UnitServices,
): Promise<Refused | null> {
  const [row] = await transaction.query<{ created_at: Date }>('select created_at from unit where id = $1', [unitId]);
  const created = row?.created_at.getTime() ?? 0;
  if (from >= created) return null;
  return conflictAt('start_date', 'server.allocationBeforeUnit', context, problems, {
    date: (await dateWriter(transaction, context))(created),
  });
}

/** Only what is in the unit goes with it. */
async function refuseForeignDevices(
  transaction: Transaction,
  form: Request<'allocateUnit'>,
  { lang }: CallContext,
  { problems }: UnitServices,
): Promise<Refused | null> {
  const carried = await transaction.query(
    'select 1 from unit_device where unit_id = $1 and device_id = any($2::int8[])',
    [form.unit_id, form.device_ids],
  );
  return carried.length === form.device_ids.length
    ? null
    : problems.refuseField(lang, 'device_ids', 'server.deviceNotOfUnit');
}

const shown = (row: UnitAllocationRow): Allocation => allocationOf(row, row.device_ids);
