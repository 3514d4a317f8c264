import type { CallError, Request } from '../../../src/api/contract/index.ts';
import { success, type Result } from '../../../src/domain/base/index.ts';
import type { UnitDetails, UnitSummary } from '../../../src/domain/unit/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { settleLabels } from '../shared/labels/index.ts';
import { accountForNew, accountOf, changesBetween, lockAccount, refuseOverwriting } from '../shared/index.ts';
import { findUnit, readUnit } from './read.ts';
import { ownUnit, refuseAttachment, refuseDevices, refuseTakenName } from './rules.ts';
import type { UnitServices } from './services.ts';
import { recordUnit } from './recordUnit.ts';

type Answer = Result<UnitDetails, CallError>;
type Form = Omit<Request<'createUnit'>, 'account_id'>;

/** Creates the unit and attaches its devices; the event carries the summary, for lists that fold it. */
export async function createUnit(
  transaction: Transaction,
  { account_id: asked, ...wanted }: Request<'createUnit'>,
  context: CallContext,
  services: UnitServices,
): Promise<Answer> {
  const accountId = accountForNew(accountOf(context), asked);
  if (accountId === null) return services.problems.refuseField(context.lang, 'account_id', 'validation.oneOf');
  await lockAccount(transaction, accountId);
  const form = { ...wanted, labels: await groupsOf(transaction, context, accountId, wanted.labels) };
  const unitId = await transaction.nextId('unit');
  const refused =
    (await refuseTakenName(transaction, accountId, form.name, unitId, context, services)) ??
    (await refuseDevices(transaction, form.device_ids, unitId, context, services)) ??
    (await refuseAttachment(transaction, unitId, form.attached_to_unit_id, context, services));
  if (refused) return refused;
  await transaction.query(
    `insert into unit (id, account_id, status, created_at, name, kind, labels, latitude, longitude, attached_to)
     values ($1, $2, 'active', $3, $4, $5, $6, $7, $8, $9)`,
    [unitId, accountId, new Date(context.now), ...valuesOf(form)],
  );
  await attachDevices(transaction, unitId, form.device_ids);
  const summary = await findUnit(transaction, [accountId], unitId, context.now);
  if (!summary) throw new Error(`Unit ${unitId} was inserted and cannot be read.`);
  await recordUnit(transaction, context, summary, {
    kind: 'unitCreated',
    data: { ...summary, device_ids: form.device_ids, after: form },
  });
  return success(await readBack(transaction, unitId, context));
}

/**
 * Changes a unit; what is not there stays as it is, and what stays the same records nothing. A new name is reported by
 * itself.
 */
export async function updateUnit(
  transaction: Transaction,
  { unit_id: unitId, expected, ...changes }: Request<'updateUnit'>,
  context: CallContext,
  services: UnitServices,
): Promise<Answer> {
  const unit = await ownUnit(transaction, unitId, context, services);
  if (!unit.ok) return unit;
  const { account_id: accountId } = unit.value;
  await lockAccount(transaction, accountId);
  const before = formOf(await readBack(transaction, unitId, context), await attachedTo(transaction, unitId));
  const wanted = withChanges(before, changes);
  const after = { ...wanted, labels: await groupsOf(transaction, context, accountId, wanted.labels) };
  const refused =
    refuseOverwriting(before, expected, changes, context, services.problems) ??
    (after.name === before.name
      ? null
      : await refuseTakenName(transaction, accountId, after.name, unitId, context, services)) ??
    (changes.device_ids === undefined
      ? null
      : await refuseDevices(transaction, after.device_ids, unitId, context, services)) ??
    (changes.attached_to_unit_id === undefined
      ? null
      : await refuseAttachment(transaction, unitId, after.attached_to_unit_id, context, services));
  if (refused) return refused;
  await transaction.query(
    'update unit set name = $2, kind = $3, labels = $4, latitude = $5, longitude = $6, attached_to = $7 where id = $1',
    [unitId, ...valuesOf(after)],
  );
  if (changes.device_ids !== undefined) {
    const existing = await transaction.query<{ device_id: number; mounted_at: Date | null }>(
      'delete from unit_device where unit_id = $1 returning device_id, mounted_at',
      [unitId],
    );
    const mounted = new Map(existing.map((row) => [row.device_id, row.mounted_at]));
    await attachDevices(
      transaction,
      unitId,
      after.device_ids,
      (deviceId) => mounted.get(deviceId) ?? (mounted.has(deviceId) ? null : new Date(context.now)),
    );
  }
  const changed = await readBack(transaction, unitId, context);
  if (after.name !== before.name)
    await recordUnit(transaction, context, changed, {
      kind: 'unitRenamed',
      data: { name: after.name, previous_name: before.name },
    });
  await recordChanges(transaction, context, unit.value, before, changed, after);
  return success(changed);
}

/** The labels as the groups of units are called in the account. */
const groupsOf = (transaction: Transaction, context: CallContext, accountId: number, labels: readonly string[]) =>
  settleLabels(transaction, context, { accountId, kind: 'units' }, labels);

/** The holder is notified what it sees: which devices there are beyond its own is the owner's. */
async function recordChanges(
  transaction: Transaction,
  context: CallContext,
  unit: UnitSummary,
  before: Form,
  changed: UnitDetails,
  after: Form,
): Promise<void> {
  const shown = changesBetween(shownOf(before), shownOf(after));
  const all = changesBetween(ownedOf(before, unit), ownedOf(after, changed));
  if (all)
    await recordUnit(
      transaction,
      context,
      changed,
      { kind: 'unitUpdated', data: { name: after.name, ...all } },
      { kind: 'unitUpdated', data: { name: after.name, ...shown } },
    );
}

async function readBack(transaction: Transaction, unitId: number, context: CallContext): Promise<UnitDetails> {
  const unit = await readUnit(transaction, accountOf(context).scope, unitId, context.now);
  if (!unit) throw new Error(`Unit ${unitId} was written and cannot be read.`);
  return unit;
}

/** `mountedAt`: since when a device is in the unit; null as long as there is the unit. */
async function attachDevices(
  transaction: Transaction,
  unitId: number,
  deviceIds: readonly number[],
  mountedAt: (deviceId: number) => Date | null = () => null,
): Promise<void> {
  for (const [position, deviceId] of deviceIds.entries()) {
    await transaction.query(
      'insert into unit_device (unit_id, device_id, position, mounted_at) values ($1, $2, $3, $4)',
      [unitId, deviceId, position, mountedAt(deviceId)],
    );
  }
}

/** As stored: what the caller may not see of it stays as it is. */
async function attachedTo(transaction: Transaction, unitId: number): Promise<number | null> {
  const [row] = await transaction.query<{ attached_to: number | null }>('select attached_to from unit where id = $1', [
    unitId,
  ]);
  return row?.attached_to ?? null;
}

function formOf(unit: UnitDetails, attached: number | null): Form {
  return {
    name: unit.name,
    kind: unit.kind,
    labels: unit.labels,
    location: unit.location,
    device_ids: unit.devices.map((device) => device.device_id),
    attached_to_unit_id: attached,
  };
}

function withChanges(form: Form, changes: Omit<Request<'updateUnit'>, 'unit_id' | 'expected'>): Form {
  const given = Object.entries(changes).filter(([, value]) => value !== undefined);
  return { ...form, ...Object.fromEntries(given) };
}

/** What everybody who sees a unit sees of it, beside its name. */
function shownOf({ kind, labels, location }: Form) {
  return { kind, labels, location };
}

/** The same with what is its owner's, and what lists show of its devices. */
function ownedOf(form: Form, { identifiers, device_model }: Pick<UnitDetails, 'identifiers' | 'device_model'>) {
  const { device_ids, attached_to_unit_id } = form;
  return { ...shownOf(form), device_ids, attached_to_unit_id, identifiers, device_model };
}

/** In the order of the statements above. */
function valuesOf(form: Form): unknown[] {
  const { location } = form;
  return [
    form.name,
    form.kind,
    JSON.stringify(form.labels),
    location?.latitude ?? null,
    location?.longitude ?? null,
    form.attached_to_unit_id,
  ];
}
