import type { ReactNode } from 'react';
import type { DeviceDetails } from '../../domain/device/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Link } from '../../ui/index.ts';
import { useMayIn } from '../shared/services/mayIn.ts';
import { useSession } from '../shared/services/session.ts';

/** Says of a device in no unit that its reports pass, and leads to the unit that would keep them. */
export function UnstoredNote({
  device,
}: {
  device: Pick<DeviceDetails, 'device_id' | 'account_id' | 'allocated_to'>;
}): ReactNode {
  const { t } = useTranslation();
  const { account } = useSession();
  const mayIn = useMayIn();
  // An account that has it for a time cannot put it into a unit: its owner can.
  const mayMount =
    mayIn(device, { resource: 'units', action: 'a' }) &&
    (device.allocated_to === null || device.account_id === account?.account_id);
  return (
    <p className="dim unstored-note">
      {t('messages.unstored')}
      {mayMount && (
        <>
          {' '}
          <Link href={`/unit-creation?devices=${device.device_id}`}>{t('messages.createUnit')}</Link>
        </>
      )}
    </p>
  );
}
