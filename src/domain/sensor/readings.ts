import type { AttributeValue } from '../telemetry/index.ts';
import { numberOf } from './table.ts';

/**
 * Values of one instant side by side, each a number, a text, both (a text that says a number) or neither.
 * Kept between reports: a fleet of a hundred thousand evaluates its sensors without allocating.
 */
export class Readings {
  /** NaN where there is no number; switches are 0 and 1. */
  readonly numbers: Float64Array;
  readonly texts: (string | null)[];

  constructor(size: number) {
    this.numbers = new Float64Array(size).fill(Number.NaN);
    this.texts = Array.from({ length: size }, () => null);
  }

  /** Puts what a report carries. */
  set(index: number, value: AttributeValue | null | undefined): void {
    if (typeof value === 'number') this.setNumber(index, value);
    else if (typeof value === 'boolean') this.setNumber(index, value ? 1 : 0);
    else this.setText(index, value ?? null);
  }

  setNumber(index: number, value: number): void {
    this.numbers[index] = Number.isFinite(value) ? value : Number.NaN;
    this.texts[index] = null;
  }

  setText(index: number, value: string | null): void {
    this.numbers[index] = value === null ? Number.NaN : (numberOf(value) ?? Number.NaN);
    this.texts[index] = value;
  }

  copy(index: number, from: Readings, source: number): void {
    this.numbers[index] = from.numbers[source];
    this.texts[index] = from.texts[source];
  }

  has(index: number): boolean {
    return !Number.isNaN(this.numbers[index]) || this.texts[index] !== null;
  }

  /** A text as it is, else the number, else null. */
  value(index: number): number | string | null {
    const text = this.texts[index];
    if (text !== null) return text;
    const number = this.numbers[index];
    return Number.isNaN(number) ? null : number;
  }
}
