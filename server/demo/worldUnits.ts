import { toIso, type Instant } from '../../src/domain/base/index.ts';
import type { Database, Transaction } from '../store/database.types.ts';
import type { CompanyKey } from './companies.ts';
import { allowLongStatements, reserveIds } from '../store/index.ts';
import { fitDevices } from './fitting.ts';
import { rosterEntry, type RosterEntry } from './roster.ts';

/** Units of one transaction: big enough to be quick, small enough to hold no lock for long. */
const CHUNK = 2_000;
/** The counter that says how many units of the roster exist; whoever deletes one does not get it back. */
const SEEDED = 'demo_unit';

/** Adds the units of the roster that are missing up to `wanted`; answers how many. */
export async function addUnits(
  database: Database,
  accounts: ReadonlyMap<CompanyKey, number>,
  wanted: number,
  now: Instant,
): Promise<number> {
  let added = 0;
  for (;;) {
    const count = await database.transaction(async (transaction) => {
      await allowLongStatements(transaction);
      return addChunk(transaction, accounts, wanted, now);
    });
    if (count === 0) return added;
    added += count;
  }
}

async function addChunk(
  transaction: Transaction,
  accounts: ReadonlyMap<CompanyKey, number>,
  wanted: number,
  now: Instant,
): Promise<number> {
  const [row] = await transaction.query<{ value: number }>('select value from counter where name = $1 for update', [
    SEEDED,
  ]);
  const seeded = row?.value ?? 0;
  const count = Math.min(CHUNK, wanted - seeded);
  if (count <= 0) return 0;
  const entries = Array.from({ length: count }, (_, index) => rosterEntry(seeded + index));
  const owners = entries.map(({ company }) => ownerOf(accounts, company.key));
  await reserveIds(transaction, SEEDED, count);
  const firstDevice = await reserveIds(transaction, 'device', count);
  const firstUnit = await reserveIds(transaction, 'unit', count);
  const devices = entries.map((_, index) => firstDevice + index);
  const units = entries.map((_, index) => firstUnit + index);
  await insertRows(transaction, entries, owners, devices, units, toIso(now));
  await fitDevices(transaction, entries, owners, devices, toIso(now));
  await insertEvents(transaction, entries, owners, devices, units, toIso(now));
  return count;
}

function ownerOf(accounts: ReadonlyMap<CompanyKey, number>, company: CompanyKey): number {
  const account = accounts.get(company);
  if (account === undefined) throw new Error(`The demo has no account for ${company}`);
  return account;
}

async function insertRows(
  transaction: Transaction,
  entries: readonly RosterEntry[],
  owners: readonly number[],
  devices: readonly number[],
  units: readonly number[],
  time: string,
): Promise<void> {
  await transaction.query(
    `insert into device (id, account_id, unique_identifier, name, device_model, manufacturer, version, status, created_at)
     select id, account_id, identifier, name, model, manufacturer, '', 'ACTIVE', $7
     from unnest($1::int8[], $2::int8[], $3::text[], $4::text[], $5::text[], $6::text[])
       as row (id, account_id, identifier, name, model, manufacturer)`,
    [
      devices,
      owners,
      entries.map(({ identifier }) => identifier),
      entries.map(({ device, identifier }) => `${device.model} ${identifier.slice(-6)}`),
      entries.map(({ device }) => device.model),
      entries.map(({ device }) => device.manufacturer),
      time,
    ],
  );
  await transaction.query(
    `insert into unit (id, account_id, name, kind, status, created_at)
     select id, account_id, name, kind, 'active', $5
     from unnest($1::int8[], $2::int8[], $3::text[], $4::text[]) as row (id, account_id, name, kind)`,
    [units, owners, entries.map(({ name }) => name), entries.map(({ vehicle }) => vehicle.kind), time],
  );
  await transaction.query(
    'insert into unit_device (unit_id, device_id, position) select unit_id, device_id, 0 from unnest($1::int8[], $2::int8[]) as row (unit_id, device_id)',
    [units, devices],
  );
}

/** Appends deviceCreated and unitCreated for each: in the log as ever, written by the thousand. */
async function insertEvents(
  transaction: Transaction,
  entries: readonly RosterEntry[],
  owners: readonly number[],
  devices: readonly number[],
  units: readonly number[],
  time: string,
): Promise<void> {
  for (const account of [...new Set(owners)].toSorted((a, b) => a - b)) {
    const facts = entries.flatMap((entry, index) =>
      owners[index] !== account
        ? []
        : [
            {
              kind: 'deviceCreated',
              type: 'device',
              id: devices[index],
              data: { name: entry.device.model, unique_identifier: entry.identifier },
            },
            {
              kind: 'unitCreated',
              type: 'unit',
              id: units[index],
              data: { name: entry.name, kind: entry.vehicle.kind, device_ids: [devices[index]] },
            },
          ],
    );
    const [row] = await transaction.query<{ value: number }>(
      `insert into account_sequence (account_id, value) values ($1, $2)
       on conflict (account_id) do update set value = account_sequence.value + excluded.value returning value`,
      [account, facts.length],
    );
    const before = row.value - facts.length;
    await transaction.query(
      `insert into event (account_id, sequence, kind, subject_type, subject_id, user_id, time, data)
       select $1, sequence, kind, subject_type, subject_id, null, $7, data::jsonb
       from unnest($2::int8[], $3::text[], $4::text[], $5::int8[], $6::text[]) as row (sequence, kind, subject_type, subject_id, data)`,
      [
        account,
        facts.map((_, index) => before + index + 1),
        facts.map(({ kind }) => kind),
        facts.map(({ type }) => type),
        facts.map(({ id }) => id),
        facts.map(({ data }) => JSON.stringify(data)),
        time,
      ],
    );
  }
}
