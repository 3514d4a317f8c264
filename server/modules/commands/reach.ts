import type { AccountId, Instant } from '../../../src/domain/base/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Queryable } from '../../store/database.types.ts';
import { accountOf } from '../shared/index.ts';

/** A device that the caller may command. */
export interface Commandable {
  readonly deviceId: number;
  readonly identifier: string;
  readonly name: string;
  readonly model: string;
  readonly status: string;
  readonly unitId: number | null;
  readonly unitStatus: string;
  /** False where the caller only holds it: of its log they see what was sent in the name of their accounts. */
  readonly own: boolean;
}

interface Row {
  id: number;
  unique_identifier: string;
  name: string;
  device_model: string;
  status: string;
  unit_id: number | null;
  unit_status: string | null;
  own: boolean;
}

/** `$2` are the accounts in reach. */
const SELECT = `
  select d.id, d.unique_identifier, d.name, d.device_model, d.status, ud.unit_id, u.status as unit_status,
         d.account_id = any($2::int8[]) or coalesce(u.account_id = any($2::int8[]), false) as own
  from device d left join unit_device ud on ud.device_id = d.id left join unit u on u.id = ud.unit_id`;

/** True where the accounts hold the thing now by allocation. */
const holds = (table: 'unit' | 'device', id: string, scope: string, now: string): string =>
  `exists (select 1 from ${table}_allocation l where l.${table}_id = ${id} and l.account_id = any(${scope}::int8[]) and l.start_at <= ${now} and (l.end_at is null or l.end_at > ${now}))`;

/** Of a unit that the accounts hold, they have the devices that were allocated with it. */
const holdsInUnit = (scope: string, now: string): string =>
  `exists (select 1 from unit_allocation l where l.unit_id = ud.unit_id and l.account_id = any(${scope}::int8[]) and l.device_ids @> to_jsonb(d.id)
     and l.start_at <= ${now} and (l.end_at is null or l.end_at > ${now}))`;

/** The device, if the caller may command it: who owns it does, and who holds it now by allocation. */
export async function commandableDevice(
  database: Queryable,
  deviceId: number,
  context: CallContext,
): Promise<Commandable | null> {
  const [row] = await database.query<Row>(
    `${SELECT} where d.id = $1 and (d.account_id = any($2::int8[]) or ${holds('device', 'd.id', '$2', '$3')})`,
    [deviceId, accountOf(context).scope, new Date(context.now)],
  );
  return row ? commandableOf(row) : null;
}

/**
 * The unit's devices that the caller sees, in their order, those that can be heard first; null when the unit is not the
 * caller's.
 */
export async function commandablesOf(
  database: Queryable,
  unitId: number,
  context: CallContext,
): Promise<Commandable[] | null> {
  const values = [unitId, accountOf(context).scope, new Date(context.now)];
  const [unit] = await database.query(
    `select 1 from unit u where u.id = $1 and (u.account_id = any($2::int8[]) or ${holds('unit', 'u.id', '$2', '$3')})`,
    values,
  );
  if (!unit) return null;
  const rows = await database.query<Row>(
    `${SELECT} where ud.unit_id = $1 and (u.account_id = any($2::int8[]) or ${holdsInUnit('$2', '$3')}) order by d.status <> 'ACTIVE', ud.position, d.id`,
    values,
  );
  return rows.map(commandableOf);
}

/** What a queued command is for. */
interface Addressed {
  readonly deviceId: number;
  readonly identifier: string;
  readonly unitId: number | null;
}

/**
 * True while the accounts may command the device that a queued command is for: it goes by the same identifier, is
 * active, sits in the unit that it sat in when it was asked, and is theirs.
 */
export async function mayStillCommand(
  database: Queryable,
  { deviceId, identifier, unitId }: Addressed,
  scope: readonly AccountId[],
  now: Instant,
): Promise<boolean> {
  const rows = await database.query(
    `${SELECT} where d.id = $1 and d.unique_identifier = $4 and d.status = 'ACTIVE' and coalesce(u.status, 'active') = 'active'
       and ($5::int8 is null or ud.unit_id = $5)
       and (d.account_id = any($2::int8[]) or u.account_id = any($2::int8[]) or ${holds('device', 'd.id', '$2', '$3')} or ${holdsInUnit('$2', '$3')})`,
    [deviceId, scope, new Date(now), identifier, unitId],
  );
  return rows.length > 0;
}

function commandableOf(row: Row): Commandable {
  return {
    deviceId: row.id,
    identifier: row.unique_identifier,
    name: row.name,
    model: row.device_model,
    status: row.status,
    unitId: row.unit_id,
    unitStatus: row.unit_status ?? 'active',
    own: row.own,
  };
}
