import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Skeleton } from '../../ui/index.ts';
import { Answered } from '../shared/AnswerView.tsx';
import type { Answer } from '../shared/services/calls.ts';

/** A part of the settings: what it is for, and what the server knows of it. */
export function Section<Value>({
  lead,
  answer,
  children,
}: {
  lead: string;
  answer: Answer<Value>;
  children: (value: Value) => ReactNode;
}): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="own-section">
      <p className="dim">{lead}</p>
      <Answered
        answer={answer}
        waiting={
          <output aria-label={t('common.loading')}>
            <Skeleton height="96px" />
          </output>
        }>
        {children}
      </Answered>
    </div>
  );
}
