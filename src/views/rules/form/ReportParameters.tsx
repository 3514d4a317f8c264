import type { ReactNode } from 'react';
import { LENGTH, MINUTE, RULE } from '../../../domain/base/index.ts';
import { ROAD_CLASSES } from '../../../domain/road/index.ts';
import {
  COUNTERS,
  DRIVING_CHOICES,
  FORCE_UNITS,
  HARSH_CHOICES,
  INPUT_STATES,
  ROAD_LIMIT_SOURCES,
  ROAD_LIMIT_UNITS,
} from '../../../domain/rule/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { FormCheckbox, FormNumberField, FormRadioGroup, FormSelect, FormTextField } from '../../../ui/forms/index.ts';
import { ZoneFields } from './PlaceParameters.tsx';
import type { TypedCondition } from './ruleValues.ts';

/** Parameters of the kinds that read more than one figure of reports, or count them. */
export function ReportParameters({ path, condition }: { path: string; condition: TypedCondition }): ReactNode {
  switch (condition.kind) {
    case 'roadLimit':
      return <RoadLimitParameters path={path} source={condition.limit_source} />;
    case 'harsh':
      return <HarshParameters path={path} hasParameter={condition.force_parameter !== ''} />;
    case 'input':
      return <InputParameters path={path} />;
    case 'driving':
      return <DrivingParameters path={path} asked={condition.driving} />;
    case 'counter':
      return <CounterParameters path={path} counter={condition.counter} repeats={condition.counter_repeats} />;
    case 'rollback':
      return <RollbackParameters path={path} />;
    case 'messages':
      return <MessagesParameters path={path} period={condition.period} />;
    default:
      return null;
  }
}

/** Which attribute of the report says the limit. */
function ReportedLimit({ path }: { path: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <FormTextField
        name={`${path}.limit_parameter`}
        label={t('rules.limitParameter')}
        required
        autoComplete="off"
        direction="ltr"
        hint={t('rules.limitParameterHint', LENGTH.parameterName)}
      />
      <FormSelect
        name={`${path}.limit_unit`}
        label={t('rules.limitUnit')}
        options={ROAD_LIMIT_UNITS.map((value) => ({ value, label: t(`rules.limitUnits.${value}`) }))}
      />
    </>
  );
}

/** The limit on roads of each class. */
function ClassLimits({ path }: { path: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      {ROAD_CLASSES.map((roadClass, place) => (
        <FormNumberField
          key={roadClass}
          name={`${path}.class_limits.${roadClass}`}
          label={t(`rules.roadClasses.${roadClass}`)}
          measure={t('rules.kmh')}
          required={false}
          {...(place === 0 && { hint: t('rules.classLimitHint') })}
        />
      ))}
    </>
  );
}

/** Which limit counts, and how far above it units may be. */
function RoadLimitParameters({ path, source }: { path: string; source: TypedCondition['limit_source'] }): ReactNode {
  const { t } = useTranslation();
  const measure = t('rules.kmh');
  return (
    <>
      <FormRadioGroup
        name={`${path}.limit_source`}
        label={t('rules.limitSource')}
        hint={t(`rules.limitSourceHints.${source}`)}
        options={ROAD_LIMIT_SOURCES.map((value) => ({ value, label: t(`rules.limitSources.${value}`) }))}
      />
      <FormNumberField name={`${path}.excess`} label={t('rules.excess')} measure={measure} />
      {source === 'map' && <ClassLimits path={path} />}
      {source === 'device' && <ReportedLimit path={path} />}
      {source === 'zone' && <ZoneFields path={path} hint={t('rules.zoneLimitHint')} />}
      <FormNumberField
        name={`${path}.margin`}
        label={t('rules.margin')}
        hint={t('rules.marginHint')}
        measure={measure}
      />
    </>
  );
}

/** What the unit does harshly, from which force on, and where that is read. */
function HarshParameters({ path, hasParameter }: { path: string; hasParameter: boolean }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <FormRadioGroup
        name={`${path}.harsh`}
        label={t('rules.harsh')}
        options={HARSH_CHOICES.map((value) => ({ value, label: t(`rules.harshChoices.${value}`) }))}
      />
      <FormNumberField
        name={`${path}.force`}
        label={t('rules.force')}
        required
        measure={t('rules.measures.g')}
        hint={t('rules.forceHint', { seconds: RULE.forceSpan })}
      />
      <FormTextField
        name={`${path}.force_parameter`}
        label={t('rules.forceParameter')}
        autoComplete="off"
        direction="ltr"
        hint={t('rules.forceParameterHint', LENGTH.parameterName)}
      />
      {hasParameter && (
        <FormSelect
          name={`${path}.force_unit`}
          label={t('rules.forceUnit')}
          options={FORCE_UNITS.map((value) => ({ value, label: t(`rules.forceUnits.${value}`) }))}
        />
      )}
    </>
  );
}

/** Which digital input, and what is asked of it. */
function InputParameters({ path }: { path: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <FormNumberField
        name={`${path}.input`}
        label={t('rules.input')}
        required
        whole
        hint={t('common.bounds', RULE.input)}
      />
      <FormRadioGroup
        name={`${path}.input_state`}
        label={t('rules.inputState')}
        options={INPUT_STATES.map((value) => ({ value, label: t(`rules.inputStates.${value}`) }))}
      />
    </>
  );
}

/** Driving for too long, or setting off again too early. */
function DrivingParameters({ path, asked }: { path: string; asked: TypedCondition['driving'] }): ReactNode {
  const { t } = useTranslation();
  const measure = t('rules.measures.minutes');
  return (
    <>
      <FormRadioGroup
        name={`${path}.driving`}
        label={t('rules.driving')}
        options={DRIVING_CHOICES.map((value) => ({ value, label: t(`rules.drivingChoices.${value}`) }))}
      />
      {asked === 'driving' && (
        <FormNumberField
          name={`${path}.driving_minutes`}
          label={t('rules.drivingMinutes')}
          required
          whole
          measure={measure}
        />
      )}
      <FormNumberField
        name={`${path}.rest_minutes`}
        label={t('rules.restMinutes')}
        required
        whole
        measure={measure}
        hint={t(`rules.restHints.${asked}`, { minutes: RULE.pause })}
      />
    </>
  );
}

/** Which counter, and the figure that it reaches. */
function CounterParameters({
  path,
  counter,
  repeats,
}: {
  path: string;
  counter: TypedCondition['counter'];
  repeats: boolean;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <FormRadioGroup
        name={`${path}.counter`}
        label={t('rules.counter')}
        options={COUNTERS.map((value) => ({ value, label: t(`rules.counters.${value}`) }))}
      />
      <FormNumberField
        name={`${path}.counter_at`}
        label={t(`rules.counterAt.${repeats ? 'each' : 'once'}`)}
        required
        measure={t(`rules.measures.${counter === 'mileage' ? 'kilometres' : 'hours'}`)}
        hint={t(`rules.counterHints.${counter}`)}
      />
      <FormCheckbox name={`${path}.counter_repeats`} label={t('rules.counterRepeats')} />
    </>
  );
}

/** How far an odometer goes back. */
function RollbackParameters({ path }: { path: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <FormNumberField
      name={`${path}.rollback`}
      label={t('rules.rollback')}
      required
      measure={t('rules.measures.kilometres')}
      hint={t('rules.rollbackHint')}
    />
  );
}

/** How many reports are too many. */
function MessagesParameters({ path, period }: { path: string; period: TypedCondition['period'] }): ReactNode {
  const { t } = useTranslation();
  const { duration } = useFormats();
  const isFine = typeof period === 'number' && period >= RULE.period.min && period <= RULE.period.max;
  return (
    <>
      <FormNumberField name={`${path}.messages`} label={t('rules.messages')} required whole />
      <FormNumberField
        name={`${path}.period`}
        label={t('rules.period')}
        required
        whole
        measure={t('rules.measures.minutes')}
        {...(isFine && { hint: t('rules.periodHint', { duration: duration(period * MINUTE) }) })}
      />
    </>
  );
}
