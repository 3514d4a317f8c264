import { createHash, randomBytes } from 'node:crypto';
import { DAY, HOUR, toIso, type Instant } from '../../src/domain/base/index.ts';
import { eventOf } from '../../src/domain/events/index.ts';
import type { AppendedEvent, Database, Queryable } from '../store/index.ts';
import type { CompanyKey } from './companies.ts';
import { MARK } from './scribe.ts';
import { HANDLERS } from './staff.ts';

/** The counter that says that they were made: a second start adds none. */
const SEEDED = 'demo_share';

/** A location link of a company, with hours from the start of the demo. */
interface DemoShare {
  readonly company: CompanyKey;
  readonly name: string;
  readonly units: number;
  readonly created: number;
  readonly from: number;
  readonly to: number;
  readonly shows: readonly ('names' | 'trail' | 'zones' | 'driver')[];
  readonly opened: number;
  readonly maxOpens?: number;
  /** It goes to a depot of the company. */
  readonly toDepot?: true;
  /** Hours from the start of the demo. */
  readonly revoked?: number;
}

const days = (count: number): number => (count * DAY) / HOUR;

const SHARES: readonly DemoShare[] = [
  {
    company: 'pars',
    name: 'Delivery to Shiraz market',
    units: 1,
    created: -3,
    from: -3,
    to: days(14),
    shows: ['names', 'trail', 'driver'],
    opened: 7,
    toDepot: true,
  },
  {
    company: 'pars',
    name: 'Morning round for the customer',
    units: 3,
    created: -1,
    from: days(2),
    to: days(2) + 9,
    shows: ['trail', 'zones'],
    opened: 0,
  },
  {
    company: 'pars',
    name: 'Insurance inspection',
    units: 1,
    created: -days(2),
    from: -days(2),
    to: days(5),
    shows: ['names'],
    opened: 2,
    maxOpens: 5,
    revoked: -days(1),
  },
  {
    company: 'pars',
    name: 'Cold chain handover',
    units: 2,
    created: -days(4),
    from: -days(4),
    to: -days(4) + 8,
    shows: ['names', 'trail'],
    opened: 12,
  },
  {
    company: 'kaveh',
    name: 'New customer looks at the map',
    units: 3,
    created: -6,
    from: -6,
    to: days(7),
    shows: ['names', 'trail'],
    opened: 9,
  },
  {
    company: 'kaveh',
    name: 'Installer finds the vehicle',
    units: 1,
    created: -days(2),
    from: -days(2),
    to: -days(2) + 4,
    shows: ['names'],
    opened: 2,
  },
  {
    company: 'rhein',
    name: 'Kühltransport Apotheke',
    units: 1,
    created: -5,
    from: -5,
    to: days(7),
    shows: ['trail'],
    opened: 4,
    toDepot: true,
  },
  {
    company: 'rhein',
    name: 'Umzug Lager Süd',
    units: 2,
    created: -days(3),
    from: -days(3),
    to: -days(2),
    shows: ['names'],
    opened: 3,
  },
  {
    company: 'volga',
    name: 'Доставка на склад заказчика',
    units: 1,
    created: -2,
    from: -2,
    to: days(10),
    shows: ['names', 'driver'],
    opened: 5,
  },
];

/** Adds location links that run, are to come, are over and were revoked, once. Nobody has the links themselves. */
export async function addDemoShares(database: Database, now: Instant): Promise<void> {
  const [seeded] = await database.query('select value from counter where name = $1', [SEEDED]);
  if (seeded) return;
  await database.transaction(async (transaction) => {
    await transaction.query('insert into counter (name, value) values ($1, $2) on conflict (name) do nothing', [
      SEEDED,
      SHARES.length,
    ]);
    const events: AppendedEvent[] = [];
    for (const share of SHARES) events.push(...(await add(transaction, share, now)));
    await transaction.appendEvents(events.toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time)));
  });
}

interface Owner {
  [column: string]: unknown;
  account_id: number;
  user_id: number;
  depot: number | null;
  units: number[] | null;
}

/** Answers the events of the share; none where the company or its people are missing. */
async function add(database: Queryable, share: DemoShare, now: Instant): Promise<AppendedEvent[]> {
  const { company, name, shows, opened, revoked } = share;
  const [owner] = await database.query<Owner>(
    `select a.id as account_id, p.id as user_id,
       (select g.id from geofence g where g.account_id = a.id and g.labels ? 'depot' order by g.id limit 1) as depot,
       (select array_agg(u.id) from (select u.id from unit u join account o on o.id = u.account_id where a.id in (o.id, o.parent_id) order by o.id <> a.id, u.id limit $3) u) as units
     from account a join app_user p on p.username_key = $2 where a.settings ->> '${MARK}' = $1`,
    [company, HANDLERS[company]?.[0] ?? '', share.units],
  );
  const unitIds = owner?.units ?? [];
  if (!owner || unitIds.length === 0) return [];
  const at = (hours: number): Instant => now + hours * HOUR;
  const shown = (option: DemoShare['shows'][number]): boolean => shows.includes(option);
  const options = { names: shown('names'), trail: shown('trail'), zones: shown('zones'), driver: shown('driver') };
  const lastOpened = Math.min(share.to, revoked ?? share.to, 0) - 0.2;
  const row = {
    account_id: owner.account_id,
    name,
    token_hash: `\\x${createHash('sha256').update(randomBytes(32)).digest('hex')}`,
    from_at: toIso(at(share.from)),
    to_at: toIso(at(share.to)),
    ...options,
    scope_below: true,
    created_by: owner.user_id,
    created_at: toIso(at(share.created)),
    revoked_at: revoked === undefined ? null : toIso(at(revoked)),
    opened,
    last_opened_at: opened === 0 ? null : toIso(at(lastOpened)),
    max_opens: share.maxOpens ?? null,
    destination_geofence: share.toDepot ? owner.depot : null,
  };
  const columns = Object.keys(row).join(', ');
  const [{ id }] = await database.query<{ id: number }>(
    `insert into share (${columns}) select ${columns} from jsonb_populate_record(null::share, $1) returning id`,
    [JSON.stringify(row)],
  );
  await database.query(
    `insert into share_unit (share_id, place, unit_id)
     select $1, place, unit_id from unnest($2::int8[]) with ordinality as chosen (unit_id, place)`,
    [id, unitIds],
  );
  const origin = (hours: number) => ({
    account_id: owner.account_id,
    subject_id: id,
    user_id: owner.user_id,
    time: toIso(at(hours)),
  });
  const after = { unit_ids: unitIds, from: row.from_at, to: row.to_at, ...options };
  return [
    eventOf({ kind: 'shareCreated', data: { name, after } }, origin(share.created)),
    ...(revoked === undefined ? [] : [eventOf({ kind: 'shareRevoked', data: { name } }, origin(revoked))]),
  ];
}
