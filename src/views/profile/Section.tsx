import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Skeleton } from '../../ui/index.ts';
import type { Answer } from '../shared/services/calls.ts';
import { ProblemState } from '../shared/ProblemView.tsx';

/** A part of the settings: what it is for, and what the server knows of it. */
export function Section<Value>({ lead, answer, children }: { lead: string; answer: Answer<Value>; children: (value: Value) => ReactNode }): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="own-section">
      <p className="dim">{lead}</p>
      {answer.value === null && answer.problem !== null && <ProblemState problem={answer.problem} onRetry={answer.reload} />}
      {answer.value === null && answer.problem === null && <output aria-label={t('common.loading')}><Skeleton height="96px" /></output>}
      {answer.value !== null && children(answer.value)}
    </div>
  );
}
