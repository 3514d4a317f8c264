import type { ReactNode } from 'react';
import type { Need } from '../../domain/access/index.ts';
import { DEVICE_STATUSES, nextDeviceStatuses, type Device, type DeviceStatus } from '../../domain/device/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { AllocateIcon, Button, DeleteIcon, ExpandIcon, LabelIcon, Menu } from '../../ui/index.ts';
import { useChangeLabels } from '../shared/form/ChangeLabels.tsx';
import { useBulkReach } from '../shared/list/useBulkReach.tsx';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { statusesFor } from '../shared/unit/statusTransitions.ts';
import { useStatusAct } from '../shared/unit/useStatusAct.ts';

export const CHANGE: Need = { resource: 'devices', action: 'u' };
export const DELETE: Need = { resource: 'devices', action: 'd' };
export const ALLOCATE: Need = { resource: 'account_devices', action: 'a' };
const ACTS = { change: CHANGE, remove: DELETE, allocate: ALLOCATE };

/** An act on devices that is asked about first. */
export interface DeviceTask {
  readonly kind: 'delete' | 'allocate';
  readonly devices: readonly Device[];
  readonly onDone: () => void;
}

export interface DeviceBulkProps {
  rows: readonly Device[];
  onTask: (task: DeviceTask) => void;
  onDone: () => void;
}

/** Acts on the ticked devices. */
export function DeviceBulk({ rows, onTask, onDone }: DeviceBulkProps): ReactNode {
  const { t } = useTranslation();
  const { may, beyondReach } = useBulkReach(rows, ACTS);
  const groups = useChangeLabels(
    'devices',
    rows.map(({ device_id: id, name, labels }) => ({ id, name, labels })),
    onDone,
  );
  return (
    <>
      {may.change && <StatusMenu devices={rows} onDone={onDone} />}
      {may.change && (
        <Button icon={<LabelIcon aria-hidden="true" />} onPress={groups.open}>
          {t('labels.change.act')}
        </Button>
      )}
      {groups.dialog}
      {may.allocate && (
        <Button
          icon={<AllocateIcon aria-hidden="true" />}
          onPress={() => onTask({ kind: 'allocate', devices: rows, onDone })}>
          {t('devices.allocate')}
        </Button>
      )}
      {beyondReach}
      {may.remove && (
        <Button
          variant="danger"
          icon={<DeleteIcon aria-hidden="true" />}
          onPress={() => onTask({ kind: 'delete', devices: rows, onDone })}>
          {t('devices.delete')}
        </Button>
      )}
    </>
  );
}

/** Gives devices another status and offers to take it back, by allowed steps. */
function useDeviceStatus() {
  const { t } = useTranslation();
  const { give, ...rest } = useStatusAct<'updateDeviceStatus', DeviceStatus>({
    method: 'updateDeviceStatus',
    next: nextDeviceStatuses,
    dataOf: (ids, status) => ({ device_ids: [...ids], status }),
    given: (count, status) => t('devices.statusGiven', { count, status: t(`devices.statuses.${status}`) }),
    restored: (count) => t('devices.statusRestored', { count }),
  });
  return {
    ...rest,
    give: (devices: readonly Pick<Device, 'device_id' | 'name' | 'status'>[], status: DeviceStatus) =>
      give(
        devices.map((device) => ({ id: device.device_id, name: device.name, status: device.status })),
        status,
      ),
  };
}

/** The statuses that at least one of the devices may be given, each with what it means. */
export function StatusMenu({
  devices,
  onDone,
}: {
  devices: readonly Pick<Device, 'device_id' | 'name' | 'status'>[];
  onDone?: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const { give, busy, problem } = useDeviceStatus();
  const next = statusesFor(
    devices.map(({ status }) => status),
    DEVICE_STATUSES,
    nextDeviceStatuses,
  );
  return (
    <>
      <Menu
        label={t('devices.setStatus')}
        trigger={
          <Button busy={busy} isDisabled={next.length === 0} icon={<ExpandIcon aria-hidden="true" />}>
            {t('devices.setStatus')}
          </Button>
        }
        groups={[
          {
            id: 'statuses',
            entries: next.map((status) => ({
              id: status,
              label: t(`devices.statuses.${status}`),
              note: t(`devices.statusMeans.${status}`),
            })),
          },
        ]}
        onAction={(chosen) => {
          const status = next.find((each) => each === chosen);
          if (status !== undefined) void give(devices, status).then((isDone) => isDone && onDone?.());
        }}
      />
      {problem !== null && <ProblemBanner problem={problem} />}
    </>
  );
}
