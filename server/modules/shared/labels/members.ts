import { toIso } from '../../../../src/domain/base/index.ts';
import { eventOf, type NewEvent } from '../../../../src/domain/events/index.ts';
import type { CallContext } from '../../../call/types.ts';
import type { Transaction } from '../../../store/database.types.ts';
import { actorOf } from '../changes/events.ts';
import type { LabelledTable } from './tables.ts';

interface Relabelled {
  readonly id: number;
  readonly name: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** A group whose members change; `name` is how they name it now. */
export interface MembersOf {
  readonly accountId: number;
  readonly table: LabelledTable;
  readonly name: string;
}

/**
 * Gives a group another name in all its members, or takes them out of it (`next` null). Each change is an event of the
 * thing, in the log of its owner and of the account that holds it: lists, audit and open clients follow by that.
 */
export async function renameInMembers(
  transaction: Transaction,
  context: CallContext,
  { accountId, table: { table, title, updated }, name }: MembersOf,
  next: string | null,
): Promise<void> {
  const changed = await transaction.query<Relabelled>(
    `with member as (
       select id, labels from ${table} where account_id = $1 and labels @> jsonb_build_array($2::text) order by id for update
     )
     update ${table} t set labels = (
       select coalesce(jsonb_agg(case when label = $2 then $3::text else label end order by place), '[]')
       from jsonb_array_elements_text(m.labels) with ordinality as own (label, place) where label <> $2 or $3::text is not null
     )
     from member m where m.id = t.id returning t.id, t.${title} as name, m.labels as before, t.labels as after`,
    [accountId, name, next],
  );
  await recordRelabelled(transaction, context, accountId, { table, updated }, changed);
}

/** Records what changed of each, for its owner and for whoever holds it now. */
export async function recordRelabelled(
  transaction: Transaction,
  context: CallContext,
  accountId: number,
  { table, updated }: Pick<LabelledTable, 'table' | 'updated'>,
  changed: readonly Relabelled[],
): Promise<void> {
  if (changed.length === 0) return;
  const holders = await holdersOf(
    transaction,
    table,
    changed.map(({ id }) => id),
    context,
  );
  const { userId, now, remote } = actorOf(context, context.now);
  await transaction.appendEvents(
    changed.flatMap(({ id, name, before, after }) =>
      [accountId, ...(holders.get(id) ?? [])].map((holder) => {
        const data = { name, before: { labels: before }, after: { labels: after } };
        const event = { accountId: holder, kind: updated, subjectId: id, data } as unknown as NewEvent;
        const origin = { account_id: holder, subject_id: id, user_id: userId, time: toIso(now) };
        return { ...eventOf(event, origin), ...(remote === undefined ? {} : { remote }) };
      }),
    ),
  );
}

/** Who holds each of the units or devices now by allocation; nobody holds anything else. */
async function holdersOf(
  transaction: Transaction,
  table: string,
  ids: readonly number[],
  { now }: CallContext,
): Promise<ReadonlyMap<number, readonly number[]>> {
  if (table !== 'unit' && table !== 'device') return new Map();
  const rows = await transaction.query<{ id: number; account_id: number }>(
    `select ${table}_id as id, account_id from ${table}_allocation
     where ${table}_id = any($1::int8[]) and start_at <= $2 and (end_at is null or end_at > $2)`,
    [ids, new Date(now)],
  );
  const spansOf = Map.groupBy(rows, ({ id }) => id);
  return new Map([...spansOf].map(([id, spans]) => [id, spans.map(({ account_id }) => account_id)]));
}
