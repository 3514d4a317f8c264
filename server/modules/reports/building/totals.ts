import type { ReportColumn, ReportRow, ReportValue } from '../../../../src/domain/report/index.ts';
import { SECOND } from '../../../../src/domain/base/index.ts';

/** Litres per 100 km; null where nothing was driven. */
export const rateOf = (litres: number | null, metres: number): number | null =>
  litres === null || metres <= 0 ? null : litres / (metres / 100_000);

/** km/h; null where nothing was driven. */
export const speedOf = (metres: number, seconds: number): number | null =>
  seconds <= 0 ? null : metres / 1_000 / (seconds / 3_600);

/** Milliseconds as seconds. */
export const secondsOf = (milliseconds: number): number => milliseconds / SECOND;

const numberAt = (row: ReportRow, key: string): number | null => {
  const value = row[key];
  return typeof value === 'number' ? value : null;
};

/** Adds up the rows of a section, each column as its definition says. */
export class Totals {
  readonly #columns: readonly ReportColumn[];
  readonly #values = new Map<string, number>();

  constructor(columns: readonly ReportColumn[]) {
    this.#columns = columns.filter(({ total }) => total !== undefined);
  }

  add(row: ReportRow): void {
    for (const { key, total } of this.#columns) {
      const value = numberAt(row, key);
      if (value === null) continue;
      const known = this.#values.get(key);
      if (known === undefined) this.#values.set(key, value);
      else if (total === 'sum') this.#values.set(key, known + value);
      else if (total === 'max' || total === 'last') this.#values.set(key, Math.max(known, value));
      else if (total === 'first') this.#values.set(key, Math.min(known, value));
    }
  }

  /** Of each column that has a total; null where no row had a value. */
  row(): ReportRow {
    const of = (key: string): number | null => this.#values.get(key) ?? null;
    return Object.fromEntries(
      this.#columns.map(({ key, total }): [string, ReportValue] => {
        if (total === 'mean') return [key, speedOf(of('distance') ?? 0, of('driving') ?? 0)];
        if (total === 'per') return [key, rateOf(of('used'), of('distance') ?? 0)];
        return [key, of(key)];
      }),
    );
  }
}
