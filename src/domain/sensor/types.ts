import type { AttributeKind, AttributeName } from '../telemetry/index.ts';

/** What adding a sensor of a type offers to set up next (specification, chapter 4). */
export type SensorPrompt = 'tripDetector' | 'fuel';

/** Factors between what devices send and what people read (specification, chapter 9): mV to V, 1e-7 degrees. */
export const MULTIPLIERS = [1, 0.001, 0.0000001] as const;
export type Multiplier = (typeof MULTIPLIERS)[number];

/** Signs that stand for a type; the interface draws them. */
type SensorIcon =
  | 'position'
  | 'ignition'
  | 'engine'
  | 'speed'
  | 'odometer'
  | 'hours'
  | 'fuel'
  | 'temperature'
  | 'humidity'
  | 'voltage'
  | 'battery'
  | 'signal'
  | 'satellites'
  | 'gauge'
  | 'key'
  | 'trailer'
  | 'tag'
  | 'alarm'
  | 'privacy'
  | 'weight'
  | 'motion'
  | 'door'
  | 'switch'
  | 'counter'
  | 'text';

export interface SensorTypeDefinition {
  /** Unit of measure of the value that people see; empty when it has none. */
  readonly measure: string;
  /** Which values the type may give; the first is the usual one. */
  readonly dataTypes: readonly AttributeKind[];
  /** True: a device has one at most. */
  readonly singleton: boolean;
  readonly prompts: SensorPrompt | null;
  /** Parameters that usually carry it, likeliest first. */
  readonly parameters: readonly string[];
  /** Factor that belongs to the first of these. */
  readonly multiplier: Multiplier;
  readonly icon: SensorIcon;
}

type Parameter = AttributeName | 'speed' | 'altitude' | 'sats' | `in${number}` | `out${number}` | `adc${number}`;

function define(
  icon: SensorIcon,
  measure: string,
  dataTypes: readonly AttributeKind[],
  parameters: readonly Parameter[],
  more: Partial<Pick<SensorTypeDefinition, 'singleton' | 'prompts' | 'multiplier'>> = {},
): SensorTypeDefinition {
  return { icon, measure, dataTypes, parameters, singleton: false, prompts: null, multiplier: 1, ...more };
}

const NUMBER = ['number'] as const;
const SWITCH = ['boolean'] as const;
const TEXT = ['text'] as const;
const ONE = { singleton: true } as const;

/**
 * Kinds of sensors (domain reference, 3.3). Parameters that the decoders know come in their measure already, so that a
 * factor is suggested only where people read another one: metres of an odometer as kilometres.
 */
export const SENSOR_TYPES = {
  gps: define('position', '', SWITCH, ['sats'], { ...ONE, prompts: 'tripDetector' }),
  ignition: define('ignition', '', SWITCH, ['ignition', 'in1', 'digital_inputs', 'external_voltage'], ONE),
  engine_operation: define('engine', '', SWITCH, ['ignition', 'engine_speed', 'in1', 'motion'], ONE),
  speed: define('speed', 'km/h', NUMBER, ['can_speed', 'speed'], ONE),
  mileage: define('odometer', 'km', NUMBER, ['odometer'], { ...ONE, multiplier: 0.001 }),
  relative_odometer: define('odometer', 'km', NUMBER, ['trip_odometer'], { ...ONE, multiplier: 0.001 }),
  engine_hours: define('hours', 'h', NUMBER, ['engine_hours'], ONE),
  relative_engine_hours: define('hours', 'h', NUMBER, ['engine_hours'], ONE),
  fuel_level: define('fuel', 'l', NUMBER, ['fuel_level', 'fuel_percent', 'analog_1', 'analog_2'], { prompts: 'fuel' }),
  fuel_used: define('fuel', 'l', NUMBER, ['fuel_used'], {}),
  fuel_rate: define('fuel', 'l/h', NUMBER, ['adc1'], {}),
  fuel_impulse: define('fuel', 'l', NUMBER, ['in1'], {}),
  temperature: define('temperature', '°C', NUMBER, [
    'temperature_1',
    'temperature_2',
    'temperature_3',
    'temperature_4',
  ]),
  humidity: define('humidity', '%', NUMBER, ['humidity_1']),
  external_voltage: define('voltage', 'V', NUMBER, ['external_voltage'], ONE),
  battery_voltage: define('battery', 'V', NUMBER, ['battery_voltage'], ONE),
  battery_level: define('battery', '%', NUMBER, ['battery_level', 'battery_step'], ONE),
  gsm_signal: define('signal', '%', NUMBER, ['gsm_signal'], ONE),
  satellites: define('satellites', '', NUMBER, ['sats'], ONE),
  hdop: define('satellites', '', NUMBER, ['hdop', 'pdop'], ONE),
  engine_speed: define('gauge', 'rpm', NUMBER, ['engine_speed'], ONE),
  engine_load: define('gauge', '%', NUMBER, ['engine_load'], ONE),
  coolant_temperature: define('temperature', '°C', NUMBER, ['coolant_temperature'], ONE),
  engine_efficiency: define('gauge', '', NUMBER, ['engine_load'], {}),
  driver: define('key', '', TEXT, ['driver_key'], ONE),
  trailer: define('trailer', '', TEXT, ['driver_key']),
  passenger_tag: define('tag', '', TEXT, ['driver_key']),
  alarm: define('alarm', '', ['boolean', 'text'], ['alarm', 'in1', 'in2'], ONE),
  private_mode: define('privacy', '', SWITCH, ['in1', 'in2'], ONE),
  weight: define('weight', 'kg', NUMBER, ['analog_1']),
  axle_load: define('weight', 'kg', NUMBER, ['analog_1', 'analog_2']),
  accelerometer: define('motion', '', ['number', 'text'], ['harsh_event', 'motion']),
  door: define('door', '', SWITCH, ['door', 'in1', 'in2', 'in3']),
  digital: define(
    'switch',
    '',
    ['boolean', 'number'],
    ['in1', 'in2', 'in3', 'in4', 'out1', 'out2', 'digital_inputs', 'digital_outputs'],
  ),
  analog: define('gauge', 'V', NUMBER, ['analog_1', 'analog_2', 'analog_3', 'analog_4']),
  counter: define('counter', '', NUMBER, ['in1', 'in2']),
  custom: define('gauge', '', ['number', 'boolean', 'text'], []),
  text: define('text', '', TEXT, ['message', 'activity', 'vin', 'alarm']),
} as const satisfies Record<string, SensorTypeDefinition>;

export type SensorType = keyof typeof SENSOR_TYPES;

/** The types' codes, in the order in which they are offered. */
export const SENSOR_TYPE_CODES = Object.keys(SENSOR_TYPES) as readonly SensorType[];

/** What is known of a type. */
export function sensorType(code: SensorType): SensorTypeDefinition {
  return SENSOR_TYPES[code];
}

/** The type's name in the catalogue. */
export const sensorTypeKey = (code: SensorType): string => `sensorTypes.${code}`;
