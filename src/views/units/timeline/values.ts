import { sensorColumn, type Sensor, type SensorType } from '../../../domain/sensor/index.ts';
import type { UnitDevice } from '../../../domain/unit/index.ts';
import type { TrackSeries } from '../../shared/services/fleet.ts';
import { attributesOf, lineOf, type Line } from './series.ts';

/** What a line says more of than a figure does. */
const PREFERRED: SensorType = 'fuel_level';

/** A sensor that is drawn, and those of its device, to which it may refer. */
export interface ChartSensor {
  readonly sensor: Sensor;
  readonly all: readonly Sensor[];
  /** The device, where another has a sensor of the same name; else null. */
  readonly device: string | null;
}

/** What can be drawn beside the speed: a sensor of the unit, or a value as the tracker sent it. */
export type ChartValue =
  | ({ readonly id: `sensor:${number}` } & ChartSensor)
  | { readonly id: `value:${string}`; readonly sensor: null; readonly name: string };

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

/** The values of a track that can be drawn, sensors first. A line is computed when it is asked for, and once. */
export class ChartValues {
  readonly all: readonly ChartValue[];
  readonly #series: TrackSeries;
  readonly #lines = new Map<string, Line | null>();

  constructor(series: TrackSeries, sensors: readonly ChartSensor[]) {
    this.#series = series;
    this.all = [
      ...sensors.map((each): ChartValue => ({ id: `sensor:${each.sensor.sensor_id}`, ...each })),
      ...attributesOf(series).map((name): ChartValue => ({ id: `value:${name}`, sensor: null, name })),
    ];
  }

  /** The value that was chosen; without a choice, or when that is gone, the one to begin with. Null when there is nothing. */
  shown(chosen: string | null): ChartValue | null {
    return this.all.find(({ id }) => id === chosen) ?? this.#first();
  }

  /** The line of a value; null where the track says nothing of it. */
  line(value: ChartValue): Line | null {
    const known = this.#lines.get(value.id);
    if (known !== undefined) return known;
    const line = this.#draw(value);
    this.#lines.set(value.id, line);
    return line;
  }

  /** A fuel level, else the first sensor with figures, else a value of the tracker, else whatever there is. */
  #first(): ChartValue | null {
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
    const { times, attributes, reports } = this.#series;
    if (value.sensor === null) return lineOf(times, attributes.get(value.name) ?? new Float64Array(0));
    const line = lineOf(reports.times, sensorColumn(reports, value.sensor, value.all));
    return line !== null && value.sensor.data_type === 'boolean' ? { ...line, range: [0, 1], stepped: true } : line;
  }
}
