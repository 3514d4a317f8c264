import type { Queryable } from '../database.types.ts';
import type { UnreadRow } from '../types.ts';

/** Both tables in one statement, with what else the group has: all of it is stored, or nothing. */
const insertSql = (first: number, then: string): string => {
  const at = (offset: number): string => `$${first + offset}`;
  return `
  with message as (
    select * from unnest(${at(0)}::int8[], ${at(1)}::int8[], ${at(2)}::text[], ${at(3)}::bool[], ${at(4)}::text[], ${at(5)}::text[], ${at(6)}::bool[],
      ${at(7)}::timestamptz[], ${at(8)}::bytea[]) with ordinality
      as m (device_id, unit_id, protocol, datagram, type, reason, part, received_at, bytes, place)
  ), kept as (
    insert into unread_message (device_id, unit_id, protocol, datagram, type, reason, part, received_at, bytes)
    select device_id, unit_id, protocol, datagram, type, reason, part, received_at, bytes from message order by place
  ), counted as (
    insert into unread_type (device_id, protocol, type, reason, part, messages, first_at, last_at, example)
    select distinct on (device_id, protocol, type) device_id, protocol, type, reason, part,
      count(*) over same, min(received_at) over same, max(received_at) over same, bytes
    from message window same as (partition by device_id, protocol, type)
    -- Rows are locked in this order by all who change them.
    order by device_id, protocol, type, place desc
    on conflict (device_id, protocol, type) do update set
      reason = excluded.reason, part = excluded.part, messages = unread_type.messages + excluded.messages,
      last_at = excluded.last_at, example = excluded.example
  )
  ${then === '' ? 'select 1' : then}`;
};

/**
 * Stores unread messages and runs `then`, an insert with parameters of its own, in the same commit. Rejects when the
 * database is away; then nothing of it is stored.
 */
export async function insertUnread(
  database: Queryable,
  messages: readonly UnreadRow[],
  then: string,
  parameters: readonly unknown[],
): Promise<void> {
  await database.query(insertSql(parameters.length + 1, then), [
    ...parameters,
    messages.map(({ deviceId }) => deviceId),
    messages.map(({ unitId }) => unitId),
    messages.map(({ protocol }) => protocol),
    messages.map(({ datagram }) => datagram),
    messages.map(({ type }) => type),
    messages.map(({ reason }) => reason),
    messages.map(({ part }) => part),
    messages.map(({ receivedAt }) => new Date(receivedAt)),
    messages.map(({ bytes }) => bytes),
  ]);
}
