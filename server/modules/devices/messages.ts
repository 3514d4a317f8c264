import type { CallError, DeviceMessages, Request } from '../../../src/api/contract/index.ts';
import { coversInstant, overlaps, type AllocationSpan } from '../../../src/domain/allocation/index.ts';
import { DAY, failure, success, type AccountId, type Result } from '../../../src/domain/base/index.ts';
import type { Position } from '../../../src/domain/telemetry/index.ts';
import { readInstant, readInterval } from '../../call/interval.ts';
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
 * Messages as they were stored since the device is in its unit. Positions belong to the unit that carried the device;
 * of a device in no unit only the last reports are there, which are kept in memory. Accounts that see the unit, or hold
 * the device, at times see the messages of those times.
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
  for (const field of ['before', 'after'] as const) {
    const instant = readInstant(data[field] ?? data.to, field, context.lang, problems);
    if (!instant.ok) return failure(instant.error);
  }
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
    return success({ ...(await cutPage(rows.toReversed(), data)), mounted_at: null, stored: false });
  }
  const { unitId, mountedAt, others } = mount;
  const seen = directory.sightOf(new Set(scope), unitId);
  // Other devices of a unit are left out for those who cannot see the unit.
  const seesUnit = seen === null || seen.length > 0;
  const isOfDevice = seen === null ? null : await onlyOfDevice(database, device.device_id, unitId, mountedAt);
  const answer = (page: MessagePage) =>
    success({
      ...page,
      mounted_at: mountedAt?.toISOString() ?? null,
      stored: true,
      ...(others > 0 && seesUnit ? { others } : {}),
      ...(isOfDevice !== null && !seesUnit ? { left_out: true as const } : {}),
    });
  const begin = Math.max(from, mountedAt?.getTime() ?? from);
  if (begin >= to) return answer(NO_ROWS);
  const spans =
    seen &&
    [...seen, ...(await allocatedSpans(database, device.device_id, scope))].filter((span) =>
      overlaps(span, { from: begin, to }),
    );
  if (spans?.length === 0) return answer(NO_ROWS);
  const sight =
    spans === null ? { whole: [unitId], spans: new Map() } : { whole: [], spans: new Map([[unitId, spans]]) };
  const isSeen = (position: Position): boolean =>
    isOfDevice === null || isOfDevice(position) || seen?.some((span) => isWithin(span, position.time)) === true;
  return answer(await cutPage(only(readPositionsInSight(positions, sight, begin, to), isSeen), data));
}

async function* only(all: AsyncIterable<Position>, isSeen: (position: Position) => boolean): AsyncGenerator<Position> {
  for await (const position of all) if (isSeen(position)) yield position;
}

type MessagePage = Pick<DeviceMessages, 'rows' | 'total' | 'newer'>;
type Asked = Request<'getDeviceMessages'>;
type PageKey = Pick<Asked, 'passed' | 'limit'> & Partial<Pick<Asked, 'before' | 'after'>>;
const NO_ROWS: MessagePage = { rows: [], total: 0, newer: 0 };

/**
 * A page of rows that are read oldest first and shown newest first: the newest, or those before or after an instant,
 * of which the first `passed` at the instant itself are shown already. Rows are read once, and never more than a page
 * and `passed` of them are in memory, however far back the page is.
 */
export async function cutPage(
  all: AsyncIterable<Position> | Iterable<Position>,
  { before, after, passed, limit }: PageKey,
): Promise<MessagePage> {
  const first = after === undefined ? Number.NEGATIVE_INFINITY : Date.parse(after);
  const last = before === undefined ? Number.POSITIVE_INFINITY : Date.parse(before);
  const forward: Position[] = [];
  const size = limit + passed;
  const ring: Position[] = [];
  let [total, older, within] = [0, 0, 0];
  let atInstant = 0;
  for await (const position of all) {
    total++;
    const time = Date.parse(position.time);
    if (time < first) older++;
    if (time < first || time > last) continue;
    if (time === last) atInstant++;
    if (after !== undefined && within >= passed && forward.length < limit) forward.push(position);
    if (after === undefined) ring[within % size] = position;
    within++;
  }
  if (after !== undefined) {
    const newer = total - older - Math.min(passed, within) - forward.length;
    return { rows: forward.toReversed(), total, newer };
  }
  const hidden = Math.min(passed, atInstant);
  const rows: Position[] = [];
  for (let back = hidden; back < Math.min(hidden + limit, within); back++) rows.push(ring[(within - 1 - back) % size]);
  return { rows, total, newer: total - within + hidden };
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
