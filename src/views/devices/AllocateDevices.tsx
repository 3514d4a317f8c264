import type { ReactNode } from 'react';
import type { Device } from '../../domain/device/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { AllocationDialog } from '../shared/allocation/AllocationDialog.tsx';
import { useBulkAct } from '../shared/useBulkAct.ts';

export interface AllocateDevicesProps {
  devices: readonly Pick<Device, 'device_id' | 'name'>[];
  onDone: () => void;
  onClose: () => void;
}

/** Gives devices to an account below. What was refused stays in the dialog, with the reason. */
export function AllocateDevices({ devices, onDone, onClose }: AllocateDevicesProps): ReactNode {
  const { t } = useTranslation();
  const act = useBulkAct();
  const names = new Map<number, string>(devices.map(({ device_id, name }) => [device_id, name]));
  return (
    <AllocationDialog
      title={devices.length === 1 ? t('devices.allocateOne', { name: devices[0].name }) : t('devices.allocateTitle', { count: devices.length })} lead={t('devices.allocateLead')} busy={act.busy} problem={act.problem} onClose={onClose}
      onAllocate={async (form) => {
        const done = await act.run('allocateDevices', { ...form, device_ids: devices.map(({ device_id }) => device_id) }, (count) => t('devices.allocated', { count }));
        if (done === null || done.length === 0) return;
        onDone();
        onClose();
      }}
    >
      {act.refused.length > 0 && <ul className="device-refused">{act.refused.map(({ id, message }) => <li key={id}><bdi>{names.get(id)}</bdi>: {message}</li>)}</ul>}
    </AllocationDialog>
  );
}
