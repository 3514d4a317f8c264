import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Banner, InfoIcon } from '../../../ui/index.ts';

export interface CutNoteProps {
  readonly shown: number;
  readonly total: number;
  /** Other words than "Showing the first 100 of 240". */
  readonly text?: string;
  /** Another way to the rest than the search; left out: the note says to search. */
  readonly action?: ReactNode;
}

/** Says that a list is longer than what is shown of it, and how to reach the rest. Nothing where it is whole. */
export function CutNote({ shown, total, text, action }: CutNoteProps): ReactNode {
  const { t } = useTranslation();
  if (total <= shown) return null;
  return (
    <Banner tone="info" icon={<InfoIcon />} action={action}>
      {text ?? t('list.cut', { shown, total })}
      {!action && ` ${t('list.cutSearch')}`}
    </Banner>
  );
}
