import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { CheckIcon, classes } from '../../../ui/index.ts';

const STEPS = ['devices', 'details', 'setup'] as const;
export type CreationStep = (typeof STEPS)[number];

/** Which steps there are, and at which one stands. */
export function Steps({ current }: { current: CreationStep }): ReactNode {
  const { t } = useTranslation();
  const at = STEPS.indexOf(current);
  return (
    <ol className="steps" aria-label={t('unitForms.creation.steps')}>
      {STEPS.map((step, index) => (
        <li key={step} className={classes('step', index < at && 'step-done', index === at && 'step-current')} aria-current={index === at ? 'step' : undefined}>
          <span className="step-mark figures" aria-hidden="true">{index < at ? <CheckIcon /> : t('unitForms.creation.number', { count: index + 1 })}</span>
          <span>{t(`unitForms.creation.step.${step}`)}</span>
        </li>
      ))}
    </ol>
  );
}
