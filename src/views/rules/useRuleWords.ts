import type { NamedRuleTest } from '../../domain/rule/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { useConditionWords, type SensorOf } from '../shared/rules/useConditionWords.ts';
import { ruleWords } from './ruleWords.ts';

/** What a rule asks for, in words; its figures have the measure of their sensors, where those are known. */
export function useRuleWords(): (test: NamedRuleTest, sensorOf?: SensorOf) => string {
  const { t } = useTranslation();
  const { duration } = useFormats();
  const words = useConditionWords();
  return (test, sensorOf) =>
    ruleWords(test, { translate: t, duration, condition: (condition) => words(condition, sensorOf, test.names) });
}
