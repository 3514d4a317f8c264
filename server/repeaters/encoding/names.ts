import type { AttributeValue } from '../../../src/domain/telemetry/index.ts';

/** Our names of values that both Wialon protocols have names of their own for. */
const THEIRS: Readonly<Record<string, string>> = {
  external_voltage: 'pwr_ext',
  battery_voltage: 'pwr_int',
  ignition: 'ign',
};
const LONGEST_NAME = 38;
const LONGEST_TEXT = 1_344;

/** A parameter's name without what separates fields. */
export const wialonName = (name: string): string =>
  (THEIRS[name] ?? name).replaceAll(/[\s,:;#|\0]/g, '_').slice(0, LONGEST_NAME);

/** A text without what separates fields. */
export const wialonText = (text: string): string => text.replaceAll(/[\r\n,;#|\0]/g, ' ').slice(0, LONGEST_TEXT);

/** Numbers as they are, yes and no as 1 and 0. */
export const wialonValue = (value: AttributeValue): number | string =>
  typeof value === 'boolean' ? Number(value) : value;

/** Attributes that are numbers, by name. */
export const figureOf = (attributes: Readonly<Record<string, AttributeValue>>, name: string): number | undefined => {
  const value = attributes[name];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
};
