import type { Found } from '../../../src/api/contract/index.ts';
import { neededBelow, type Need } from '../../../src/domain/access/index.ts';
import { ENTITIES, type EntityName } from '../../../src/domain/entities/index.ts';
import { SHARES_UNITS } from '../../../src/domain/share/index.ts';
import { wordsOf } from '../shared/index.ts';
import type { AnyEntity } from '../../../src/domain/entity/index.ts';

/** A kind of thing in the database that is searched for. */
export interface SearchedKind {
  readonly kind: Found['kind'];
  /** What it takes to read such things. */
  readonly need: Need;
  /** What it takes besides. */
  readonly also?: Need;
  /** Columns `id`, `title`, `detail`. `$1`: the accounts in reach, `$2`: the caller's own, `$3`: now. */
  readonly columns: string;
  readonly from: string;
  readonly where: string;
  /** What is searched. */
  readonly texts: readonly string[];
  /** Which things hold the text (`$7`) anywhere, where that is found faster than by putting the texts together. */
  readonly holds?: string;
}

const ACCOUNTS = 'any($1::int8[])';
const OWN = '$2::int8';
const NOW = '$3::timestamptz';

/** True where the accounts hold the thing now by allocation. */
const isAllocated = (table: string, column: string, id: string): string => `exists (
  select 1 from ${table} l where l.${column} = ${id} and l.account_id = ${ACCOUNTS} and l.start_at <= ${NOW} and (l.end_at is null or l.end_at > ${NOW}))`;

const IDENTIFIERS = `coalesce((select string_agg(device.unique_identifier || ' ' || device.device_model, ' ' order by ud.position) from unit_device ud
  join device on device.id = ud.device_id where ud.unit_id = u.id and u.account_id = ${ACCOUNTS}), '')`;

const DRIVES = `b.from_at <= ${NOW} and (b.to_at is null or b.to_at > ${NOW})`;
/** Who drives it now: a unit is found by its driver. */
const DRIVERS = `coalesce((select string_agg(o.name, ' ' order by b.id) from operator_binding b join operator o on o.id = b.operator_id
  where b.unit_id = u.id and ${DRIVES}), '')`;

const entityKind = ({ name, title, found, needs }: AnyEntity): SearchedKind => ({
  kind: name as EntityName,
  need: needs.read,
  columns: `t.id, t.${title} as title, ${found.detail === undefined ? "''" : `t.${found.detail}`} as detail`,
  from: `${name} t`,
  where: `t.account_id = ${neededBelow(needs.read) === null ? OWN : ACCOUNTS}`,
  texts: found.by.map((field) => `t.${field}`),
});

/** In the order in which they are answered. */
export const SEARCHED_KINDS: readonly SearchedKind[] = [
  {
    kind: 'unit',
    need: { resource: 'units', action: 'r' },
    columns: 'u.id, u.name as title, a.name as detail',
    from: 'unit u join account a on a.id = u.account_id',
    where: `(u.account_id = ${ACCOUNTS} or ${isAllocated('unit_allocation', 'unit_id', 'u.id')})`,
    texts: ['u.name', IDENTIFIERS, wordsOf('u.labels'), 'a.name', DRIVERS],
    holds: `(u.name ilike $7 or ${wordsOf('u.labels')} ilike $7 or a.name ilike $7
      or u.id in (select ud.unit_id from unit_device ud join device on device.id = ud.device_id where device.unique_identifier ilike $7 or device.device_model ilike $7)
      or u.id in (select b.unit_id from operator_binding b join operator o on o.id = b.operator_id where o.name ilike $7 and ${DRIVES}))`,
  },
  {
    kind: 'device',
    need: { resource: 'devices', action: 'r' },
    columns: 'd.id, d.name as title, d.unique_identifier as detail',
    from: 'device d',
    where: `(d.account_id = ${ACCOUNTS} or ${isAllocated('device_allocation', 'device_id', 'd.id')})`,
    texts: ['d.name', 'd.unique_identifier', 'd.device_model', 'd.sim_number_1', 'd.sim_number_2'],
  },
  ...ENTITIES.map(entityKind),
  {
    kind: 'account',
    need: { resource: 'account', action: 'r' },
    columns: "a.id, a.name as title, coalesce(p.name, '') as detail",
    from: `account a left join account p on p.id = a.parent_id and p.id = ${ACCOUNTS}`,
    where: `a.id = ${ACCOUNTS}`,
    texts: ['a.name'],
  },
  {
    kind: 'user',
    need: { resource: 'user', action: 'r' },
    columns: "p.id, trim(p.first_name || ' ' || p.last_name) as title, p.email as detail",
    from: 'app_user p join membership m on m.user_id = p.id',
    where: `m.account_id = ${OWN}`,
    texts: ["p.first_name || ' ' || p.last_name", 'p.username', 'p.email'],
  },
  {
    kind: 'invitation',
    need: { resource: 'user_accounts_invitations', action: 'r' },
    columns: 'i.id, i.email as title, i.role_name as detail',
    from: 'invitation i',
    where: `i.account_id = ${OWN} and i.status <> 'withdrawn'`,
    texts: ['i.email', 'i.role_name'],
  },
  {
    kind: 'alarm',
    need: { resource: 'alert', action: 'r' },
    also: { resource: 'units', action: 'r' },
    columns: 'm.id, m.alert_name as title, m.unit_name as detail',
    from: 'alarm m join unit u on u.id = m.unit_id',
    // Of units that the accounts have themselves: the queue shows those that they once saw, too.
    where: `m.account_id = ${ACCOUNTS} and u.account_id = ${ACCOUNTS} and m.state <> 'resolved'`,
    texts: ['m.alert_name', 'm.rule_name', 'm.unit_name'],
  },
  {
    kind: 'share',
    need: SHARES_UNITS,
    columns: "s.id, s.name as title, '' as detail",
    from: 'share s',
    where: `s.account_id = ${OWN} and s.revoked_at is null and s.to_at > ${NOW}`,
    texts: ['s.name'],
  },
];
