import { useState, type ReactNode } from 'react';
import { DEVICE_MODELS, DEVICE_STATUSES, type Device } from '../../domain/device/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { DeviceIcon, EditIcon, EmptyState, LinkButton, PlusIcon } from '../../ui/index.ts';
import { useAccountFilter } from '../shared/list/useAccountFilter.ts';
import { useGroupInAddress } from '../shared/list/useFollowedGroup.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { ServerList, type ListFilter } from '../shared/list/ServerList.tsx';
import { useMayIn } from '../shared/services/mayIn.ts';
import { useSession } from '../shared/services/session.ts';
import { AllocateDevices } from './AllocateDevices.tsx';
import { DeleteDevices } from './DeleteDevices.tsx';
import { ALLOCATE, CHANGE, DELETE, DeviceBulk, type DeviceTask } from './DeviceBulk.tsx';
import { useDeviceColumns } from './deviceColumns.tsx';
import { NewTrackers } from './NewTrackers.tsx';
import './devices.css';

/** Devices of the account, and those allocated to it; new trackers that reported stand on top. */
export default function DeviceListScreen(): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const mayIn = useMayIn();
  const [task, setTask] = useState<DeviceTask | null>(null);
  const columns = useDeviceColumns();
  const filters = useDeviceFilters();
  const may = { change: can(CHANGE), remove: can(DELETE), allocate: can(ALLOCATE) };
  const create = can({ resource: 'devices', action: 'a' }) && (
    <LinkButton variant="primary" href="/device/create" icon={<PlusIcon aria-hidden="true" />}>
      {t('devices.create')}
    </LinkButton>
  );
  return (
    <div className="devices-screen">
      <h1 className="visually-hidden">{t('menu.devices')}</h1>
      {can({ resource: 'devices', action: 'a' }) && <NewTrackers />}
      <ServerList<'getDeviceList'>
        id="devices"
        label={t('menu.devices')}
        method="getDeviceList"
        subjects={['device', 'unit']}
        columns={columns}
        rowKey={(row) => row.device_id}
        rowName={(row) => row.name}
        filters={filters}
        sort="name"
        savedViews="devices"
        searchLabel={t('devices.search')}
        tools={create}
        actions={may.change ? (row) => mayIn(row, CHANGE) && <EditLink row={row} /> : undefined}
        bulk={
          may.change || may.remove || may.allocate
            ? (rows, clear) => <DeviceBulk rows={rows} onTask={setTask} onDone={clear} />
            : undefined
        }
        empty={
          <EmptyState title={t('devices.emptyTitle')} icon={<DeviceIcon />} action={create}>
            {t('devices.emptyLead')}
          </EmptyState>
        }
      />
      {task?.kind === 'delete' && (
        <DeleteDevices devices={task.devices} onDone={task.onDone} onClose={() => setTask(null)} />
      )}
      {task?.kind === 'allocate' && (
        <AllocateDevices devices={task.devices} onDone={task.onDone} onClose={() => setTask(null)} />
      )}
    </div>
  );
}

function EditLink({ row }: { row: Device }): ReactNode {
  const { t } = useTranslation();
  return (
    <LinkButton
      size="compact"
      variant="quiet"
      href={`/device/${row.device_id}/edit`}
      aria-label={t('devices.editOf', { name: row.name })}
      icon={<EditIcon aria-hidden="true" />}>
      {t('common.edit')}
    </LinkButton>
  );
}

function useDeviceFilters(): readonly ListFilter[] {
  const { t } = useTranslation();
  const labels = useAnswer('getLabels', { of: 'devices' }, ['device', 'label']);
  const accounts = useAccountFilter({ resource: 'devices', action: 'r' });
  useGroupInAddress('devices');
  return [
    {
      id: 'status',
      label: t('devices.status'),
      options: DEVICE_STATUSES.map((value) => ({ value, label: t(`devices.statuses.${value}`) })),
    },
    {
      id: 'use',
      label: t('devices.use'),
      options: (['free', 'used'] as const).map((value) => ({ value, label: t(`devices.uses.${value}`) })),
    },
    {
      id: 'device_model',
      label: t('devices.model'),
      options: DEVICE_MODELS.map(({ code, manufacturer, name }) => ({
        value: code,
        label: `${manufacturer} ${name}`,
      })).sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true })),
    },
    // Where nothing has a label there is nothing to choose; until that is known an address may name one.
    ...(labels.value?.labels.length === 0
      ? []
      : [
          {
            id: 'label',
            label: t('devices.label'),
            options: (labels.value?.labels ?? []).map((value) => ({ value, label: value })),
          },
        ]),
    ...accounts,
  ];
}
