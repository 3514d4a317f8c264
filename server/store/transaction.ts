import type pg from 'pg';
import type { DomainEvent } from '../../src/api/contract/index.ts';
import type { Transaction } from './database.types.ts';

/** A transaction that remembers the events it appended. */
export interface OpenTransaction extends Transaction {
  readonly events: DomainEvent[];
}

const NEXT_SEQUENCE = `
  insert into account_sequence (account_id, value) values ($1, 1)
  on conflict (account_id) do update set value = account_sequence.value + 1
  returning value`;

const INSERT_EVENT = `
  insert into event (account_id, sequence, kind, subject_type, subject_id, user_id, time, data, remote)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`;

const NEXT_ID = `
  insert into counter (name, value) values ($1, 1)
  on conflict (name) do update set value = counter.value + 1
  returning value`;

/** The work's side of a transaction that is open on the client. */
export function openTransaction(client: pg.ClientBase): OpenTransaction {
  const events: DomainEvent[] = [];
  const query: Transaction['query'] = async <Row extends pg.QueryResultRow>(sql: string, parameters: readonly unknown[] = []): Promise<Row[]> =>
    (await client.query<Row>(sql, parameters as unknown[])).rows;
  return {
    events,
    query,
    // The row of the account stays locked until the commit: sequences have no gaps and events of one
    // account become visible in their order.
    async appendEvent({ remote, ...event }) {
      const [row] = await query<{ value: string }>(NEXT_SEQUENCE, [event.account_id]);
      const sequence = Number(row.value);
      await query(INSERT_EVENT, [
        event.account_id, sequence, event.kind, event.subject_type, event.subject_id, event.user_id, event.time, JSON.stringify(event.data), remote ?? null,
      ]);
      events.push({ ...event, sequence });
      return sequence;
    },
    async nextId(counter) {
      const [row] = await query<{ value: string }>(NEXT_ID, [counter]);
      return Number(row.value);
    },
  };
}
