import type { BulkReply, CallError, LabelMember, Page, Request } from '../../../src/api/contract/index.ts';
import { EQUIPMENT, success, type Result } from '../../../src/domain/base/index.ts';
import { can } from '../../../src/domain/access/index.ts';
import { labels } from '../../../src/domain/entities/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import type { Problems } from '../../call/problems.ts';
import { reachOf } from '../../call/reach.ts';
import type { CallContext } from '../../call/types.ts';
import type { Queryable, Transaction } from '../../store/database.types.ts';
import { scopeOf } from '../shared/entity/index.ts';
import {
  Conditions,
  accountOf,
  conflictAt,
  escapeLike,
  inBulk,
  notFound,
  readPage,
  type Refused,
} from '../shared/index.ts';
import {
  labelledTable,
  recordRelabelled,
  settleLabels,
  tableOfKind,
  type LabelledTable,
} from '../shared/labels/index.ts';

/** A group that the caller may look into. */
interface Group {
  readonly accountId: number;
  readonly name: string;
  readonly table: LabelledTable;
}

/**
 * One page of what is in a group, or may be: things of its kind in its account. Null when there is no such column to
 * sort by.
 */
export function listMembers(
  database: Queryable,
  { accountId, name, table: { table, title, detail } }: Group,
  { search, filters, ...request }: Request<'getLabelMembers'>,
): Promise<Page<LabelMember> | null> {
  const conditions = new Conditions()
    .add((place) => `t.account_id = ${place}`, accountId)
    .add((place) => `${place}::jsonb is not null`, JSON.stringify([name]));
  const isMember = 't.labels @> $2::jsonb';
  if (filters.member) conditions.add((place) => `(${isMember}) = (${place} = 'yes')`, filters.member);
  const columns = [`t.${title}`, ...(detail === null ? [] : [detail])];
  if (search.trim())
    conditions.add(
      (place) => `(${columns.map((column) => `${column} ilike ${place}`).join(' or ')})`,
      `%${escapeLike(search.trim())}%`,
    );
  return readPage<LabelMember, LabelMember>(
    database,
    request,
    {
      columns: `t.id, t.${title} as name, ${detail ?? "''"} as detail, ${isMember} as member`,
      from: `${table} t`,
      conditions,
      // By `member` members come first, each part by its names.
      sorts: { name: `lower(t.${title})`, member: `case when ${isMember} then '0' else '1' end || lower(t.${title})` },
      fallback: 'name',
      id: 't.id',
    },
    ({ id, name: shown, detail: more, member }) => ({ id, name: shown, detail: more, member }),
  );
}

/** The group of a call, with the right to read what is in it; locked until the transaction ends where `isAllocated`. */
export async function groupOf(
  database: Queryable,
  id: number,
  context: CallContext,
  problems: Problems,
  isAllocated = false,
): Promise<Result<Group, CallError>> {
  const [row] = await database.query<{ account_id: number; kind: string; name: string }>(
    `select account_id, kind, name from label where id = $1 and account_id = any($2::int8[]) ${isAllocated ? 'for share' : ''}`,
    [id, scopeOf(labels, context)],
  );
  if (!row) return notFound(context, problems);
  const table = tableOfKind(row.kind);
  const account = accountOf(context);
  const isRead = can(account.permissions, table.needs.read) && reaches(account, table, row.account_id);
  return isRead
    ? success({ accountId: row.account_id, name: row.name, table })
    : problems.refuse(context.lang, ERROR.accessRight);
}

const reaches = (account: Parameters<typeof reachOf>[0], { needs }: LabelledTable, accountId: number): boolean =>
  (reachOf(account, needs.read) as readonly number[]).includes(accountId);

/** A thing with the groups that it is in. */
interface Member {
  readonly id: number;
  readonly account_id: number;
  readonly name: string;
  readonly labels: readonly string[];
}

/** Puts things in the group, or takes them out; those that are so already stay as they are. */
export async function changeMembers(
  transaction: Transaction,
  { label_id: id, member_ids: ids }: Request<'addLabelMembers'>,
  isIn: boolean,
  context: CallContext,
  problems: Problems,
): Promise<Result<BulkReply, CallError>> {
  const found = await groupOf(transaction, id, context, problems, true);
  if (!found.ok) return found;
  const { name, accountId, table } = found.value;
  return relabel(transaction, { table, ids, reach: reachOf(accountOf(context), table.needs.read) }, context, problems, {
    labelsOf: ({ labels: before }) =>
      Promise.resolve(isIn ? [...new Set([...before, name])] : before.filter((label) => label !== name)),
    refuse: (member) =>
      member.account_id === accountId
        ? null
        : conflictAt('member_ids', 'server.memberOfOtherAccount', context, problems),
  });
}

/** Puts things of a list in groups of their accounts by name, and takes them out of others. */
export function changeLabels(
  transaction: Transaction,
  { of, ids, add, remove }: Request<'changeLabels'>,
  context: CallContext,
  problems: Problems,
): Promise<Result<BulkReply, CallError>> {
  const table = labelledTable(of);
  const account = accountOf(context);
  if (!can(account.permissions, table.needs.change))
    return Promise.resolve(problems.refuse(context.lang, ERROR.accessRight));
  return relabel(transaction, { table, ids, reach: reachOf(account, table.needs.change) }, context, problems, {
    labelsOf: ({ labels: before, account_id: accountId }) =>
      settleLabels(transaction, context, { accountId, kind: table.kind }, [
        ...before.filter((label) => !remove.includes(label)),
        ...add,
      ]),
    refuse: ({ labels: before }) => {
      const wanted = [...before.filter((label) => !remove.includes(label)), ...add];
      // Before groups are made of them: what is refused makes none.
      return refuseMany(wanted, 'add', context, problems);
    },
  });
}

const refuseMany = (
  wanted: readonly string[],
  field: string,
  context: CallContext,
  problems: Problems,
): Refused | null =>
  new Set(wanted.map((label) => label.toLowerCase())).size > EQUIPMENT.labels
    ? conflictAt(field, 'server.tooManyLabels', context, problems, { max: EQUIPMENT.labels })
    : null;

/** Things whose labels change, and the accounts that the change reaches. */
interface Relabelling {
  readonly table: LabelledTable;
  readonly ids: readonly number[];
  readonly reach: readonly number[];
}

/** Gives things other labels, each by itself; one that has them already records nothing. */
async function relabel(
  transaction: Transaction,
  { table, ids, reach }: Relabelling,
  context: CallContext,
  problems: Problems,
  { labelsOf, refuse }: { labelsOf(member: Member): Promise<string[]>; refuse(member: Member): Refused | null },
): Promise<Result<BulkReply, CallError>> {
  const rows = await transaction.query<Member>(
    `select id, account_id, ${table.title} as name, labels from ${table.table} where id = any($1::int8[]) order by id for update`,
    [ids],
  );
  const members = new Map(rows.map((row) => [row.id, row]));
  const changed: (Member & { readonly before: readonly string[]; readonly after: readonly string[] })[] = [];
  const reply = await inBulk(ids, async (id) => {
    const member = members.get(id);
    if (!member || !reach.includes(member.account_id)) return notFound(context, problems);
    const refused = refuse(member);
    if (refused) return refused;
    const after = await labelsOf(member);
    if (after.join('\n') === member.labels.join('\n')) return null;
    const tooMany = refuseMany(after, 'member_ids', context, problems);
    if (tooMany === null) changed.push({ ...member, before: member.labels, after });
    return tooMany;
  });
  await write(transaction, table.table, changed);
  for (const [accountId, own] of Map.groupBy(changed, ({ account_id }) => account_id))
    await recordRelabelled(transaction, context, accountId, table, own);
  return reply;
}

async function write(
  transaction: Transaction,
  table: string,
  changed: readonly { readonly id: number; readonly after: readonly string[] }[],
): Promise<void> {
  if (changed.length === 0) return;
  await transaction.query(
    `update ${table} t set labels = c.labels from unnest($1::int8[], $2::jsonb[]) as c (id, labels) where c.id = t.id`,
    [changed.map(({ id }) => id), changed.map(({ after }) => JSON.stringify(after))],
  );
}
