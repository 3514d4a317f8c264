import type { CallError, Page, Reply, Request } from '../../../src/api/contract/index.ts';
import { MINUTE, success, toIso, type AccountId, type Result, type UnitId } from '../../../src/domain/base/index.ts';
import type { ServiceRecord } from '../../../src/domain/maintenance/index.ts';
import { readInstant } from '../../call/interval.ts';
import type { CallContext } from '../../call/types.ts';
import type { Queryable, Transaction } from '../../store/database.types.ts';
import {
  Conditions,
  accountOf,
  changesBetween,
  escapeLike,
  notFound,
  readPage,
  recordEvent,
  refuseOverwriting,
  sessionOf,
  unknownSortColumn,
} from '../shared/index.ts';
import { COUNTED, countAsBefore, countOn } from './counting.ts';
import type { MaintenanceServices } from './services.ts';
import { measure } from './remaining.ts';

/** Clocks of browsers that are a little fast. */
const AHEAD = 5 * MINUTE;

interface RecordRow extends Omit<ServiceRecord, 'done_at' | 'created_at' | 'service_record_id'> {
  [column: string]: unknown;
  id: number;
  done_at: Date;
  created_at: Date;
}

const IS_LAST =
  'not exists (select from service_record o where o.service_reminder_id = r.service_reminder_id and (o.done_at, o.id) > (r.done_at, r.id))';
const COLUMNS = `r.id, r.service_reminder_id, t.name, t.account_id, r.unit_id, coalesce(v.name, '') as unit_name, r.done_at, r.odometer, r.engine_hours,
  r.work, r.cost, r.currency, r.place, r.invoice, r.note, r.created_at, ${IS_LAST} as is_last,
  coalesce(nullif(trim(p.first_name || ' ' || p.last_name), ''), p.username, '') as recorded_by`;
/** What the list may be sorted by. */
const SORTS = {
  done_at: 'r.done_at',
  name: 'lower(t.name)',
  unit_name: 'lower(v.name)',
  cost: 'r.cost',
  odometer: 'r.odometer',
};
const FROM = `service_record r join service_reminder t on t.id = r.service_reminder_id
  left join unit v on v.id = r.unit_id left join app_user p on p.id = r.user_id`;

/** Services that were done, newest first. */
export async function listRecords(
  { database, directory, problems }: MaintenanceServices,
  { service_reminder_id: reminder, unit_id: unit, search, ...request }: Request<'getServiceHistory'>,
  context: CallContext,
): Promise<Result<Page<ServiceRecord>, CallError>> {
  const conditions = new Conditions().add((place) => `t.account_id = any(${place}::int8[])`, accountOf(context).scope);
  if (reminder !== undefined) conditions.add((place) => `r.service_reminder_id = ${place}`, reminder);
  if (unit !== undefined) conditions.add((place) => `r.unit_id = ${place}`, unit);
  const text = search.trim();
  if (text)
    conditions.add(
      (place) =>
        `(t.name ilike ${place} or r.work::text ilike ${place} or r.place ilike ${place} or r.invoice ilike ${place})`,
      `%${escapeLike(text)}%`,
    );
  const page = await readPage<RecordRow, ServiceRecord>(
    database,
    request,
    { columns: COLUMNS, from: FROM, conditions, sorts: SORTS, fallback: 'done_at', id: 'r.id' },
    (row) => shown(row, directory),
  );
  return page ? success(page) : unknownSortColumn(context, problems);
}

export async function readRecord(
  { database, directory, problems }: MaintenanceServices,
  id: number,
  context: CallContext,
): Promise<Result<ServiceRecord, CallError>> {
  const row = await findRecord(database, id, context);
  return row ? success(shown(row, directory)) : notFound(context, problems);
}

async function findRecord(database: Queryable, id: number, context: CallContext): Promise<RecordRow | null> {
  const [row] = await database.query<RecordRow>(
    `select ${COLUMNS} from ${FROM} where r.id = $1 and t.account_id = any($2::int8[])`,
    [id, accountOf(context).scope],
  );
  return row ?? null;
}

/** The unit is named as long as the reminder's account sees it. */
function shown(
  { id, done_at, created_at, ...row }: RecordRow,
  directory: MaintenanceServices['directory'],
): ServiceRecord {
  const accounts = new Set<number>(directory.scopeOf(row.account_id));
  const isSeen = row.unit_id !== null && directory.sightOf(accounts, row.unit_id)?.length !== 0;
  return {
    ...(row as Omit<ServiceRecord, 'done_at' | 'created_at' | 'service_record_id'>),
    service_record_id: id,
    unit_name: isSeen ? row.unit_name : '',
    done_at: toIso(done_at.getTime()),
    created_at: toIso(created_at.getTime()),
  };
}

interface Counting {
  [column: string]: unknown;
  id: number;
  account_id: AccountId;
  name: string;
  unit_id: UnitId | null;
  before: object;
}

/** Enters a service. Where none was done later the reminder counts on from it. */
export async function complete(
  services: MaintenanceServices,
  transaction: Transaction,
  data: Request<'completeService'>,
  context: CallContext,
): Promise<Result<Reply<'completeService'>, CallError>> {
  const { directory, problems } = services;
  const doneAt = readInstant(data.done_at, 'done_at', context.lang, problems);
  if (!doneAt.ok) return doneAt;
  if (doneAt.value > context.now + AHEAD)
    return problems.refuseField(context.lang, 'done_at', 'validation.service.future');
  const [reminder] = await transaction.query<Counting>(
    `select id, account_id, name, unit_id, jsonb_build_object(${COUNTED.map((column) => `'${column}', ${column}`).join(', ')}) as before
     from service_reminder where id = $1 and account_id = any($2::int8[]) for update`,
    [data.service_reminder_id, accountOf(context).scope],
  );
  if (!reminder) return notFound(context, problems);
  const [later] = await transaction.query(
    'select id from service_record where service_reminder_id = $1 and done_at > $2 limit 1',
    [reminder.id, toIso(doneAt.value)],
  );
  if (!later) await countOn(transaction, reminder.id, doneAt.value, data);
  const id = await transaction.nextId('service_record');
  await transaction.query(
    `insert into service_record (id, service_reminder_id, unit_id, done_at, odometer, engine_hours, work, cost, currency, place, invoice, note, user_id, created_at, before)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
    [
      id,
      reminder.id,
      reminder.unit_id,
      toIso(doneAt.value),
      data.odometer,
      data.engine_hours,
      JSON.stringify(data.work),
      data.cost,
      data.currency,
      data.place,
      data.invoice,
      data.note,
      sessionOf(context).userId,
      toIso(context.now),
      JSON.stringify(reminder.before),
    ],
  );
  await transaction.query('update service_reminder set done_count = done_count + 1 where id = $1', [reminder.id]);
  await measure(transaction, [reminder.id], context.now);
  const row = await findRecord(transaction, id, context);
  if (!row) throw new Error(`Service ${id} was written and cannot be read.`);
  const record = shown(row, directory);
  await recordDone(transaction, context, record, 'serviceDone');
  return success(record);
}

/** Corrects the bill. */
export async function correct(
  services: MaintenanceServices,
  transaction: Transaction,
  { service_record_id: id, expected, ...changes }: Request<'updateServiceRecord'>,
  context: CallContext,
): Promise<Result<Reply<'updateServiceRecord'>, CallError>> {
  const { directory, problems } = services;
  await transaction.query('select id from service_record where id = $1 for update', [id]);
  const before = await findRecord(transaction, id, context);
  if (!before) return notFound(context, problems);
  const { cost, currency, place, invoice, note } = before;
  const bill = { cost, currency, place, invoice, note };
  const overwriting = refuseOverwriting(
    bill,
    expected,
    changes,
    context,
    problems,
    new Set(['place', 'invoice', 'note']),
  );
  if (overwriting) return overwriting;
  const named = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  const after = { ...bill, ...named };
  const difference = changesBetween(bill, after);
  if (!difference) return success(shown(before, directory));
  await transaction.query(
    'update service_record set cost = $2, currency = $3, place = $4, invoice = $5, note = $6 where id = $1',
    [id, after.cost, after.currency, after.place, after.invoice, after.note],
  );
  const record = shown({ ...before, ...after }, directory);
  await recordEvent(transaction, context, {
    accountId: record.account_id,
    kind: 'serviceRecordUpdated',
    subjectId: record.service_reminder_id,
    data: { ...about(record), record_id: id, ...difference },
  });
  return success(record);
}

/** Takes a service back. After the last one, where nobody set the reminder otherwise since, that counts as before. */
export async function takeBack(
  { directory, problems }: MaintenanceServices,
  transaction: Transaction,
  { service_record_id: id }: Request<'deleteServiceRecord'>,
  context: CallContext,
): Promise<Result<Reply<'deleteServiceRecord'>, CallError>> {
  const row = await findRecord(transaction, id, context);
  if (!row) return notFound(context, problems);
  const { service_reminder_id: reminderId } = row;
  await transaction.query('select id from service_reminder where id = $1 for update', [reminderId]);
  if (row.is_last) await countAsBefore(transaction, id);
  await transaction.query('delete from service_record where id = $1', [id]);
  await transaction.query('update service_reminder set done_count = done_count - 1 where id = $1', [reminderId]);
  await measure(transaction, [reminderId], context.now);
  await recordDone(transaction, context, shown(row, directory), 'serviceRecordDeleted');
  return success({});
}

const about = ({ name, unit_id, unit_name: unit }: ServiceRecord) => ({ name, unit_id, unit });

const recordDone = (
  transaction: Transaction,
  context: CallContext,
  record: ServiceRecord,
  kind: 'serviceDone' | 'serviceRecordDeleted',
): Promise<void> =>
  recordEvent(transaction, context, {
    accountId: record.account_id,
    kind,
    subjectId: record.service_reminder_id,
    data: { ...about(record), record_id: record.service_record_id, done_at: record.done_at },
  });
