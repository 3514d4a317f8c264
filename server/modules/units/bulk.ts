import type { BulkReply, CallError, Request } from '../../../src/api/contract/index.ts';
import { EQUIPMENT, type Result } from '../../../src/domain/base/index.ts';
import { nextUnitStatuses, type UnitStatus } from '../../../src/domain/unit/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { accountOf, conflictAt } from '../shared/index.ts';
import { settleLabels } from '../shared/labels/index.ts';
import { readUnit } from './read.ts';
import { onOwn } from './rules.ts';
import type { UnitServices } from './services.ts';
import { recordUnit } from './recordUnit.ts';

type Bulk = Promise<Result<BulkReply, CallError>>;

/** Gives each another status, where its present one may become it. */
export function updateUnitStatus(
  transaction: Transaction,
  { unit_ids: ids, status }: Request<'updateUnitStatus'>,
  context: CallContext,
  services: UnitServices,
): Bulk {
  return onOwn(transaction, ids, context, services, async (unit) => {
    if (unit.status === status) return null;
    if (!nextUnitStatuses(unit.status).includes(status)) {
      const word = (code: UnitStatus) => services.problems.text(context.lang, `server.status.${code}`);
      return conflictAt('status', 'server.statusTransition', context, services.problems, {
        from: word(unit.status),
        to: word(status),
      });
    }
    await transaction.query('update unit set status = $2 where id = $1', [unit.unit_id, status]);
    await recordUnit(transaction, context, unit, {
      kind: 'unitStatusChanged',
      data: { name: unit.name, before: { status: unit.status }, after: { status } },
    });
    return null;
  });
}

/** Adds and takes away labels; what a unit has already it keeps once. */
export function updateUnitLabels(
  transaction: Transaction,
  { unit_ids: ids, add, remove }: Request<'updateUnitLabels'>,
  context: CallContext,
  services: UnitServices,
): Bulk {
  const wanted = [...new Set(add.map((label) => label.trim()).filter((label) => label !== ''))];
  return onOwn(transaction, ids, context, services, async (unit) => {
    const kept = unit.labels.filter((label) => !remove.includes(label));
    const all = [...kept, ...wanted];
    // Before groups are made of them: what is refused makes none.
    if (new Set(all.map((label) => label.toLowerCase())).size > EQUIPMENT.labels)
      return conflictAt('add', 'server.tooManyLabels', context, services.problems, { max: EQUIPMENT.labels });
    const place = { accountId: unit.account_id, kind: 'units' } as const;
    const labels = await settleLabels(transaction, context, place, all);
    if (labels.join('\n') === unit.labels.join('\n')) return null;
    await transaction.query('update unit set labels = $2 where id = $1', [unit.unit_id, JSON.stringify(labels)]);
    await recordUnit(transaction, context, unit, {
      kind: 'unitUpdated',
      data: { name: unit.name, before: { labels: unit.labels }, after: { labels } },
    });
    return null;
  });
}

/**
 * Deletes units. The event keeps the whole record; the devices are free again, and what was attached to the unit is
 * attached to nothing.
 */
export function deleteUnits(
  transaction: Transaction,
  { unit_ids: ids }: Request<'deleteUnits'>,
  context: CallContext,
  services: UnitServices,
): Bulk {
  return onOwn(transaction, ids, context, services, async (unit) => {
    const before = await readUnit(transaction, accountOf(context).scope, unit.unit_id, context.now);
    if (!before) throw new Error(`Unit ${unit.unit_id} was found and cannot be read.`);
    const freed = before.devices.map(({ device_id, name, unique_identifier }) => ({
      device_id,
      name,
      unique_identifier,
    }));
    // Before the rows go: who holds the unit is notified too.
    await recordUnit(
      transaction,
      context,
      unit,
      { kind: 'unitDeleted', data: { name: unit.name, before, freed_devices: freed } },
      { kind: 'unitDeleted', data: { name: unit.name } },
    );
    await transaction.query('update unit set attached_to = null where attached_to = $1', [unit.unit_id]);
    await transaction.query('delete from unit_device where unit_id = $1', [unit.unit_id]);
    // Nobody reports of it any more: what lasts at it would last for good.
    await transaction.query(
      'update rule_occurrence set end_at = greatest(at, $2::timestamptz) where unit_id = $1 and end_at is null',
      [unit.unit_id, new Date(context.now)],
    );
    await transaction.query('delete from unit where id = $1', [unit.unit_id]);
    return null;
  });
}
