import type pg from 'pg';
import type { TableHead } from './format.ts';

/** Tables of the schema in use with their columns, each behind those that it refers to. */
export async function readTables(client: pg.ClientBase): Promise<TableHead[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      group by c.relname order by c.relname`,
  );
  return inOrder(rows, await readReferences(client));
}

async function readReferences(client: pg.ClientBase): Promise<Map<string, Set<string>>> {
  const { rows } = await client.query<{ name: string; target: string }>(
    `select f.relname as name, t.relname as target from pg_constraint k join pg_class f on f.oid = k.conrelid join pg_class t on t.oid = k.confrelid
      where k.contype = 'f' and f.relnamespace = current_schema()::regnamespace and f.oid <> t.oid`,
  );
  const references = new Map<string, Set<string>>();
  for (const { name, target } of rows) references.set(name, (references.get(name) ?? new Set()).add(target));
  return references;
}

/** Rows of a table go in when those that they refer to are there. */
function inOrder(tables: readonly TableHead[], references: ReadonlyMap<string, ReadonlySet<string>>): TableHead[] {
  const ordered: TableHead[] = [];
  const placed = new Set<string>();
  let left = [...tables];
  while (left.length > 0) {
    const ready = left.filter(({ name }) => [...(references.get(name) ?? [])].every((target) => placed.has(target)));
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a ring: ${left.map(({ name }) => name).join(', ')}`);
    for (const table of ready) placed.add(table.name);
    ordered.push(...ready);
    left = left.filter(({ name }) => !placed.has(name));
  }
  return ordered;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const columnList = ({ columns }: TableHead): string => columns.map(quoted).join(', ');

/** A column that numbers itself. */
export interface Identity {
  readonly table: string;
  readonly column: string;
  readonly sequence: string;
}

/** The columns of the schema in use that number themselves; a table has one at most. */
export async function readIdentities(client: pg.ClientBase): Promise<Identity[]> {
  const { rows } = await client.query<Identity>(
    `select c.table_name as table, c.column_name as column, pg_get_serial_sequence(quote_ident(c.table_name), c.column_name) as sequence
       from information_schema.columns c
      where c.table_schema = current_schema() and (c.is_identity = 'YES' or c.column_default like 'nextval(%')`,
  );
  return rows;
}
