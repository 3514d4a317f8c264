import type { Formats } from '../../../../i18n/index.ts';
import type { Total } from './Totals.tsx';

/** What a day's values come to. */
export interface ValueSummary {
  /** Reports with a value, and without. */
  readonly withValue: number;
  readonly withoutValue: number;
  /** NaN where there is no value. */
  readonly lowest: number;
  readonly highest: number;
  readonly last: number;
}

/** Sums up the values of rows from `from` up to `to`. */
export function summaryOf(values: Float64Array, from: number, to: number): ValueSummary {
  let withValue = 0;
  let [lowest, highest, last] = [Number.NaN, Number.NaN, Number.NaN];
  for (let row = from; row < to; row++) {
    const value = values[row];
    if (Number.isNaN(value)) continue;
    withValue++;
    if (!(lowest <= value)) lowest = value;
    if (!(highest >= value)) highest = value;
    last = value;
  }
  return { withValue, withoutValue: to - from - withValue, lowest, highest, last };
}

/** The summaries of both definitions side by side. */
export function sensorTotalsOf(
  before: ValueSummary,
  after: ValueSummary,
  t: (key: string) => string,
  formats: Formats,
  figure: (value: number) => string,
): Total[] {
  const row = (key: keyof ValueSummary, write: (value: number) => string): Total => ({
    label: t(`detection.totals.${key}`),
    before: write(before[key]),
    after: write(after[key]),
  });
  const count = (value: number): string => formats.number(value);
  return [
    row('withValue', count),
    row('withoutValue', count),
    row('lowest', figure),
    row('highest', figure),
    row('last', figure),
  ];
}
