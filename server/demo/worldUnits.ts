import { toIso, type AccountId, type Instant } from '../../src/domain/base/index.ts';
import { eventOf, type EventData } from '../../src/domain/events/index.ts';
import { plainUnit } from '../../src/domain/unit/index.ts';
import type { Database, Transaction } from '../store/database.types.ts';
import type { CompanyKey } from './companies.ts';
import { allowLongStatements, reserveIds } from '../store/index.ts';
import { fitDevices } from './fitting.ts';
import { groupNamesOf, insertGroups } from './groups.ts';
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
  await transaction.query(
    'insert into counter (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [SEEDED, seeded + count],
  );
  const devices = await reserveIds(transaction, 'device', count);
  const units = await reserveIds(transaction, 'unit', count);
  await insertGroups(transaction, entries, owners, toIso(now));
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
      entries.map(deviceName),
      entries.map(({ device }) => device.model),
      entries.map(({ device }) => device.manufacturer),
      time,
    ],
  );
  await transaction.query(
    `insert into unit (id, account_id, name, kind, status, created_at, labels)
     select id, account_id, name, kind, 'active', $5, labels
     from unnest($1::int8[], $2::int8[], $3::text[], $4::text[], $6::jsonb[]) as row (id, account_id, name, kind, labels)`,
    [
      units,
      owners,
      entries.map(({ name }) => name),
      entries.map(({ vehicle }) => vehicle.kind),
      time,
      entries.map((entry) => JSON.stringify(groupNamesOf(entry))),
    ],
  );
  await transaction.query(
    'insert into unit_device (unit_id, device_id, position) select unit_id, device_id, 0 from unnest($1::int8[], $2::int8[]) as row (unit_id, device_id)',
    [units, devices],
  );
}

/** Appends deviceCreated and unitCreated for each. */
async function insertEvents(
  transaction: Transaction,
  entries: readonly RosterEntry[],
  owners: readonly number[],
  devices: readonly number[],
  units: readonly number[],
  time: string,
): Promise<void> {
  await transaction.appendEvents(
    entries.flatMap((entry, index) => {
      const origin = { account_id: owners[index], user_id: null, time };
      return [
        eventOf({ kind: 'deviceCreated', data: deviceCreated(entry) }, { ...origin, subject_id: devices[index] }),
        eventOf(
          { kind: 'unitCreated', data: unitCreated(entry, owners[index], devices[index], units[index]) },
          { ...origin, subject_id: units[index] },
        ),
      ];
    }),
  );
}

function deviceCreated(entry: RosterEntry): EventData<'deviceCreated'> {
  const { identifier, device } = entry;
  const name = deviceName(entry);
  const after = {
    name,
    device_model: device.model,
    unique_identifier: identifier,
    manufacturer: device.manufacturer,
    version: '',
    clock_offset: 'protocol',
    protocol_lock: 'model',
    networks: [],
    sim_number_1: '',
    sim_operator_1: '',
    sim_number_2: '',
    sim_operator_2: '',
    labels: [],
  } satisfies EventData<'deviceCreated'>['after'];
  return { name, after };
}

function unitCreated(entry: RosterEntry, account: number, deviceId: number, unitId: number): EventData<'unitCreated'> {
  const { name, identifier, company, device } = entry;
  const { kind } = entry.vehicle;
  const device_ids = [deviceId];
  const labels = groupNamesOf(entry);
  return {
    ...plainUnit(unitId, name),
    account_id: account as AccountId,
    account_name: company.name,
    kind,
    identifiers: [identifier],
    device_model: device.model,
    device_ids,
    labels,
    after: { name, kind, device_ids, labels, location: null, attached_to_unit_id: null },
  };
}

const deviceName = ({ device, identifier }: RosterEntry): string => `${device.model} ${identifier.slice(-6)}`;
