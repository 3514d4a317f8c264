import {
  MULTIPLIERS,
  sensorSchema,
  sensorType,
  type Sensor,
  type SensorDefinition,
  type SensorForm,
  type SensorType,
} from '../../../domain/sensor/index.ts';
import type { SuggestedSensor } from '../../../domain/device/index.ts';
import type { FormSchema } from '../../../ui/forms/index.ts';

/** A sensor as its form holds it: figures are texts while they are typed. */
export interface SensorValues {
  type: SensorType;
  name: string;
  description: string;
  parameter: string;
  visible: boolean;
  field: string;
  data_type: SensorForm['data_type'];
  multiplier: string;
  minimum: string;
  maximum: string;
  table: { kind: SensorForm['table']['kind']; points: PointText[]; rows: RowText[] };
}

export interface PointText {
  x: string;
  y: string;
}

export interface RowText {
  from: string;
  to: string;
  value: string;
}

const text = (value: number | string | null): string => (value === null ? '' : String(value));

/** The form of a sensor that exists. */
export function sensorValues(sensor: Omit<Sensor, 'sensor_id' | 'device_id'>): SensorValues {
  const { type, name, description, parameter, visible, field, data_type, multiplier, minimum, maximum, table } = sensor;
  return {
    type,
    name,
    description,
    parameter,
    visible,
    field,
    data_type,
    multiplier: String(multiplier),
    minimum: text(minimum),
    maximum: text(maximum),
    table: {
      kind: table.kind,
      points: (table.points ?? []).map(({ x, y }) => ({ x: text(x), y: text(y) })),
      rows: (table.rows ?? []).map(({ from, to, value }) => ({ from: text(from), to: text(to), value: text(value) })),
    },
  };
}

/** What a type brings along: its usual parameter and factor, its kind of value, and a field that is free. */
export function valuesOfType(
  type: SensorType,
  typeName: string,
  others: readonly Pick<Sensor, 'name' | 'field'>[],
): SensorValues {
  const { dataTypes, parameters, multiplier } = sensorType(type);
  return {
    type,
    name: freeName(
      typeName,
      others.map(({ name }) => name.toLowerCase()),
    ),
    description: '',
    parameter: parameters[0] ?? '',
    visible: true,
    field: freeField(
      type,
      others.map(({ field }) => field),
    ),
    data_type: dataTypes[0],
    multiplier: String(multiplier),
    minimum: '',
    maximum: '',
    table: { kind: 'none', points: [], rows: [] },
  };
}

/** The form of a sensor that a model suggests. */
export function suggestedForm(suggested: SuggestedSensor, typeName: string): SensorForm {
  const { type, parameter, field, data_type, multiplier, number } = suggested;
  return {
    type,
    parameter,
    field,
    data_type,
    multiplier,
    name: number === 0 ? typeName : `${typeName} ${number}`,
    description: '',
    visible: true,
    minimum: null,
    maximum: null,
    table: { kind: 'none' },
  };
}

/** Suggestions of a model that the device does not have yet: neither the field nor, where one is allowed, the type. */
export function missingSuggestions(
  suggested: readonly SuggestedSensor[],
  sensors: readonly Pick<Sensor, 'type' | 'field' | 'name'>[],
): SuggestedSensor[] {
  return suggested.filter(
    ({ type, field }) =>
      !sensors.some((sensor) => sensor.field === field || (sensorType(type).singleton && sensor.type === type)),
  );
}

function freeName(wanted: string, taken: readonly string[]): string {
  let name = wanted;
  for (let number = 2; taken.includes(name.toLowerCase()); number++) name = `${wanted} ${number}`;
  return name;
}

function freeField(wanted: string, taken: readonly string[]): string {
  let field = wanted;
  for (let number = 2; taken.includes(field); number++) field = `${wanted}_${number}`;
  return field;
}

const PERSIAN_ZERO = 0x06f0;
const ARABIC_ZERO = 0x0660;

/** A figure as people write it, in Latin digits with a point: `۱۲٫۵`, `1 200`, `12,5`. Other text stays as it is. */
export function plainFigure(written: string): string {
  const latin = written
    .replaceAll(/[\u06f0-\u06f9\u0660-\u0669]/g, (digit) =>
      String(digit.charCodeAt(0) - (digit.charCodeAt(0) >= PERSIAN_ZERO ? PERSIAN_ZERO : ARABIC_ZERO)),
    )
    .replaceAll('\u066b', '.')
    .replaceAll(/[\s\u00a0\u202f\u066c]/g, '')
    .replaceAll('\u2212', '-');
  return /^[-+]?\d+,\d+$/.test(latin) ? latin.replace(',', '.') : latin;
}

/** What goes over the wire, as far as what was typed makes sense; the schema checks the rest. */
function sensorOnWire({ minimum, maximum, multiplier, table, ...values }: SensorValues): object {
  const bound = (written: string): string | null => (written.trim() === '' ? null : plainFigure(written));
  const isNumber = values.data_type === 'number';
  return {
    ...values,
    multiplier: Number(multiplier),
    minimum: isNumber ? bound(minimum) : null,
    maximum: isNumber ? bound(maximum) : null,
    table: {
      kind: table.kind,
      ...(table.kind === 'xy'
        ? { points: table.points.map(({ x, y }) => ({ x: plainFigure(x), y: plainFigure(y) })) }
        : {}),
      ...(table.kind === 'range'
        ? {
            rows: table.rows.map(({ from, to, value }) => ({
              from: bound(from),
              to: bound(to),
              value: values.data_type === 'text' ? value.trim() : figureOrWord(value),
            })),
          }
        : {}),
    },
  };
}

/** A meaning of a range: a number where it is one. */
function figureOrWord(value: string): number | string {
  const plain = plainFigure(value);
  return plain !== '' && Number.isFinite(Number(plain)) ? Number(plain) : value.trim();
}

/** Checks a form by the sensor's schema; the texts stay what they are. */
export const sensorValuesSchema: FormSchema = {
  validateSync(values, options) {
    sensorSchema.validateSync(sensorOnWire(values as SensorValues), options);
    return values;
  },
};

/** The sensor that a form in order describes. */
export const sensorOf = (values: SensorValues): SensorForm => sensorSchema.validateSync(sensorOnWire(values));

/** The sensor as typed, for the preview; null while something in it cannot be used. */
export function draftSensor(values: SensorValues): SensorDefinition | null {
  const named = { ...values, name: values.name.trim() || 'preview', field: 'preview', description: '' };
  if (!sensorSchema.isValidSync(sensorOnWire(named))) return null;
  const { type, name, parameter, data_type, multiplier, minimum, maximum, table } = sensorOf(named);
  return {
    type,
    name,
    parameter,
    data_type,
    minimum,
    maximum,
    table,
    multiplier: MULTIPLIERS.find((known) => known === multiplier) ?? 1,
  };
}
