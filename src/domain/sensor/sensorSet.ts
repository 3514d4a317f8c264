import type { AttributeKind } from '../telemetry/index.ts';
import { Calibration, typedValue } from './calibration.ts';
import { parseExpression, Program, Slots, type Expression, type Slot } from './expression/index.ts';
import { readParameter, type SensorMessage } from './message.ts';
import { bindParameter, type ParameterBinding } from './parameters.ts';
import { Readings } from './readings.ts';
import { evaluationOrder, nameKey, placesByName } from './references.ts';
import type { SensorDefinition, SensorValue } from './sensor.ts';

/**
 * The sensors of a device, or of all devices of a unit, ready for report after report. Evaluating allocates nothing
 * where the values are numbers. A sensor whose expression does not parse, or that needs itself, has no value.
 */
export class SensorSet {
  readonly sensors: readonly SensorDefinition[];
  /** True when an expression reads the report before (`#name`). */
  readonly usesPrevious: boolean;
  /** Which device each sensor is of, by its place among the devices. */
  readonly #devices: readonly number[];
  readonly #slots: readonly Slot[];
  readonly #bindings: readonly ParameterBinding[];
  readonly #programs: readonly (Program | null)[];
  readonly #calibrations: readonly Calibration[];
  readonly #order: readonly number[];
  readonly #parameters: Readings;
  readonly #stack: Readings;
  readonly #values: Readings;

  private constructor(devices: readonly (readonly SensorDefinition[])[]) {
    const sensors = devices.flat();
    const parsed = sensors.map(({ parameter }) => parseExpression(parameter));
    const expressions = parsed.map((result) => (result.ok ? result.value : null));
    const references = referencesWithin(devices, expressions);
    const slots = new Slots();
    this.sensors = sensors;
    this.#devices = devices.flatMap((own, device) => own.map(() => device));
    this.#programs = expressions.map(
      (expression, place) => expression && new Program(expression, slots, (name) => references.placeOf(place, name)),
    );
    this.#calibrations = sensors.map((sensor) => new Calibration(sensor));
    this.#order = references.order;
    this.#slots = slots.all;
    this.#bindings = slots.all.map(({ name }) => bindParameter(name));
    this.usesPrevious = slots.all.some(({ previous }) => previous);
    this.#parameters = new Readings(slots.all.length);
    this.#stack = new Readings(Math.max(1, ...this.#programs.map((program) => program?.height ?? 0)));
    this.#values = new Readings(sensors.length);
  }

  /** Prepares the sensors of one device; those that a sensor refers to must be among them. */
  static compile(sensors: readonly SensorDefinition[]): SensorSet {
    return new SensorSet([sensors]);
  }

  /** Prepares the sensors of a unit's devices, in the devices' order. A sensor refers to others of its own device. */
  static ofDevices(devices: readonly (readonly SensorDefinition[])[]): SensorSet {
    return new SensorSet(devices);
  }

  /** The place of the sensor's device among the devices. */
  deviceOf(place: number): number {
    return this.#devices[place];
  }

  /** True when some sensor may read the attribute: what need not be decoded for them is not. */
  reads(attribute: string): boolean {
    return this.#bindings.some(
      (binding) => binding.virtual === null && binding.sources.some((source) => source.attribute === attribute),
    );
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

  /** Which place the first sensor has that carries the name, -1 when none does. */
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

interface References {
  /** Every sensor after all that it refers to. */
  readonly order: readonly number[];
  /** The sensor that one means by a name, -1 for none. */
  placeOf(place: number, name: string): number;
}

/** Sensors of several devices may have one name: each means those of its own device. */
function referencesWithin(
  devices: readonly (readonly SensorDefinition[])[],
  expressions: readonly (Expression | null)[],
): References {
  let first = 0;
  const groups = devices.map((own) => {
    const names = own.map(({ name }) => name);
    const start = first;
    first += own.length;
    return {
      start,
      end: first,
      places: placesByName(names),
      order: evaluationOrder(names, expressions.slice(start, first)).order,
    };
  });
  return {
    order: groups.flatMap(({ start, order }) => order.map((place) => start + place)),
    placeOf(place, name) {
      const group = groups.find(({ end }) => place < end);
      const found = group?.places.get(nameKey(name));
      return group === undefined || found === undefined ? -1 : group.start + found;
    },
  };
}
