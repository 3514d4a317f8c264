import type { ReactNode } from 'react';
import type { Device } from '../../domain/device/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Banner, WarningIcon } from '../../ui/index.ts';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { useBulkAct } from '../shared/list/useBulkAct.ts';

export interface DeleteDevicesProps {
  devices: readonly Pick<Device, 'device_id' | 'name' | 'unit_id' | 'unit_name'>[];
  onDone: () => void;
  onClose: () => void;
}

/** Deletes devices after a question; those that are in a unit have to be taken out of it first. */
export function DeleteDevices({ devices, onDone, onClose }: DeleteDevicesProps): ReactNode {
  const { t } = useTranslation();
  const act = useBulkAct();
  const free = devices.filter(({ unit_id }) => unit_id === null);
  const used = devices.filter(({ unit_id }) => unit_id !== null);
  const remove = async (): Promise<void> => {
    const done = await act.run(
      'deleteDevices',
      { device_ids: free.map(({ device_id }) => device_id) },
      (count) => t('devices.deleted', { count }),
      { names: new Map(free.map(({ device_id, name }) => [device_id, name])) },
    );
    if (done === null) return;
    onDone();
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('devices.deleteTitle', { count: devices.length })}
      confirmLabel={free.length === 0 ? t('common.done') : t('devices.deleteCount', { count: free.length })}
      danger={free.length > 0}
      busy={act.busy}
      problem={act.problem}
      onConfirm={() => (free.length === 0 ? onClose() : void remove())}
      onClose={onClose}>
      <div className="device-dialog">
        {free.length > 0 && <p>{t('devices.deleteLead')}</p>}
        {free.length > 0 && (
          <ul className="device-names">
            {free.map(({ device_id, name }) => (
              <li key={device_id}>
                <bdi>{name}</bdi>
              </li>
            ))}
          </ul>
        )}
        {used.length > 0 && (
          <Banner tone="caution" icon={<WarningIcon />}>
            <p>{t('devices.inUnits', { count: used.length })}</p>
            <ul>
              {used.map(({ device_id, name, unit_name }) => (
                <li key={device_id}>
                  <bdi>{name}</bdi> · <bdi>{unit_name}</bdi>
                </li>
              ))}
            </ul>
          </Banner>
        )}
      </div>
    </ConfirmDialog>
  );
}
