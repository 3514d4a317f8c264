import type { ReactNode } from 'react';
import type { UnitDetails } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { DeviceIcon, EmptyState, Link, Panel } from '../../../ui/index.ts';
import { useMayIn } from '../../shared/services/mayIn.ts';
import { useSession } from '../../shared/services/session.ts';
import '../devices/devicePicker.css';

/** The unit's devices. People who may not open the list of devices still see which ones it carries. */
export function DevicesPanel({ unit }: { unit: UnitDetails }): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  const { can, account } = useSession();
  // Without the list of devices, those of one's own units.
  const isOwn = account !== null && unit.account_id === account.account_id;
  const mayOpen =
    mayIn(unit, { resource: 'devices', action: 'r' }) || (isOwn && can({ resource: 'units', action: 'u' }));
  return (
    <Panel title={t('unitForms.view.devices', { count: unit.devices.length })}>
      {unit.devices.length === 0 ? (
        <EmptyState title={t('unitForms.view.noDevices')} icon={<DeviceIcon />} />
      ) : (
        <ol className="device-picker-list">
          {unit.devices.map((device) => (
            <li key={device.device_id} className="device-line">
              <DeviceIcon aria-hidden="true" />
              <span className="device-line-name">
                {mayOpen ? (
                  <Link href={`/device/${device.device_id}`}>
                    <bdi>{device.name}</bdi>
                  </Link>
                ) : (
                  <bdi>{device.name}</bdi>
                )}
                <span className="dim">
                  <bdi>{device.device_model}</bdi> ·{' '}
                  <bdi dir="ltr" className="figures">
                    {device.unique_identifier}
                  </bdi>{' '}
                  · {t('unitForms.setup.sensors', { count: device.sensors.length })}
                </span>
              </span>
            </li>
          ))}
        </ol>
      )}
    </Panel>
  );
}
