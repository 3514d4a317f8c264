import type { CallError, Request } from '../../../src/api/contract/index.ts';
import { failure, success, toIso, type AccountId, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { UnitSummary } from '../../../src/domain/unit/index.ts';
import type { Problems } from '../../gateway/problems.ts';
import type { CallContext } from '../../gateway/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { accountOf, sessionOf } from '../shared/index.ts';
import { findUnit } from './list.ts';

type Answer = Result<UnitSummary, CallError>;
type Refused = Result<never, CallError>;

/** Creates the unit and attaches its devices; the event carries the summary, for lists that fold it. */
export async function createUnit(
  transaction: Transaction,
  data: Request<'createUnit'>,
  context: CallContext,
  problems: Problems,
): Promise<Answer> {
  const { accountId, scope } = accountOf(context);
  await lockAccount(transaction, accountId);
  const refused =
    (await refuseTakenName(transaction, accountId, data.name, null, context, problems)) ??
    (await refuseDevices(transaction, data.device_ids, scope, context, problems));
  if (refused) return refused;
  const unitId = await transaction.nextId('unit');
  await transaction.query(
    "insert into unit (id, account_id, name, kind, status, created_at) values ($1, $2, $3, $4, 'active', $5)",
    [unitId, accountId, data.name, data.kind, new Date(context.now)],
  );
  for (const [position, deviceId] of data.device_ids.entries()) {
    await transaction.query('insert into unit_device (unit_id, device_id, position) values ($1, $2, $3)', [unitId, deviceId, position]);
  }
  const unit = await findUnit(transaction, [accountId], unitId);
  if (!unit) throw new Error(`Unit ${unitId} was inserted and cannot be read.`);
  await tell(transaction, context, accountId, 'unitCreated', unitId, { ...unit, device_ids: data.device_ids });
  return success(unit);
}

/** Renames a unit or changes its kind, one event for each; what stays the same tells nothing. */
export async function updateUnit(
  transaction: Transaction,
  data: Request<'updateUnit'>,
  context: CallContext,
  problems: Problems,
): Promise<Answer> {
  const { scope } = accountOf(context);
  const before = await findUnit(transaction, scope, data.unit_id);
  if (!before) return notFound(context, problems);
  await lockAccount(transaction, before.account_id);
  const name = data.name ?? before.name;
  const kind = data.kind ?? before.kind;
  if (name !== before.name) {
    const refused = await refuseTakenName(transaction, before.account_id, name, data.unit_id, context, problems);
    if (refused) return refused;
  }
  await transaction.query('update unit set name = $2, kind = $3 where id = $1', [data.unit_id, name, kind]);
  if (name !== before.name) {
    await tell(transaction, context, before.account_id, 'unitRenamed', data.unit_id, { name, previous_name: before.name });
  }
  if (kind !== before.kind) {
    await tell(transaction, context, before.account_id, 'unitUpdated', data.unit_id, { name, kind, previous_kind: before.kind });
  }
  return success({ ...before, name, kind });
}

/** The answer for a unit that does not exist or belongs to others: the two must look the same. */
export function notFound(context: CallContext, problems: Problems): Refused {
  return problems.refuse(context.lang, ERROR.notFound);
}

/** Two changes of one account wait for each other, so that a name cannot be taken twice at once. */
async function lockAccount(transaction: Transaction, accountId: AccountId): Promise<void> {
  await transaction.query('select id from account where id = $1 for update', [accountId]);
}

async function refuseTakenName(
  transaction: Transaction,
  accountId: AccountId,
  name: string,
  except: number | null,
  context: CallContext,
  problems: Problems,
): Promise<Refused | null> {
  const taken = await transaction.query(
    'select 1 from unit where account_id = $1 and lower(name) = lower($2) and id <> $3 limit 1',
    [accountId, name, except ?? 0],
  );
  return taken.length > 0 ? conflict('name', 'server.unitNameTaken', context, problems) : null;
}

/** Same device not twice, each of this account's reach, none in another unit (specification, chapter 5). */
async function refuseDevices(
  transaction: Transaction,
  deviceIds: readonly number[],
  scope: readonly AccountId[],
  context: CallContext,
  problems: Problems,
): Promise<Refused | null> {
  if (new Set(deviceIds).size !== deviceIds.length) return problems.refuseField(context.lang, 'device_ids', 'server.deviceTwice');
  const devices = await transaction.query<{ unit_id: unknown }>(
    `select ud.unit_id from device left join unit_device ud on ud.device_id = device.id
     where device.id = any($1::int8[]) and device.account_id = any($2::int8[])`,
    [deviceIds, scope],
  );
  if (devices.length !== deviceIds.length) return problems.refuseField(context.lang, 'device_ids', 'server.deviceUnknown');
  return devices.some((device) => device.unit_id !== null) ? conflict('device_ids', 'server.deviceInUse', context, problems) : null;
}

function conflict(field: string, key: string, { lang }: CallContext, problems: Problems): Refused {
  return failure(problems.error(lang, ERROR.conflict, { key, fields: [{ field, message: problems.text(lang, key) }] }));
}

async function tell(
  transaction: Transaction,
  context: CallContext,
  accountId: AccountId,
  kind: string,
  unitId: number,
  data: Record<string, unknown>,
): Promise<void> {
  await transaction.appendEvent({
    account_id: accountId,
    kind,
    subject_type: 'unit',
    subject_id: unitId,
    user_id: sessionOf(context).userId,
    time: toIso(context.now),
    data,
    remote: context.remote,
  });
}
