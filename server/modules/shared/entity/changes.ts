import type { BulkReply, CallError } from '../../../../src/api/contract/index.ts';
import { success, type AccountId, type Fields, type Result } from '../../../../src/domain/base/index.ts';
import type { LabelledList } from '../../../../src/domain/entities/index.ts';
import type { AnyEntity } from '../../../../src/domain/entity/index.ts';
import type { NewEvent } from '../../../../src/domain/events/index.ts';
import { labelKindOf } from '../../../../src/domain/label/index.ts';
import type { Problems } from '../../../call/problems.ts';
import { validateTogether } from '../../../call/validation.ts';
import type { CallContext } from '../../../call/types.ts';
import type { Transaction } from '../../../store/database.types.ts';
import { inBulk } from '../changes/bulk.ts';
import { accountOf } from '../context.ts';
import { changesBetween, recordEvent } from '../changes/events.ts';
import { accountForNew } from '../accounts/reach.ts';
import { lockAccount } from '../accounts/lock.ts';
import { conflictAt, notFound, refuseOverwriting, type Refused } from '../changes/refusals.ts';
import { settleLabels } from '../labels/index.ts';
import { columnFields, findRow, scopeOf, sourceOf, type EntityRow, type Source } from './rows.ts';
import type { Change, TableOf } from './table.ts';

/** What changes of an entity need. */
export interface EntityWriter extends Source {
  readonly problems: Problems;
}

type AnyChange = Change<Fields, EntityRow>;
type Answer = Promise<Result<EntityRow, CallError>>;

/** Adds one to the caller's account, or to one below that they name. */
export async function create(
  transaction: Transaction,
  { account_id: asked, ...asForm }: Fields,
  context: CallContext,
  writer: EntityWriter,
): Answer {
  const { entity, table, problems } = writer;
  const accountId = accountForNew(
    { ...accountOf(context), scope: scopeOf(entity, context) },
    asked as number | undefined,
  );
  if (accountId === null) return problems.refuseField(context.lang, 'account_id', 'validation.oneOf');
  const tooMany = await refuseTooMany(transaction, accountId, context, writer);
  if (tooMany) return tooMany;
  const form = await inGroups(transaction, entity, asForm, accountId, context);
  const change: AnyChange = { before: null, form, accountId };
  const refused = await table.refuseChange?.(transaction, change, context);
  if (refused) return refused;
  const id = await transaction.nextId(entity.name);
  const values = {
    id,
    account_id: accountId,
    created_at: new Date(context.now),
    ...storedOf(writer, form),
    ...table.columns?.(change, context),
  };
  await transaction.query(
    `insert into ${entity.name} (${Object.keys(values).join(', ')}) values (${Object.keys(values)
      .map((_, place) => `$${place + 1}`)
      .join(', ')})`,
    Object.values(values),
  );
  await table.afterWrite?.(transaction, id, change, context);
  const row = await readBack(transaction, id, context, writer);
  await record(transaction, context, entity, row, entity.events.created, { after: formOf(entity, row) });
  return success(row);
}

/** Refuses one more where the account has as many as it may have. */
async function refuseTooMany(
  transaction: Transaction,
  accountId: AccountId,
  context: CallContext,
  { entity, table, problems }: EntityWriter,
): Promise<Refused | null> {
  if (!table.perAccount) return null;
  const { max, refusal } = table.perAccount;
  // Two who add one at the same time wait for each other.
  await lockAccount(transaction, accountId);
  const [{ count }] = await transaction.query<{ count: number }>(
    `select count(*) as count from ${entity.name} where account_id = $1`,
    [accountId],
  );
  return count >= max ? conflictAt(entity.title, refusal, context, problems, { max }) : null;
}

/**
 * Changes what is named; the rest stays. Fields that somebody else changed meanwhile are refused, and so are those that
 * do not go together with the rest.
 */
export async function update(
  transaction: Transaction,
  { expected, ...data }: Fields,
  context: CallContext,
  writer: EntityWriter,
): Answer {
  const { entity, table, problems } = writer;
  const { [entity.id]: id, ...named } = data;
  const before = await lock(transaction, id as number, context, writer);
  if (!before) return notFound(context, problems);
  const changes = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined));
  const current = formOf(entity, before);
  const overwriting = refuseOverwriting(
    current,
    expected as Fields | undefined,
    changes,
    context,
    problems,
    entity.typed,
  );
  if (overwriting) return overwriting;
  // Each field was checked by itself; what they are together only shows beside those that stay.
  const together = validateTogether(entity.schema, { ...current, ...changes }, context.lang, problems);
  if (!together.ok) return together;
  const form = await inGroups(transaction, entity, together.value, before.account_id, context);
  const change: AnyChange = { before, form, accountId: before.account_id };
  const refused = await table.refuseChange?.(transaction, change, context);
  if (refused) return refused;
  const difference = changesBetween(current, form);
  if (!difference) return success(before);
  await write(transaction, id as number, difference.after, change, context, writer);
  const row = await readBack(transaction, id as number, context, writer);
  await record(transaction, context, entity, row, entity.events.updated, difference);
  return success(row);
}

/** The form with its labels as the groups of the account are called; new ones make a group. */
async function inGroups(
  transaction: Transaction,
  { hasLabels, names }: AnyEntity,
  form: Fields,
  accountId: number,
  context: CallContext,
): Promise<Fields> {
  if (!hasLabels) return form;
  const place = { accountId, kind: labelKindOf(names as LabelledList) };
  return { ...form, labels: await settleLabels(transaction, context, place, form.labels as readonly string[]) };
}

/** Gives several another status; those that have it already stay as they are. */
export function updateStatus(
  transaction: Transaction,
  ids: readonly number[],
  status: string,
  context: CallContext,
  writer: EntityWriter,
): Promise<Result<BulkReply, CallError>> {
  const { entity, problems } = writer;
  return inBulk(ids, async (id) => {
    const row = await lock(transaction, id, context, writer);
    if (!row) return notFound(context, problems);
    const difference = changesBetween({ status: row.status }, { status });
    if (!difference) return null;
    const change: AnyChange = { before: row, form: { ...formOf(entity, row), status }, accountId: row.account_id };
    await write(transaction, id, { status }, change, context, writer);
    await record(transaction, context, entity, row, entity.events.status, difference);
    return null;
  });
}

/** Deletes several; one that others need stays, with the reason. */
export function remove(
  transaction: Transaction,
  ids: readonly number[],
  context: CallContext,
  writer: EntityWriter,
): Promise<Result<BulkReply, CallError>> {
  return inBulk(ids, (id) => erase(transaction, id, context, writer));
}

/** Deletes one, or says why not. */
export async function removeOne(
  transaction: Transaction,
  id: number,
  context: CallContext,
  writer: EntityWriter,
): Promise<Result<Record<string, never>, CallError>> {
  return (await erase(transaction, id, context, writer)) ?? success({});
}

async function erase(
  transaction: Transaction,
  id: number,
  context: CallContext,
  writer: EntityWriter,
): Promise<Refused | null> {
  const { entity, table, problems } = writer;
  const row = await lock(transaction, id, context, writer);
  if (!row) return notFound(context, problems);
  const refused = await table.refuseDeletion?.(transaction, row, context);
  if (refused) return refused;
  await transaction.query(`delete from ${entity.name} where id = $1`, [id]);
  await table.afterDeletion?.(transaction, id, row, context);
  await record(transaction, context, entity, row, entity.events.deleted, { before: formOf(entity, row) });
  return null;
}

/** The row as it is now, locked until the transaction ends: its event says exactly what was done. */
async function lock(
  transaction: Transaction,
  id: number,
  context: CallContext,
  writer: EntityWriter,
): Promise<EntityRow | null> {
  const scope = scopeOf(writer.entity, context);
  await transaction.query(
    `select id from ${writer.entity.name} where id = $1 and account_id = any($2::int8[]) for update`,
    [id, scope],
  );
  return findRow(transaction, writer, id, scope);
}

async function readBack(
  transaction: Transaction,
  id: number,
  context: CallContext,
  writer: EntityWriter,
): Promise<EntityRow> {
  const row = await findRow(transaction, writer, id, scopeOf(writer.entity, context));
  if (!row) throw new Error(`${writer.entity.name} ${id} was written and cannot be read.`);
  return row;
}

async function write(
  transaction: Transaction,
  id: number,
  changes: Fields,
  change: AnyChange,
  context: CallContext,
  writer: EntityWriter,
): Promise<void> {
  const { entity, table } = writer;
  const values = { ...storedOf(writer, changes), ...table.columns?.(change, context) };
  const columns = Object.keys(values);
  if (columns.length > 0)
    await transaction.query(
      `update ${entity.name} set ${columns.map((column, place) => `${column} = $${place + 2}`).join(', ')} where id = $1`,
      [id, ...Object.values(values)],
    );
  await table.afterWrite?.(transaction, id, change, context);
}

/** Fields as the table keeps them, without those that it keeps elsewhere. */
const storedOf = ({ entity, table }: EntityWriter, fields: Fields): Fields =>
  Object.fromEntries(
    columnFields(entity, table)
      .filter((field) => field in fields)
      .map((field) => [field, stored(entity, field, fields[field])]),
  );

/** Lists and objects are kept as JSON, whatever they are made of. */
function stored({ schema }: AnyEntity, field: string, value: unknown): unknown {
  const { type } = schema.describe().fields[field];
  return value !== null && ['array', 'object', 'mixed', 'tuple'].includes(type) ? JSON.stringify(value) : value;
}

const formOf = ({ fields }: AnyEntity, row: Fields): Fields =>
  Object.fromEntries(fields.map((field) => [field, row[field]]));

function record(
  transaction: Transaction,
  context: CallContext,
  { id, title }: AnyEntity,
  row: EntityRow,
  kind: string,
  data: { readonly before?: Fields; readonly after?: Fields },
): Promise<void> {
  // The catalogue of events derives the data of each kind from the same definition.
  return recordEvent(transaction, context, {
    accountId: row.account_id,
    kind,
    subjectId: Number(row[id]),
    data: { name: row[title], ...data },
  } as NewEvent);
}

/** The update of an entity, for methods of its own that change it otherwise than a form does. */
export const updateOf =
  <E extends AnyEntity>(entity: E, table: TableOf<E>, problems: Problems) =>
  (transaction: Transaction, data: Fields, context: CallContext): Answer =>
    update(transaction, data, context, { ...sourceOf(entity, table), problems });
