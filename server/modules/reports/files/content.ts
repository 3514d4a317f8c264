import {
  REPORT_SECTIONS,
  type ReportColumn,
  type ReportLook,
  type ReportRow,
  type ReportSection,
  type ReportValue,
  type SectionOutcome,
} from '../../../../src/domain/report/index.ts';
import type { Messages } from '../../../call/messages.ts';
import type { Queryable } from '../../../store/database.types.ts';
import type { GenerationRow } from '../generationRow.ts';

/** Rows that are read at a time. */
const PAGE = 1_000;

/** What a file is made of. */
export interface FileContent {
  readonly row: GenerationRow;
  /** Sections with what came of them, in their order; without those that have no rows. */
  readonly sections: readonly { readonly section: ReportSection; readonly outcome: SectionOutcome }[];
  /** Any text in the language of who asked. */
  readonly text: (key: string, values?: Readonly<Record<string, string | number>>) => string;
  readonly isRtl: boolean;
  read(section: string): AsyncGenerator<readonly ReportRow[]>;
}

export function contentOf(database: Queryable, messages: Messages, row: GenerationRow): FileContent {
  const text: FileContent['text'] = (key, values = {}) => messages.text(row.lang, `reports.${key}`, values) ?? key;
  const sections = row.sections.flatMap((outcome) => {
    const section = REPORT_SECTIONS[row.form.type].find(({ key }) => key === outcome.key);
    return section && outcome.rows > 0 ? [{ section, outcome }] : [];
  });
  const isRtl = messages.languages.some(({ code, direction }) => code === row.lang && direction === 'rtl');
  return { row, sections, text, isRtl, read: (section) => readPages(database, row.id, section) };
}

async function* readPages(database: Queryable, id: number, section: string): AsyncGenerator<readonly ReportRow[]> {
  for (let next = 0; ; next += PAGE) {
    const rows = await database.query<{ data: ReportRow }>(
      'select data from report_row where generation_id = $1 and section = $2 and place >= $3 and place < $4 order by place',
      [id, section, next, next + PAGE],
    );
    if (rows.length > 0) yield rows.map(({ data }) => data);
    if (rows.length < PAGE) return;
  }
}

/** Looks whose head says what it is measured in. */
const MEASURED: readonly ReportLook[] = ['distance', 'speed', 'litres', 'rate'];

/** What a look is measured in; empty where that needs no saying. */
export const measureOf = (look: ReportLook, text: FileContent['text']): string =>
  MEASURED.includes(look) ? text(`measures.${look}`) : '';

/** What a column is called, with its measure. */
export function headOf({ key, look }: ReportColumn, text: FileContent['text']): string {
  const name = text(`columns.${key}`);
  const measure = measureOf(look, text);
  return measure === '' ? name : text('measured', { name, measure });
}

/** The words of a code. */
export const wordOf = (value: ReportValue, text: FileContent['text']): string =>
  value === null ? '' : text(`words.${String(value)}`);
