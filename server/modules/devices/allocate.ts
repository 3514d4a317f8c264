import type { BulkReply, CallError, Page, Request } from '../../../src/api/contract/index.ts';
import { can, type Need } from '../../../src/domain/access/index.ts';
import { allocationState, type Allocation } from '../../../src/domain/allocation/index.ts';
import { fromIso, success, type AccountId, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
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
  inBulk,
  notFound,
  readPage,
  refuseSpan,
  seenSpans,
  sessionOf,
  type AllocationRow,
} from '../shared/index.ts';
import { recordDeviceAllocation } from './allocationEvents.ts';
import { ownDevice } from './change.ts';
import type { DeviceServices } from './services.ts';

interface DeviceAllocationRow extends AllocationRow {
  device_id: number;
}

const TAKES_BACK: Need = { resource: 'account_devices', action: 'd' };
const COLUMNS = `${ALLOCATION_COLUMNS}, l.device_id`;
const FROM =
  'device_allocation l join device d on d.id = l.device_id join account a on a.id = l.account_id left join app_user p on p.id = l.user_id';

/** Gives each device to the account for the span, where nothing is in the way. */
export async function allocateDevices(
  transaction: Transaction,
  data: Request<'allocateDevices'>,
  context: CallContext,
  services: DeviceServices,
): Promise<Result<BulkReply, CallError>> {
  const { directory, problems } = services;
  const holder = accountAt(directory, accountOf(context), data.account_id, 'anywhere');
  if (!holder) return problems.refuseField(context.lang, 'account_id', 'validation.oneOf');
  const span = { from: fromIso(data.start_date), to: fromIso(data.end_date) };
  await awaitAllocations(transaction, context.now);
  return inBulk(data.device_ids, async (id) => {
    const device = await ownDevice(transaction, id, context);
    if (!device) return notFound(context, problems);
    if (!directory.ancestorsOf(holder.account_id).includes(device.account_id)) {
      return conflictAt('account_id', 'server.deviceAllocationBelow', context, problems, {
        account: device.account_name,
      });
    }
    const refused = await refuseSpan(
      transaction,
      { of: 'device', id, owner: device.account_id, wished: { ...span, accountId: holder.account_id } },
      context,
      problems,
    );
    if (refused) return refused;
    const allocationId = await transaction.nextId('device_allocation');
    await transaction.query(
      'insert into device_allocation (id, device_id, account_id, start_at, end_at, user_id, created_at, phase) values ($1, $2, $3, $4, $5, $6, $7, $8)',
      [
        allocationId,
        id,
        holder.account_id,
        new Date(span.from),
        new Date(span.to),
        sessionOf(context).userId,
        new Date(context.now),
        allocationState(span, context.now),
      ],
    );
    await recordDeviceAllocation(transaction, {
      kind: 'deviceAllocated',
      deviceId: id,
      holder: { account_id: holder.account_id, account_name: holder.name },
      span: { start_date: data.start_date, end_date: data.end_date },
      now: context.now,
      by: context,
    });
    return null;
  });
}

/** Ends a span now, so that the past stays recorded; one that has not begun never was. */
export async function endDeviceAllocation(
  transaction: Transaction,
  allocationId: number,
  context: CallContext,
  { problems }: DeviceServices,
): Promise<Result<Allocation, CallError>> {
  const [row] = await transaction.query<DeviceAllocationRow>(
    `select ${COLUMNS} from ${FROM} where l.id = $1 for update of l`,
    [allocationId],
  );
  const device = row ? await ownDevice(transaction, row.device_id, context) : null;
  if (!row || !device) return notFound(context, problems);
  const now = new Date(context.now);
  if (row.end_at && row.end_at <= now) return conflictAt('allocation_id', 'server.allocationEnded', context, problems);
  if (row.start_at > now && !can(accountOf(context).permissions, TAKES_BACK))
    return problems.refuse(context.lang, ERROR.accessRight);
  if (row.start_at > now) await transaction.query('delete from device_allocation where id = $1', [allocationId]);
  else
    await transaction.query("update device_allocation set end_at = $2, phase = 'ended' where id = $1", [
      allocationId,
      now,
    ]);
  const allocation = shown({ ...row, end_at: row.start_at > now ? row.start_at : now });
  await recordDeviceAllocation(transaction, {
    kind: 'deviceAllocationEnded',
    deviceId: device.device_id,
    holder: allocation,
    now: context.now,
    by: context,
  });
  return success(allocation);
}

/** Who held the device when, the latest first: all for its owner, its own spans for an account that holds it. */
export function listDeviceAllocations(
  database: Queryable,
  scope: readonly AccountId[],
  request: Request<'getDeviceAllocations'>,
): Promise<Page<Allocation> | null> {
  const conditions = new Conditions()
    .add(seenSpans('d'), scope)
    .add((place) => `l.device_id = ${place}`, request.device_id);
  return readPage<DeviceAllocationRow, Allocation>(
    database,
    { ...request, sort: request.sort || '-start_date' },
    {
      columns: `${allocationColumns('d', '$1')}, l.device_id`,
      from: FROM,
      conditions,
      sorts: allocationSorts('d', '$1'),
      fallback: 'start_date',
      id: 'l.id',
    },
    shown,
  );
}

const shown = (row: DeviceAllocationRow): Allocation => allocationOf(row, [row.device_id]);
