import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Badge } from '../../../ui/index.ts';

/** Whether a message was understood in part or not at all, and what was not, in the decoder's own (English) words. */
export function UnknownMark({ part, reason }: { part: boolean; reason: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <span>
      <Badge tone={part ? 'off' : 'caution'}>{t(part ? 'unknownMessages.part' : 'unknownMessages.whole')}</Badge>
      {reason !== '' && (
        <bdi className="cell-note" lang="en">
          {reason}
        </bdi>
      )}
    </span>
  );
}
