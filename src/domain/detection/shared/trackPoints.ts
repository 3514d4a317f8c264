import { COORDINATE_SCALE, SPEED_SCALE } from '../../base/index.ts';
import {
  IGNITION,
  NO_SATELLITES,
  NO_SPEED,
  trackAttributeValue,
  TRACK_FLAG,
  type IgnitionState,
  type TrackAttribute,
  type TrackColumns,
} from '../../telemetry/index.ts';
import type { DetectionPoint, PointSource } from './point.ts';

/** A number of each row, NaN where the row has none. */
export type RowNumber = (row: number) => number;

/**
 * Where a detector's inputs come from when they are not the attributes of the same meaning: the values of sensors,
 * evaluated by whoever reads the track. Inputs not given are taken from the attributes `approximate`, `ignition`,
 * `odometer`, `fuel_level`, `hdop`, `accuracy` and `driver_key`.
 */
export interface TrackInputs {
  /** 1 and above is on, less is off, NaN is not sent. */
  readonly ignition?: RowNumber;
  /** Metres. */
  readonly odometer?: RowNumber;
  /** Metres since the row before. */
  readonly relativeOdometer?: RowNumber;
  /** Litres, one for each tank. */
  readonly fuel?: readonly RowNumber[];
  readonly hdop?: RowNumber;
  /** Metres. */
  readonly accuracy?: RowNumber;
  readonly driverKey?: (row: number) => string | null;
  /** True for rows whose position came from cell towers or Wi-Fi. */
  readonly approximate?: (row: number) => boolean;
}

const nothing: RowNumber = () => Number.NaN;

/** Reads a decoded track row by row. Nothing is copied; the track must stay as it is meanwhile. */
export function pointsOfTrack(track: TrackColumns, inputs: TrackInputs = {}): PointSource {
  const ignition = inputs.ignition ?? attributeNumber(track, 'ignition');
  const odometer = inputs.odometer ?? attributeNumber(track, 'odometer');
  const relative = inputs.relativeOdometer ?? nothing;
  const fuel = inputs.fuel ?? (hasAttribute(track, 'fuel_level') ? [attributeNumber(track, 'fuel_level')] : []);
  const hdop = inputs.hdop ?? attributeNumber(track, 'hdop');
  const accuracy = inputs.accuracy ?? attributeNumber(track, 'accuracy');
  const driverKey = inputs.driverKey ?? attributeText(track, 'driver_key');
  const approximateOf = attributeNumber(track, 'approximate');
  const approximate = inputs.approximate ?? ((row: number) => approximateOf(row) === 1);
  return {
    count: track.count,
    fill(row: number, point: DetectionPoint): void {
      const flags = track.flags[row];
      const speed = track.speeds[row];
      const satellites = track.satellites[row];
      point.time = track.times[row];
      point.hasPosition = (flags & TRACK_FLAG.hasPosition) !== 0;
      point.valid = (flags & TRACK_FLAG.valid) !== 0;
      point.approximate = approximate(row);
      point.latitude = track.latitudes[row] / COORDINATE_SCALE;
      point.longitude = track.longitudes[row] / COORDINATE_SCALE;
      point.speed = speed === NO_SPEED ? Number.NaN : speed / SPEED_SCALE;
      point.satellites = satellites === NO_SATELLITES ? -1 : satellites;
      point.hdop = hdop(row);
      point.accuracy = accuracy(row);
      point.ignition = ignitionOf(ignition(row));
      point.odometer = odometer(row);
      point.relativeOdometer = relative(row);
      point.driverKey = driverKey(row);
      point.fuelLevels.length = fuel.length;
      for (let tank = 0; tank < fuel.length; tank++) point.fuelLevels[tank] = fuel[tank](row);
    },
  };
}

/** What a sensor's number says of the ignition. */
export function ignitionOf(value: number): IgnitionState {
  if (Number.isNaN(value)) return IGNITION.unknown;
  return value >= 1 ? IGNITION.on : IGNITION.off;
}

const hasAttribute = (track: TrackColumns, name: string): boolean =>
  track.attributes.some((attribute) => attribute.name === name);

/** Values of a numeric or boolean attribute; a row that has it in two kinds gives the first. */
export function attributeNumber(track: TrackColumns, name: string): RowNumber {
  const columns = track.attributes.filter((attribute) => attribute.name === name && attribute.kind !== 'text');
  if (columns.length === 0) return nothing;
  const [only] = columns;
  if (columns.length === 1) return (row) => numberAt(only, row);
  return (row) => numberAt(columns.find(({ present }) => !present || present[row] !== 0) ?? only, row);
}

function numberAt(attribute: TrackAttribute, row: number): number {
  if (attribute.present && attribute.present[row] === 0) return Number.NaN;
  return attribute.values[row] / attribute.scale;
}

function attributeText(track: TrackColumns, name: string): (row: number) => string | null {
  const column = track.attributes.find((attribute) => attribute.name === name && attribute.kind === 'text');
  if (!column) return () => null;
  return (row) => {
    const value = trackAttributeValue(column, row);
    return typeof value === 'string' ? value : null;
  };
}
