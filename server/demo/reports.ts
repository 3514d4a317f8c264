import { MINUTE, toIso, type Instant, type Interval } from '../../src/domain/base/index.ts';
import { eventOf } from '../../src/domain/events/index.ts';
import { dayAt, daysInterval, ownDays, periodDays, reports, type ReportForm } from '../../src/domain/report/index.ts';
import type { Database, Transaction } from '../store/index.ts';
import type { CompanyKey } from './companies.ts';
import { addGroups } from './groups.ts';
import { MARK } from './scribe.ts';
import { RUNS } from './staff.ts';

/** The counter that says that they were made: whoever deletes one does not get it back. */
const SEEDED = 'demo_report';
/** The fleet sends its history first. */
const AFTER_HISTORY = 2 * MINUTE;

/** Adds a generation with its job. */
type Generate = (
  transaction: Transaction,
  asked: {
    readonly accountId: number;
    readonly userId: number;
    readonly reportId: number;
    readonly name: string;
    readonly form: ReportForm;
    readonly interval: Interval;
    readonly zones: { readonly account: string; readonly own: string };
    readonly lang: string;
  },
  now: Instant,
  runAt: Instant,
) => Promise<unknown>;

interface DemoReport {
  readonly company: CompanyKey;
  readonly form: Partial<ReportForm> & Pick<ReportForm, 'name' | 'type'>;
  /** Its first outcome is generated in the beginning. */
  readonly isGenerated: boolean;
}

const REPORTS: readonly DemoReport[] = [
  {
    company: 'pars',
    form: { name: 'Weekly summary', type: 'summary', period: 'lastSevenDays', labels: ['management'] },
    isGenerated: true,
  },
  {
    company: 'pars',
    form: { name: 'Trips of yesterday', type: 'trips', period: 'yesterday', labels: ['every morning'] },
    isGenerated: true,
  },
  {
    company: 'pars',
    form: {
      name: 'Working hours',
      type: 'operators',
      period: 'lastSevenDays',
      by_shift: true,
      shift_from: '07:00',
      shift_to: '19:00',
      labels: ['management', 'every morning'],
    },
    isGenerated: true,
  },
  {
    company: 'pars',
    form: { name: 'Fuel this month', type: 'fuel', period: 'thisMonth', labels: ['management'] },
    isGenerated: false,
  },
  { company: 'rhein', form: { name: 'Wochenbericht', type: 'summary', period: 'lastWeek' }, isGenerated: false },
  { company: 'volga', form: { name: 'Стоянки за неделю', type: 'stops', period: 'lastSevenDays' }, isGenerated: false },
];

/** Adds the companies' reports once, and has the first of them generated when the fleet has sent its history. */
export async function addDemoReports(database: Database, generate: Generate, now: Instant): Promise<void> {
  await database.transaction(async (transaction) => {
    const begun = await transaction.query(
      'insert into counter (name, value) values ($1, $2) on conflict (name) do nothing returning value',
      [SEEDED, REPORTS.length],
    );
    if (begun.length > 0) for (const report of REPORTS) await add(transaction, report, generate, now);
  });
}

async function add(
  transaction: Transaction,
  { company, form: chosen, isGenerated }: DemoReport,
  generate: Generate,
  now: Instant,
): Promise<void> {
  const [owner] = await transaction.query<{ account_id: number; user_id: number; zone: string | null }>(
    `select a.id as account_id, p.id as user_id, a.settings ->> 'timezone' as zone
     from account a join app_user p on p.username_key = $2 where a.settings ->> '${MARK}' = $1`,
    [company, RUNS[company] ?? ''],
  );
  if (!owner) return;
  const form = reports.schema.cast(chosen) as ReportForm;
  const row = { account_id: owner.account_id, created_at: toIso(now), ...form };
  await addGroups(transaction, owner.account_id, 'reports', form.labels, row.created_at);
  const columns = Object.keys(row).join(', ');
  const [{ id }] = await transaction.query<{ id: number }>(
    `insert into report (${columns}) select ${columns} from jsonb_populate_record(null::report, $1) returning id`,
    [JSON.stringify(row)],
  );
  await transaction.appendEvent(
    eventOf(
      { kind: 'reportCreated', data: { name: form.name, after: form } },
      { account_id: owner.account_id, subject_id: id, user_id: owner.user_id, time: toIso(now) },
    ),
  );
  if (!isGenerated) return;
  const zone = owner.zone ?? 'UTC';
  const days = periodDays(form.period, ownDays(form), dayAt(now, zone), 'en');
  const asked = {
    accountId: owner.account_id,
    userId: owner.user_id,
    reportId: id,
    name: form.name,
    form,
    interval: daysInterval(days, zone),
    zones: { account: zone, own: zone },
    lang: 'en',
  };
  await generate(transaction, asked, now, now + AFTER_HISTORY);
}
