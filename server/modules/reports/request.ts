import type { CallError, Reply, Request } from '../../../src/api/contract/index.ts';
import { can } from '../../../src/domain/access/index.ts';
import {
  DAY,
  failure,
  REPORT,
  success,
  toIso,
  type Instant,
  type Interval,
  type Result,
} from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import {
  dayAt,
  daysInterval,
  ownDays,
  periodDays,
  REPORT_NEEDS,
  reports,
  type ReportForm,
} from '../../../src/domain/report/index.ts';
import { readInterval } from '../../call/interval.ts';
import { unitsInSight } from '../../call/reach.ts';
import type { CallContext } from '../../call/types.ts';
import { addJob } from '../../jobs/index.ts';
import type { Transaction } from '../../store/database.types.ts';
import {
  accountOf,
  atomically,
  notFound,
  readPersonalSettings,
  readSettings,
  recordEvent,
  sessionOf,
  type Refused,
} from '../shared/index.ts';
import { reachOfReport } from './scope.ts';
import type { ReportServices } from './services.ts';

type Asked = Request<'generateReport'>;

interface Wanted {
  /** Null: nothing that is saved. */
  readonly reportId: number | null;
  readonly name: string;
  readonly form: ReportForm;
}

/** Checks what is asked for and puts it into the queue: the generation and its job come about together. */
export async function requestReport(
  services: ReportServices,
  data: Asked,
  context: CallContext,
): Promise<Result<Reply<'generateReport'>, CallError>> {
  const { database, problems } = services;
  const wanted = await readWanted(services, data, context);
  if (!wanted.ok) return wanted;
  const { permissions, accountId } = accountOf(context);
  const { form } = wanted.value;
  if (!REPORT_NEEDS[form.type].every((need) => can(permissions, need)))
    return problems.refuse(context.lang, ERROR.accessRight);
  const settings = await readSettings(database, accountId);
  const interval = intervalOf(services, data, form, settings.timezone, context);
  if (!interval.ok) return interval;
  const refused = refuseUnits(services, form, interval.value, context);
  if (refused) return refused;
  const { userId } = sessionOf(context);
  const personal = await readPersonalSettings(database, accountId, userId);
  const zones = { account: settings.timezone, own: personal.timezone };
  return atomically(database, (transaction) =>
    add(services, transaction, { ...wanted.value, interval: interval.value, zones }, context),
  );
}

/** The saved report, or one of a type, with what is asked for otherwise. */
async function readWanted(
  { database, problems }: ReportServices,
  { report_id: id, type, unit_ids: unitIds, formats }: Asked,
  context: CallContext,
): Promise<Result<Wanted, CallError>> {
  const otherwise = {
    ...(unitIds !== undefined && { all_units: false, unit_ids: unitIds, label_ids: [] }),
    ...(formats !== undefined && { formats }),
  };
  if (id === undefined) {
    if (type === undefined) return problems.refuseField(context.lang, 'report_id', 'validation.required');
    const name = problems.text(context.lang, `reports.types.${type}`);
    return success({
      reportId: null,
      name,
      form: { ...(reports.schema.getDefault() as ReportForm), name, type, ...otherwise },
    });
  }
  const [row] = await database.query<ReportForm>('select * from report where id = $1 and account_id = $2', [
    id,
    accountOf(context).accountId,
  ]);
  if (!row) return notFound(context, problems);
  const form = Object.fromEntries(reports.fields.map((field) => [field, row[field]])) as unknown as ReportForm;
  return success({ reportId: id, name: row.name, form: { ...form, ...otherwise } });
}

/** The instants that are asked for, or the days of the report as they are now. */
function intervalOf(
  { problems }: ReportServices,
  { from, to }: Asked,
  form: ReportForm,
  zone: string,
  context: CallContext,
): Result<Interval, CallError> {
  if (from === undefined && to === undefined) {
    const days = periodDays(form.period, ownDays(form), dayAt(context.now, zone), context.lang);
    return success(daysInterval(days, zone));
  }
  if (from === undefined || to === undefined)
    return problems.refuseField(context.lang, from === undefined ? 'from' : 'to', 'validation.required');
  const interval = readInterval({ from, to }, context.lang, problems);
  if (!interval.ok) return failure(interval.error);
  if (interval.value.to === interval.value.from) return problems.refuseField(context.lang, 'to', 'validation.interval');
  return interval;
}

/** Units that are named, and none of them in reach: unknown ones and those of others look the same. */
function refuseUnits(
  { directory, problems }: ReportServices,
  form: ReportForm,
  { from, to }: Interval,
  context: CallContext,
): Refused | null {
  if (form.all_units || form.unit_ids.length === 0) return null;
  const { scope } = reachOfReport(accountOf(context), form.type);
  return unitsInSight(directory, scope, form.unit_ids, from, to) === null ? notFound(context, problems) : null;
}

async function add(
  { problems }: ReportServices,
  transaction: Transaction,
  { reportId, name, form, interval, zones }: Wanted & Pick<AskedGeneration, 'interval' | 'zones'>,
  context: CallContext,
): Promise<Result<Reply<'generateReport'>, CallError>> {
  const { accountId } = accountOf(context);
  const { userId } = sessionOf(context);
  // Two calls of one person wait for each other.
  await transaction.query('select id from app_user where id = $1 for update', [userId]);
  const [{ count }] = await transaction.query<{ count: number }>(
    `select count(*) as count from job
     where kind = 'generateReport' and user_id = $1 and state in ('queued', 'running')`,
    [userId],
  );
  if (count >= REPORT.atOnce)
    return problems.refuse(context.lang, ERROR.conflict, {
      key: 'server.tooManyGenerations',
      values: { max: REPORT.atOnce },
    });
  const asked = { accountId, userId, reportId, name, form, interval, zones, lang: context.lang };
  const { id, jobId } = await addGeneration(transaction, asked, context.now);
  if (reportId !== null) {
    await forgetOldest(transaction, reportId);
    await recordEvent(transaction, context, {
      accountId,
      kind: 'reportRequested',
      subjectId: reportId,
      data: { name, generation_id: id, from: toIso(interval.from), to: toIso(interval.to) },
    });
  }
  return success({ job_id: jobId, generation_id: id });
}

/** What is to be generated, and for whom. */
export interface AskedGeneration {
  readonly accountId: number;
  readonly userId: number;
  /** Null: nothing that is saved. */
  readonly reportId: number | null;
  readonly name: string;
  readonly form: ReportForm;
  readonly interval: Interval;
  /** Of its days, and of the times in its files. */
  readonly zones: { readonly account: string; readonly own: string };
  readonly lang: string;
}

/** Adds a generation with its job. `runAt`: not before this instant. */
export async function addGeneration(
  transaction: Transaction,
  { accountId, userId, reportId, name, form, interval, zones, lang }: AskedGeneration,
  now: Instant,
  runAt: Instant = now,
): Promise<{ readonly id: number; readonly jobId: number }> {
  const id = await transaction.nextId('report_generation');
  const owner = { accountId, userId };
  const jobId = await addJob(transaction, 'generateReport', { generation_id: id }, { now, owner, runAt });
  await transaction.query(
    `insert into report_generation (id, account_id, report_id, job_id, user_id, name, form, from_at, to_at, time_zone,
       own_zone, lang, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      id,
      accountId,
      reportId,
      jobId,
      userId,
      name,
      JSON.stringify(form),
      toIso(interval.from),
      toIso(interval.to),
      zones.account,
      zones.own,
      lang,
      toIso(now),
      toIso(now + REPORT.keepDays * DAY),
    ],
  );
  return { id, jobId };
}

/** Of a report so many generations are kept; one that is under way stays. */
async function forgetOldest(transaction: Transaction, reportId: number): Promise<void> {
  await transaction.query(
    `delete from report_generation g where g.id in (
       select id from report_generation where report_id = $1 order by id desc offset $2)
     and not exists (select from job j where j.id = g.job_id and j.state in ('queued', 'running'))`,
    [reportId, REPORT.generations],
  );
}
