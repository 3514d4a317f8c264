import { can } from '../../../src/domain/access/index.ts';
import {
  failure,
  REPORT,
  success,
  toIso,
  type AccountId,
  type Instant,
  type Interval,
  type Result,
  type UserId,
} from '../../../src/domain/base/index.ts';
import { eventOf } from '../../../src/domain/events/index.ts';
import {
  dayAt,
  FILE_FORMATS,
  REPORT_NEEDS,
  reportWindows,
  shiftOf,
  type ReportWindow,
} from '../../../src/domain/report/index.ts';
import type { Place } from '../../../src/domain/unitEvent/index.ts';
import { unitsInSight, type UnitsInSight } from '../../call/reach.ts';
import type { CallAccount } from '../../call/types.ts';
import type { JobProblem, JobRun } from '../../jobs/index.ts';
import { BUILDERS, RowSink, type Build } from './building/index.ts';
import { writeFile } from './files/index.ts';
import type { GenerationRow } from './generationRow.ts';
import { reachOfReport } from './scope.ts';
import type { GeneratingServices } from './services.ts';

/** How much of the whole is building; the rest is writing files. */
const BUILDING = 0.9;

/**
 * Builds one generation, as far as the person who asked for it reaches now, and its files. It may run again after a
 * crash: what an earlier attempt wrote is removed first.
 */
export async function generateReport(
  services: GeneratingServices,
  id: number,
  run: Pick<JobRun, 'now' | 'report'>,
): Promise<Result<{ generation_id: number; rows: number }, JobProblem>> {
  const { database, sessions } = services;
  const [row] = await database.query<GenerationRow>('select * from report_generation where id = $1', [id]);
  // The report was deleted meanwhile, and with it what was to come of it.
  if (!row) return failure({ code: 'reportGone', retry: false });
  const account = await sessions.enter(row.user_id as UserId, row.account_id as AccountId, run.now());
  if (!account.ok || !mayGenerate(account.value, row)) return failure({ code: 'notAllowed', retry: false });
  const { scope, accounts, needs } = reachOfReport(account.value, row.form.type);
  const interval = { from: row.from_at.getTime(), to: row.to_at.getTime() };
  const sight = await sightOf(services, row, scope, interval);
  const units = sight === null ? 0 : sight.whole.length + sight.spans.size;
  if (sight === null || units === 0) return failure({ code: 'noUnits', retry: false });
  await database.query('delete from report_row where generation_id = $1', [id]);
  await database.query('delete from report_file where generation_id = $1', [id]);
  const rows = new RowSink(database, id, row.form.type, REPORT.rows);
  const build: Build = {
    ...services,
    form: row.form,
    sight,
    interval,
    windows: windowsOf(row, interval),
    isShift: row.form.by_shift,
    accounts,
    now: Math.min(run.now(), interval.to),
    rows,
    progress: (done, total) =>
      run.report({ fraction: (BUILDING * done) / total, step: 'readingUnits', values: { done, total } }),
    placeOf: await placesOf(services),
  };
  await services.detection.catchUp([...sight.whole, ...sight.spans.keys()]);
  await BUILDERS[row.form.type](build);
  await rows.flush();
  const days = dayList(build.windows);
  const [sections, chart] = [rows.outcome(), rows.chart(days)];
  for (const format of FILE_FORMATS)
    if (row.form.formats.includes(format)) {
      await run.report({ fraction: BUILDING, step: 'writingFile', values: { format } });
      await writeFile(services, { ...row, sections, units }, format, (share) =>
        run.report({ fraction: BUILDING + (1 - BUILDING) * share, step: 'writingFile', values: { format } }),
      );
    }
  await finish(services, row, { needs, units, sections, chart, size: rows.bytes }, run.now());
  return success({ generation_id: id, rows: rows.rows });
}

/** The permission may have been taken since. */
const mayGenerate = ({ permissions }: CallAccount, { form }: GenerationRow): boolean =>
  [{ resource: 'report', action: 'a' } as const, ...REPORT_NEEDS[form.type]].every((need) => can(permissions, need));

/** The units that it is about, as far as the person reaches: all, or those that are named and those in the groups. */
async function sightOf(
  { database, directory }: GeneratingServices,
  { form }: GenerationRow,
  scope: readonly AccountId[],
  { from, to }: Interval,
): Promise<UnitsInSight | null> {
  if (form.all_units) return unitsInSight(directory, scope, undefined, from, to);
  const labelled = await database.query<{ id: number }>(
    `select distinct u.id from label l join unit u on u.labels ? l.name
     where l.id = any($1::int8[]) and l.kind = 'units' and (u.account_id = l.account_id or exists (
       select from unit_allocation a where a.unit_id = u.id and a.account_id = l.account_id))`,
    [form.label_ids],
  );
  const asked = [...new Set([...form.unit_ids, ...labelled.map(({ id }) => id)])];
  return unitsInSight(directory, scope, asked, from, to);
}

/** The days of the interval, or the hours of the shift on them; the first and the last may be parts of days. */
function windowsOf({ form, time_zone: zone }: GenerationRow, { from, to }: Interval): ReportWindow[] {
  const days = { from: dayAt(from, zone), to: dayAt(to - 1, zone) };
  return reportWindows(days, zone, shiftOf(form))
    .map((window) => ({ ...window, from: Math.max(window.from, from), to: Math.min(window.to, to) }))
    .filter((window) => window.to > window.from);
}

const dayList = (windows: readonly ReportWindow[]): string[] => windows.map(({ day }) => day);

/** Names of the nearest towns; empty where the gazetteer knows none. */
async function placesOf({ places }: GeneratingServices): Promise<(place: Place | null) => string> {
  const gazetteer = await places.gazetteer();
  return (place) => (place === null ? '' : (gazetteer.nearest(place.latitude, place.longitude)?.place.name ?? ''));
}

/** Notes what came of it, in one transaction with the event that says so. */
async function finish(
  { database }: GeneratingServices,
  row: GenerationRow,
  outcome: Pick<GenerationRow, 'needs' | 'units' | 'sections' | 'chart' | 'size'> | Record<string, unknown>,
  now: Instant,
): Promise<void> {
  const { needs, units, sections, chart, size } = outcome;
  await database.transaction(async (transaction) => {
    await transaction.query(
      `update report_generation
       set state = 'done', ended_at = $2, needs = $3, units = $4, sections = $5, chart = $6, size = $7 where id = $1`,
      [row.id, toIso(now), JSON.stringify(needs), units, JSON.stringify(sections), JSON.stringify(chart), size],
    );
    if (row.report_id === null) return;
    const data = {
      name: row.name,
      generation_id: row.id,
      from: toIso(row.from_at.getTime()),
      to: toIso(row.to_at.getTime()),
    };
    await transaction.appendEvent(
      eventOf(
        { kind: 'reportGenerated', data },
        { account_id: row.account_id, subject_id: row.report_id, user_id: row.user_id, time: toIso(now) },
      ),
    );
  });
}
