import { can, reachesBelow, type Need, type Permissions } from '../../../src/domain/access/index.ts';
import { toIso, type UserId } from '../../../src/domain/base/index.ts';
import {
  dayAt,
  shiftOf,
  type FileFormat,
  type GenerationState,
  type ReportChart,
  type ReportFile,
  type ReportForm,
  type ReportGeneration,
  type SectionOutcome,
} from '../../../src/domain/report/index.ts';

/**
 * State of a generation `g` with its job `j`, as the wire has it. Of one whose job is not known any more nothing came.
 */
export const STATE = `coalesce(g.state, case
  when j.state in ('queued', 'running') then 'generating'
  when j.state is null or j.state = 'done' then 'failed'
  else j.state end)`;

/** What it takes to read an outcome: the permission, in sub-accounts too where it holds things of theirs. */
export interface OutcomeNeed extends Need {
  readonly below: boolean;
}

export interface GenerationRow {
  [column: string]: unknown;
  id: number;
  account_id: number;
  report_id: number | null;
  job_id: number;
  user_id: number;
  name: string;
  form: ReportForm;
  from_at: Date;
  to_at: Date;
  time_zone: string;
  own_zone: string;
  lang: string;
  created_at: Date;
  ended_at: Date | null;
  expires_at: Date;
  needs: OutcomeNeed[];
  units: number;
  sections: SectionOutcome[];
  chart: ReportChart | null;
  size: number;
}

export interface ShownGenerationRow extends GenerationRow {
  shown_state: GenerationState;
  user_name: string;
  progress: number | null;
  error_code: string | null;
  job_ended_at: Date | null;
  files: { file_id: string; format: FileFormat; name: string; size: number; rows: number }[] | null;
}

/** Columns and tables of a generation as it is shown. */
export const SHOWN_COLUMNS = `g.*, ${STATE} as shown_state, j.progress, j.error_code, j.ended_at as job_ended_at,
  coalesce(nullif(trim(concat(u.first_name, ' ', u.last_name)), ''), u.username, '') as user_name,
  (select jsonb_agg(jsonb_build_object('file_id', f.id, 'format', f.format, 'name', f.name, 'size', f.size,
     'rows', f.rows) order by f.format)
   from report_file f where f.generation_id = g.id) as files`;
export const SHOWN_FROM =
  'report_generation g left join job j on j.id = g.job_id left join app_user u on u.id = g.user_id';

/** True for whoever may read what the generation holds. */
export const mayRead = (permissions: Permissions, needs: readonly OutcomeNeed[]): boolean =>
  needs.every((need) => (need.below ? reachesBelow(permissions, need) : can(permissions, need)));

const iso = (date: Date): string => toIso(date.getTime());

/** A generation as the wire has it; `readable` false: without what it holds. */
export function generationOf(row: ShownGenerationRow, readable: boolean): ReportGeneration {
  const state = row.shown_state;
  const isDone = state === 'done' && readable;
  const files: readonly ReportFile[] = isDone ? (row.files ?? []) : [];
  const shift = shiftOf(row.form);
  const ended = row.ended_at ?? row.job_ended_at;
  return {
    generation_id: row.id,
    report_id: row.report_id,
    job_id: row.job_id,
    name: row.name,
    type: row.form.type,
    user_id: row.user_id as UserId,
    user_name: row.user_name,
    state,
    progress: state === 'done' ? 1 : (row.progress ?? 0),
    error_code: state === 'failed' ? row.error_code : null,
    created_at: iso(row.created_at),
    ended_at: state === 'generating' || ended === null ? null : iso(ended),
    expires_at: iso(row.expires_at),
    from_day: dayAt(row.from_at.getTime(), row.time_zone),
    to_day: dayAt(row.to_at.getTime() - 1, row.time_zone),
    time_zone: row.time_zone,
    shift_from: shift?.from ?? '',
    shift_to: shift?.to ?? '',
    formats: row.form.formats,
    units: row.units,
    rows: row.sections.reduce((sum, { rows }) => sum + rows, 0),
    size: row.size + (row.files ?? []).reduce((sum, { size }) => sum + size, 0),
    sections: isDone ? row.sections : [],
    chart: isDone ? row.chart : null,
    files,
  };
}
