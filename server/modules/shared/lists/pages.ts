import type { QueryResultRow } from 'pg';
import type { Page } from '../../../../src/api/contract/index.ts';
import type { Queryable } from '../../../store/database.types.ts';
import { orderBy } from './sql.ts';

/** Conditions of a list with their numbered parameters. */
export class Conditions {
  readonly parameters: unknown[] = [];
  readonly #parts: string[] = [];

  /** `sql` is given the place of the value, as often as it needs it. */
  add(sql: (place: string) => string, value: unknown): this {
    this.parameters.push(value);
    this.#parts.push(sql(`$${this.parameters.length}`));
    return this;
  }

  get where(): string {
    return this.#parts.length === 0 ? 'true' : this.#parts.join(' and ');
  }
}

/** What a list is read from. */
export interface ListSource {
  /** Columns, as after `select`. */
  readonly columns: string;
  /** Tables and joins, as after `from`. */
  readonly from: string;
  readonly conditions: Conditions;
  /** Columns that it may be sorted by, as the wire names them. */
  readonly sorts: Readonly<Record<string, string>>;
  readonly fallback: string;
  /** Settles the order of equal rows. */
  readonly id: string;
}

/** One page of a list, or null when the sort column is unknown. */
export async function readPage<Row extends QueryResultRow, Shown>(
  database: Queryable,
  request: { readonly page: number; readonly limit: number; readonly sort: string },
  source: ListSource,
  show: (row: Row) => Shown,
): Promise<Page<Shown> | null> {
  const order = orderBy(request.sort, source.sorts, source.fallback, source.id);
  if (order === null) return null;
  const { where, parameters } = source.conditions;
  const rows = await database.query<Row>(
    `select ${source.columns} from ${source.from} where ${where} ${order} limit $${parameters.length + 1} offset $${parameters.length + 2}`,
    [...parameters, request.limit, (request.page - 1) * request.limit],
  );
  const [count] = await database.query<{ total: number }>(
    `select count(*) as total from ${source.from} where ${where}`,
    parameters,
  );
  return { rows: rows.map(show), total: count?.total ?? 0 };
}
