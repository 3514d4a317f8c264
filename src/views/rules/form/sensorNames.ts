import { nameKey } from '../../../domain/sensor/index.ts';
import type { ReadingsByUnit } from '../../shared/sensors/index.ts';

/** A name that sensors of units have. */
export interface SensorName {
  readonly name: string;
  /** Units that have a sensor of the name. */
  readonly count: number;
}

/**
 * Names of sensors whose values can be compared, each once whatever its case, those of most units first.
 * The one that is `chosen` is among them even where no unit has it, as it was written.
 */
export function sensorNames(readings: ReadingsByUnit, chosen: string): SensorName[] {
  const found = new Map<string, { name: string; count: number }>();
  for (const { sensors } of readings.values()) {
    const own = new Set<string>();
    for (const { name, data_type, visible } of sensors) {
      const key = nameKey(name);
      if (data_type === 'text' || !visible || own.has(key)) continue;
      own.add(key);
      const known = found.get(key) ?? { name, count: 0 };
      found.set(key, { ...known, count: known.count + 1 });
    }
  }
  if (chosen !== '') found.set(nameKey(chosen), { name: chosen, count: found.get(nameKey(chosen))?.count ?? 0 });
  return [...found.values()].sort((one, other) => other.count - one.count || one.name.localeCompare(other.name));
}
