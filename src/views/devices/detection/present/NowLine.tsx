import type { ReactNode } from 'react';
import { useFormats, useTranslation } from '../../../../i18n/index.ts';
import type { Now } from './now.ts';
import type { Present } from './usePresent.ts';

/** What a setting checks, as it is now, and what becomes of it. It is read with its field, and not called out. */
export function NowLine({ now }: { now: Now | undefined }): ReactNode {
  const { t } = useTranslation();
  if (now === undefined) return null;
  return (
    <p className="setting-now" data-holds={now.holds}>
      <bdi>{t('detection.now.value', { value: now.value })}</bdi>
      {now.verdict !== undefined && (
        <>
          {' '}
          · <strong>{now.verdict}</strong>
        </>
      )}
    </p>
  );
}

/** When the device last reported, above the settings; `children` say more of that report. */
export function LastReport({ present, children }: { present: Present; children?: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const { preciseTime } = useFormats();
  if (present.isAwaited) return null;
  const last = present.reports?.points.at(-1);
  if (last === undefined) return <p className="detection-lead">{t('detection.now.none')}</p>;
  return (
    <div className="detection-lead last-report">
      <p>{t('detection.now.last', { time: preciseTime(last.time) })}</p>
      {children}
    </div>
  );
}
