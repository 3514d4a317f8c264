import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { LENGTH, RULE } from '../../../domain/base/index.ts';
import {
  COMPARISONS,
  CONDITION_KINDS,
  IGNITION_CHOICES,
  MATCHES,
  RULE_CONDITIONS,
  newCondition,
  type ConditionKindName,
} from '../../../domain/rule/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Banner, Button, CloseIcon, IconButton, PlusIcon, Select, WarningIcon } from '../../../ui/index.ts';
import { FormCheckbox, FormNumberField, FormRadioGroup, FormTextField, useListError } from '../../../ui/forms/index.ts';
import { useSensorText } from '../../shared/sensors/index.ts';
import { sensorNamed, type Watched } from '../now/useWatched.ts';
import { DriverParameters } from './DriverParameters.tsx';
import { FactParameters } from './FactParameters.tsx';
import { PlaceParameters } from './PlaceParameters.tsx';
import type { RuleValues, TypedCondition } from './ruleValues.ts';
import { MotionParameters, RawParameters, SilenceParameters } from './KindFields.tsx';
import { SensorField } from './SensorField.tsx';

/** The conditions of a rule, and whether all have to hold or any of them. */
export function ConditionFields({ watched }: { watched: Watched }): ReactNode {
  const { t } = useTranslation();
  const {
    values: { conditions },
    setFieldValue,
  } = useFormikContext<RuleValues>();
  const put = (next: readonly TypedCondition[]): void => void setFieldValue('conditions', next);
  const isSingle = conditions.length === 1;
  const problem = useListError('conditions', t('rules.test'));
  return (
    <div className="rule-conditions">
      {!isSingle && (
        <FormRadioGroup
          name="match"
          label={t('rules.match')}
          options={MATCHES.map((value) => ({ value, label: t(`rules.matches.${value}`) }))}
        />
      )}
      {conditions.map((condition, index) => (
        // A condition has nothing that it could be known by but its place; its fields keep nothing of their own.
        // oxlint-disable-next-line react/no-array-index-key
        <fieldset key={index} className="rule-condition">
          <legend className={isSingle ? 'visually-hidden' : 'rule-condition-head'}>
            {t('rules.conditionAt', { number: index + 1 })}
          </legend>
          <OneCondition
            path={`conditions[${index}]`}
            condition={condition}
            watched={watched}
            onKind={(kind) => put(conditions.with(index, { ...newCondition(kind), negated: condition.negated }))}
          />
          {!isSingle && (
            <IconButton
              size="compact"
              className="rule-condition-remove"
              label={t('rules.removeCondition', { number: index + 1 })}
              icon={<CloseIcon aria-hidden="true" />}
              onPress={() => put(conditions.toSpliced(index, 1))}
            />
          )}
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
        isDisabled={conditions.length >= RULE.conditions.max}
        onPress={() => put([...conditions, newCondition('sensor')])}>
        {t('rules.addCondition')}
      </Button>
    </div>
  );
}

interface OneConditionProps {
  readonly path: string;
  readonly condition: TypedCondition;
  readonly watched: Watched;
  readonly onKind: (kind: ConditionKindName) => void;
}

function OneCondition({ path, condition, watched, onKind }: OneConditionProps): ReactNode {
  const { t } = useTranslation();
  const { kind } = condition;
  return (
    <div className="rule-fields">
      <Select<ConditionKindName>
        label={t('rules.kind')}
        value={kind}
        options={CONDITION_KINDS.map((value) => ({ value, label: t(`rules.kinds.${value}`) }))}
        onChange={onKind}
      />
      {kind === 'sensor' && <SensorParameters path={path} sensor={condition.sensor} watched={watched} />}
      {kind === 'speed' && <SpeedParameters path={path} />}
      {kind === 'driver' && <DriverParameters path={path} driver={condition.driver} />}
      {kind === 'fact' && <FactParameters path={path} fact={condition.fact} />}
      {kind === 'place' && <PlaceParameters path={path} place={condition.place} />}
      {kind === 'ignition' && (
        <FormRadioGroup
          name={`${path}.ignition`}
          label={t('rules.ignition')}
          options={IGNITION_CHOICES.map((value) => ({ value, label: t(`rules.ignitions.${value}`) }))}
        />
      )}
      {kind === 'alarm' && (
        <FormTextField
          name={`${path}.alarm`}
          label={t('rules.alarm')}
          autoComplete="off"
          hint={t('rules.alarmHint', LENGTH.alarmWord)}
        />
      )}
      {kind === 'motion' && <MotionParameters path={path} />}
      {kind === 'silence' && <SilenceParameters path={path} silence={condition.silence} />}
      {kind === 'fix' && <p className="dim">{t('rules.fixHint')}</p>}
      {kind === 'parameter' && <RawParameters path={path} test={condition.parameter_test} />}
      {kind !== 'fact' && <FormCheckbox name={`${path}.negated`} label={t('rules.negated')} />}
    </div>
  );
}

/** Which sensor, and where its value has to lie. */
function SensorParameters({
  path,
  sensor: name,
  watched,
}: {
  path: string;
  sensor: string;
  watched: Watched;
}): ReactNode {
  const { t } = useTranslation();
  const text = useSensorText();
  const sensor = sensorNamed(watched.readings, name);
  const measure = sensor === null ? '' : text.measure(sensor);
  const bound = { required: false, ...(measure === '' ? {} : { measure }) };
  return (
    <>
      <SensorField name={`${path}.sensor`} watched={watched} />
      <FormRadioGroup
        name={`${path}.condition`}
        label={t('rules.condition')}
        options={RULE_CONDITIONS.map((value) => ({ value, label: t(`rules.conditions.${value}`) }))}
      />
      <FormNumberField
        name={`${path}.minimum`}
        label={t('rules.minimum')}
        hint={t(sensor?.data_type === 'boolean' ? 'rules.switchHint' : 'rules.boundHint')}
        {...bound}
      />
      <FormNumberField name={`${path}.maximum`} label={t('rules.maximum')} {...bound} />
    </>
  );
}

/** The limit, and how far the speed has to come back before the condition can hold again. */
function SpeedParameters({ path }: { path: string }): ReactNode {
  const { t } = useTranslation();
  const measure = t('rules.kmh');
  return (
    <>
      <FormRadioGroup
        name={`${path}.comparison`}
        label={t('rules.comparison')}
        options={COMPARISONS.map((value) => ({ value, label: t(`rules.comparisons.${value}`) }))}
      />
      <FormNumberField name={`${path}.limit`} label={t('rules.limit')} required measure={measure} />
      <FormNumberField
        name={`${path}.margin`}
        label={t('rules.margin')}
        hint={t('rules.marginHint')}
        measure={measure}
      />
    </>
  );
}
