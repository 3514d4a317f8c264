import type { ReactNode } from 'react';
import type { Device } from '../../domain/device/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { AllocateMany } from '../shared/allocation/AllocateMany.tsx';

export interface AllocateDevicesProps {
  devices: readonly Pick<Device, 'device_id' | 'name'>[];
  onDone: () => void;
  onClose: () => void;
}

/** Gives devices to an account below. */
export function AllocateDevices({ devices, onDone, onClose }: AllocateDevicesProps): ReactNode {
  const { t } = useTranslation();
  return (
    <AllocateMany
      title={
        devices.length === 1
          ? t('devices.allocateOne', { name: devices[0].name })
          : t('devices.allocateTitle', { count: devices.length })
      }
      lead={t('devices.allocateLead')}
      things={devices.map(({ device_id, name }) => ({ id: device_id, name }))}
      onDone={onDone}
      onClose={onClose}
      allocate={(act, form, device_ids, given) =>
        act.run(
          'allocateDevices',
          { ...form, device_ids: [...device_ids] },
          (count) => t('devices.allocated', { count, ...given }),
          { names: new Map(devices.map(({ device_id: id, name }) => [id, name])) },
        )
      }
    />
  );
}
