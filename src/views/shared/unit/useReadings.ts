import type { SensorValue } from '../../../domain/sensor/index.ts';
import type { AttributeValue } from '../../../domain/telemetry/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';

/** Texts of the measures that sensors and attributes have. */
const MEASURES: Readonly<Record<string, string | undefined>> = {
  'km/h': 'measure.kmh',
  km: 'measure.km',
  m: 'measure.m',
  l: 'measure.litres',
  '%': 'measure.percent',
  V: 'measure.volts',
  '°C': 'measure.celsius',
  rpm: 'measure.rpm',
  h: 'measure.hours',
  'l/h': 'readings.litresPerHour',
  kg: 'readings.kilograms',
};

/** Digits after the point that a figure needs: no more than its size makes worth reading, and no zeros at its end. */
export function digitsOf(value: number): number {
  const most = Math.abs(value) >= 10_000 ? 0 : Math.abs(value) >= 10 ? 2 : 3;
  return (
    String(Number(value.toFixed(most)))
      .split('.')
      .at(1)?.length ?? 0
  );
}

/** Values of sensors and parameters as people read them. */
export interface Readings {
  /** A figure with as many digits as it needs, a switch in words, a text as it came. */
  plain(value: AttributeValue): string;
  /** The same with its measure; a dash where there is no value. */
  value(value: SensorValue, measure: string): string;
  /** The measure by itself; empty where there is none. */
  measure(measure: string): string;
}

export function useReadings(): Readings {
  const { t } = useTranslation();
  const formats = useFormats();
  const plain = (value: AttributeValue): string => {
    if (typeof value === 'number') return formats.number(value, digitsOf(value));
    return typeof value === 'boolean' ? t(value ? 'readings.on' : 'readings.off') : value;
  };
  return {
    plain,
    value(value, measure) {
      if (value === null) return '–';
      const key = MEASURES[measure];
      return typeof value === 'number' && key !== undefined ? t(key, { value: plain(value) }) : plain(value);
    },
    measure(measure) {
      const key = MEASURES[measure];
      return key === undefined ? measure : t(key, { value: '' }).trim();
    },
  };
}
