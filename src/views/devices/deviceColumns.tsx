import type { ReactNode } from 'react';
import { deviceModel, type Device, type DeviceStatus } from '../../domain/device/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Link, StatusChip } from '../../ui/index.ts';
import { LabelBadges } from '../shared/form/LabelBadges.tsx';
import { useLabelColours } from '../shared/form/labelColours.ts';
import type { ListColumn } from '../shared/list/ServerList.tsx';
import { useMayIn } from '../shared/services/mayIn.ts';
import { STATUS_LOOK } from './deviceStatus.ts';

/** Shape, hue and word of a device's status. */
export function DeviceStatusChip({ status, plain = true }: { status: DeviceStatus; plain?: boolean }): ReactNode {
  const { t } = useTranslation();
  return (
    <StatusChip {...STATUS_LOOK[status]} plain={plain}>
      {t(`devices.statuses.${status}`)}
    </StatusChip>
  );
}

/** A model as people know it; free text stays as it was written. */
export function modelName(text: string): string {
  return deviceModel(text)?.name ?? text;
}

/** The unit that carries a device, as a link to it where one may look. */
export function UnitLink({
  device,
}: {
  device: Pick<Device, 'account_id' | 'allocated_to' | 'unit_id' | 'unit_name'>;
}): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  if (device.unit_id === null) return <span className="dim">{t('devices.uses.free')}</span>;
  return mayIn(device, { resource: 'units', action: 'r' }) ? (
    <Link href={`/unit/${device.unit_id}/view`}>
      <bdi>{device.unit_name}</bdi>
    </Link>
  ) : (
    <bdi>{device.unit_name}</bdi>
  );
}

/** Columns of the list of devices. */
export function useDeviceColumns(): readonly ListColumn<Device>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const colours = useLabelColours('devices');
  const code = (text: string): ReactNode => (
    <bdi dir="ltr" className="figures">
      {text}
    </bdi>
  );
  const column = (
    id: keyof Device & string,
    key: string,
    more: Partial<ListColumn<Device>> = {},
  ): ListColumn<Device> => {
    const text = more.text ?? ((row: Device) => String(row[id] ?? ''));
    return { id, header: t(`devices.${key}`), sortable: true, cell: (row) => <bdi>{text(row)}</bdi>, ...more, text };
  };
  const day = (iso: string): string => formats.date(Date.parse(iso));
  return [
    column('name', 'name', {
      cell: (row) => (
        <Link href={`/device/${row.device_id}`}>
          <bdi>{row.name}</bdi>
        </Link>
      ),
    }),
    column('unique_identifier', 'identifier', { cell: (row) => code(row.unique_identifier) }),
    column('device_model', 'model', { text: (row) => modelName(row.device_model) }),
    column('manufacturer', 'manufacturer', { shown: false }),
    column('version', 'version', { shown: false }),
    column('status', 'status', {
      text: (row) => t(`devices.statuses.${row.status}`),
      // Quiet where nothing is to be done.
      cell: (row) =>
        row.status === 'ACTIVE' ? (
          <span className="visually-hidden">{t('devices.statuses.ACTIVE')}</span>
        ) : (
          <DeviceStatusChip status={row.status} />
        ),
    }),
    column('unit_name', 'unit', { cell: (row) => <UnitLink device={row} /> }),
    column('sim_number_1', 'sim1', { cell: (row) => code(row.sim_number_1) }),
    column('sim_number_2', 'sim2', { sortable: false, shown: false, cell: (row) => code(row.sim_number_2) }),
    column('account_name', 'account'),
    column('allocated_to', 'allocatedTo', {
      text: (row) => row.allocated_to?.account_name ?? '',
      cell: (row) =>
        row.allocated_to && (
          <span>
            <bdi>{row.allocated_to.account_name}</bdi>
            {row.allocated_to.end_date !== null && (
              <span className="cell-note">{t('devices.until', { date: day(row.allocated_to.end_date) })}</span>
            )}
          </span>
        ),
    }),
    column('labels', 'labels', {
      sortable: false,
      text: (row) => row.labels.join(', '),
      cell: (row) => <LabelBadges labels={row.labels} colours={colours} />,
    }),
    column('created_at', 'created', {
      shown: false,
      text: (row) => formats.dateTime(Date.parse(row.created_at)),
      cell: (row) => <span className="figures">{formats.dateTime(Date.parse(row.created_at))}</span>,
    }),
  ];
}
