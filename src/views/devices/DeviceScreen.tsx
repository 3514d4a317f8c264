import { useMemo, type ReactNode } from 'react';
import type { DeviceDetails } from '../../domain/device/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { EditIcon, LinkButton, Tabs, type TabItem } from '../../ui/index.ts';
import { AnswerScreen } from '../shared/AnswerView.tsx';
import { useFreshAnswer } from '../shared/services/calls.ts';
import { FiltersForm, FuelForm, TripDetectorForm } from './detection/index.ts';
import { SatelliteNotice } from '../shared/device/SatelliteNotice.tsx';
import { GoneNotice } from '../shared/gone/GoneNotice.tsx';
import { useScreenParameters } from '../shared/address/screen.ts';
import { useMayIn } from '../shared/services/mayIn.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { AllocationTab } from './AllocationTab.tsx';
import { CommandLog } from './commands/CommandLog.tsx';
import { CommandsPanel } from './commands/CommandsPanel.tsx';
import { DetailsTab } from './DetailsTab.tsx';
import { StatusMenu } from './DeviceBulk.tsx';
import { DeviceStatusChip } from './deviceColumns.tsx';
import { MessagesTab } from './messages/MessagesTab.tsx';
import { SensorsPanel } from './sensors/SensorsPanel.tsx';
import './devices.css';

const TABS = [
  'details',
  'allocation',
  'sensors',
  'commands',
  'log',
  'tripDetector',
  'fuel',
  'filters',
  'messages',
] as const;
type DeviceTab = (typeof TABS)[number];

/** One device with all that is set for it: a tab each, with an address of its own. */
export default function DeviceScreen(): ReactNode {
  const { id = '' } = useScreenParameters();
  const answer = useFreshAnswer('getDevice', { device_id: Number(id) }, ['device', 'unit']);
  return (
    <AnswerScreen
      answer={answer}
      isAsked={(device) => String(device.device_id) === id}
      gone={(device) => <GoneNotice name={device.name} thing={device} list="devices" />}
      named={({ name }) => ({ name })}
      className="device-screen"
      blocks={[44, 260]}>
      {(device) => <DeviceView device={device} onChanged={answer.reload} />}
    </AnswerScreen>
  );
}

function DeviceView({ device, onChanged }: { device: DeviceDetails; onChanged: () => void }): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  const { query, path, go } = useScreenPath();
  const shown = TABS.filter((tab) => {
    if (tab === 'allocation') return mayIn(device, { resource: 'account_devices', action: 'r' });
    return tab !== 'log' || mayIn(device, { resource: 'devices', action: 'ch' });
  });
  const unitIds = useMemo(() => (device.unit_id === null ? [] : [device.unit_id]), [device.unit_id]);
  const selected = shown.find((tab) => tab === query.get('tab')) ?? 'details';
  const labels: Partial<Record<DeviceTab, string>> = {
    sensors: t('devices.tabCount', { name: t('devices.tabs.sensors'), count: device.sensors }),
    commands: t('devices.tabCount', { name: t('devices.tabs.commands'), count: device.commands }),
  };
  const tabs = shown.map((tab): TabItem => ({
    id: tab,
    label: labels[tab] ?? t(`devices.tabs.${tab}`),
    content: tab === selected && <TabContent tab={tab} device={device} onChanged={onChanged} />,
  }));
  return (
    <div className="device-screen">
      <DeviceHead device={device} />
      {unitIds.length > 0 && <SatelliteNotice unitIds={unitIds} onMended={onChanged} />}
      {/* A tab with unsaved input is left like a page. */}
      <Tabs
        label={device.name}
        tabs={tabs}
        selected={selected}
        onChange={(tab) => tab !== selected && go(path, { tab })}
        className="device-tabs"
      />
    </div>
  );
}

function TabContent({
  tab,
  device,
  onChanged,
}: {
  tab: DeviceTab;
  device: DeviceDetails;
  onChanged: () => void;
}): ReactNode {
  const detection = { device, unitId: device.unit_id, onSaved: onChanged };
  switch (tab) {
    case 'details':
      return <DetailsTab device={device} />;
    case 'allocation':
      return <AllocationTab device={device} />;
    case 'sensors':
      return <SensorsPanel device={device} />;
    case 'commands':
      return <CommandsPanel device={device} />;
    case 'log':
      return <CommandLog device={device} />;
    case 'tripDetector':
      return <TripDetectorForm {...detection} />;
    case 'fuel':
      return <FuelForm {...detection} />;
    case 'filters':
      return <FiltersForm {...detection} />;
    case 'messages':
      return <MessagesTab device={device} />;
  }
}

function DeviceHead({ device }: { device: DeviceDetails }): ReactNode {
  const { t } = useTranslation();
  const mayChange = useMayIn()(device, { resource: 'devices', action: 'u' });
  return (
    <header className="page-head">
      <h1 className="page-title device-title">
        <bdi>{device.name}</bdi> <DeviceStatusChip status={device.status} plain={false} />
      </h1>
      {mayChange && <StatusMenu devices={[device]} />}
      {mayChange && (
        <LinkButton variant="primary" href={`/device/${device.device_id}/edit`} icon={<EditIcon aria-hidden="true" />}>
          {t('common.edit')}
        </LinkButton>
      )}
    </header>
  );
}
