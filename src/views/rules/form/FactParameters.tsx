import type { ReactNode } from 'react';
import { RULE } from '../../../domain/base/index.ts';
import {
  FACTS,
  FACT_FIGURES,
  TRAFFIC_PERIODS,
  isExpiry,
  isOfTwoUnits,
  type RuleCondition,
} from '../../../domain/rule/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { FormNumberField, FormRadioGroup, FormSelect } from '../../../ui/forms/index.ts';
import { ZoneFields } from './PlaceParameters.tsx';
import { ReferencesField } from './ReferencesField.tsx';

/** What has to be found, and how much of it at least. */
export function FactParameters({ path, fact }: { path: string; fact: RuleCondition['fact'] }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <FormSelect
        name={`${path}.fact`}
        label={t('rules.fact')}
        options={FACTS.map((value) => ({ value, label: t(`rules.facts.${value}`) }))}
      />
      {(FACT_FIGURES[fact] ?? []).map((figure) => (
        <FormNumberField
          key={figure}
          name={`${path}.${figure}`}
          label={t(`rules.least.${figure}`)}
          measure={t(`rules.measures.${figure}`)}
          hint={t('rules.leastHint')}
        />
      ))}
      {isOfTwoUnits(fact) && (
        <>
          <ReferencesField
            name={`${path}.other_unit_ids`}
            kind="unit"
            label={t('rules.findOtherUnits')}
            hint={t(`rules.otherUnitsHints.${fact}`)}
            most={RULE.otherUnits}
          />
          <FormNumberField
            name={`${path}.metres`}
            label={t('rules.within')}
            required
            measure={t('shapes.metres')}
            hint={t('rules.withinHint')}
          />
        </>
      )}
      {isExpiry(fact) && (
        <FormNumberField
          name={`${path}.expiry_days`}
          label={t('rules.expiryDays')}
          required
          whole
          measure={t('rules.measures.days')}
          hint={t(`rules.expiryHints.${fact}`)}
        />
      )}
      {fact === 'operatorDriving' && (
        <>
          <FormNumberField
            name={`${path}.driving_minutes`}
            label={t('rules.drivingMinutes')}
            required
            whole
            measure={t('rules.measures.minutes')}
          />
          <FormNumberField
            name={`${path}.rest_minutes`}
            label={t('rules.restMinutes')}
            required
            whole
            measure={t('rules.measures.minutes')}
            hint={t('rules.operatorDrivingHint')}
          />
        </>
      )}
      {fact === 'traffic' && (
        <>
          <FormNumberField
            name={`${path}.megabytes`}
            label={t('rules.megabytes')}
            required
            measure={t('rules.measures.megabytes')}
            hint={t('rules.megabytesHint')}
          />
          <FormRadioGroup
            name={`${path}.traffic_period`}
            label={t('rules.trafficPeriod')}
            options={TRAFFIC_PERIODS.map((value) => ({ value, label: t(`rules.trafficPeriods.${value}`) }))}
          />
        </>
      )}
      {fact === 'zonePassed' && <ZoneFields path={path} hint={t('rules.passedHint')} />}
    </>
  );
}
