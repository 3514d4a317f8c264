import type { ReactNode } from 'react';
import { FACTS, FACT_FIGURES, type RuleCondition } from '../../../domain/rule/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { FormNumberField, FormSelect } from '../../../ui/forms/index.ts';
import { ZoneFields } from './PlaceParameters.tsx';

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
      {fact === 'zonePassed' && <ZoneFields path={path} hint={t('rules.passedHint')} />}
    </>
  );
}
