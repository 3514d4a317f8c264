import { conditionWords, type RuleCondition, type RuleNames, type RulePart } from '../../../domain/rule/index.ts';
import type { Sensor } from '../../../domain/sensor/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { useSensorText } from '../sensors/index.ts';
import { partWords } from './partWords.ts';

/** The sensor of a name, for the measure of its bounds; null where it is not known. */
export type SensorOf = (name: string) => Pick<Sensor, 'type'> | null;

const UNKNOWN: SensorOf = () => null;

/**
 * What a condition of a rule asks for, in words; its figures have the measure of the sensor, where that is known. Words
 * of the page's language: they are in the page's direction whatever the sensor is called.
 */
export function useConditionWords(): (condition: RuleCondition, sensorOf?: SensorOf, names?: RuleNames) => string {
  const { t } = useTranslation();
  const { speed, distance, duration } = useFormats();
  const text = useSensorText();
  return (condition, sensorOf = UNKNOWN, names = {}) =>
    conditionWords(condition, {
      translate: t,
      speed,
      metres: distance,
      // With its decimals: 0.4 g is not 0 g.
      number: text.plain,
      nameOf: (kind, id) => names[kind]?.[id] ?? null,
      duration,
      figure(value, name) {
        const sensor = sensorOf(name);
        return sensor === null ? text.plain(value) : text.value(sensor, value);
      },
    });
}

/** Conditions as an entry of the log recorded them. */
export function useRecordedConditions(): (recorded: unknown) => string {
  const { t } = useTranslation();
  const words = useConditionWords();
  const speech = { translate: t, condition: (condition: RuleCondition) => words(condition) };
  return (recorded) =>
    Array.isArray(recorded) ? (recorded as RulePart[]).map((part) => partWords(part, speech)).join('; ') : '';
}
