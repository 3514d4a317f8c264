import { nameKey, sensorColumn, type Sensor, type SensorType } from '../../../domain/sensor/index.ts';
import type { UnitDevice } from '../../../domain/unit/index.ts';
import type { TrackSeries } from '../../shared/services/fleet.ts';
import { attributesOf, changeOf, lineOf, type Line } from './series.ts';

/** What a line says more of than a figure does. */
const PREFERRED: SensorType = 'fuel_level';

/** A sensor that is drawn, and those of its device, to which it may refer. */
export interface ChartSensor {
  readonly sensor: Sensor;
  readonly all: readonly Sensor[];
  /** The device, where another has a sensor of the same name; else null. */
  readonly device: string | null;
}

/**
 * What can be drawn: the speed, a sensor of the unit, or a value as the tracker sent it. The id goes by names, so that
 * it means the same of several units and in a link.
 */
export type ChartValue =
  | ({ readonly id: `sensor:${string}` } & ChartSensor)
  | { readonly id: 'speed' | `value:${string}`; readonly sensor: null; readonly name: string };

export const SPEED: ChartValue = { id: 'speed', sensor: null, name: 'speed' };

/** Figures that only grow: how much they grew is what a line can show. */
const COUNTERS: ReadonlySet<string> = new Set(['odometer', 'trip_odometer', 'total_distance', 'engine_hours']);
const COUNTING: ReadonlySet<SensorType> = new Set<SensorType>([
  'mileage',
  'relative_odometer',
  'engine_hours',
  'relative_engine_hours',
]);

/** True where a line is of the change since the start of what is shown. */
export const isCounter = (value: ChartValue): boolean =>
  value.sensor === null ? COUNTERS.has(value.name) : COUNTING.has(value.sensor.type);

/** The sensors that are shown with a unit and have figures or switches; texts make no line. */
export function chartSensorsOf(devices: readonly Pick<UnitDevice, 'name' | 'sensors'>[]): ChartSensor[] {
  const found = devices.flatMap(({ name, sensors: all }) =>
    all
      .filter(({ visible, data_type: kind }) => visible && kind !== 'text')
      .map((sensor) => ({ sensor, all, device: name })),
  );
  const named = Map.groupBy(found, ({ sensor }) => sensor.name);
  return found.map((each) => ({
    ...each,
    device: (named.get(each.sensor.name)?.length ?? 0) > 1 ? each.device : null,
  }));
}

const sensorId = ({ sensor, device }: ChartSensor): `sensor:${string}` =>
  `sensor:${nameKey(sensor.name)}${device === null ? '' : `@${device}`}`;

/** The values of a track that can be drawn, sensors first. A line is computed when it is asked for, and once. */
export class ChartValues {
  readonly all: readonly ChartValue[];
  readonly #series: TrackSeries;
  readonly #lines = new Map<string, Line | null>();

  constructor(series: TrackSeries, sensors: readonly ChartSensor[]) {
    this.#series = series;
    this.all = [
      ...sensors.map((each): ChartValue => ({ id: sensorId(each), ...each })),
      ...attributesOf(series).map((name): ChartValue => ({ id: `value:${name}`, sensor: null, name })),
    ];
  }

  /** The value of an id; null when the unit has none. */
  find(id: string): ChartValue | null {
    return id === SPEED.id ? SPEED : (this.all.find((value) => value.id === id) ?? null);
  }

  /** The line of a value; null where the track says nothing of it. */
  line(value: ChartValue): Line | null {
    const known = this.#lines.get(value.id);
    if (known !== undefined) return known;
    const line = this.#draw(value);
    this.#lines.set(value.id, line);
    return line;
  }

  /**
   * What to begin with: a fuel level, else the first sensor with figures, else a value of the tracker, else whatever
   * there is.
   */
  first(): ChartValue | null {
    const hasLine = (value: ChartValue): boolean => this.line(value) !== null;
    const level = this.all.find((value) => value.sensor?.type === PREFERRED && hasLine(value));
    const figures = level ?? this.all.find((value) => value.sensor?.data_type === 'number' && hasLine(value));
    return (
      figures ??
      this.all.find(({ sensor }) => sensor === null) ??
      this.all.find((value) => this.line(value) !== null) ??
      this.all.at(0) ??
      null
    );
  }

  #draw(value: ChartValue): Line | null {
    const { times, speeds, attributes, reports } = this.#series;
    if (value.id === SPEED.id) return lineOf(times, speeds, 0);
    const line =
      value.sensor === null
        ? lineOf(times, attributes.get(value.name) ?? new Float64Array(0))
        : lineOf(reports.times, sensorColumn(reports, value.sensor, value.all));
    if (line === null) return null;
    if (isCounter(value)) return changeOf(line);
    return value.sensor?.data_type === 'boolean' ? { ...line, range: [0, 1], stepped: true } : line;
  }
}

/** Values of several units beside each other: what one of them has can be drawn of all. */
export class ChartBoard {
  readonly #units: readonly ChartValues[];
  readonly all: readonly ChartValue[];

  constructor(units: readonly ChartValues[]) {
    this.#units = units;
    const found = new Map<string, ChartValue>([[SPEED.id, SPEED]]);
    const values = units.flatMap(({ all }) => all);
    for (const value of [...values.filter(({ sensor }) => sensor !== null), ...values])
      if (!found.has(value.id)) found.set(value.id, value);
    this.all = [...found.values()];
  }

  /**
   * The values to draw: those that were chosen, or to begin with the speed and one more. One that is gone is replaced.
   */
  shown(chosen: readonly string[]): readonly ChartValue[] {
    const first = this.#units.map((unit) => unit.first()).find((value) => value !== null) ?? null;
    const begin = this.lines(SPEED).some((line) => line !== null) || first === null ? [SPEED, first] : [first];
    const values = chosen.length === 0 ? begin : chosen.map((id) => this.all.find((value) => value.id === id) ?? first);
    return [...new Set(values.filter((value) => value !== null))];
  }

  /** The first value that is not shown yet; null when all are. */
  next(shown: readonly ChartValue[]): ChartValue | null {
    const ids = new Set(shown.map(({ id }) => id));
    return this.all.find(({ id }) => !ids.has(id)) ?? null;
  }

  /** The line of each unit; null where it has none. */
  lines({ id }: ChartValue): readonly (Line | null)[] {
    return this.#units.map((unit) => {
      const value = unit.find(id);
      return value === null ? null : unit.line(value);
    });
  }
}
