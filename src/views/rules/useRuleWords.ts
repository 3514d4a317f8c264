import type { RuleTest } from '../../domain/rule/index.ts';
import type { Sensor } from '../../domain/sensor/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { useSensorText } from '../shared/sensors/index.ts';
import { ruleWords } from './ruleWords.ts';

/**
 * What a rule asks for, in words; its figures have the measure of the sensor, where that is known. A sentence of the
 * page's language: it is in the page's direction whatever the sensor is called.
 */
export function useRuleWords(): (test: RuleTest, sensor?: Pick<Sensor, 'type'> | null) => string {
  const { t } = useTranslation();
  const { duration } = useFormats();
  const text = useSensorText();
  return (test, sensor = null) =>
    ruleWords(test, {
      translate: t,
      duration,
      figure: (value) => (sensor === null ? text.plain(value) : text.value(sensor, value)),
    });
}
