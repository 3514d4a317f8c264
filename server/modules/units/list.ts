import type { Page, Request } from '../../../src/api/contract/index.ts';
import type { AccountId, UnitId } from '../../../src/domain/base/index.ts';
import type { UnitKind, UnitStatus, UnitSummary } from '../../../src/domain/unit/index.ts';
import type { Queryable } from '../../store/database.types.ts';
import { escapeLike, orderBy } from '../shared/index.ts';

interface UnitRow {
  id: unknown;
  account_id: unknown;
  account_name: string;
  name: string;
  kind: UnitKind;
  status: UnitStatus;
  identifiers: string[] | null;
  device_model: string | null;
}

const SELECT = `
  select u.id, u.account_id, a.name as account_name, u.name, u.kind, u.status, d.identifiers, d.device_model
  from unit u
  join account a on a.id = u.account_id
  left join (
    select ud.unit_id, array_agg(device.unique_identifier order by ud.position, device.id) as identifiers,
           (array_agg(device.device_model order by ud.position, device.id))[1] as device_model
    from unit_device ud join device on device.id = ud.device_id group by ud.unit_id
  ) d on d.unit_id = u.id`;

/** Columns that a list may be sorted by, as the wire names them. */
export const UNIT_SORTS: Readonly<Record<string, string>> = {
  name: 'lower(u.name)',
  kind: 'u.kind',
  status: 'u.status',
  account_name: 'lower(a.name)',
  identifier: 'd.identifiers',
  device_model: 'lower(d.device_model)',
  created_at: 'u.created_at',
};

/** One page of the units in the accounts. Null when the sort column is unknown. */
export async function listUnits(
  database: Queryable,
  scope: readonly AccountId[],
  request: Request<'getUnitList'>,
): Promise<Page<UnitSummary> | null> {
  const order = orderBy(request.sort, UNIT_SORTS, 'name', 'u.id');
  if (order === null) return null;
  const { where, parameters } = conditions(scope, request);
  const page = [...parameters, request.limit, (request.page - 1) * request.limit];
  const rows = await database.query<UnitRow>(
    `${SELECT} where ${where} ${order} limit $${parameters.length + 1} offset $${parameters.length + 2}`,
    page,
  );
  const [count] = await database.query<{ total: unknown }>(
    `select count(*) as total from unit u join account a on a.id = u.account_id where ${where}`,
    parameters,
  );
  return { rows: rows.map(summaryOf), total: Number(count?.total ?? 0) };
}

/** One unit of the accounts, or null. */
export async function findUnit(database: Queryable, scope: readonly AccountId[], unitId: number): Promise<UnitSummary | null> {
  const [row] = await database.query<UnitRow>(`${SELECT} where u.id = $1 and u.account_id = any($2::int8[])`, [unitId, scope]);
  return row ? summaryOf(row) : null;
}

function conditions(scope: readonly AccountId[], { search, filters }: Request<'getUnitList'>) {
  const parameters: unknown[] = [scope];
  const parts = ['u.account_id = any($1::int8[])'];
  const add = (sql: (place: string) => string, value: unknown) => {
    parameters.push(value);
    parts.push(sql(`$${parameters.length}`));
  };
  if (filters.kind) add((place) => `u.kind = ${place}`, filters.kind);
  if (filters.status) add((place) => `u.status = ${place}`, filters.status);
  // Beside the scope's condition, so that a foreign account gives nothing.
  if (filters.account_id) add((place) => `u.account_id = ${place}`, filters.account_id);
  const text = search.trim();
  if (text) {
    add(
      (place) => `(u.name ilike ${place} or a.name ilike ${place} or exists (
        select 1 from unit_device ud join device on device.id = ud.device_id
        where ud.unit_id = u.id and device.unique_identifier ilike ${place}))`,
      `%${escapeLike(text)}%`,
    );
  }
  return { where: parts.join(' and '), parameters };
}

function summaryOf(row: UnitRow): UnitSummary {
  return {
    unit_id: Number(row.id) as UnitId,
    account_id: Number(row.account_id) as AccountId,
    account_name: row.account_name,
    name: row.name,
    kind: row.kind,
    status: row.status,
    identifiers: row.identifiers ?? [],
    device_model: row.device_model ?? '',
  };
}
