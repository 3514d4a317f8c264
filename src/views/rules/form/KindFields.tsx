import type { ReactNode } from 'react';
import { LENGTH, RULE, SECOND } from '../../../domain/base/index.ts';
import { MOTIONS, PARAMETER_TESTS } from '../../../domain/rule/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { FormNumberField, FormRadioGroup, FormSelect, FormTextField } from '../../../ui/forms/index.ts';
import type { TypedCondition } from './ruleValues.ts';

/** What the unit does. */
export function MotionParameters({ path }: { path: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <FormSelect
      name={`${path}.motion`}
      label={t('rules.motion')}
      hint={t('rules.motionHint')}
      options={MOTIONS.map((value) => ({ value, label: t(`rules.motions.${value}`) }))}
    />
  );
}

/** For how long no report came. */
export function SilenceParameters({ path, silence }: { path: string; silence: TypedCondition['silence'] }): ReactNode {
  const { t } = useTranslation();
  const { duration } = useFormats();
  const isFine = typeof silence === 'number' && silence >= RULE.silence.min && silence <= RULE.silence.max;
  return (
    <FormNumberField
      name={`${path}.silence`}
      label={t('rules.silence')}
      required
      whole
      measure={t('detection.measures.s')}
      {...(isFine && { hint: t('rules.silenceHint', { duration: duration(silence * SECOND) }) })}
    />
  );
}

/** Which attribute of the report, and what its value has to be. */
export function RawParameters({ path, test }: { path: string; test: TypedCondition['parameter_test'] }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <FormTextField
        name={`${path}.parameter`}
        label={t('rules.parameter')}
        required
        autoComplete="off"
        direction="ltr"
        hint={t('rules.parameterHint', LENGTH.parameterName)}
      />
      <FormRadioGroup
        name={`${path}.parameter_test`}
        label={t('rules.parameterTest')}
        options={PARAMETER_TESTS.map((value) => ({ value, label: t(`rules.parameterTests.${value}`) }))}
      />
      {test === 'equal' ? (
        <FormTextField
          name={`${path}.parameter_text`}
          label={t('rules.parameterText')}
          required
          autoComplete="off"
          hint={t('rules.parameterTextHint', LENGTH.parameterText)}
        />
      ) : (
        <>
          <FormNumberField
            name={`${path}.minimum`}
            label={t('rules.minimum')}
            hint={t('rules.boundHint')}
            required={false}
          />
          <FormNumberField name={`${path}.maximum`} label={t('rules.maximum')} required={false} />
          <FormNumberField
            name={`${path}.figure_margin`}
            label={t('rules.margin')}
            hint={t('rules.figureMarginHint')}
            required={false}
          />
        </>
      )}
    </>
  );
}
