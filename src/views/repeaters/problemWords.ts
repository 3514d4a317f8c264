import { useCallback } from 'react';
import type { RepeaterProblemCode } from '../../domain/repeater/index.ts';
import { useTranslation } from '../../i18n/index.ts';

/** Left to right, whatever is around it: what another system said. */
const isolated = (text: string): string => `\u2066${text}\u2069`;

/** Why something was not sent, in words, with what the other side said. */
export function useProblemWords(): (code: RepeaterProblemCode, detail: string) => string {
  const { t } = useTranslation();
  return useCallback(
    (code, detail) => {
      const words = t(`repeaters.problems.${code}`);
      return detail === '' ? words : `${words} ${t('repeaters.said', { text: isolated(detail) })}`;
    },
    [t],
  );
}
