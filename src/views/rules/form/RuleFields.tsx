import { useFormikContext } from 'formik';
import { useMemo, type ReactNode } from 'react';
import { watchesBelow } from '../../../domain/access/index.ts';
import { LENGTH, RULE, SECOND } from '../../../domain/base/index.ts';
import { RULE_CONDITIONS, rules, type Rule } from '../../../domain/rule/index.ts';
import type { Sensor } from '../../../domain/sensor/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Panel, RadioGroup } from '../../../ui/index.ts';
import { FormNumberField, FormRadioGroup, FormTextField, useFormField } from '../../../ui/forms/index.ts';
import { useEntityWords } from '../../shared/entity/index.ts';
import { useSensorText } from '../../shared/sensors/index.ts';
import { useSession } from '../../shared/services/session.ts';
import { NowPanel } from '../now/NowPanel.tsx';
import { sensorNamed, useWatched } from '../now/useWatched.ts';
import { useRuleWords } from '../useRuleWords.ts';
import { typedTest, type RuleValues } from './ruleValues.ts';
import { SensorField } from './SensorField.tsx';
import { UnitsField } from './UnitsField.tsx';

/** What a rule is, beside what that gives at its units at this moment. */
export function RuleFields({ saved }: { saved: Rule | null }): ReactNode {
  const { t } = useTranslation();
  const { values } = useFormikContext<RuleValues>();
  const { field, status } = useEntityWords(rules);
  const watched = useWatched(values, saved);
  const { sensor, condition, minimum, maximum, hold } = values;
  const test = useMemo(
    () => typedTest({ sensor, condition, minimum, maximum, hold }),
    [sensor, condition, minimum, maximum, hold],
  );
  return (
    <div className="rule-columns">
      <div className="rule-parts">
        <Panel title={t('rules.rule')}>
          <div className="rule-fields">
            <FormTextField
              name="name"
              label={field('name')}
              required
              autoComplete="off"
              hint={t('common.bounds', LENGTH.ruleName)}
            />
            <FormRadioGroup
              name="status"
              label={field('status')}
              options={rules.statuses.map((value) => ({ value, label: status(value) }))}
            />
          </div>
        </Panel>
        <Panel title={t('rules.units')}>
          <UnitsPart saved={saved} />
        </Panel>
        <Panel title={t('rules.test')}>
          <div className="rule-fields">
            <SensorField watched={watched} />
            <BoundFields sensor={sensorNamed(watched.readings, sensor)} />
          </div>
        </Panel>
      </div>
      <NowPanel watched={watched} question={{ sensor, test }} />
    </div>
  );
}

/** Everything that the account sees, now and later; or units that are named. */
function UnitsPart({ saved }: { saved: Rule | null }): ReactNode {
  const { t } = useTranslation();
  const { permissions } = useSession();
  const below = saved?.all_units === true ? saved.sub_accounts : watchesBelow(permissions);
  const field = useFormField<boolean>('all_units', t('rules.units'));
  return (
    <div className="rule-units">
      <RadioGroup
        label={t('rules.units')}
        labelHidden
        value={field.value ? 'all' : 'chosen'}
        onChange={(value) => field.onChange(value === 'all')}
        onBlur={field.onBlur}
        error={field.error}
        options={[
          { value: 'all', label: t(below ? 'rules.allUnits' : 'rules.ownUnits') },
          { value: 'chosen', label: t('rules.chosenUnits') },
        ]}
      />
      {field.value ? <p className="dim">{t(below ? 'rules.allUnitsHint' : 'rules.ownUnitsHint')}</p> : <UnitsField />}
    </div>
  );
}

/** Where the value has to lie, for how long, and the whole of it in words. */
function BoundFields({ sensor }: { sensor: Sensor | null }): ReactNode {
  const { t } = useTranslation();
  const { duration } = useFormats();
  const text = useSensorText();
  const words = useRuleWords();
  const { values } = useFormikContext<RuleValues>();
  const test = typedTest(values);
  const measure = sensor === null ? '' : text.measure(sensor);
  const bound = { required: false, ...(measure === '' ? {} : { measure }) };
  const { hold } = values;
  return (
    <>
      <FormRadioGroup
        name="condition"
        label={t('rules.condition')}
        options={RULE_CONDITIONS.map((value) => ({ value, label: t(`rules.conditions.${value}`) }))}
      />
      <FormNumberField
        name="minimum"
        label={t('rules.minimum')}
        hint={t(sensor?.data_type === 'boolean' ? 'rules.switchHint' : 'rules.boundHint')}
        {...bound}
      />
      <FormNumberField name="maximum" label={t('rules.maximum')} {...bound} />
      <FormNumberField
        name="hold"
        label={t('rules.hold')}
        whole
        measure={t('detection.measures.s')}
        hint={
          typeof hold === 'number' && hold > 0 && hold <= RULE.hold.max
            ? t('rules.holdHint', { duration: duration(hold * SECOND) })
            : t('rules.holdNone')
        }
      />
      {test !== null && test.sensor !== '' && (
        <p className="rule-sentence">
          <span className="dim">{t('rules.firesWhen')}</span> <strong>{words(test, sensor)}</strong>
        </p>
      )}
    </>
  );
}
