import type { AttributeName } from '../telemetry/index.ts';

/** What a report has beside its attributes, under the names that expressions use (domain reference, 3.1). */
export const VIRTUAL_PARAMETERS = ['speed', 'altitude', 'sats', 'course', 'lat', 'lon', 'time', 'regtime'] as const;
export type VirtualParameter = (typeof VIRTUAL_PARAMETERS)[number];

/** An attribute that a parameter may stand for. */
export interface ParameterSource {
  readonly attribute: string;
  /** One bit of it, from 1; null for the whole value. */
  readonly bit: number | null;
  /** The parameter is the attribute times this. */
  readonly factor: number;
}

/** Where a parameter's value comes from: the report itself, or the first of some attributes that it carries. */
export type ParameterBinding =
  | { readonly virtual: VirtualParameter }
  | { readonly virtual: null; readonly sources: readonly ParameterSource[] };

const source = (attribute: string, bit: number | null = null, factor = 1): ParameterSource => ({
  attribute,
  bit,
  factor,
});

/** Names that other products use, and the reference with them (domain reference, 4.7 and 5). */
const ALIASES: Readonly<Record<string, AttributeName | undefined>> = {
  in: 'digital_inputs',
  out: 'digital_outputs',
  avl_inputs: 'digital_inputs',
  avl_outputs: 'digital_outputs',
  pwr_ext: 'external_voltage',
  pwr_int: 'battery_voltage',
  ign: 'ignition',
  gsm: 'gsm_signal',
};

/**
 * Teltonika's numbers (domain reference, 4.2) in the measures that the device sends. The decoder turned them
 * into ours (millivolts to volts), so the factor leads back: `io_66 * 0.001` means here what it means elsewhere.
 */
const IO: Readonly<Record<number, ParameterSource | undefined>> = {
  1: source('digital_inputs', 1),
  2: source('digital_inputs', 2),
  3: source('digital_inputs', 3),
  4: source('digital_inputs', 4),
  9: source('analog_1', null, 1000),
  10: source('analog_2', null, 1000),
  12: source('fuel_used', null, 1000),
  16: source('odometer'),
  21: source('gsm_signal', null, 1 / 20),
  25: source('temperature_1', null, 100),
  26: source('temperature_2', null, 100),
  27: source('temperature_3', null, 100),
  28: source('temperature_4', null, 100),
  66: source('external_voltage', null, 1000),
  67: source('battery_voltage', null, 1000),
  72: source('temperature_1', null, 10),
  73: source('temperature_2', null, 10),
  74: source('temperature_3', null, 10),
  75: source('temperature_4', null, 10),
  78: source('driver_key'),
  80: source('data_mode'),
  89: source('fuel_percent'),
  113: source('battery_level'),
  179: source('digital_outputs', 1),
  180: source('digital_outputs', 2),
  181: source('pdop', null, 10),
  182: source('hdop', null, 10),
  199: source('trip_odometer'),
  200: source('sleep_mode'),
  239: source('ignition'),
  240: source('motion'),
  241: source('operator'),
  256: source('vin'),
};

const NUMBERED = /^(in|out|adc|io_?)([1-9]\d{0,4})$/;
const MOST_SWITCHES = 32;
const ANALOG_INPUTS = 4;

const isVirtual = (name: string): name is VirtualParameter => VIRTUAL_PARAMETERS.some((virtual) => virtual === name);

/** What a parameter's name means. A name that the report itself carries comes before what the name stands for. */
export function bindParameter(name: string): ParameterBinding {
  if (isVirtual(name)) return { virtual: name };
  // Teltonika's 24 is the speed that every report has anyway.
  if (name === 'io_24') return { virtual: 'speed' };
  const sources = [source(name)];
  const alias = Object.hasOwn(ALIASES, name) ? ALIASES[name] : undefined;
  if (alias) sources.push(source(alias));
  const numbered = NUMBERED.exec(name);
  if (numbered) sources.push(...numberedSources(numbered[1], Number(numbered[2])));
  return { virtual: null, sources };
}

function numberedSources(prefix: string, index: number): ParameterSource[] {
  if (prefix === 'adc') return index <= ANALOG_INPUTS ? [source(`analog_${index}`)] : [];
  if (prefix === 'in' || prefix === 'out')
    return index <= MOST_SWITCHES ? [source(prefix === 'in' ? 'digital_inputs' : 'digital_outputs', index)] : [];
  const known = IO[index];
  // Numbers without a name of ours are stored as "io200".
  return known ? [source(`io${index}`), known] : [source(`io${index}`)];
}
