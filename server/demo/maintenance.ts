import { DAY, toIso, type Instant } from '../../src/domain/base/index.ts';
import { eventOf } from '../../src/domain/events/index.ts';
import { serviceSchema, type ServiceForm } from '../../src/domain/maintenance/index.ts';
import type { AppendedEvent, Database, Transaction } from '../store/index.ts';
import type { CompanyKey } from './companies.ts';
import { MARK } from './scribe.ts';
import { HANDLERS } from './staff.ts';

/** The counter that says that they were made: a second start adds none. */
const SEEDED = 'demo_service_reminder';
/** Of each company the first units. */
const UNITS = 16;

/** What vehicles need; names and work in the words of the company. */
interface Plan extends Pick<ServiceForm, 'name' | 'work'> {
  readonly every: Partial<Pick<ServiceForm, 'every_km' | 'every_hours' | 'every_days'>>;
  readonly cost: number;
  readonly place: string;
}

const plan = (name: string, work: readonly string[], every: Plan['every'], cost: number, place: string): Plan => ({
  name,
  work: [...work],
  every,
  cost,
  place,
});

const PLANS: Readonly<Partial<Record<CompanyKey, readonly Plan[]>>> = {
  pars: [
    plan(
      'Oil and filters',
      ['Change engine oil', 'Change oil filter'],
      { every_km: 15_000, every_days: 365 },
      180,
      'Workshop Tehran',
    ),
    plan('Yearly inspection', ['Brakes', 'Lights', 'Emissions'], { every_days: 365 }, 60, 'Inspection centre'),
    plan('Tyres', ['Rotate tyres', 'Check the tread'], { every_km: 30_000 }, 95, 'Tyre service Karaj'),
    plan('Engine service', ['Change fuel filter', 'Check belts'], { every_hours: 500 }, 240, 'Workshop Tehran'),
  ],
  rhein: [
    plan(
      'Ölwechsel',
      ['Motoröl wechseln', 'Ölfilter wechseln'],
      { every_km: 20_000, every_days: 365 },
      210,
      'Werkstatt München',
    ),
    plan('Hauptuntersuchung', ['Vorfahren beim TÜV'], { every_days: 730 }, 140, 'TÜV Süd'),
    plan('Reifenwechsel', ['Räder wechseln', 'Profil prüfen'], { every_days: 180 }, 80, 'Reifenhaus Isar'),
  ],
  volga: [
    plan(
      'Замена масла',
      ['Заменить моторное масло', 'Заменить масляный фильтр'],
      { every_km: 12_000 },
      9_500,
      'СТО «Волга»',
    ),
    plan('Техосмотр', ['Пройти техосмотр'], { every_days: 365 }, 2_500, 'Пункт техосмотра'),
    plan('Тормоза', ['Проверить колодки', 'Проверить диски'], { every_km: 25_000 }, 7_200, 'СТО «Волга»'),
  ],
};

/** How much of the interval is over, from unit to unit: some are due, some overdue, some nearly, most are not. */
const OVER = [0.31, 0.78, 0.985, 0.12, 0.55, 1.005, 0.91, 0.42, 1.09, 0.67, 0.24];
/** What a vehicle drives in a day and for how long, before the demo began. */
const A_DAY = { km: 180, hours: 5 };

/** Looks how reminders stand. */
type Measure = (transaction: Transaction, ids: readonly number[], now: Instant) => Promise<void>;

/** Adds maintenance reminders in every state with what was done before, once. */
export async function addDemoMaintenance(database: Database, measure: Measure, now: Instant): Promise<void> {
  const [seeded] = await database.query('select value from counter where name = $1', [SEEDED]);
  if (seeded) return;
  await database.transaction(async (transaction) => {
    const events: AppendedEvent[] = [];
    for (const [company, plans] of Object.entries(PLANS))
      events.push(...(await addToCompany(transaction, company, plans, now)));
    await transaction.query('insert into counter (name, value) values ($1, $2) on conflict (name) do nothing', [
      SEEDED,
      events.length,
    ]);
    await transaction.appendEvents(events.toSorted((one, other) => Date.parse(one.time) - Date.parse(other.time)));
    const rows = await transaction.query<{ id: number }>('select id from service_reminder');
    await measure(
      transaction,
      rows.map(({ id }) => id),
      now,
    );
    // Reminder states at the beginning of the demo are no news.
    await transaction.query('update service_reminder set reported = state, reported_at = $1', [toIso(now)]);
  });
}

interface UnitRow {
  [column: string]: unknown;
  id: number;
  name: string;
  account_id: number;
  currency: string | null;
}

async function addToCompany(
  transaction: Transaction,
  company: string,
  plans: readonly Plan[],
  now: Instant,
): Promise<AppendedEvent[]> {
  const units = await transaction.query<UnitRow>(
    `select u.id, u.name, u.account_id, a.currency from unit u join account a on a.id = u.account_id
     where a.settings ->> '${MARK}' = $1 and u.status = 'active' order by u.id limit ${UNITS}`,
    [company],
  );
  const [person] = await transaction.query<{ id: number }>('select id from app_user where username = $1', [
    HANDLERS[company as CompanyKey]?.[0] ?? null,
  ]);
  const events: AppendedEvent[] = [];
  for (const [place, unit] of units.entries())
    for (const [turn, each] of plans.entries())
      // Not every vehicle has every plan.
      if ((place + turn) % 3 !== 2)
        events.push(
          ...(await add(transaction, unit, each, OVER[(place * 3 + turn * 5) % OVER.length], person?.id ?? null, now)),
        );
  return events;
}

/** One reminder with the service that was done before, so long ago as that much of the interval is over. */
async function add(
  transaction: Transaction,
  unit: UnitRow,
  { name, work, every, cost, place }: Plan,
  over: number,
  userId: number | null,
  now: Instant,
): Promise<AppendedEvent[]> {
  const form = serviceSchema.cast({ name, work, unit_id: unit.id, ...every });
  const { every_km: km, every_hours: hours, every_days: days } = form;
  const gone = over * (km === null ? (hours === null ? (days ?? 0) : hours / A_DAY.hours) : km / A_DAY.km);
  const doneAt = now - Math.round(gone) * DAY;
  const odometer = km === null ? null : 20_000 + Math.round((unit.id % 90) * 1_000 + km * 2);
  const day = toIso(doneAt).slice(0, 10);
  const id = await transaction.nextId('service_reminder');
  const columns = {
    id,
    account_id: unit.account_id,
    created_at: toIso(doneAt - DAY),
    ...form,
    work: JSON.stringify(work),
    labels: '[]',
    last_on: day,
    last_km: odometer,
    // Driving before the demo began is in no trip.
    counts_from: toIso(now),
    carried_km: km === null ? 0 : over * km,
    carried_hours: hours === null ? 0 : over * hours,
    done_count: 1,
  };
  await transaction.query(
    `insert into service_reminder (${Object.keys(columns).join(', ')}) values (${Object.keys(columns)
      .map((_, place) => `$${place + 1}`)
      .join(', ')})`,
    Object.values(columns),
  );
  const recordId = await transaction.nextId('service_record');
  await transaction.query(
    `insert into service_record (id, service_reminder_id, unit_id, done_at, odometer, work, cost, currency, place, invoice, user_id, created_at, before)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $4, '{}')`,
    [
      recordId,
      id,
      unit.id,
      toIso(doneAt),
      odometer,
      JSON.stringify(work),
      cost,
      unit.currency ?? '',
      place,
      `${new Date(doneAt).getUTCFullYear()}-${1_000 + recordId}`,
      userId,
    ],
  );
  const of = { account_id: unit.account_id, subject_id: id, user_id: userId };
  const after = { ...form, last_on: null, last_km: null };
  return [
    eventOf({ kind: 'serviceReminderCreated', data: { name, after } }, { ...of, time: toIso(doneAt - DAY) }),
    eventOf(
      {
        kind: 'serviceDone',
        data: { name, unit_id: unit.id, unit: unit.name, record_id: recordId, done_at: toIso(doneAt) },
      },
      { ...of, time: toIso(doneAt) },
    ),
  ];
}
