import type { CallError, DeviceMessages, Request } from '../../../src/api/contract/index.ts';
import { coversInstant, overlaps, type AllocationSpan } from '../../../src/domain/allocation/index.ts';
import { DAY, failure, success, type AccountId, type Result } from '../../../src/domain/base/index.ts';
import type { Position } from '../../../src/domain/telemetry/index.ts';
import { readInterval } from '../../call/interval.ts';
import { readPositionsInSight } from '../../call/sight.ts';
import type { CallContext } from '../../call/types.ts';
import type { Queryable } from '../../store/database.types.ts';
import { accountOf, notFound, refuseForeignDevice } from '../shared/index.ts';
import { onlyOfDevice } from './fellows.ts';
import { readDevice } from './read.ts';
import type { DeviceServices } from './services.ts';

/** Longest interval of one look at the messages: it is read whole to be counted. */
const MOST_DAYS = 31;

/**
 * Messages as they were stored since the device is in its unit. Positions belong to the unit that carried the device; of
 * a device in no unit only the last reports are there, which are kept in memory. Who sees the unit, or holds the device,
 * at times sees the messages of those times.
 */
export async function readMessages(
  data: Request<'getDeviceMessages'>,
  context: CallContext,
  { database, directory, positions, problems, unstoredReports }: DeviceServices,
): Promise<Result<DeviceMessages, CallError>> {
  const interval = readInterval(data, context.lang, problems);
  if (!interval.ok) return failure(interval.error);
  const { from, to } = interval.value;
  if (to - from > MOST_DAYS * DAY)
    return problems.refuseField(context.lang, 'to', 'validation.intervalTooLong', { max: MOST_DAYS });
  const refused = await refuseForeignDevice(database, data.device_id, context, problems);
  if (refused) return refused;
  const { scope } = accountOf(context);
  const device = await readDevice(database, scope, data.device_id, context.now);
  if (!device) return notFound(context, problems);
  const mount = await mountOf(database, device.device_id);
  if (mount === null) {
    // Only an active device is listened to (domain/device).
    const reports =
      device.status === 'ACTIVE'
        ? unstoredReports(device.device_id).filter(({ time }) => isWithin(interval.value, time))
        : [];
    const spans = scope.includes(device.account_id)
      ? [ALWAYS]
      : await allocatedSpans(database, device.device_id, scope);
    const rows = reports.filter((report) =>
      spans.some((span) => isWithin(span, report.time) && isWithin(span, report.received_at)),
    );
    return success({
      rows: rows.slice((data.page - 1) * data.limit, data.page * data.limit),
      total: rows.length,
      mounted_at: null,
      stored: false,
    });
  }
  const { unitId, mountedAt, others } = mount;
  const seen = directory.sightOf(new Set(scope), unitId);
  // What else a unit carries is left out for those who cannot see the unit.
  const seesUnit = seen === null || seen.length > 0;
  const isOfDevice = seen === null ? null : await onlyOfDevice(database, device.device_id, unitId, mountedAt);
  const page = (rows: Position[], total: number) =>
    success({
      rows,
      total,
      mounted_at: mountedAt?.toISOString() ?? null,
      stored: true,
      ...(others > 0 && seesUnit ? { others } : {}),
      ...(isOfDevice !== null && !seesUnit ? { left_out: true as const } : {}),
    });
  const begin = Math.max(from, mountedAt?.getTime() ?? from);
  if (begin >= to) return page([], 0);
  const spans =
    seen &&
    [...seen, ...(await allocatedSpans(database, device.device_id, scope))].filter((span) =>
      overlaps(span, { from: begin, to }),
    );
  if (spans?.length === 0) return page([], 0);
  const sight =
    spans === null ? { whole: [unitId], spans: new Map() } : { whole: [], spans: new Map([[unitId, spans]]) };
  const isSeen = (position: Position): boolean =>
    isOfDevice === null || isOfDevice(position) || seen?.some((span) => isWithin(span, position.time)) === true;
  const { rows, total } = await cutPage(() => only(readPositionsInSight(positions, sight, begin, to), isSeen), data);
  return page(rows, total);
}

async function* only(all: AsyncIterable<Position>, isSeen: (position: Position) => boolean): AsyncGenerator<Position> {
  for await (const position of all) if (isSeen(position)) yield position;
}

/**
 * Rows at the end that are kept while all are counted: pages further back are read for once more, and not kept in
 * memory.
 */
const KEPT_ROWS = 2_000;

/**
 * A page of rows that are read oldest first and shown newest first. In memory are {@link KEPT_ROWS} and a page at
 * most.
 */
export async function cutPage(
  read: () => AsyncIterable<Position>,
  { page, limit }: Pick<Request<'getDeviceMessages'>, 'page' | 'limit'>,
): Promise<{ readonly rows: Position[]; readonly total: number }> {
  const [first, end] = [(page - 1) * limit, page * limit];
  const size = Math.min(end, KEPT_ROWS);
  const ring: Position[] = [];
  let total = 0;
  for await (const position of read()) {
    ring[total % size] = position;
    total++;
  }
  const last = Math.min(end, total);
  if (last <= size) {
    const rows: Position[] = [];
    for (let back = first; back < last; back++) rows.push(ring[(total - 1 - back) % size]);
    return { rows, total };
  }
  return { rows: await readWithin(read(), total - last, total - first), total };
}

/** The rows of these places, the last of them first. */
async function readWithin(all: AsyncIterable<Position>, from: number, to: number): Promise<Position[]> {
  const rows: Position[] = [];
  let place = 0;
  for await (const position of all) {
    if (place >= to) break;
    if (place >= from) rows.push(position);
    place++;
  }
  return rows.toReversed();
}

const ALWAYS: AllocationSpan = { from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY };
const isWithin = (span: AllocationSpan, time: string): boolean => coversInstant(span, Date.parse(time));

/** The unit that carries the device, whether the caller sees it or not, since when, and how many devices beside it. */
async function mountOf(
  database: Queryable,
  deviceId: number,
): Promise<{ readonly unitId: number; readonly mountedAt: Date | null; readonly others: number } | null> {
  const [row] = await database.query<{ unit_id: number; mounted_at: Date | null; others: number }>(
    'select unit_id, mounted_at, (select count(*) from unit_device o where o.unit_id = l.unit_id and o.device_id <> l.device_id) as others from unit_device l where device_id = $1',
    [deviceId],
  );
  return row ? { unitId: row.unit_id, mountedAt: row.mounted_at, others: row.others } : null;
}

/** When the device was the accounts': by allocation, or since it was registered where they own it. */
export async function allocatedSpans(
  database: Queryable,
  deviceId: number,
  scope: readonly AccountId[],
): Promise<AllocationSpan[]> {
  const rows = await database.query<{ start_at: Date; end_at: Date | null }>(
    `select start_at, end_at from device_allocation where device_id = $1 and account_id = any($2::int8[])
     union all select created_at, null from device where id = $1 and account_id = any($2::int8[])`,
    [deviceId, scope],
  );
  return rows.map((row) => ({ from: row.start_at.getTime(), to: row.end_at?.getTime() ?? Number.POSITIVE_INFINITY }));
}
