import { clampsToEnds, digitalValue, interpolate, numberOf, rangeRowOf } from './table.ts';
import type { SensorDefinition, SensorValue } from './sensor.ts';
import type { AttributeKind } from '../telemetry/index.ts';
import type { Readings } from './readings.ts';

const NOTHING = new Float64Array(0);

/**
 * From the raw value to the one that people read: factor, table, bounds (domain reference, 3.1), ready for many
 * reports.
 */
export class Calibration {
  readonly kind: AttributeKind;
  readonly #divisor: number;
  readonly #table: SensorDefinition['table']['kind'];
  readonly #clamped: boolean;
  /** x of the points, or the ranges' beginnings. */
  readonly #xs: Float64Array;
  /** y of the points, or the ranges' ends. */
  readonly #ys: Float64Array;
  /** Meanings of the ranges as numbers and as texts. */
  readonly #numbers: Float64Array;
  readonly #texts: readonly string[];
  readonly #minimum: number;
  readonly #maximum: number;
  /** The last word that a switch was reported in, and what it means: reports say the same again and again. */
  #heard: string | null = null;
  #heardAs = Number.NaN;

  constructor(sensor: Omit<SensorDefinition, 'name' | 'parameter'>) {
    const points = sensor.table.kind === 'xy' ? (sensor.table.points ?? []) : [];
    const rows = sensor.table.kind === 'range' ? (sensor.table.rows ?? []) : [];
    this.kind = sensor.data_type;
    // 12345 * 0.001 is 12.345000000000001, 12345 / 1000 is not.
    this.#divisor = Math.round(1 / sensor.multiplier);
    this.#table = sensor.table.kind;
    this.#clamped = clampsToEnds(sensor.type);
    this.#xs =
      rows.length > 0
        ? Float64Array.from(rows, ({ from }) => from ?? -Infinity)
        : Float64Array.from(points, ({ x }) => x);
    this.#ys =
      rows.length > 0 ? Float64Array.from(rows, ({ to }) => to ?? Infinity) : Float64Array.from(points, ({ y }) => y);
    this.#numbers =
      rows.length > 0 ? Float64Array.from(rows, ({ value }) => meaningAsNumber(value, this.kind)) : NOTHING;
    this.#texts = rows.map(({ value }) => String(value));
    this.#minimum = sensor.minimum ?? -Infinity;
    this.#maximum = sensor.maximum ?? Infinity;
  }

  /** The raw value times the sensor's factor. */
  scaled(raw: number): number {
    return raw / this.#divisor;
  }

  /** Place of the range that holds x, -1 for none. */
  rangeRow(x: number): number {
    return rangeRowOf(this.#xs, this.#ys, x);
  }

  /** What the table makes of x; x itself where the sensor has no table. NaN where the table says nothing. */
  tabled(x: number): number {
    if (this.#table === 'none') return x;
    if (this.#table === 'xy') return interpolate(this.#xs, this.#ys, x, this.#clamped);
    const row = this.rangeRow(x);
    return row < 0 ? Number.NaN : this.#numbers[row];
  }

  /** True within the bounds, both of which belong to them. */
  isWithin(value: number): boolean {
    return value >= this.#minimum && value <= this.#maximum;
  }

  /** Takes the raw value at `source` and leaves the sensor's value at `target`. Switches become 0 and 1. */
  apply(raw: Readings, source: number, into: Readings, target: number): void {
    if (this.kind === 'text') into.setText(target, this.#asText(raw, source));
    else if (this.kind === 'boolean') into.setNumber(target, this.#asSwitch(raw, source));
    else into.setNumber(target, this.#asNumber(raw.numbers[source]));
  }

  #asNumber(raw: number): number {
    const value = this.tabled(this.scaled(raw));
    return this.isWithin(value) ? value : Number.NaN;
  }

  #asSwitch(raw: Readings, source: number): number {
    const number = raw.numbers[source];
    if (!Number.isNaN(number)) return toBit(this.tabled(this.scaled(number)));
    const text = raw.texts[source];
    if (text === null) return Number.NaN;
    if (text !== this.#heard) {
      const word = digitalValue(text);
      this.#heard = text;
      this.#heardAs = word === null ? Number.NaN : toBit(this.tabled(word ? 1 : 0));
    }
    return this.#heardAs;
  }

  #asText(raw: Readings, source: number): string | null {
    const number = raw.numbers[source];
    if (this.#table === 'range') {
      const row = this.rangeRow(this.scaled(number));
      return row < 0 ? null : this.#texts[row];
    }
    if (raw.texts[source] !== null) return raw.texts[source];
    return Number.isNaN(number) ? null : String(this.scaled(number));
  }
}

const toBit = (value: number): number => (Number.isNaN(value) ? value : value === 0 ? 0 : 1);

function meaningAsNumber(value: number | string, kind: AttributeKind): number {
  if (kind === 'boolean') {
    const digital = digitalValue(value);
    return digital === null ? Number.NaN : digital ? 1 : 0;
  }
  return typeof value === 'number' ? value : (numberOf(value) ?? Number.NaN);
}

/** A stored reading in the sensor's type. */
export function typedValue(kind: AttributeKind, readings: Readings, index: number): SensorValue {
  const value = readings.value(index);
  return kind === 'boolean' && value !== null ? value !== 0 : value;
}
