import { neededBelow } from '../../../../src/domain/access/index.ts';
import type { Page } from '../../../../src/api/contract/index.ts';
import type { AccountId, Fields } from '../../../../src/domain/base/index.ts';
import { isSorted, type AnyEntity, type AnyRow, type ListedOf } from '../../../../src/domain/entity/index.ts';
import type { CallContext } from '../../../call/types.ts';
import type { Queryable } from '../../../store/database.types.ts';
import { accountOf } from '../context.ts';
import { Conditions, readPage } from '../lists/pages.ts';
import { escapeLike } from '../lists/sql.ts';
import type { AnyTable, TableOf } from './table.ts';

/** A row as the wire has it. */
export type EntityRow = AnyRow & Fields;

/** What every list takes, with the filters as they came. */
export interface ListRequest {
  readonly page: number;
  readonly limit: number;
  readonly sort: string;
  readonly search: string;
  readonly filters: Fields;
}

/** Where a list's accounts stand: its first condition. */
const ACCOUNTS = '$1';

type Stored = Fields & { readonly account_id: AccountId; readonly account_name: string; readonly created_at: Date };

/** An entity and its table. */
export interface Source {
  readonly entity: AnyEntity;
  readonly table: AnyTable;
}

/**
 * The accounts whose things the call reaches: the own one alone where no permission takes the entity's into
 * sub-accounts.
 */
export function scopeOf({ needs }: AnyEntity, context: CallContext): readonly AccountId[] {
  const { accountId, scope } = accountOf(context);
  return neededBelow(needs.read) === null ? [accountId] : scope;
}

/** One row that the accounts reach, or null. */
export async function findRow(
  database: Queryable,
  source: Source,
  id: number,
  scope: readonly AccountId[],
): Promise<EntityRow | null> {
  const [row] = await database.query<Stored>(
    `select ${columnsOf(source, [])} from ${fromOf(source, null)} where t.id = $1 and t.account_id = any($2::int8[])`,
    [id, scope],
  );
  return row ? rowOf(row, source) : null;
}

/**
 * An entity and its table, for code that serves them all: which fields there are, the compiler knows of each entity
 * only.
 */
export const sourceOf = (entity: AnyEntity, table: object | undefined): Source => ({
  entity,
  table: (table ?? {}) as AnyTable,
});

/** One page of an entity's list in these accounts, for methods of its own. */
export const listOf = <E extends AnyEntity>(
  database: Queryable,
  entity: E,
  table: TableOf<E>,
  request: ListRequest,
  scope: readonly AccountId[],
): Promise<Page<ListedOf<E>> | null> =>
  listRows(database, sourceOf(entity, table), request, scope) as Promise<Page<ListedOf<E> & EntityRow> | null>;

/** One page of the list; null when there is no such column to sort by. */
export function listRows(
  database: Queryable,
  source: Source,
  request: ListRequest,
  scope: readonly AccountId[],
): Promise<Page<EntityRow> | null> {
  return readPage<Stored, EntityRow>(
    database,
    request,
    {
      columns: columnsOf(source, source.entity.details ?? []),
      from: fromOf(source, ACCOUNTS),
      conditions: conditionsOf(source, request, scope),
      sorts: sortsOf(source),
      fallback: source.entity.title,
      id: 't.id',
    },
    (row) => rowOf(row, source),
  );
}

/** Fields of the form that are columns of the table. */
export const columnFields = ({ fields }: AnyEntity, { elsewhere = {} }: AnyTable): readonly string[] =>
  fields.filter((field) => elsewhere[field] === undefined);

/** `without`: fields that are not read. */
function columnsOf({ entity, table }: Source, without: readonly string[]): string {
  const own = ['id', 'account_id', 'created_at', ...columnFields(entity, table)]
    .filter((field) => !without.includes(field))
    .map((field) => `t.${field}`);
  const others = Object.entries({ ...table.elsewhere, ...table.joined })
    .filter(([field]) => !without.includes(field))
    .map(([field, sql]) => `${sql} as ${field}`);
  return [...own, 'a.name as account_name', ...others].join(', ');
}

/** `accounts` is the place of the accounts whose things are listed; null: one row is read. */
function fromOf({ entity, table: { join = '' } }: Source, accounts: string | null): string {
  const others = typeof join === 'string' ? join : accounts === null ? join.one : join.list(accounts);
  return `${entity.name} t join account a on a.id = t.account_id ${others}`;
}

/** Words are sorted whatever the case of their letters. */
function sortsOf({ entity, table }: Source): Record<string, string> {
  return Object.fromEntries(
    Object.entries(entity.columns).flatMap(([field, look]) => {
      if (look === undefined || !isSorted(look)) return [];
      const column = field === 'account_name' ? 'a.name' : (table.joined?.[field] ?? `t.${field}`);
      return [[field, table.sorts?.[field] ?? (look === 'name' ? `lower(${column})` : column)]];
    }),
  );
}

function conditionsOf(
  { entity, table }: Source,
  { filters, search }: ListRequest,
  scope: readonly AccountId[],
): Conditions {
  const conditions = new Conditions().add((place) => `t.account_id = any(${place}::int8[])`, scope);
  for (const [name, value] of Object.entries(filters)) {
    if (value === undefined || value === '') continue;
    if (name === 'label') conditions.add((place) => `t.labels @> ${place}::jsonb`, JSON.stringify([value]));
    else conditions.add(table.filters?.[name] ?? ((place) => `t.${name} = ${place}`), value);
  }
  const text = search.trim();
  const columns = [...entity.searched.map((field) => `t.${field}`), ...(table.searched ?? [])];
  if (text)
    conditions.add(
      (place) => `(${columns.map((column) => `${column} ilike ${place}`).join(' or ')})`,
      `%${escapeLike(text)}%`,
    );
  return conditions;
}

function rowOf(row: Stored, { entity: { id, fields }, table }: Source): EntityRow {
  const isRead = (field: string): boolean => field in row;
  const own = fields.filter(isRead).map((field) => [field, row[field]]);
  const joined = Object.keys(table.joined ?? {}).filter(isRead);
  const others = Object.fromEntries(joined.map((field) => [field, row[field]]));
  return {
    [id]: row.id,
    account_id: row.account_id,
    account_name: row.account_name,
    ...Object.fromEntries(own),
    ...(table.read?.(row) ?? others),
    created_at: row.created_at.toISOString(),
  };
}
