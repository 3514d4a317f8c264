import type { CallError, ImportedGeofences, Request } from '../../../src/api/contract/index.ts';
import { DAY, GEOFENCE, success, toIso, type AccountId, type Result } from '../../../src/domain/base/index.ts';
import { freeGeofenceName, geofenceNameKey, type GeofenceForm } from '../../../src/domain/geofence/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { reserveIds } from '../../store/index.ts';
import { accountForNew, accountOf, atomically, conflictAt, lockAccount, recordEvents } from '../shared/index.ts';
import { followPastVisits } from './past.ts';
import type { GeofenceServices } from './services.ts';
import { shapeColumns } from './table.ts';

/**
 * Creates several geofences in one transaction: all of them, or none. Earlier parts of a long import are only stored;
 * the last part creates all of them.
 */
export async function importGeofences(
  { database, problems }: GeofenceServices,
  { account_id, geofences: own, taken, part }: Request<'importGeofences'>,
  context: CallContext,
): Promise<Result<ImportedGeofences, CallError>> {
  const accountId = accountForNew(accountOf(context), account_id);
  if (accountId === null) return problems.refuseField(context.lang, 'account_id', 'validation.oneOf');
  return atomically(database, async (transaction) => {
    // Two who add some at the same time wait for each other.
    await lockAccount(transaction, accountId);
    const before = await answeredBefore(transaction, accountId, part);
    if (before !== null) return success(before);
    if (part !== undefined && part.number + 1 < part.count) {
      await storePart(transaction, accountId, part, { reply: NONE_CREATED, forms: own }, context);
      return success(NONE_CREATED);
    }
    const pending = await takePendingForms(transaction, accountId, part);
    if (pending === null) return conflictAt('part', 'server.importIncomplete', context, problems);
    const created = await create(transaction, accountId, [...pending, ...own], taken, context);
    if (created === null)
      return conflictAt('name', 'server.tooManyGeofences', context, problems, { max: GEOFENCE.perAccount });
    await storePart(transaction, accountId, part, { reply: created, forms: null }, context);
    return success(created);
  });
}

/** The answer to every part before the last one. */
const NONE_CREATED: ImportedGeofences = { geofences: [], skipped: [] };

/** Null: the account would have too many. */
async function create(
  transaction: Transaction,
  accountId: AccountId,
  forms: readonly GeofenceForm[],
  taken: Request<'importGeofences'>['taken'],
  context: CallContext,
): Promise<ImportedGeofences | null> {
  const rows = await transaction.query<{ name: string }>('select name from geofence where account_id = $1', [
    accountId,
  ]);
  const names = new Set(rows.map(({ name }) => geofenceNameKey(name)));
  const skipped: number[] = [];
  const made = forms.flatMap((form, index) => {
    if (taken === 'skip' && names.has(geofenceNameKey(form.name))) {
      skipped.push(index);
      return [];
    }
    const name = freeGeofenceName(form.name, names);
    names.add(geofenceNameKey(name));
    return [{ ...form, name }];
  });
  if (rows.length + made.length > GEOFENCE.perAccount) return null;
  const ids = await insert(transaction, accountId, made, context);
  if (made.length > 0) await followPastVisits(transaction, accountId, context);
  return { geofences: made.map(({ name }, index) => ({ geofence_id: ids[index], name })), skipped };
}

type Part = Request<'importGeofences'>['part'];

/** What was answered to this part before; null where it is new. */
async function answeredBefore(
  transaction: Transaction,
  accountId: AccountId,
  part: Part,
): Promise<ImportedGeofences | null> {
  if (part === undefined) return null;
  const [kept] = await transaction.query<{ reply: ImportedGeofences }>(
    'select reply from geofence_import where account_id = $1 and import_id = $2 and part = $3',
    [accountId, part.import_id, part.number],
  );
  return kept?.reply ?? null;
}

/** Removes and returns the forms of the parts before the last one, in order; null: a part is missing. */
async function takePendingForms(
  transaction: Transaction,
  accountId: AccountId,
  part: Part,
): Promise<GeofenceForm[] | null> {
  if (part === undefined) return [];
  const kept = await transaction.query<{ forms: GeofenceForm[] }>(
    `select forms from geofence_import
     where account_id = $1 and import_id = $2 and part < $3 and forms is not null order by part`,
    [accountId, part.import_id, part.number],
  );
  if (kept.length < part.number) return null;
  await transaction.query('update geofence_import set forms = null where account_id = $1 and import_id = $2', [
    accountId,
    part.import_id,
  ]);
  return kept.flatMap(({ forms }) => forms);
}

/** Stores a part for a day: its forms until the last part arrives, and its answer in case the client never got it. */
async function storePart(
  transaction: Transaction,
  accountId: AccountId,
  part: Part,
  { reply, forms }: { reply: ImportedGeofences; forms: readonly GeofenceForm[] | null },
  { now }: CallContext,
): Promise<void> {
  if (part === undefined) return;
  await transaction.query('delete from geofence_import where created_at < $1', [toIso(now - DAY)]);
  await transaction.query(
    `insert into geofence_import (account_id, import_id, part, reply, forms, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      accountId,
      part.import_id,
      part.number,
      JSON.stringify(reply),
      forms === null ? null : JSON.stringify(forms),
      toIso(now),
    ],
  );
}

async function insert(
  transaction: Transaction,
  accountId: AccountId,
  forms: readonly GeofenceForm[],
  context: CallContext,
): Promise<number[]> {
  if (forms.length === 0) return [];
  const ids = await reserveIds(transaction, 'geofence', forms.length);
  const rows = forms.map((form, index) => ({ id: ids[index], ...form, ...shapeColumns(form.shape) }));
  await transaction.query(
    `insert into geofence (id, account_id, created_at, name, shape, colour, description, labels, speed_limit, min_stay, area, length, west, south, east, north)
     select id, $2, $3, name, shape, colour, description, labels, speed_limit, min_stay, area, length, west, south, east, north
     from jsonb_to_recordset($1::jsonb) as row (id int8, name text, shape jsonb, colour text, description text, labels jsonb,
       speed_limit float8, min_stay int4, area float8, length float8, west float8, south float8, east float8, north float8)`,
    [JSON.stringify(rows), accountId, toIso(context.now)],
  );
  await recordEvents(
    transaction,
    context,
    forms.map((form, index) => ({
      accountId,
      kind: 'geofenceCreated',
      subjectId: ids[index],
      data: { name: form.name, after: form },
    })),
  );
  return ids;
}
