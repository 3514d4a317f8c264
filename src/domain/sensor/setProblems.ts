import { SENSOR } from '../base/index.ts';
import { parseExpression, referencedSensors, type Expression } from './expression/index.ts';
import { evaluationOrder, nameKey, placesByName } from './references.ts';
import type { Sensor } from './sensor.ts';
import { SENSOR_TYPES } from './types.ts';

/** Something wrong among the sensors of one device: where, its message, and what the message names. */
export interface SensorSetProblem {
  readonly code: 'nameTaken' | 'fieldTaken' | 'typeTaken' | 'unknownSensor' | 'cycle' | 'expression' | 'tooMany';
  /** Place of the sensor in the list. */
  readonly row: number;
  readonly field: 'name' | 'field' | 'type' | 'parameter';
  readonly key: string;
  readonly values: Readonly<Record<string, string | number>>;
}

/** What the check looks at. */
export type SetMember = Pick<Sensor, 'name' | 'field' | 'type' | 'parameter'>;

/**
 * What is wrong with sensors together, each by itself being in order (specification, chapter 5): names and
 * fields are unique, some types are allowed once, and references lead to a sensor that is there and never
 * round. Of two that clash the later one is named. A device has a bounded number of them.
 */
export function sensorSetProblems(sensors: readonly SetMember[]): SensorSetProblem[] {
  const parsed = sensors.map(({ parameter }) => parseExpression(parameter));
  const expressions = parsed.map((result) => (result.ok ? result.value : null));
  return [
    ...sensors
      .slice(SENSOR.perDevice)
      .map((_, index): SensorSetProblem => ({
        code: 'tooMany',
        row: SENSOR.perDevice + index,
        field: 'name',
        key: 'validation.tooManySensors',
        values: { max: SENSOR.perDevice },
      })),
    ...repeated(sensors, ({ name }) => nameKey(name), 'nameTaken', 'name', 'validation.sensorNameTaken'),
    ...repeated(sensors, ({ field }) => field, 'fieldTaken', 'field', 'validation.sensorFieldTaken'),
    ...repeated(
      sensors,
      ({ type }) => (SENSOR_TYPES[type].singleton ? type : null),
      'typeTaken',
      'type',
      'validation.sensorTypeTaken',
    ),
    ...unreadable(expressions),
    ...unknownReferences(sensors, expressions),
    ...rings(sensors, expressions),
  ].sort((a, b) => a.row - b.row);
}

/** Those whose key an earlier one has; a null key clashes with nothing. */
function repeated(
  sensors: readonly SetMember[],
  keyOf: (sensor: SetMember) => string | null,
  code: SensorSetProblem['code'],
  field: SensorSetProblem['field'],
  key: string,
): SensorSetProblem[] {
  const first = new Map<string, SetMember>();
  return sensors.flatMap((sensor, row) => {
    const own = keyOf(sensor);
    if (own === null) return [];
    const earlier = first.get(own);
    if (earlier) return [{ code, row, field, key, values: { other: earlier.name } }];
    first.set(own, sensor);
    return [];
  });
}

function unreadable(expressions: readonly (Expression | null)[]): SensorSetProblem[] {
  return expressions.flatMap((expression, row): SensorSetProblem[] =>
    expression ? [] : [{ code: 'expression', row, field: 'parameter', key: 'validation.sensorExpression', values: {} }],
  );
}

function unknownReferences(
  sensors: readonly SetMember[],
  expressions: readonly (Expression | null)[],
): SensorSetProblem[] {
  const places = placesByName(sensors.map(({ name }) => name));
  return expressions.flatMap((expression, row) => {
    const missing = expression ? referencedSensors(expression).filter((name) => !places.has(nameKey(name))) : [];
    return missing.map((name): SensorSetProblem => ({
      code: 'unknownSensor',
      row,
      field: 'parameter',
      key: 'validation.sensorUnknown',
      values: { name },
    }));
  });
}

function rings(sensors: readonly SetMember[], expressions: readonly (Expression | null)[]): SensorSetProblem[] {
  const { ring } = evaluationOrder(
    sensors.map(({ name }) => name),
    expressions,
  );
  if (ring.length === 0) return [];
  // "A → B → A": whoever reads it sees where to cut.
  const path = [...ring, ring[0]].map((place) => sensors[place].name).join(' → ');
  return ring.map((row) => ({
    code: 'cycle',
    row,
    field: 'parameter',
    key: 'validation.sensorCycle',
    values: { path },
  }));
}
