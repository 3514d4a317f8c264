import type { ReactNode } from 'react';
import { LENGTH } from '../../../domain/base/index.ts';
import {
  COMPARISONS,
  CONDITION_KINDS,
  IGNITION_CHOICES,
  RULE_CONDITIONS,
  isBeyond,
  newCondition,
  type ConditionKindName,
} from '../../../domain/rule/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Banner, Select, WarningIcon } from '../../../ui/index.ts';
import { FormCheckbox, FormNumberField, FormRadioGroup, FormTextField, useListError } from '../../../ui/forms/index.ts';
import { useConditionWords } from '../../shared/rules/useConditionWords.ts';
import { useSensorText } from '../../shared/sensors/index.ts';
import { sensorNamed, type Watched } from '../now/useWatched.ts';
import { DriverParameters } from './DriverParameters.tsx';
import { FactParameters } from './FactParameters.tsx';
import { MotionParameters, RawParameters, SilenceParameters } from './KindFields.tsx';
import { PlaceParameters } from './PlaceParameters.tsx';
import { ReportParameters } from './ReportParameters.tsx';
import { typedCondition, type TypedCondition } from './ruleValues.ts';
import { SensorField } from './SensorField.tsx';

interface OneConditionProps {
  readonly path: string;
  readonly condition: TypedCondition;
  readonly watched: Watched;
  readonly onKind: (kind: ConditionKindName) => void;
}

/** A condition: its kind, and what that asks for. */
export function OneCondition({ path, condition, watched, onKind }: OneConditionProps): ReactNode {
  const { t } = useTranslation();
  const { kind } = condition;
  const problem = useListError(`${path}.kind`, t('rules.kind'));
  return (
    <div className="rule-fields">
      <Select<ConditionKindName>
        label={t('rules.kind')}
        value={kind}
        error={problem}
        options={CONDITION_KINDS.map((value) => ({ value, label: t(`rules.kinds.${value}`) }))}
        onChange={onKind}
      />
      {kind === 'sensor' && <SensorParameters path={path} condition={condition} watched={watched} />}
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
      <ReportParameters path={path} condition={condition} />
      {kind !== 'fact' && <FormCheckbox name={`${path}.negated`} label={t('rules.negated')} />}
    </div>
  );
}

/** Which sensor, and where its value has to lie. */
function SensorParameters({
  path,
  condition,
  watched,
}: {
  path: string;
  condition: TypedCondition;
  watched: Watched;
}): ReactNode {
  const { t } = useTranslation();
  const text = useSensorText();
  const sensor = sensorNamed(watched.readings, condition.sensor);
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
      <FormNumberField
        name={`${path}.figure_margin`}
        label={t('rules.margin')}
        hint={t('rules.figureMarginHint')}
        {...bound}
      />
      <BeyondSensor condition={condition} watched={watched} />
    </>
  );
}

/** Says so where the sensors of all units that are looked at give no value at which the condition holds. */
function BeyondSensor({ condition, watched }: { condition: TypedCondition; watched: Watched }): ReactNode {
  const { t } = useTranslation();
  const words = useConditionWords();
  const typed = typedCondition(condition);
  const sensors = [...watched.readings.values()].flatMap((reading) => reading.named(condition.sensor) ?? []);
  const [first] = sensors;
  if (typed === null || first === undefined || !sensors.every((sensor) => isBeyond(typed, sensor))) return null;
  const { minimum, maximum } = first;
  const own = { ...newCondition('sensor'), sensor: condition.sensor, condition: 'inside' as const, minimum, maximum };
  return (
    <div className="rule-sentence">
      <Banner tone="caution" icon={<WarningIcon />}>
        {t('rules.beyondSensor', { range: words(own, () => first) })}
      </Banner>
    </div>
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
