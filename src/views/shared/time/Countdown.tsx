import type { ReactNode } from 'react';
import { fromIso } from '../../../domain/base/index.ts';
import { countdown } from '../../../domain/invitation/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { useClock } from '../services/browser.ts';
import './countdown.css';

/** When an invitation runs out: a countdown, a date, or that it is over (specification, chapter 4). */
export function Countdown({ expiresAt }: { expiresAt: string }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useClock();
  const at = fromIso(expiresAt);
  const left = countdown(at, now);
  const text =
    left.kind === 'expired'
      ? t('countdown.expired')
      : left.kind === 'date'
        ? t('countdown.date', { date: formats.date(at) })
        : t(`countdown.${left.unit}`, { count: left.count });
  return (
    <time dateTime={expiresAt} title={formats.dateTime(at)} className="countdown" data-over={left.kind === 'expired'}>
      {text}
    </time>
  );
}
