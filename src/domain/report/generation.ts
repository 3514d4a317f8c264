import type { UserId } from '../base/index.ts';
import type { FileFormat, ReportFormat, ReportRow, ReportType } from './types.ts';

/** States of a generation; `generating` while its job waits or runs. */
export type GenerationState = 'generating' | 'done' | 'failed' | 'time_exceeded' | 'cancelled';

/** A file of a generation, at `/files/<file_id>`. */
export interface ReportFile {
  readonly file_id: string;
  readonly format: FileFormat;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  /** Rows that it holds; fewer than there are where a document would be too long. */
  readonly rows: number;
}

/** What came of one table. */
export interface SectionOutcome {
  readonly key: string;
  /** Rows that are kept. */
  readonly rows: number;
  /** Rows that there were beyond these: totals count them. */
  readonly left_off: number;
  readonly totals: ReportRow;
}

/** A figure of each day. */
export interface ReportChart {
  /** Key of the column of the days that it shows. */
  readonly column: string;
  readonly days: readonly string[];
  readonly values: readonly number[];
}

/** One generation of a report, as the wire shows it. */
export interface ReportGeneration {
  readonly generation_id: number;
  /** Null: nothing that is saved; a report of a type as one call asked for it. */
  readonly report_id: number | null;
  readonly job_id: number;
  readonly name: string;
  readonly type: ReportType;
  readonly user_id: UserId;
  /** Who asked for it. */
  readonly user_name: string;
  readonly state: GenerationState;
  /** 0 to 1. */
  readonly progress: number;
  /** Why it failed, as a code of jobs; null unless it did. */
  readonly error_code: string | null;
  /** ISO 8601 UTC. */
  readonly created_at: string;
  readonly ended_at: string | null;
  /** Until when the outcome is kept. */
  readonly expires_at: string;
  /** Days of the zone. */
  readonly from_day: string;
  readonly to_day: string;
  readonly time_zone: string;
  /** `08:00`; empty: whole days. */
  readonly shift_from: string;
  readonly shift_to: string;
  readonly formats: readonly ReportFormat[];
  /** Units that it is about. */
  readonly units: number;
  /** Rows in all sections, and their bytes. */
  readonly rows: number;
  readonly size: number;
  readonly sections: readonly SectionOutcome[];
  readonly chart: ReportChart | null;
  readonly files: readonly ReportFile[];
}

/** A generation as a list shows it. */
export interface ListedGeneration extends ReportGeneration {
  /** False where the caller may not see what it holds: then it has no totals, chart and files. */
  readonly readable: boolean;
}
