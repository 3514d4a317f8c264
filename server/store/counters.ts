import type { Queryable } from './database.types.ts';

/** Takes `count` numbers of a counter at once; answers the first of them. */
export async function reserveIds(transaction: Queryable, counter: string, count: number): Promise<number> {
  const [row] = await transaction.query<{ value: number }>(
    `insert into counter (name, value) values ($1, $2)
     on conflict (name) do update set value = counter.value + excluded.value returning value`,
    [counter, count],
  );
  return row.value - count + 1;
}
