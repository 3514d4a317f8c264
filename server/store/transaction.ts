import type pg from 'pg';
import type { DomainEvent } from '../../src/domain/events/index.ts';
import type { AppendedEvent, Transaction } from './database.types.ts';
import { reserveIds } from './ids.ts';

/** A transaction that remembers the events it appended. */
export interface OpenTransaction extends Transaction {
  readonly events: DomainEvent[];
}

/** Answers the last of the numbers taken. */
const NEXT_SEQUENCES = `
  insert into account_sequence (account_id, value) select * from unnest($1::int8[], $2::int8[])
  on conflict (account_id) do update set value = account_sequence.value + excluded.value
  returning account_id, value`;

const INSERT_EVENTS = `
  insert into event (account_id, sequence, kind, subject_type, subject_id, user_id, time, data, remote, actor_account_id)
  select * from unnest($1::int8[], $2::int8[], $3::text[], $4::text[], $5::int8[], $6::int8[], $7::timestamptz[], $8::jsonb[], $9::text[], $10::int8[])`;

/**
 * The work's side of a transaction that is open on the client. `onNumbered`: sequences of these accounts were taken.
 */
export function openTransaction(
  client: pg.ClientBase,
  onNumbered: (accounts: readonly number[]) => void = () => undefined,
): OpenTransaction {
  const events: DomainEvent[] = [];
  const query: Transaction['query'] = async <Row extends pg.QueryResultRow>(
    sql: string,
    parameters: readonly unknown[] = [],
  ): Promise<Row[]> => (await client.query<Row>(sql, parameters as unknown[])).rows;
  const appendEvents: Transaction['appendEvents'] = async (appended) => {
    if (appended.length === 0) return;
    const rows = await numbered(query, appended);
    onNumbered(rows.map(({ account_id }) => account_id));
    await query(INSERT_EVENTS, [
      rows.map(({ account_id }) => account_id),
      rows.map(({ sequence }) => sequence),
      rows.map(({ kind }) => kind),
      rows.map(({ subject_type }) => subject_type),
      rows.map(({ subject_id }) => subject_id),
      rows.map(({ user_id }) => user_id),
      rows.map(({ time }) => time),
      rows.map(({ data }) => JSON.stringify(data)),
      appended.map(({ remote }) => remote ?? null),
      appended.map(({ actorAccountId }) => actorAccountId ?? null),
    ]);
    events.push(...rows);
  };
  return {
    events,
    query,
    appendEvents,
    async appendEvent(event) {
      await appendEvents([event]);
      return events[events.length - 1].sequence;
    },
    nextId: async (table) => (await reserveIds({ query }, table, 1))[0],
  };
}

/**
 * Gives events their numbers. The row of an account stays locked until the commit: sequences have no gaps and
 * events of one account become visible in their order. Rows are locked in the order of their ids, so that two
 * transactions that record for several accounts do not wait for each other.
 */
async function numbered(query: Transaction['query'], appended: readonly AppendedEvent[]): Promise<DomainEvent[]> {
  const counts = new Map<number, number>();
  for (const { account_id } of appended) counts.set(account_id, (counts.get(account_id) ?? 0) + 1);
  const accounts = [...counts.keys()].toSorted((a, b) => a - b);
  const rows = await query<{ account_id: number; value: number }>(NEXT_SEQUENCES, [
    accounts,
    accounts.map((account) => counts.get(account)),
  ]);
  const next = new Map(rows.map(({ account_id, value }) => [account_id, value - (counts.get(account_id) ?? 0)]));
  return appended.map(({ remote: _remote, actorAccountId: _actor, ...event }) => {
    const sequence = (next.get(event.account_id) ?? 0) + 1;
    next.set(event.account_id, sequence);
    // Of one kind, as it was passed: the compiler takes kind and data apart.
    return { ...event, sequence } as DomainEvent;
  });
}
