import type { EventKindAbout } from '../../../src/domain/events/index.ts';
import type { UnitSpan } from '../../../src/domain/operator/index.ts';
import type { CallContext } from '../../call/types.ts';
import { driverEvents, rebuildBindings, signedInAt, touch, type Touched } from '../../pipeline/index.ts';
import type { Transaction } from '../../store/database.types.ts';
import { inLogOrder, recordEvent } from '../shared/index.ts';
import { shownRow, type NamedRow } from './bindings.ts';
import type { OperatorServices } from './services.ts';

/** Decisions by hand for a span at a unit change what keys say of that time: of this operator and of others there. */
export async function rebuildAround(
  services: OperatorServices,
  transaction: Transaction,
  { operatorId, ...span }: UnitSpan & { readonly operatorId: number },
  context: CallContext,
): Promise<void> {
  const touched = await signedInAt(transaction, span.unitId, span);
  touch(touched, operatorId, span.from);
  await rebuild(services, transaction, touched, context);
}

/** Finds the bindings by key again and records what changed. */
export async function rebuild(
  { directory }: OperatorServices,
  transaction: Transaction,
  touched: Touched,
  { now }: CallContext,
): Promise<void> {
  const changes = await rebuildBindings(transaction, touched, now);
  await transaction.appendEvents(driverEvents(directory, changes, now));
}

/** Records what the caller did by hand, for the unit's owner and holder of then, and for the operator's account. */
export async function recordManual(
  { directory }: OperatorServices,
  transaction: Transaction,
  kind: EventKindAbout<'driver'>,
  row: NamedRow,
  context: CallContext,
): Promise<void> {
  const owner = directory.accountOf(row.unit_id);
  const at = kind === 'driverReleased' ? (row.to_at ?? row.from_at) : row.from_at;
  const holder = directory.allocationAt(row.unit_id, at.getTime())?.accountId ?? owner;
  for (const accountId of inLogOrder([owner, holder, row.account_id]))
    await recordEvent(transaction, context, {
      accountId,
      kind,
      subjectId: row.operator_id,
      data: { unit_id: row.unit_id, name: row.unit_name, owner_account_id: owner, late: false, binding: shownRow(row) },
    });
}
