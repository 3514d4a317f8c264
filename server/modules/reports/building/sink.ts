import {
  chartColumn,
  REPORT_SECTIONS,
  type ReportChart,
  type ReportRow,
  type ReportType,
  type SectionOutcome,
} from '../../../../src/domain/report/index.ts';
import type { Queryable } from '../../../store/database.types.ts';
import { EventLoopBreaks } from '../../../store/index.ts';
import { Totals } from './totals.ts';

/** Rows that are written together. */
const BATCH = 500;

/** What says where a row is on the timeline. */
const ABOUT = ['unit_id', 'operator_id', 'at', 'latitude', 'longitude'];

interface Section {
  readonly keys: ReadonlySet<string>;
  readonly totals: Totals;
  rows: number;
  leftOff: number;
}

interface Waiting {
  readonly section: string;
  readonly place: number;
  readonly data: ReportRow;
}

/** Where the rows of a generation go: to the database as they come, so that no report is ever in memory whole. */
export class RowSink {
  readonly #database: Queryable;
  readonly #generation: number;
  readonly #type: ReportType;
  readonly #most: number;
  readonly #sections: ReadonlyMap<string, Section>;
  readonly #days = new Map<string, number>();
  /** A report is built beside calls and devices. */
  readonly #breaks = new EventLoopBreaks();
  #waiting: Waiting[] = [];
  #kept = 0;
  #bytes = 0;

  /** `most`: rows that are kept; further ones count in the totals alone. */
  constructor(database: Queryable, generation: number, type: ReportType, most: number) {
    this.#database = database;
    this.#generation = generation;
    this.#type = type;
    this.#most = most;
    this.#sections = new Map(
      REPORT_SECTIONS[type].map(({ key, columns }) => [
        key,
        {
          keys: new Set([...ABOUT, ...columns.map((column) => column.key)]),
          totals: new Totals(columns),
          rows: 0,
          leftOff: 0,
        },
      ]),
    );
  }

  get bytes(): number {
    return this.#bytes;
  }

  get rows(): number {
    return this.#kept;
  }

  /** Adds a row to a section, which takes the values of its columns. */
  async add(key: string, values: ReportRow): Promise<void> {
    await this.#breaks.take();
    const section = this.#section(key);
    const data = Object.fromEntries(Object.entries(values).filter(([field]) => section.keys.has(field)));
    section.totals.add(data);
    if (key === 'days') this.#chart(data);
    if (this.#kept >= this.#most) {
      section.leftOff++;
      return;
    }
    this.#kept++;
    this.#waiting.push({ section: key, place: section.rows++, data });
    if (this.#waiting.length >= BATCH) await this.flush();
  }

  /** More was found than may be read: there are rows that the section and its totals lack. */
  leaveOff(key: string): void {
    this.#section(key).leftOff++;
  }

  async flush(): Promise<void> {
    if (this.#waiting.length === 0) return;
    const text = JSON.stringify(this.#waiting);
    this.#bytes += Buffer.byteLength(text);
    this.#waiting = [];
    await this.#database.query(
      `insert into report_row (generation_id, section, place, data)
       select $1, section, place, data from jsonb_to_recordset($2::jsonb) as r (section text, place int4, data jsonb)`,
      [this.#generation, text],
    );
  }

  /** What came of each section. */
  outcome(): SectionOutcome[] {
    return [...this.#sections].map(([key, { rows, leftOff, totals }]) => ({
      key,
      rows,
      left_off: leftOff,
      totals: totals.row(),
    }));
  }

  /** The first figure of each of the days. */
  chart(days: readonly string[]): ReportChart {
    return { column: chartColumn(this.#type).key, days, values: days.map((day) => this.#days.get(day) ?? 0) };
  }

  #section(key: string): Section {
    const section = this.#sections.get(key);
    if (!section) throw new Error(`Reports of the type ${this.#type} have no section ${key}.`);
    return section;
  }

  #chart(data: ReportRow): void {
    const value = data[chartColumn(this.#type).key];
    this.#days.set(String(data.day), typeof value === 'number' ? value : 0);
  }
}
