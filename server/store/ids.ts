import type { Queryable } from './database.types.ts';

const NEXT_IDS = `select nextval(pg_get_serial_sequence($1, 'id')) as id from generate_series(1, $2)`;

/**
 * Takes ids of a table at once, in ascending order. They come from the table's identity column, so two
 * transactions never wait for each other; others may take some between them, and those of a transaction that
 * fails are lost.
 */
export async function reserveIds(transaction: Queryable, table: string, count: number): Promise<number[]> {
  const rows = await transaction.query<{ id: number | null }>(NEXT_IDS, [table, count]);
  return rows.map(({ id }) => {
    if (id === null) throw new Error(`The column id of the table "${table}" is no identity column.`);
    return id;
  });
}
