import { toIso, type Instant } from '../../src/domain/base/index.ts';
import { keyForms } from '../../src/domain/detection/index.ts';
import { eventOf } from '../../src/domain/events/index.ts';
import { operators, type OperatorForm } from '../../src/domain/operator/index.ts';
import type { Database, Queryable, Transaction } from '../store/database.types.ts';
import { allowLongStatements, reserveIds } from '../store/index.ts';
import type { CompanyKey } from './companies.ts';
import { CREW, driverKey } from './driving/index.ts';
import { REGIONS } from './geography/index.ts';
import { personName } from './people.ts';
import { rosterEntry, type RosterEntry } from './roster.ts';
import { MARK } from './scribe.ts';

/** The counter that says for how many units there are operators: whoever deletes one does not get it back. */
const SEEDED = 'demo_operator';
/** Devices by which drivers sign in. */
const READERS: readonly RosterEntry['protocol'][] = ['teltonika', 'wialon_ips'];
/** Units in one transaction; crews are within a hundred. */
const HUNDRED = 100;

interface DemoOperator {
  readonly company: CompanyKey;
  readonly form: OperatorForm;
}

/**
 * Adds the drivers of the units, each with the key that the units report. In each company one of them is not there:
 * that key is unknown. The key of the first is as a reader writes it that reverses its bytes.
 */
export async function addDemoOperators(database: Database, units: number, now: Instant): Promise<void> {
  const accounts = await readAccounts(database);
  for (;;) {
    const isDone = await database.transaction(async (transaction) => {
      await allowLongStatements(transaction);
      const [row] = await transaction.query<{ value: number }>('select value from counter where name = $1 for update', [
        SEEDED,
      ]);
      const seeded = row?.value ?? 0;
      if (seeded >= units) return true;
      await transaction.query(
        'insert into counter (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
        [SEEDED, seeded + HUNDRED],
      );
      await insertOperators(transaction, accounts, await operatorsOf(transaction, seeded), now);
      return false;
    });
    if (isDone) return;
  }
}

async function readAccounts(database: Queryable): Promise<ReadonlyMap<CompanyKey, number>> {
  const rows = await database.query<{ id: number; company: CompanyKey }>(
    `select id, settings ->> '${MARK}' as company from account where settings ->> '${MARK}' is not null`,
  );
  return new Map(rows.map(({ id, company }) => [company, id]));
}

/** The drivers of a hundred units, each linked with the unit that the driver's turns begin with. */
async function operatorsOf(database: Queryable, first: number): Promise<DemoOperator[]> {
  const entries = Array.from({ length: HUNDRED }, (_, place) => rosterEntry(first + place));
  const rows = await database.query<{ unit_id: number; identifier: string }>(
    `select ud.unit_id, d.unique_identifier as identifier from device d join unit_device ud on ud.device_id = d.id
     where d.unique_identifier = any($1::text[])`,
    [entries.map(({ identifier }) => identifier)],
  );
  const unitOf = new Map(rows.map(({ identifier, unit_id: id }) => [identifier, id]));
  const read = entries.filter(({ protocol, everReports }) => READERS.includes(protocol) && everReports);
  const companies = new Set<CompanyKey>();
  return [...Map.groupBy(read, ({ equipment }) => equipment.crew.seed)].flatMap(([seed, crew]) => {
    const [{ company, region }] = crew;
    const isFirst = first === 0 && !companies.has(company.key);
    companies.add(company.key);
    return Array.from({ length: CREW }, (_, driver): DemoOperator => {
      const own = crew.find(({ equipment }) => equipment.crew.slot === driver);
      const key = driverKey(seed, driver);
      const form = operators.schema.validateSync({
        name: personName(REGIONS[region].nameStyle, seed, driver),
        code: (isFirst && driver === 0 ? keyForms(key).at(-1) : undefined) ?? key,
        unit_id: (own && unitOf.get(own.identifier)) ?? null,
      });
      return { company: company.key, form };
    }).filter((_, driver) => !isFirst || driver < CREW - 1);
  });
}

async function insertOperators(
  transaction: Transaction,
  accounts: ReadonlyMap<CompanyKey, number>,
  made: readonly DemoOperator[],
  now: Instant,
): Promise<void> {
  const known = made.flatMap(({ company, form }) => {
    const account = accounts.get(company);
    return account === undefined ? [] : [{ account, form }];
  });
  const ids = await reserveIds(transaction, 'operator', known.length);
  const columns = [ids, known.map(({ account }) => account), known.map(({ form }) => form.code)];
  // Somebody may have given such a key to an operator of their own.
  const rows = await transaction.query<{ id: number }>(
    `insert into operator (id, account_id, code, name, unit_id, created_at)
     select id, account_id, code, name, unit_id, $6 from unnest($1::int8[], $2::int8[], $3::text[], $4::text[], $5::int8[])
       as row (id, account_id, code, name, unit_id)
     on conflict do nothing returning id`,
    [...columns, known.map(({ form }) => form.name), known.map(({ form }) => form.unit_id), toIso(now)],
  );
  const inserted = new Set(rows.map(({ id }) => id));
  await transaction.query(
    `insert into operator_key (operator_id, account_id, key)
     select id, account_id, key from unnest($1::int8[], $2::int8[], $3::text[]) as row (id, account_id, key)
     where id = any($4::int8[])`,
    [...columns, [...inserted]],
  );
  await transaction.appendEvents(
    known.flatMap(({ account, form }, index) =>
      inserted.has(ids[index])
        ? [
            eventOf(
              { kind: 'operatorCreated', data: { name: form.name, after: form } },
              { account_id: account, subject_id: ids[index], user_id: null, time: toIso(now) },
            ),
          ]
        : [],
    ),
  );
}
