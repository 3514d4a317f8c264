import type { AttributeKind } from '../telemetry/index.ts';
import { Calibration, typedValue } from './calibration.ts';
import { parseExpression, Program, Slots, type Slot } from './expression/index.ts';
import { readParameter, type SensorMessage } from './message.ts';
import { bindParameter, type ParameterBinding } from './parameters.ts';
import { Readings } from './readings.ts';
import { evaluationOrder, nameKey, placesByName } from './references.ts';
import type { SensorDefinition, SensorValue } from './sensor.ts';

/**
 * The sensors of a device, ready for report after report. Evaluating allocates nothing where the
 * values are numbers. A sensor whose expression does not parse, or that needs itself, has no value.
 */
export class SensorSet {
  readonly sensors: readonly SensorDefinition[];
  /** True when an expression reads the report before (`#name`). */
  readonly usesPrevious: boolean;
  readonly #slots: readonly Slot[];
  readonly #bindings: readonly ParameterBinding[];
  readonly #programs: readonly (Program | null)[];
  readonly #calibrations: readonly Calibration[];
  readonly #order: readonly number[];
  readonly #parameters: Readings;
  readonly #stack: Readings;
  readonly #values: Readings;

  private constructor(sensors: readonly SensorDefinition[]) {
    const parsed = sensors.map(({ parameter }) => parseExpression(parameter));
    const expressions = parsed.map((result) => (result.ok ? result.value : null));
    const names = sensors.map(({ name }) => name);
    const places = placesByName(names);
    const slots = new Slots();
    this.sensors = sensors;
    this.#programs = expressions.map((expression) => expression && new Program(expression, slots, (name) => places.get(nameKey(name)) ?? -1));
    this.#calibrations = sensors.map((sensor) => new Calibration(sensor));
    this.#order = evaluationOrder(names, expressions).order;
    this.#slots = slots.all;
    this.#bindings = slots.all.map(({ name }) => bindParameter(name));
    this.usesPrevious = slots.all.some(({ previous }) => previous);
    this.#parameters = new Readings(slots.all.length);
    this.#stack = new Readings(Math.max(1, ...this.#programs.map((program) => program?.height ?? 0)));
    this.#values = new Readings(sensors.length);
  }

  /** Prepares the sensors of one device; those that a sensor refers to must be among them. */
  static compile(sensors: readonly SensorDefinition[]): SensorSet {
    return new SensorSet(sensors);
  }

  /** True when some sensor may read the attribute: what need not be decoded for them is not. */
  reads(attribute: string): boolean {
    return this.#bindings.some((binding) => binding.virtual === null && binding.sources.some((source) => source.attribute === attribute));
  }

  /**
   * Evaluates every sensor on a report. `previous` is the report before it, null where there is none or it
   * is not known (in notifications). Values are read afterwards, until the next report.
   */
  evaluate(message: SensorMessage, previous: SensorMessage | null = null): this {
    for (let slot = 0; slot < this.#slots.length; slot++) {
      const from = this.#slots[slot].previous ? previous : message;
      this.#parameters.set(slot, from ? readParameter(from, this.#bindings[slot]) : undefined);
    }
    for (let at = 0; at < this.#order.length; at++) {
      const place = this.#order[at];
      const program = this.#programs[place];
      if (!program) continue;
      program.run(this.#parameters, this.#values, this.#stack);
      this.#calibrations[place].apply(this.#stack, 0, this.#values, place);
    }
    return this;
  }

  /** False where the sensor needs itself, or one that does. */
  resolves(place: number): boolean {
    return this.#order.includes(place);
  }

  /** Which place the sensor has that carries the name, -1 when none does. */
  placeOf(name: string): number {
    return this.sensors.findIndex((sensor) => nameKey(sensor.name) === nameKey(name));
  }

  /** The sensor's value as a number: NaN when there is none or it is a text; switches are 0 and 1. */
  number(place: number): number {
    return this.#values.numbers[place];
  }

  /** The sensor's value in its own type. */
  value(place: number): SensorValue {
    const kind: AttributeKind = this.#calibrations[place].kind;
    return typedValue(kind, this.#values, place);
  }

  /** All values, in the sensors' order. */
  values(): SensorValue[] {
    return this.sensors.map((_, place) => this.value(place));
  }
}
