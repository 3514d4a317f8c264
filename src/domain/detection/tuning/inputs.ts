import {
  positionMessage,
  sensorColumns,
  sensorValues,
  type SensorMessage,
  type SensorSet,
  type SensorType,
  type SensorValue,
} from '../../sensor/index.ts';
import type { Position, TrackColumns } from '../../telemetry/index.ts';
import {
  createPoint,
  fillFromReport,
  ignitionOf,
  type DetectionPoint,
  type RowNumber,
  type TrackInputs,
} from '../shared/index.ts';

/** Metres in the measure of the mileage sensors, which is the kilometre. */
const KILOMETRE = 1_000;

/** Types whose values detection reads. */
const READ: readonly SensorType[] = [
  'ignition',
  'engine_operation',
  'mileage',
  'relative_odometer',
  'fuel_level',
  'hdop',
  'driver',
];

/** Which of a unit's sensors detection reads: places in the list, -1 where there is none. */
interface InputPlaces {
  readonly ignition: number;
  readonly odometer: number;
  readonly relativeOdometer: number;
  readonly hdop: number;
  readonly driver: number;
  /** One a tank. */
  readonly fuel: readonly number[];
}

/**
 * The ignition is reported by its sensor, else by that of the engine; of several devices the first that has one counts.
 * Every fuel level is a tank, unless another device has one that reads the same: reports do not say of which device
 * they are, so that both would say the same tank.
 */
function placesOf(set: SensorSet): InputPlaces {
  const { sensors } = set;
  const isAnotherTank = (place: number): boolean =>
    !sensors.some(
      ({ type, parameter }, before) =>
        before < place &&
        type === 'fuel_level' &&
        parameter === sensors[place].parameter &&
        set.deviceOf(before) !== set.deviceOf(place),
    );
  const placeOf = (wanted: SensorType): number => sensors.findIndex(({ type }) => type === wanted);
  const ignition = placeOf('ignition');
  return {
    ignition: ignition < 0 ? placeOf('engine_operation') : ignition,
    odometer: placeOf('mileage'),
    relativeOdometer: placeOf('relative_odometer'),
    hdop: placeOf('hdop'),
    driver: placeOf('driver'),
    fuel: sensors.flatMap(({ type }, place) => (type === 'fuel_level' && isAnotherTank(place) ? [place] : [])),
  };
}

/**
 * What detection reads of a track where sensors of a device, or of all devices of a unit, say it, odometers in metres.
 * Values that no sensor says are left to the attributes of the same meaning. `evaluated`, their columns of the whole
 * track, spares evaluating them once more.
 */
export function inputsOf(
  track: TrackColumns,
  set: SensorSet,
  evaluated: readonly Float64Array[] | null = null,
): TrackInputs {
  if (!set.sensors.some(({ type }) => READ.includes(type))) return {};
  const columns = evaluated ?? sensorColumns(track, set);
  const read =
    (place: number, factor = 1): RowNumber =>
    (row) =>
      columns[place][row] * factor;
  const { ignition, odometer, relativeOdometer, hdop, driver, fuel } = placesOf(set);
  return {
    ...(ignition >= 0 && { ignition: read(ignition) }),
    ...(odometer >= 0 && { odometer: read(odometer, KILOMETRE) }),
    ...(relativeOdometer >= 0 && { relativeOdometer: read(relativeOdometer, KILOMETRE) }),
    ...(hdop >= 0 && { hdop: read(hdop) }),
    ...(fuel.length > 0 && { fuel: fuel.map((place) => read(place)) }),
    ...(driver >= 0 && { driverKey: textOf(sensorValues(track, set, driver)) }),
  };
}

/** Reports of the API, oldest first, as detection reads them: the same that {@link inputsOf} makes of a track's. */
export function pointsOfReports(reports: readonly Position[], set: SensorSet): DetectionPoint[] {
  const { ignition, odometer, relativeOdometer, hdop, driver, fuel } = placesOf(set);
  let before: SensorMessage | null = null;
  return reports.map((report) => {
    const point = createPoint();
    const message = positionMessage(report);
    set.evaluate(message, before);
    before = message;
    fillFromReport(report, message.attributes, point);
    if (ignition >= 0) point.ignition = ignitionOf(set.number(ignition));
    if (odometer >= 0) point.odometer = set.number(odometer) * KILOMETRE;
    if (relativeOdometer >= 0) point.relativeOdometer = set.number(relativeOdometer) * KILOMETRE;
    if (hdop >= 0) point.hdop = set.number(hdop);
    if (driver >= 0) point.driverKey = keyOf(set.value(driver));
    if (fuel.length > 0) point.fuelLevels.splice(0, point.fuelLevels.length, ...fuel.map((place) => set.number(place)));
    return point;
  });
}

const keyOf = (value: SensorValue): string | null => (value === null ? null : String(value));

function textOf(values: readonly SensorValue[]): (row: number) => string | null {
  return (row) => keyOf(values[row]);
}

/** True where a fuel level can be read: by a sensor, or because the device sends litres. */
export function hasFuel(track: TrackColumns, { sensors }: SensorSet): boolean {
  return (
    sensors.some(({ type }) => type === 'fuel_level') || track.attributes.some(({ name }) => name === 'fuel_level')
  );
}
