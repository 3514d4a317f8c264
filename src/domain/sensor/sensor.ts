import { array, boolean, mixed, number, object, string, ValidationError, type InferType } from 'yup';
import {
  LENGTH,
  SENSOR,
  figureField,
  optionalFigureField,
  optionalText,
  requiredText,
  textLine,
  type DeviceId,
  type SensorId,
} from '../base/index.ts';
import type { AttributeKind } from '../telemetry/index.ts';
import { dividesByZero, expressionProblemKey, parseExpression } from './expression/index.ts';
import { TABLE_KINDS, tableProblems, type SensorTable } from './table.ts';
import { MULTIPLIERS, SENSOR_TYPES, SENSOR_TYPE_CODES, type Multiplier, type SensorType } from './types.ts';

const DATA_TYPES = ['number', 'boolean', 'text'] as const satisfies readonly AttributeKind[];

/** What a sensor makes of a report; null when the report does not carry it or it lies outside its bounds. */
export type SensorValue = number | boolean | string | null;

/** What decides a sensor's value. */
export interface SensorDefinition {
  readonly type: SensorType;
  readonly name: string;
  /** An expression over the parameters of a report. */
  readonly parameter: string;
  readonly data_type: AttributeKind;
  readonly multiplier: Multiplier;
  /** Of the value after the table; both belong to it. Numbers only. */
  readonly minimum: number | null;
  readonly maximum: number | null;
  readonly table: SensorTable;
}

/** A sensor of a device as the wire shows it. */
export interface Sensor extends SensorDefinition {
  readonly sensor_id: SensorId;
  readonly device_id: DeviceId;
  readonly description: string;
  readonly visible: boolean;
  /** Under which name the value travels: lowercase, unique in its device. */
  readonly field: string;
}

/** A figure of a row of a table: an emptied field is a missing one, not a wrong one. */
const cell = () =>
  figureField()
    .transform((value: unknown, original: unknown) => (original === '' ? undefined : value))
    .required('validation.required');

const rangeValue = mixed<number | string>(
  (value): value is number | string => typeof value === 'number' || typeof value === 'string',
)
  .typeError('validation.invalid')
  .required('validation.required')
  .test({
    name: 'length',
    message: 'validation.maxLength',
    params: { ...LENGTH.sensorLabel },
    test: (value) => typeof value !== 'string' || value.length <= LENGTH.sensorLabel.max,
  });

const tableSchema = object({
  kind: string().oneOf(TABLE_KINDS, 'validation.oneOf').default('none'),
  points: array(object({ x: cell(), y: cell() }).required('validation.required')).max(
    SENSOR.tableRows,
    'validation.maxItems',
  ),
  rows: array(
    object({ from: optionalFigureField(), to: optionalFigureField(), value: rangeValue }).required(
      'validation.required',
    ),
  ).max(SENSOR.tableRows, 'validation.maxItems'),
})
  .typeError('validation.invalid')
  .required('validation.required');

/** A sensor as the form holds it and the server takes it (specification, chapter 5). */
export const sensorSchema = object({
  type: string().oneOf(SENSOR_TYPE_CODES, 'validation.oneOf').required('validation.required'),
  name: requiredText(LENGTH.sensorName).matches(/^[^[\]]*$/, 'validation.sensorName'),
  description: optionalText(LENGTH.description),
  parameter: requiredText(LENGTH.sensorParameter).test('expression', (value, context) => {
    // A missing or overlong one is named by the bounds.
    if (!value || value.length > LENGTH.sensorParameter.max) return true;
    const parsed = parseExpression(value);
    if (parsed.ok)
      return !dividesByZero(parsed.value) || context.createError({ message: 'validation.expressionDivision' });
    // People count characters from one.
    return context.createError({
      message: expressionProblemKey(parsed.error),
      params: { position: parsed.error.position + 1 },
    });
  }),
  visible: boolean().default(true),
  field: textLine()
    .required('validation.required')
    .max(LENGTH.sensorField.max, 'validation.maxLength')
    .test('lowercase', 'validation.lowercase', (value) => !/\p{Lu}/u.test(value))
    .matches(/^[a-z][a-z0-9_.]*$/, 'validation.sensorField'),
  data_type: string().oneOf(DATA_TYPES, 'validation.oneOf').default('number'),
  multiplier: number().typeError('validation.oneOf').oneOf(MULTIPLIERS, 'validation.oneOf').default(1),
  minimum: optionalFigureField(),
  maximum: optionalFigureField(),
  table: tableSchema,
})
  .test('dataType', (values, context) => {
    const known = Object.hasOwn(SENSOR_TYPES, values.type ?? '') ? SENSOR_TYPES[values.type] : null;
    const kinds: readonly AttributeKind[] = known?.dataTypes ?? DATA_TYPES;
    return kinds.includes(values.data_type) || context.createError({ path: 'data_type', message: 'validation.oneOf' });
  })
  .test('bounds', (values, context) => {
    const { minimum, maximum } = values;
    return (
      minimum === null ||
      maximum === null ||
      !(minimum > maximum) ||
      context.createError({ path: 'maximum', message: 'validation.minimumMaximum' })
    );
  })
  .test('table', (values, context) => {
    // A value that is no table at all is named by its fields; only a table can be in disorder.
    const problems = tableSchema.isValidSync(values.table)
      ? tableProblems(values.table, values.data_type, values.type)
      : [];
    if (problems.length === 0) return true;
    return new ValidationError(
      problems.map(({ path, key, values: params }) =>
        context.createError({ path: `table.${path}`, message: key, params: { ...params } }),
      ),
    );
  });
export type SensorForm = InferType<typeof sensorSchema>;
