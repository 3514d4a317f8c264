import type { BulkReply, CallError, Page, Request } from '../../../src/api/contract/index.ts';
import { allocationProblem, type Allocation, type AllocationSpan } from '../../../src/domain/allocation/index.ts';
import { fromIso, success, type AccountId, type AllocationId, type Instant, type Result } from '../../../src/domain/base/index.ts';
import type { DeviceDetails } from '../../../src/domain/device/index.ts';
import type { CallContext } from '../../gateway/types.ts';
import type { Queryable, Transaction } from '../../store/database.types.ts';
import { accountAt, accountOf, conflictAt, dateTimeText, inBulk, notFound, readPage, readSettings, sessionOf, tell, Conditions, type Refused } from '../shared/index.ts';
import { ownDevice } from './change.ts';
import type { DeviceServices } from './services.ts';

interface AllocationRow {
  id: unknown;
  device_id: unknown;
  account_id: unknown;
  account_name: string;
  start_at: Date;
  end_at: Date | null;
  username: string | null;
  created_at: Date;
}

const COLUMNS = 'l.id, l.device_id, l.account_id, a.name as account_name, l.start_at, l.end_at, p.username, l.created_at';
const FROM = 'device_allocation l join account a on a.id = l.account_id left join app_user p on p.id = l.user_id';

/** Gives each device to the account for the span, where nothing is in the way. */
export function allocateDevices(
  transaction: Transaction,
  data: Request<'allocateDevices'>,
  context: CallContext,
  services: DeviceServices,
): Promise<Result<BulkReply, CallError>> | Refused {
  const { directory, problems } = services;
  const holder = accountAt(directory, accountOf(context), data.account_id, 'anywhere');
  if (!holder) return problems.refuseField(context.lang, 'account_id', 'validation.oneOf');
  const span = { from: fromIso(data.start_date), to: fromIso(data.end_date) };
  return inBulk(data.device_ids, async (id) => {
    const device = await ownDevice(transaction, id, context);
    if (!device) return notFound(context, problems);
    if (!directory.ancestorsOf(holder.account_id).includes(device.account_id)) {
      return conflictAt('account_id', 'server.deviceAllocationBelow', context, problems, { account: device.account_name });
    }
    const refused = await refuseSpan(transaction, device, { ...span, accountId: holder.account_id }, context, services);
    if (refused) return refused;
    const allocationId = await transaction.nextId('device_allocation');
    await transaction.query(
      'insert into device_allocation (id, device_id, account_id, start_at, end_at, user_id, created_at) values ($1, $2, $3, $4, $5, $6, $7)',
      [allocationId, id, holder.account_id, new Date(span.from), new Date(span.to), sessionOf(context).userId, new Date(context.now)],
    );
    await tellBoth(transaction, context, device, holder.account_id, 'deviceAllocated', { allocated_to: holder.name, start_date: data.start_date, end_date: data.end_date });
    return null;
  });
}

/** Ends a span now, so that the past stays told; one that has not begun never was. */
export async function endDeviceAllocation(
  transaction: Transaction,
  allocationId: number,
  context: CallContext,
  { problems }: DeviceServices,
): Promise<Result<Allocation, CallError>> {
  const [row] = await transaction.query<AllocationRow>(`select ${COLUMNS} from ${FROM} where l.id = $1 for update of l`, [allocationId]);
  const device = row ? await ownDevice(transaction, Number(row.device_id), context) : null;
  if (!row || !device) return notFound(context, problems);
  const now = new Date(context.now);
  if (row.end_at && row.end_at <= now) return conflictAt('allocation_id', 'server.allocationEnded', context, problems);
  if (row.start_at > now) await transaction.query('delete from device_allocation where id = $1', [allocationId]);
  else await transaction.query('update device_allocation set end_at = $2 where id = $1', [allocationId, now]);
  await tellBoth(transaction, context, device, Number(row.account_id) as AccountId, 'deviceAllocationEnded', { allocated_to: row.account_name });
  return success(allocationOf({ ...row, end_at: row.start_at > now ? row.start_at : now }));
}

/** Who held the device when, the latest first. */
export function listDeviceAllocations(database: Queryable, request: Request<'getDeviceAllocations'>): Promise<Page<Allocation> | null> {
  const conditions = new Conditions().add((place) => `l.device_id = ${place}`, request.device_id);
  const sorts = { start_date: 'l.start_at', end_date: 'l.end_at', account_name: 'lower(a.name)' };
  return readPage<AllocationRow, Allocation>(
    database, { ...request, sort: request.sort || '-start_date' }, { columns: COLUMNS, from: FROM, conditions, sorts, fallback: 'start_date', id: 'l.id' }, allocationOf,
  );
}

async function refuseSpan(
  transaction: Transaction,
  device: DeviceDetails,
  wished: AllocationSpan & { readonly accountId: AccountId },
  context: CallContext,
  { problems }: DeviceServices,
): Promise<Refused | null> {
  const rows = await transaction.query<{ account_id: unknown; start_at: Date; end_at: Date | null }>(
    'select account_id, start_at, end_at from device_allocation where device_id = $1', [device.device_id],
  );
  const standing = rows.map((row) => ({ accountId: Number(row.account_id) as AccountId, from: row.start_at.getTime(), to: row.end_at?.getTime() ?? Infinity }));
  const problem = allocationProblem(wished, device.account_id, standing);
  if (!problem) return null;
  if (problem.code !== 'taken') return conflictAt('account_id', 'server.allocatedToSame', context, problems);
  const settings = await readSettings(transaction, accountOf(context).accountId);
  const text = (instant: Instant) => (Number.isFinite(instant) ? dateTimeText(instant, context.lang, settings) : '—');
  return conflictAt('start_date', 'server.deviceAllocated', context, problems, { start_date: text(problem.span.from), end_date: text(problem.span.to) });
}

/** In the log of who owns it, and of who holds it. */
async function tellBoth(transaction: Transaction, context: CallContext, device: DeviceDetails, holder: AccountId, kind: string, data: Record<string, unknown>): Promise<void> {
  for (const accountId of [device.account_id, holder]) {
    await tell(transaction, context, { accountId, kind, subject: ['device', device.device_id], data: { name: device.name, ...data } });
  }
}

function allocationOf(row: AllocationRow): Allocation {
  return {
    allocation_id: Number(row.id) as AllocationId,
    account_id: Number(row.account_id) as AccountId,
    account_name: row.account_name,
    start_date: row.start_at.toISOString(),
    end_date: row.end_at?.toISOString() ?? null,
    device_ids: [Number(row.device_id)],
    username: row.username ?? '',
    created_at: row.created_at.toISOString(),
  };
}
