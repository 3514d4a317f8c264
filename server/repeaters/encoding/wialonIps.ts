import type { IpsMessage } from '../../ingest/protocols/wialon_ips/index.ts';
import type { Message } from '../message.ts';
import { figureOf, wialonName, wialonText, wialonValue } from './names.ts';

const INPUTS = ['analog_1', 'analog_2', 'analog_3', 'analog_4'];
const APART = new Set(['hdop', 'digital_inputs', 'digital_outputs', 'driver_key', 'alarm', ...INPUTS]);

/** A report as a message of Wialon IPS (domain reference, 4.7). */
export function ipsMessage({ time, place, attributes, ...motion }: Message): IpsMessage {
  const { speed, course, altitude, satellites } = motion;
  const hdop = figureOf(attributes, 'hdop');
  const inputs = maskOf(figureOf(attributes, 'digital_inputs'));
  const outputs = maskOf(figureOf(attributes, 'digital_outputs'));
  const analog = analogOf(attributes);
  const { driver_key: key } = attributes;
  return {
    time,
    ...place,
    ...(speed !== null && { speed }),
    ...(course !== null && { course }),
    ...(altitude !== null && { altitude }),
    ...(satellites !== null && { satellites }),
    ...(hdop !== undefined && { hdop }),
    ...(inputs !== undefined && { inputs }),
    ...(outputs !== undefined && { outputs }),
    ...(analog.length > 0 && { analog }),
    ...(key !== undefined && { driverKey: wialonText(String(key)) }),
    parameters: parametersOf(attributes),
  };
}

/** Masks have 32 bits there; others travel as they are. */
const maskOf = (value: number | undefined): number | undefined =>
  value !== undefined && Number.isInteger(value) && value >= 0 && value <= 0xffff_ffff ? value : undefined;

/** The inputs from the first on, as far as there are any: a place that is left out would move those behind it. */
function analogOf(attributes: Message['attributes']): number[] {
  const values = INPUTS.map((name) => figureOf(attributes, name));
  const end = values.indexOf(undefined);
  return (end < 0 ? values : values.slice(0, end)) as number[];
}

function parametersOf(attributes: Message['attributes']): Record<string, number | string> {
  const analog = analogOf(attributes).length;
  const entries = Object.entries(attributes).flatMap(([name, value]): [string, number | string][] => {
    const input = INPUTS.indexOf(name);
    // Inputs behind a gap have no place of their own.
    if (APART.has(name) && (input < 0 || input < analog)) return [];
    const plain = wialonValue(value);
    if (typeof plain === 'number') return Number.isFinite(plain) ? [[wialonName(name), plain]] : [];
    return [[wialonName(name), wialonText(plain)]];
  });
  const { alarm } = attributes;
  if (alarm !== undefined) entries.push(alarm === 'sos' ? ['SOS', 1] : ['alarm', wialonText(String(alarm))]);
  return Object.fromEntries(entries);
}
