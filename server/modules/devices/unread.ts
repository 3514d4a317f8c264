import type { Page, Request } from '../../../src/api/contract/index.ts';
import type { AllocationSpan } from '../../../src/domain/allocation/index.ts';
import { UNREAD, type AccountId } from '../../../src/domain/base/index.ts';
import { withoutPasswordBytes } from '../../../src/domain/command/index.ts';
import {
  SHOWN_DEVICES,
  textOfBytes,
  type MessageBytes,
  type UnreadDeviceMessage,
  type UnreadType,
} from '../../../src/domain/device/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Queryable } from '../../store/database.types.ts';
import { Conditions, escapeLike, readPage } from '../shared/index.ts';
import { allocatedSpans } from './messages.ts';

interface MessageRow {
  [column: string]: unknown;
  id: number;
  protocol: string;
  type: string;
  reason: string;
  part: boolean;
  received_at: Date;
  size: number;
  bytes: Buffer;
}

/** The device's unread messages that the caller may see, newest first. */
export async function listUnreadMessages(
  { database, directory }: { readonly database: Queryable; readonly directory: UnitDirectory },
  scope: readonly AccountId[],
  request: Request<'getUnreadMessageList'>,
): Promise<Page<UnreadDeviceMessage>> {
  const seen = await sightOf(database, directory, request.device_id, scope);
  const conditions = new Conditions()
    .add((place) => `m.device_id = ${place}`, request.device_id)
    .add(
      (
        place,
      ) => `exists (select from jsonb_to_recordset(${place}::jsonb) s (unit int8, "from" timestamptz, "to" timestamptz)
      where (s.unit is null or s.unit = m.unit_id) and m.received_at >= s."from" and m.received_at < s."to")`,
      JSON.stringify(seen),
    );
  const page = await readPage<MessageRow, UnreadDeviceMessage>(
    database,
    { ...request, sort: '-id' },
    {
      columns: `m.id, m.protocol, m.type, m.reason, m.part, m.received_at, octet_length(m.bytes) as size, substr(m.bytes, 1, ${UNREAD.excerpt}) as bytes`,
      from: 'unread_message m',
      conditions,
      sorts: { id: 'm.id' },
      fallback: 'id',
      id: 'm.id',
    },
    (row) => {
      const { protocol, type, reason, part } = row;
      return {
        message_id: row.id,
        received_at: row.received_at.toISOString(),
        protocol,
        type,
        reason,
        part,
        ...bytesOf(row.size, row.bytes),
      };
    },
  );
  if (!page) throw new Error('The order of unread messages is given.');
  return page;
}

const instant = (time: number): string =>
  Number.isFinite(time) ? new Date(time).toISOString() : time < 0 ? '-infinity' : 'infinity';

/** When the accounts see messages of the device: while they hold it, and while they see the unit that carried it. */
async function sightOf(
  database: Queryable,
  directory: UnitDirectory,
  deviceId: number,
  scope: readonly AccountId[],
): Promise<{ unit: number | null; from: string; to: string }[]> {
  const accounts = new Set(scope);
  const units = await database.query<{ unit_id: number }>(
    'select distinct unit_id from unread_message where device_id = $1 and unit_id <> 0',
    [deviceId],
  );
  const spans = (unit: number | null, list: readonly AllocationSpan[]) =>
    list.map(({ from, to }) => ({ unit, from: instant(from), to: instant(to) }));
  return [
    ...spans(null, await allocatedSpans(database, deviceId, scope)),
    ...units.flatMap(({ unit_id }) =>
      spans(
        unit_id,
        directory.sightOf(accounts, unit_id) ?? [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }],
      ),
    ),
  ];
}

interface TypeRow {
  [column: string]: unknown;
  protocol: string;
  device_model: string;
  type: string;
  reason: string;
  part: boolean;
  messages: number;
  first_at: Date;
  last_at: Date;
  size: number;
  example: Buffer;
  device_count: number;
  devices: UnreadType['devices'];
}

const TYPES = `(
  select t.protocol, d.device_model, t.type, sum(t.messages)::int8 as messages, min(t.first_at) as first_at, max(t.last_at) as last_at, bool_and(t.part) as part,
    (array_agg(t.reason order by t.last_at desc))[1] as reason, (array_agg(t.example order by t.last_at desc))[1] as example, count(*) as device_count,
    to_jsonb((array_agg(jsonb_build_object('device_id', d.id, 'name', d.name, 'account_id', a.id, 'account_name', a.name) order by t.last_at desc, d.id))[1:${SHOWN_DEVICES}]) as devices
  from unread_type t join device d on d.id = t.device_id join account a on a.id = d.account_id
  where d.account_id = any($1::int8[]) group by t.protocol, d.device_model, t.type
) types`;

const SORTS: Readonly<Record<string, string>> = {
  protocol: 'protocol',
  device_model: 'lower(device_model)',
  type: 'type',
  messages: 'messages',
  last_seen: 'last_at',
  first_seen: 'first_at',
  device_count: 'device_count',
};

/**
 * Types that are not understood, by protocol and device model, of devices that the scope owns: an example may be of any
 * time, and who holds a device for a while sees messages of that time only. Null when the sort column is unknown.
 */
export function listUnreadTypes(
  database: Queryable,
  scope: readonly AccountId[],
  request: Request<'getUnreadTypeList'>,
): Promise<Page<UnreadType> | null> {
  const { account_id: account } = request.filters;
  const conditions = new Conditions().add(
    () => 'true',
    account === undefined ? scope : scope.filter((id) => id === account),
  );
  if (request.filters.protocol) conditions.add((place) => `protocol = ${place}`, request.filters.protocol);
  if (request.filters.device_model) conditions.add((place) => `device_model = ${place}`, request.filters.device_model);
  const text = request.search.trim();
  if (text)
    conditions.add(
      (place) =>
        `(type ilike ${place} or protocol ilike ${place} or device_model ilike ${place} or reason ilike ${place})`,
      `%${escapeLike(text)}%`,
    );
  return readPage<TypeRow, UnreadType>(
    database,
    { ...request, sort: request.sort || '-last_seen' },
    {
      columns: `protocol, device_model, type, reason, part, messages, first_at, last_at, octet_length(example) as size, substr(example, 1, ${UNREAD.excerpt}) as example, device_count, devices`,
      from: TYPES,
      conditions,
      sorts: SORTS,
      fallback: 'last_seen',
      id: 'protocol, device_model, type',
    },
    (row) => {
      const { protocol, device_model, type, reason, part, devices } = row;
      return {
        protocol,
        device_model,
        type,
        reason,
        part,
        devices,
        messages: row.messages,
        device_count: row.device_count,
        first_seen: row.first_at.toISOString(),
        last_seen: row.last_at.toISOString(),
        ...bytesOf(row.size, row.example),
      };
    },
  );
}

function bytesOf(size: number, bytes: Buffer): MessageBytes {
  const shown = Buffer.from(withoutPasswordBytes(bytes));
  return { size, hex: shown.toString('hex'), text: textOfBytes(shown) };
}
