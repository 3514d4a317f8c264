import type { CallError, Reply, Request } from '../../../src/api/contract/index.ts';
import { failure, success, toIso, type AccountId, type Instant, type Result } from '../../../src/domain/base/index.ts';
import { readInstant } from '../../call/interval.ts';
import { isSeenAt, reachOf } from '../../call/reach.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { accountOf, conflictAt, dateWriter, notFound, sessionOf, type Refused } from '../shared/index.ts';
import { findBinding, shownRow, type NamedRow } from './bindings.ts';
import { recordManual, rebuildAround } from './record.ts';
import type { OperatorServices } from './services.ts';

/** What an assignment by hand says. */
interface Wish {
  readonly operatorId: number;
  readonly unitId: number;
  readonly from: Instant;
  readonly to: Instant | null;
}

interface OperatorRow {
  readonly id: number;
  readonly account_id: AccountId;
  readonly name: string;
  readonly several_units: boolean;
}

const UNITS = { resource: 'units', action: 'r' } as const;

/** Assigns by hand. One that begins while the operator is elsewhere without an end is what ends that. */
export async function assignOperator(
  services: OperatorServices,
  transaction: Transaction,
  data: Request<'assignOperator'>,
  context: CallContext,
): Promise<Result<Reply<'assignOperator'>, CallError>> {
  const operator = await lockOperator(transaction, data.operator_id, context);
  if (!operator) return notFound(context, services.problems);
  const span = readSpan(services, data.from, data.to ?? null, context);
  if (!span.ok) return span;
  const wish: Wish = { operatorId: operator.id, unitId: data.unit_id, ...span.value };
  if (!isInReach(services, wish, operator, context)) return notFound(context, services.problems);
  if (wish.to === null) await endOpen(services, transaction, operator, wish, context);
  const refused = await refuseOverlap(services, transaction, operator, wish, 0, context);
  if (refused) return refused;
  const id = await transaction.nextId('operator_binding');
  await transaction.query(
    `insert into operator_binding (id, operator_id, unit_id, from_at, to_at, source, ended, user_id, created_at)
     values ($1, $2, $3, $4, $5, 'manual', $6, $7, $8)`,
    [
      id,
      wish.operatorId,
      wish.unitId,
      toIso(wish.from),
      isoOrNull(wish.to),
      wish.to === null ? null : 'byHand',
      sessionOf(context).userId,
      toIso(context.now),
    ],
  );
  return success(await written(services, transaction, id, 'driverAssigned', context, wish));
}

/** Ends what assigns the operator to the unit at an instant, by hand and by key. */
export async function releaseOperator(
  services: OperatorServices,
  transaction: Transaction,
  data: Request<'releaseOperator'>,
  context: CallContext,
): Promise<Result<Reply<'releaseOperator'>, CallError>> {
  const { problems } = services;
  const operator = await lockOperator(transaction, data.operator_id, context);
  if (!operator) return notFound(context, problems);
  const at = data.at === undefined ? success(context.now) : readInstant(data.at, 'at', context.lang, problems);
  if (!at.ok) return at;
  if (!isInReach(services, { unitId: data.unit_id, from: at.value }, operator, context))
    return notFound(context, problems);
  const rows = await transaction.query<{ id: number; source: string }>(
    `select id, source from operator_binding where operator_id = $1 and unit_id = $2 and from_at <= $3 and (to_at is null or to_at > $3) order by id`,
    [operator.id, data.unit_id, toIso(at.value)],
  );
  if (rows.length === 0)
    return conflictAt('unit_id', 'server.operatorNotAssigned', context, problems, { name: operator.name });
  const manual = rows.filter(({ source }) => source === 'manual').map(({ id }) => id);
  await endManual(transaction, manual, at.value);
  await ignoreKey(transaction, operator.id, data.unit_id, at.value, context);
  await rebuildAround(
    services,
    transaction,
    { operatorId: operator.id, unitId: data.unit_id, from: at.value, to: null },
    context,
  );
  for (const id of manual)
    await recordManual(services, transaction, 'driverReleased', await bindingAt(transaction, id), context);
  const after = await Promise.all(rows.map(({ id }) => findBinding(transaction, id)));
  return success({ bindings: after.flatMap((row) => (row ? [shownRow(row)] : [])) });
}

/** Changes an assignment that was made by hand. */
export async function updateBinding(
  services: OperatorServices,
  transaction: Transaction,
  data: Request<'updateOperatorBinding'>,
  context: CallContext,
): Promise<Result<Reply<'updateOperatorBinding'>, CallError>> {
  const { problems } = services;
  const before = await ownBinding(transaction, data.binding_id, context);
  if (!before) return notFound(context, problems);
  if (before.source !== 'manual') return conflictAt('binding_id', 'server.bindingByKey', context, problems);
  const operator = await lockOperator(transaction, before.operator_id, context);
  if (!operator) return notFound(context, problems);
  const span = readSpan(services, data.from, data.to, context);
  if (!span.ok) return span;
  const wish: Wish = { operatorId: operator.id, unitId: data.unit_id ?? before.unit_id, ...span.value };
  if (!isInReach(services, wish, operator, context)) return notFound(context, problems);
  const refused = await refuseOverlap(services, transaction, operator, wish, before.id, context);
  if (refused) return refused;
  await transaction.query(
    'update operator_binding set unit_id = $2, from_at = $3, to_at = $4, ended = $5 where id = $1',
    [before.id, wish.unitId, toIso(wish.from), isoOrNull(wish.to), wish.to === null ? null : 'byHand'],
  );
  await rebuildAround(services, transaction, spanOf(before), context);
  return success(await written(services, transaction, before.id, 'driverChanged', context, wish));
}

/** Removes an assignment by hand; of one by key the session is ignored from there on. */
export async function deleteBinding(
  services: OperatorServices,
  transaction: Transaction,
  { binding_id: id }: Request<'deleteOperatorBinding'>,
  context: CallContext,
): Promise<Result<Record<string, never>, CallError>> {
  const row = await ownBinding(transaction, id, context);
  if (!row || !(await lockOperator(transaction, row.operator_id, context))) return notFound(context, services.problems);
  if (row.source === 'manual') await transaction.query('delete from operator_binding where id = $1', [id]);
  else await ignoreKey(transaction, row.operator_id, row.unit_id, row.from_at.getTime(), context);
  await rebuildAround(services, transaction, spanOf(row), context);
  // What turned out wrong is reported as ended at its beginning.
  if (row.source === 'manual')
    await recordManual(services, transaction, 'driverChanged', { ...row, to_at: row.from_at }, context);
  return success({});
}

const isoOrNull = (instant: Instant | null): string | null => (instant === null ? null : toIso(instant));
const spanOf = (row: NamedRow): Wish => ({
  operatorId: row.operator_id,
  unitId: row.unit_id,
  from: row.from_at.getTime(),
  to: row.to_at?.getTime() ?? null,
});

/** An operator in the caller's reach; two changes of who one drives for wait for each other. */
async function lockOperator(
  transaction: Transaction,
  id: number,
  context: CallContext,
): Promise<OperatorRow | undefined> {
  const [row] = await transaction.query<OperatorRow>(
    'select id, account_id, name, several_units from operator where id = $1 and account_id = any($2::int8[]) for update',
    [id, accountOf(context).scope],
  );
  return row;
}

async function ownBinding(transaction: Transaction, id: number, context: CallContext): Promise<NamedRow | undefined> {
  const row = await findBinding(transaction, id);
  return row && accountOf(context).scope.some((account) => account === row.account_id) ? row : undefined;
}

async function bindingAt(transaction: Transaction, id: number): Promise<NamedRow> {
  const row = await findBinding(transaction, id);
  if (!row) throw new Error(`Binding ${id} was written and cannot be read.`);
  return row;
}

/**
 * The unit is one that the caller sees when the span begins, and the operator's account too: others learn nothing of
 * its operators.
 */
function isInReach(
  { directory }: OperatorServices,
  { unitId, from }: Pick<Wish, 'unitId' | 'from'>,
  operator: OperatorRow,
  context: CallContext,
): boolean {
  const accounts = [reachOf(accountOf(context), UNITS), directory.scopeOf(operator.account_id)];
  return (
    directory.accountOf(unitId) !== 0 &&
    accounts.every((scope) => isSeenAt(directory, new Set<number>(scope), unitId, from))
  );
}

/** From now on where no instant is named. An assignment begins now or in the past, and ends after that. */
function readSpan(
  { problems }: OperatorServices,
  fromText: string | undefined,
  toText: string | null,
  context: CallContext,
): Result<Pick<Wish, 'from' | 'to'>, CallError> {
  const from = fromText === undefined ? success(context.now) : readInstant(fromText, 'from', context.lang, problems);
  if (!from.ok) return failure(from.error);
  const to = toText === null ? success(null) : readInstant(toText, 'to', context.lang, problems);
  if (!to.ok) return failure(to.error);
  if (to.value !== null && to.value <= from.value)
    return problems.refuseField(context.lang, 'to', 'validation.interval');
  return success({ from: from.value, to: to.value });
}

/**
 * A new assignment without an end ends the one before (domain reference, chapter 8), unless the operator may have
 * several.
 */
async function endOpen(
  services: OperatorServices,
  transaction: Transaction,
  operator: OperatorRow,
  wish: Wish,
  context: CallContext,
): Promise<void> {
  if (operator.several_units) return;
  const open = await transaction.query<{ id: number }>(
    `select id from operator_binding where operator_id = $1 and source = 'manual' and to_at is null and from_at < $2 and unit_id <> $3`,
    [operator.id, toIso(wish.from), wish.unitId],
  );
  await endManual(
    transaction,
    open.map(({ id }) => id),
    wish.from,
    'otherUnit',
  );
  for (const { id } of open) {
    const row = await bindingAt(transaction, id);
    await rebuildAround(services, transaction, { ...spanOf(row), from: wish.from, to: null }, context);
    await recordManual(services, transaction, 'driverReleased', row, context);
  }
}

async function endManual(
  transaction: Transaction,
  ids: readonly number[],
  at: Instant,
  ended: 'byHand' | 'otherUnit' = 'byHand',
): Promise<void> {
  if (ids.length === 0) return;
  // One that begins at the very instant never was.
  await transaction.query(
    'update operator_binding set to_at = greatest(from_at, $2::timestamptz), ended = $3 where id = any($1::int8[])',
    [ids, toIso(at), ended],
  );
}

/** The key that is signed in at the instant says nothing from then on. */
async function ignoreKey(
  transaction: Transaction,
  operatorId: number,
  unitId: number,
  at: Instant,
  context: CallContext,
): Promise<void> {
  await transaction.query(
    'insert into operator_release (operator_id, unit_id, at, user_id) values ($1, $2, $3, $4) on conflict do nothing',
    [operatorId, unitId, toIso(at), sessionOf(context).userId],
  );
}

/** By hand one is at one unit at a time, and never twice at the same. */
async function refuseOverlap(
  { database, problems }: OperatorServices,
  transaction: Transaction,
  operator: OperatorRow,
  { unitId, from, to }: Wish,
  except: number,
  context: CallContext,
): Promise<Refused | null> {
  const [other] = await transaction.query<{ from_at: Date; to_at: Date | null; unit_name: string }>(
    `select b.from_at, b.to_at, u.name as unit_name from operator_binding b join unit u on u.id = b.unit_id
     where b.operator_id = $1 and b.source = 'manual' and b.id <> $2 and ($3 or b.unit_id = $4)
       and b.from_at < $6 and coalesce(b.to_at, 'infinity') > $5 order by b.from_at limit 1`,
    [operator.id, except, !operator.several_units, unitId, toIso(from), to === null ? 'infinity' : toIso(to)],
  );
  if (!other) return null;
  const write = await dateWriter(database, context);
  const values = { unit: other.unit_name, start_date: write(other.from_at.getTime()) };
  return other.to_at === null
    ? conflictAt('from', 'server.operatorAssignedOpen', context, problems, values)
    : conflictAt('from', 'server.operatorAssigned', context, problems, {
        ...values,
        end_date: write(other.to_at.getTime()),
      });
}

/** Finds again what keys say beside it, and records the events. */
async function written(
  services: OperatorServices,
  transaction: Transaction,
  id: number,
  kind: 'driverAssigned' | 'driverChanged',
  context: CallContext,
  wish: Wish,
): Promise<Reply<'assignOperator'>> {
  await rebuildAround(services, transaction, wish, context);
  const row = await bindingAt(transaction, id);
  await recordManual(services, transaction, kind, row, context);
  return shownRow(row);
}
