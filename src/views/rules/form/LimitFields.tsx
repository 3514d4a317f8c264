import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { MINUTE, RULE } from '../../../domain/base/index.ts';
import { DURINGS, newRuleHours, type RuleHours } from '../../../domain/rule/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Banner, Button, CloseIcon, IconButton, PlusIcon, WarningIcon } from '../../../ui/index.ts';
import { FormNumberField, FormRadioGroup, useListError } from '../../../ui/forms/index.ts';
import { FormClockField, FormDayField, FormWeekdays } from '../../shared/time/FormTimes.tsx';
import type { RuleValues } from './ruleValues.ts';

/** When the rule is at work, and how often it may fire. */
export function LimitFields(): ReactNode {
  const { t } = useTranslation();
  const { duration } = useFormats();
  const {
    values: { during, repeat_after: repeat },
  } = useFormikContext<RuleValues>();
  const isRepeat = typeof repeat === 'number' && repeat > 0 && repeat <= RULE.repeatAfter.max;
  return (
    <div className="rule-fields">
      <FormRadioGroup
        name="during"
        label={t('rules.limits.during')}
        options={DURINGS.map((value) => ({ value, label: t(`rules.limits.durings.${value}`) }))}
      />
      {during !== 'always' && <Hours />}
      <FormDayField name="valid_from" label={t('rules.limits.validFrom')} />
      <FormDayField name="valid_until" label={t('rules.limits.validUntil')} />
      <FormNumberField
        name="repeat_after"
        label={t('rules.limits.repeatAfter')}
        whole
        measure={t('routes.schedule.minutes')}
        hint={
          isRepeat
            ? t('rules.limits.repeatHint', { duration: duration(repeat * MINUTE) })
            : t('rules.limits.repeatNone')
        }
      />
      <FormNumberField name="most_a_day" label={t('rules.limits.mostADay')} whole hint={t('rules.limits.mostHint')} />
    </div>
  );
}

/** Days and times, an entry a line. */
function Hours(): ReactNode {
  const { t } = useTranslation();
  const {
    values: { hours },
    setFieldValue,
  } = useFormikContext<RuleValues>();
  const problem = useListError('hours', t('rules.limits.hours'));
  const put = (next: readonly RuleHours[]): void => void setFieldValue('hours', next);
  return (
    <div className="rule-hours">
      <p className="dim">{t('rules.limits.hoursHint')}</p>
      {hours.map((_, index) => (
        // Entries have nothing that they could be known by but their place; their fields keep nothing of their own.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset key={index} className="rule-condition">
          <legend className="visually-hidden">{t('rules.limits.entry', { number: index + 1 })}</legend>
          <div className="rule-hours-entry">
            <FormWeekdays name={`hours[${index}].days`} label={t('rules.limits.days')} />
            <FormClockField name={`hours[${index}].from`} label={t('rules.limits.from')} required />
            <FormClockField name={`hours[${index}].until`} label={t('rules.limits.until')} required />
          </div>
          <IconButton
            size="compact"
            className="rule-condition-remove"
            label={t('rules.limits.removeEntry', { number: index + 1 })}
            icon={<CloseIcon aria-hidden="true" />}
            onPress={() => put(hours.toSpliced(index, 1))}
          />
        </fieldset>
      ))}
      {problem !== undefined && (
        <Banner tone="critical" icon={<WarningIcon />}>
          {problem}
        </Banner>
      )}
      <Button
        size="compact"
        icon={<PlusIcon aria-hidden="true" />}
        isDisabled={hours.length >= RULE.hours}
        onPress={() => put([...hours, newRuleHours()])}>
        {t('rules.limits.addEntry')}
      </Button>
    </div>
  );
}
