import { useState, type ReactNode } from 'react';
import { EQUIPMENT, PAGE } from '../../../domain/base/index.ts';
import type { Device } from '../../../domain/device/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import {
  Banner,
  Button,
  DeviceIcon,
  EmptyState,
  InfoIcon,
  LinkButton,
  PlusIcon,
  SearchField,
} from '../../../ui/index.ts';
import { Unanswered } from '../../shared/AnswerView.tsx';
import { useAnswer } from '../../shared/services/calls.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { useSession } from '../../shared/services/session.ts';
import { StepFocus } from '../../shared/form/StepFocus.tsx';
import { WaitingRows } from '../../shared/list/ServerListTable.tsx';
import { useLater } from '../../shared/time/useLater.ts';
import { ChosenDevices } from './ChosenDevices.tsx';
import { useChosenDevices, type ShownDevice } from './useChosenDevices.ts';
import './devicePicker.css';

/** Devices offered at once; more are found by their name or number. */
const OFFERED = 20;

export interface DevicePickerProps {
  /** Ids in the order of the unit's devices. */
  chosen: readonly number[];
  /** What is known of chosen ones already, so that it need not be read. */
  known?: readonly ShownDevice[];
  onChange: (ids: readonly number[]) => void;
}

/** Chooses free devices, at most as many as a unit carries, and puts them in order. */
export function DevicePicker({ chosen, known, onChange }: DevicePickerProps): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const shown = useChosenDevices(chosen, known);
  const isFull = chosen.length >= EQUIPMENT.devicesPerUnit;
  return (
    <StepFocus at={chosen.join()} className="device-picker">
      <ChosenDevices ids={chosen} devices={shown} onChange={onChange} />
      {isFull && (
        <Banner tone="info" icon={<InfoIcon />}>
          {t('unitForms.devices.full', { count: EQUIPMENT.devicesPerUnit })}
        </Banner>
      )}
      {can({ resource: 'devices', action: 'r' }) || can({ resource: 'units', action: 'a' }) ? (
        !isFull && <FreeDevices chosen={chosen} onChoose={(id) => onChange([...chosen, id])} />
      ) : (
        <Banner tone="caution" icon={<InfoIcon />}>
          {t('unitForms.devices.noList')}
        </Banner>
      )}
    </StepFocus>
  );
}

/** Devices that are in no unit; typing narrows them down. */
function FreeDevices({ chosen, onChoose }: { chosen: readonly number[]; onChoose: (id: number) => void }): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const [search, setSearch] = useState('');
  const asked = useLater(search);
  // As many more as are chosen already, which are left out below.
  const answer = useAnswer(
    'getDeviceList',
    { limit: OFFERED + EQUIPMENT.devicesPerUnit, sort: '-created_at', search: asked, filters: { use: 'free' } },
    ['device', 'unit'],
  );
  const { value, problem } = answer;
  const rows = (value?.rows ?? []).filter((device) => !chosen.includes(device.device_id)).slice(0, OFFERED);
  const hidden =
    value === null
      ? 0
      : value.total - value.rows.filter((device) => chosen.includes(device.device_id)).length - rows.length;
  const register = can({ resource: 'devices', action: 'a' }) && (
    <LinkButton href="/device/create" icon={<PlusIcon aria-hidden="true" />}>
      {t('unitForms.devices.register')}
    </LinkButton>
  );
  if (value === null)
    return (
      <Unanswered answer={answer}>
        <WaitingRows />
      </Unanswered>
    );
  return (
    <section className="device-picker-free" aria-label={t('unitForms.devices.free')} aria-busy={answer.loading}>
      <SearchField
        label={t('unitForms.devices.search')}
        clearLabel={t('common.clearSearch')}
        value={search}
        maxLength={PAGE.maximumSearch}
        onChange={setSearch}
      />
      {problem !== null && (
        <ProblemBanner problem={problem} action={<Button onPress={answer.reload}>{t('common.retry')}</Button>} />
      )}
      {rows.length > 0 ? (
        <ul className="device-picker-list">
          {rows.map((device) => (
            <FreeDevice key={device.device_id} device={device} onChoose={onChoose} />
          ))}
        </ul>
      ) : asked !== '' ? (
        <EmptyState
          title={t('list.noMatchTitle')}
          action={<Button onPress={() => setSearch('')}>{t('common.clearSearch')}</Button>}>
          {t('unitForms.devices.noMatch')}
        </EmptyState>
      ) : (
        <EmptyState
          title={t(chosen.length > 0 ? 'unitForms.devices.noMore' : 'unitForms.devices.none')}
          icon={<DeviceIcon />}
          action={register}>
          {t('unitForms.devices.noneLead')}
        </EmptyState>
      )}
      {hidden > 0 && <p className="dim">{t('unitForms.devices.more', { count: hidden })}</p>}
    </section>
  );
}

function FreeDevice({ device, onChoose }: { device: Device; onChoose: (id: number) => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <li className="device-line">
      <DeviceIcon aria-hidden="true" />
      <span className="device-line-name">
        <bdi>{device.name}</bdi>
        <span className="dim">
          <bdi>{device.device_model}</bdi> ·{' '}
          <bdi dir="ltr" className="figures">
            {device.unique_identifier}
          </bdi>
        </span>
      </span>
      <Button
        size="compact"
        icon={<PlusIcon aria-hidden="true" />}
        aria-label={t('unitForms.devices.chooseOne', { name: device.name })}
        onPress={() => onChoose(device.device_id)}>
        {t('unitForms.devices.choose')}
      </Button>
    </li>
  );
}
