import type { ReactNode } from 'react';
import { fromIso } from '../../domain/base/index.ts';
import type { Repeater } from '../../domain/repeater/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Banner, WarningIcon } from '../../ui/index.ts';
import { useProblemWords } from './problemWords.ts';

/** Why nothing is sent now, and when it is tried again; nothing where it is sent. */
export function Condition({ repeater }: { repeater: Repeater }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useProblemWords();
  const {
    state,
    waiting,
    last_error: code,
    last_error_detail: detail,
    last_error_at: at,
    next_attempt: next,
  } = repeater;
  if (state === 'paused')
    return waiting === 0 ? null : <Banner tone="info">{t('repeaters.pausedWaiting', { count: waiting })}</Banner>;
  if (state === 'running' || code === null || at === null) return null;
  return (
    <Banner tone={state === 'failing' ? 'critical' : 'caution'} icon={<WarningIcon />}>
      <p>{words(code, detail)}</p>
      <p>
        {t('repeaters.lastAttempt', { time: formats.preciseTime(fromIso(at)) })}
        {next !== null && ` ${t('repeaters.nextAttempt', { time: formats.preciseTime(fromIso(next)) })}`}
      </p>
    </Banner>
  );
}
