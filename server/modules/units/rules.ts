import type { BulkReply, CallError } from '../../../src/api/contract/index.ts';
import { success, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { UnitSummary } from '../../../src/domain/unit/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { accountOf, conflictAt, inBulk, notFound, type Refused } from '../shared/index.ts';
import { findUnit } from './read.ts';
import type { UnitServices } from './services.ts';

/**
 * A unit that the caller's accounts own, locked against changes by others meanwhile. Those that are
 * allocated to the caller are refused with the name of whose they are; what is not there and what is
 * out of reach look the same.
 */
export async function ownUnit(
  transaction: Transaction,
  unitId: number,
  context: CallContext,
  { problems }: UnitServices,
): Promise<Refused | { readonly ok: true; readonly value: UnitSummary }> {
  const { scope } = accountOf(context);
  await transaction.query('select id from unit where id = $1 for update', [unitId]);
  const unit = await findUnit(transaction, scope, unitId, context.now);
  if (!unit) return notFound(context, problems);
  return scope.includes(unit.account_id)
    ? success(unit)
    : conflictAt('unit_id', 'server.unitAllocated', context, problems, { account: unit.account_name });
}

/** Acts on each unit that the caller owns. Where it sees none of them, the answer is that of what does not exist. */
export async function onOwn(
  transaction: Transaction,
  ids: readonly number[],
  context: CallContext,
  services: UnitServices,
  act: (unit: UnitSummary) => Promise<Refused | null>,
): Promise<Result<BulkReply, CallError>> {
  let seen = false;
  const reply = await inBulk(ids, async (id) => {
    const unit = await ownUnit(transaction, id, context, services);
    seen ||= unit.ok || unit.error.code !== ERROR.notFound;
    return unit.ok ? act(unit.value) : unit;
  });
  return seen ? reply : notFound(context, services.problems);
}

/** Names are unique in their account, whatever their letters' case. */
export async function refuseTakenName(
  transaction: Transaction,
  accountId: number,
  name: string,
  except: number,
  context: CallContext,
  { problems }: UnitServices,
): Promise<Refused | null> {
  const taken = await transaction.query(
    'select 1 from unit where account_id = $1 and lower(name) = lower($2) and id <> $3 limit 1',
    [accountId, name, except],
  );
  return taken.length > 0 ? conflictAt('name', 'server.unitNameTaken', context, problems) : null;
}

/** Each device of the caller's accounts, and none in another unit (specification, chapter 5). */
export async function refuseDevices(
  transaction: Transaction,
  deviceIds: readonly number[],
  unitId: number,
  context: CallContext,
  { problems }: UnitServices,
): Promise<Refused | null> {
  // Held: one that is deleted at this moment is not there.
  const devices = await transaction.query<{ id: number; unit_id: number | null; mine: boolean }>(
    `select device.id, ud.unit_id, device.account_id = any($2::int8[]) as mine from device left join unit_device ud on ud.device_id = device.id
     where device.id = any($1::int8[]) order by device.id for key share of device`,
    [deviceIds, accountOf(context).scope],
  );
  // A device that the unit has already may stay, whoever owns it by now.
  const known = devices.filter((device) => device.mine || device.unit_id === unitId);
  if (known.length !== deviceIds.length)
    return problems.refuseField(context.lang, 'device_ids', 'server.deviceUnknown');
  const used = known.some((device) => device.unit_id !== null && device.unit_id !== unitId);
  return used ? conflictAt('device_ids', 'server.deviceInUse', context, problems) : null;
}

/** A unit is attached to one of the caller's accounts, never to itself, and not to what is attached to it. */
export async function refuseAttachment(
  transaction: Transaction,
  unitId: number,
  attachedTo: number | null,
  context: CallContext,
  { problems }: UnitServices,
): Promise<Refused | null> {
  if (attachedTo === null) return null;
  if (attachedTo === unitId)
    return problems.refuseField(context.lang, 'attached_to_unit_id', 'server.attachedToItself');
  const { scope } = accountOf(context);
  let next: number | null = attachedTo;
  while (next !== null) {
    // Held until the end: two that are attached to each other at one moment would make a circle.
    const [row]: { account_id: number; name: string; attached_to: number | null }[] = await transaction.query(
      'select account_id, name, attached_to from unit where id = $1 for update',
      [next],
    );
    if (next === attachedTo && !(row && (scope as readonly number[]).includes(row.account_id))) {
      return problems.refuseField(context.lang, 'attached_to_unit_id', 'server.unitUnknown');
    }
    next = row?.attached_to ?? null;
    if (next === unitId) return conflictAt('attached_to_unit_id', 'server.attachedInCircle', context, problems);
  }
  return null;
}
