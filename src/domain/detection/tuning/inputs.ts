import { SensorSet, sensorColumns, sensorValues, type SensorDefinition, type SensorType, type SensorValue } from '../../sensor/index.ts';
import type { TrackColumns } from '../../telemetry/index.ts';
import type { RowNumber, TrackInputs } from '../shared/index.ts';

/** Metres in the measure of the mileage sensors, which is the kilometre. */
const KILOMETRE = 1_000;

/** Types whose values detection reads. */
const READ: readonly SensorType[] = ['ignition', 'engine_operation', 'mileage', 'relative_odometer', 'fuel_level', 'hdop', 'driver'];

/**
 * What detection reads of a track where the device's sensors tell it: the ignition by its sensor (else by
 * that of the engine), odometers in metres, every fuel level a tank. What no sensor tells is left to the
 * attributes of the same meaning. `compiled` spares compiling the same sensors for track after track.
 */
export function inputsOf(track: TrackColumns, sensors: readonly SensorDefinition[], compiled: SensorSet | null = null): TrackInputs {
  if (!sensors.some(({ type }) => READ.includes(type))) return {};
  const set = compiled ?? SensorSet.compile(sensors);
  const columns = sensorColumns(track, set);
  const read = (type: SensorType, factor = 1): RowNumber[] =>
    sensors.flatMap((sensor, place) => (sensor.type === type ? [(row: number): number => columns[place][row] * factor] : []));
  const fuel = read('fuel_level');
  const driver = sensors.findIndex(({ type }) => type === 'driver');
  const ignition = read('ignition').at(0) ?? read('engine_operation').at(0);
  const odometer = read('mileage', KILOMETRE).at(0);
  const relativeOdometer = read('relative_odometer', KILOMETRE).at(0);
  const hdop = read('hdop').at(0);
  return {
    ...(ignition && { ignition }),
    ...(odometer && { odometer }),
    ...(relativeOdometer && { relativeOdometer }),
    ...(hdop && { hdop }),
    ...(fuel.length > 0 && { fuel }),
    ...(driver >= 0 && { driverKey: textOf(sensorValues(track, set, driver)) }),
  };
}

function textOf(values: readonly SensorValue[]): (row: number) => string | null {
  return (row) => {
    const value = values[row];
    return value === null ? null : String(value);
  };
}

/** True where a fuel level can be read: by a sensor, or because the device sends litres. */
export function hasFuel(track: TrackColumns, sensors: readonly SensorDefinition[]): boolean {
  return sensors.some(({ type }) => type === 'fuel_level') || track.attributes.some(({ name }) => name === 'fuel_level');
}
