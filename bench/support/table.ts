import os from 'node:os';

/** One line of a table: the same work done the usual way and ours, in one run. */
export interface Row {
  readonly measure: string;
  readonly usual: number | null;
  readonly ours: number;
  readonly unit: string;
  /** What the product demands: a ratio usual/ours (ours/usual where more is better), or a bound of ours. */
  readonly bar?: { readonly ratio: number } | { readonly atMost: number } | { readonly atLeast: number };
  /** True where more is better, as in a rate: the ratio is then ours/usual. */
  readonly more?: boolean;
  readonly note?: string;
}

export interface Table {
  readonly title: string;
  readonly rows: readonly Row[];
}

/** True when the row keeps its bar; rows without one always do. */
export function keepsBar(row: Row): boolean {
  if (row.bar === undefined) return true;
  if ('atMost' in row.bar) return row.ours <= row.bar.atMost;
  if ('atLeast' in row.bar) return row.ours >= row.bar.atLeast;
  return row.usual !== null && ratioOf(row, row.usual) >= row.bar.ratio;
}

/** How many times better ours is. */
function ratioOf(row: Row, usual: number): number {
  return row.more ? row.ours / usual : usual / row.ours;
}

/** The table as Markdown, for the terminal and for docs/bench.md alike. */
export function renderTable(table: Table): string {
  const lines = [
    `### ${table.title}`,
    '',
    '| measure | the usual way | ours | ratio | bar | |',
    '|---|--:|--:|--:|---|---|',
  ];
  for (const row of table.rows) {
    const usual = row.usual === null ? '–' : `${figure(row.usual)} ${row.unit}`;
    const ratio = row.usual === null ? '–' : `${figure(ratioOf(row, row.usual))}×`;
    const kept = row.bar === undefined ? '' : keepsBar(row) ? 'kept' : '**missed**';
    lines.push(
      `| ${row.measure} | ${usual} | ${figure(row.ours)} ${row.unit} | ${ratio} | ${barText(row)} | ${[kept, row.note].filter(Boolean).join(' · ')} |`,
    );
  }
  return lines.join('\n');
}

function barText(row: Row): string {
  if (row.bar === undefined) return '';
  if ('ratio' in row.bar) return `≥ ${row.bar.ratio}×`;
  return 'atMost' in row.bar ? `≤ ${row.bar.atMost}` : `≥ ${row.bar.atLeast}`;
}

/** Three significant digits, without an exponent. */
export function figure(value: number): string {
  if (value === 0) return '0';
  const digits = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toLocaleString('en', { maximumFractionDigits: Math.min(digits, 6) });
}

/** The machine, for the head of a report. */
export function machine(): string {
  const cpus = os.cpus();
  return `${cpus.length} × ${cpus[0]?.model.trim() ?? 'CPU'}, ${Math.round(os.totalmem() / 2 ** 30)} GiB, ${os.type()} ${os.release()}, Node ${process.version}`;
}
