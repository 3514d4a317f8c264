import { COORDINATE_SCALE, SECOND, SPEED_SCALE, type Instant } from '../base/index.ts';
import {
  NO_ALTITUDE,
  NO_COURSE,
  NO_SATELLITES,
  NO_SPEED,
  TRACK_FLAG,
  trackAttributeValue,
  type AttributeValue,
  type TrackAttribute,
  type TrackColumns,
} from '../telemetry/index.ts';
import type { SensorMessage } from './message.ts';
import { sensorsNeeded } from './sensorsNeeded.ts';
import type { SensorDefinition, SensorValue } from './sensor.ts';
import { SensorSet } from './sensorSet.ts';

/** One row of a track as a report; moved from row to row. */
export class TrackRow implements SensorMessage {
  /** From 0; set it before reading. */
  row = 0;
  readonly attributes: { get(name: string): AttributeValue | undefined };
  readonly #track: TrackColumns;
  /** An attribute that was sent in several kinds has several columns. */
  readonly #columns = new Map<string, TrackAttribute[]>();

  constructor(track: TrackColumns) {
    this.#track = track;
    for (const column of track.attributes) {
      const same = this.#columns.get(column.name);
      if (same) same.push(column);
      else this.#columns.set(column.name, [column]);
    }
    this.attributes = { get: (name) => this.#attribute(name) };
  }

  #attribute(name: string): AttributeValue | undefined {
    const columns = this.#columns.get(name);
    if (!columns) return undefined;
    for (let index = 0; index < columns.length; index++) {
      const value = trackAttributeValue(columns[index], this.row);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  get time(): Instant {
    return this.#track.times[this.row];
  }
  get receivedAt(): Instant {
    return this.time + this.#track.receivedDelays[this.row] * SECOND;
  }
  get hasPosition(): boolean {
    return (this.#track.flags[this.row] & TRACK_FLAG.hasPosition) !== 0;
  }
  get latitude(): number {
    return this.#track.latitudes[this.row] / COORDINATE_SCALE;
  }
  get longitude(): number {
    return this.#track.longitudes[this.row] / COORDINATE_SCALE;
  }
  get speed(): number {
    const speed = this.#track.speeds[this.row];
    return speed === NO_SPEED ? Number.NaN : speed / SPEED_SCALE;
  }
  get course(): number {
    const course = this.#track.courses[this.row];
    return course === NO_COURSE ? Number.NaN : course / 10;
  }
  get altitude(): number {
    const altitude = this.#track.altitudes[this.row];
    return altitude === NO_ALTITUDE ? Number.NaN : altitude;
  }
  get satellites(): number {
    const satellites = this.#track.satellites[this.row];
    return satellites === NO_SATELLITES ? -1 : satellites;
  }
}

/**
 * Every sensor on every row of a track: a column for each, NaN where it has no value or a text, switches
 * as 0 and 1. For charts, and for tuning a sensor on what was. The first row has none before it.
 */
export function sensorColumns(track: TrackColumns, set: SensorSet): Float64Array<ArrayBuffer>[] {
  const columns = set.sensors.map(() => new Float64Array(track.count));
  overRows(track, set, (row) => {
    for (let place = 0; place < columns.length; place++) columns[place][row] = set.number(place);
  });
  return columns;
}

/** The same for one sensor; `all` are the device's, when it refers to others. */
export function sensorColumn(
  track: TrackColumns,
  sensor: SensorDefinition,
  all: readonly SensorDefinition[] = [],
): Float64Array<ArrayBuffer> {
  const set = SensorSet.compile(
    sensorsNeeded([sensor, ...all.filter((other) => other !== sensor)], (each) => each === sensor),
  );
  const column = new Float64Array(track.count);
  overRows(track, set, (row) => {
    column[row] = set.number(0);
  });
  return column;
}

/** One sensor's values in its own type, for those whose values are texts. */
export function sensorValues(track: TrackColumns, set: SensorSet, place: number): SensorValue[] {
  const values: SensorValue[] = [];
  overRows(track, set, () => values.push(set.value(place)));
  return values;
}

function overRows(track: TrackColumns, set: SensorSet, use: (row: number) => void): void {
  const message = new TrackRow(track);
  const previous = new TrackRow(track);
  for (let row = 0; row < track.count; row++) {
    message.row = row;
    previous.row = row - 1;
    set.evaluate(message, row > 0 ? previous : null);
    use(row);
  }
}
