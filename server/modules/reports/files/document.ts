import { dateFormatterOf, REPORT } from '../../../../src/domain/base/index.ts';
import type { ReportColumn, ReportLook, ReportRow, ReportSection } from '../../../../src/domain/report/index.ts';
import { EventLoopBreaks } from '../../../store/index.ts';
import { measureOf, wordOf, type FileContent } from './content.ts';
import { factsOf } from './facts.ts';
import { COLOURS, DocumentPage } from './page.ts';
import type { FileWriter } from './store.ts';

const SIZE = 8;
const LINE = 15;
const GAP = 6;
const HEAD = 24;
const PADDING = 4;
/** Shares of the width. */
const WEIGHTS: Readonly<Record<ReportLook, number>> = {
  text: 2,
  word: 1.4,
  time: 1.7,
  day: 1.2,
  distance: 1.1,
  duration: 1.1,
  speed: 1.1,
  litres: 1,
  rate: 1.1,
  count: 0.8,
};
const NUMBERS: readonly ReportLook[] = ['distance', 'duration', 'speed', 'litres', 'rate', 'count'];

/** Values as the language and the zone of who asked write them. */
function cellWriter({ row, text }: FileContent): (value: ReportRow[string] | undefined, look: ReportLook) => string {
  const clocks = dateFormatterOf(row.lang, row.own_zone);
  const days = dateFormatterOf(row.lang, 'UTC');
  const number = (digits: number): Intl.NumberFormat =>
    new Intl.NumberFormat(row.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
  const [whole, tenths, two] = [
    number(0),
    number(1),
    new Intl.NumberFormat(row.lang, { minimumIntegerDigits: 2, useGrouping: false }),
  ];
  return (value, look) => {
    if (value === null || value === undefined || value === '') return '';
    if (look === 'word') return wordOf(value, text);
    if (look === 'day') return days.format(Date.parse(String(value)), 'DD/MM/YYYY');
    if (typeof value === 'string') return value;
    if (look === 'time') return clocks.format(value, 'DD/MM/YYYY HH:mm');
    if (look === 'duration') {
      const minutes = Math.round(value / 60);
      return `${whole.format(Math.floor(minutes / 60))}:${two.format(minutes % 60)}`;
    }
    if (look === 'count' || look === 'speed') return whole.format(value);
    return tenths.format(look === 'distance' ? value / 1_000 : value);
  };
}

/**
 * A document with a table a section, written page by page. Longer ones end after REPORT.documentRows rows and say so;
 * totals are those of all. Answers the rows.
 */
export async function writeDocument(
  content: FileContent,
  file: FileWriter,
  progress: (rows: number) => Promise<void>,
): Promise<number> {
  const page = new DocumentPage(content.row.name, content.isRtl, (piece) => file.push(piece));
  const writer = new TableWriter(page, content);
  const breaks = new EventLoopBreaks();
  writer.title();
  let left = REPORT.documentRows;
  let rows = 0;
  for (const { section, outcome } of content.sections) {
    writer.begin(section);
    if (Object.values(outcome.totals).some((value) => value !== null)) writer.total(outcome.totals);
    const most = Math.min(left, outcome.rows);
    let written = 0;
    for await (const read of content.read(section.key)) {
      for (const row of read.slice(0, most - written)) {
        writer.row(row);
        await breaks.take();
      }
      written += Math.min(read.length, most - written);
      await file.drain();
      await progress(rows + written);
      if (written >= most) break;
    }
    left -= written;
    rows += written;
    if (written < outcome.rows) writer.note(content.text('documentCut', { rows: written, total: outcome.rows }));
  }
  await page.end();
  return rows;
}

/** Writes tables one below the other, with their heads again on each page. */
class TableWriter {
  readonly #page: DocumentPage;
  readonly #content: FileContent;
  readonly #cell: ReturnType<typeof cellWriter>;
  #y: number;
  #number = 0;
  #section: ReportSection | null = null;

  constructor(page: DocumentPage, content: FileContent) {
    this.#page = page;
    this.#content = content;
    this.#cell = cellWriter(content);
    this.#y = page.top;
  }

  /** What it is about. */
  title(): void {
    const page = this.#page;
    page.text(this.#content.row.name, page.left, this.#y, page.width, { size: 18, weight: 'bold' });
    this.#y += 28;
    const isRtl = this.#content.isRtl;
    const head = 130;
    for (const { name, value } of factsOf(this.#content).slice(1)) {
      page.text(name, isRtl ? page.left + page.width - head : page.left, this.#y, head, {
        size: 9,
        colour: COLOURS.dim,
      });
      page.text(value, isRtl ? page.left : page.left + head, this.#y, page.width - head, { size: 9 });
      this.#y += 14;
    }
    if (this.#content.sections.length === 0) this.note(this.#content.text('nothing'));
  }

  begin(section: ReportSection): void {
    const page = this.#page;
    this.#section = section;
    this.#number = 0;
    this.#y += 2 * GAP;
    // A table has room for a few rows, or begins on the next page.
    if (this.#y + 5 * LINE > page.bottom) this.#newPage();
    page.text(this.#content.text(`sections.${section.key}`), page.left, this.#y, page.width, {
      size: 12,
      weight: 'bold',
    });
    this.#y += 20;
    this.#head();
  }

  total(totals: ReportRow): void {
    const [first] = this.#section?.columns ?? [];
    this.#line(
      (column) => (column === first ? this.#content.text('total') : this.#cell(totals[column.key], column.look)),
      { fill: COLOURS.total, isBold: true },
    );
  }

  row(row: ReportRow): void {
    if (this.#y + LINE > this.#page.bottom) {
      this.#newPage();
      this.#head();
    }
    this.#line((column) => this.#cell(row[column.key], column.look), {
      fill: this.#number++ % 2 === 1 ? COLOURS.stripe : null,
      isBold: false,
    });
  }

  note(text: string): void {
    if (this.#y + LINE > this.#page.bottom) this.#newPage();
    this.#page.text(text, this.#page.left, this.#y + 4, this.#page.width, { size: 9, colour: COLOURS.dim });
    this.#y += LINE + GAP;
  }

  /** Two lines: what a column is called, and what it is measured in. */
  #head(): void {
    const { text } = this.#content;
    const top = this.#y;
    this.#page.fill(this.#page.left, top, this.#page.width, HEAD, COLOURS.head);
    for (const { column, x, width } of this.#places()) {
      const isAtEnd = NUMBERS.includes(column.look);
      this.#page.text(text(`columns.${column.key}`), x, top + 3, width, { size: SIZE, weight: 'bold', isAtEnd });
      const measure = measureOf(column.look, text);
      if (measure !== '') this.#page.text(measure, x, top + 13, width, { size: 7, colour: COLOURS.dim, isAtEnd });
    }
    this.#y += HEAD;
  }

  #line(textOf: (column: ReportColumn) => string, { fill, isBold }: { fill: string | null; isBold: boolean }): void {
    if (fill !== null) this.#page.fill(this.#page.left, this.#y, this.#page.width, LINE, fill);
    for (const { column, x, width } of this.#places())
      this.#page.text(textOf(column), x, this.#y + 3, width, {
        size: SIZE,
        weight: isBold ? 'bold' : 'regular',
        isAtEnd: NUMBERS.includes(column.look),
        // Names run as their own letters do, in whatever document.
        ...(column.look === 'text' && { direction: 'auto' as const }),
      });
    this.#y += LINE;
  }

  /** Where the text of each column is. */
  #places(): readonly { readonly column: ReportColumn; readonly x: number; readonly width: number }[] {
    const { left, width: whole } = this.#page;
    const columns = this.#section?.columns ?? [];
    const all = columns.reduce((sum, { look }) => sum + WEIGHTS[look], 0);
    const { isRtl } = this.#content;
    let x = isRtl ? left + whole : left;
    return columns.map((column) => {
      const width = (whole * WEIGHTS[column.look]) / all;
      if (isRtl) x -= width;
      const place = { column, x: x + PADDING, width: width - 2 * PADDING };
      if (!isRtl) x += width;
      return place;
    });
  }

  #newPage(): void {
    this.#page.addPage();
    this.#y = this.#page.top;
  }
}
