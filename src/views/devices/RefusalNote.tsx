import type { ReactNode } from 'react';
import type { DeviceRefusal } from '../../domain/device/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Banner, WarningIcon } from '../../ui/index.ts';
import { useNow } from '../shared/time/useNow.ts';

/** The last time that somebody named the device and was not let in: why it is silent, or who tries to be it. */
export function RefusalNote({ refusal }: { refusal: DeviceRefusal }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  const { address, protocol, reason, time, count } = refusal;
  return (
    <Banner tone="caution" icon={<WarningIcon />}>
      <strong>{t('devices.refusal.title', { time: formats.relative(Date.parse(time), now) })}</strong>{' '}
      {t('devices.refusal.lead', { address, protocol, reason: t(`devices.refusal.reasons.${reason}`) })}{' '}
      {t('devices.refusal.times', { count })}
    </Banner>
  );
}
