import { useState, type ReactNode } from 'react';
import { deviceModel, type DeviceDetails } from '../../domain/device/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, DeleteIcon, LinkButton, Panel } from '../../ui/index.ts';
import { Fact } from '../shared/Fact.tsx';
import { LabelBadges } from '../shared/form/LabelBadges.tsx';
import { useLabelColours } from '../shared/form/labelColours.ts';
import { useMayIn } from '../shared/services/mayIn.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { clockLabel } from './clockLabel.ts';
import { CopyButton } from './CopyButton.tsx';
import { DeleteDevices } from './DeleteDevices.tsx';
import { RefusalNote } from './RefusalNote.tsx';
import { protocolLockLabel } from './protocolLockLabel.ts';
import { UnitLink, modelName } from './deviceColumns.tsx';

/** What a device is, where it is and what is left to set for it. */
export function DetailsTab({ device }: { device: DeviceDetails }): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  const { goOn } = useScreenPath();
  const [deleting, setDeleting] = useState(false);
  return (
    <div className="device-screen">
      {mayIn(device, { resource: 'devices', action: 'u' }) && device.sensors === 0 && (
        <Panel title={t('devices.unfinished')}>
          <p>{t('devices.unfinishedLead')}</p>
          <p className="device-goes-on">
            <LinkButton variant="primary" href={`/device/create/${device.device_id}?step=sensors`}>
              {t('devices.goOn')}
            </LinkButton>
          </p>
        </Panel>
      )}
      {device.refusal && <RefusalNote refusal={device.refusal} />}
      <Panel title={t('devices.details')}>
        <DeviceFacts device={device} />
      </Panel>
      {mayIn(device, { resource: 'devices', action: 'd' }) && (
        <p>
          <Button variant="danger" icon={<DeleteIcon aria-hidden="true" />} onPress={() => setDeleting(true)}>
            {t('devices.delete')}
          </Button>
        </p>
      )}
      {deleting && (
        <DeleteDevices devices={[device]} onDone={() => goOn('/devices')} onClose={() => setDeleting(false)} />
      )}
    </div>
  );
}

/** Every field of a device, as it is read. */
function DeviceFacts({ device }: { device: DeviceDetails }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const colours = useLabelColours('devices');
  const model = deviceModel(device.device_model);
  return (
    <dl className="fact-grid">
      <Fact label={t('devices.identifier')}>
        <bdi dir="ltr" className="figures">
          {device.unique_identifier}
        </bdi>{' '}
        <CopyButton text={device.unique_identifier} />
      </Fact>
      <Fact label={t('devices.model')}>
        <bdi>{modelName(device.device_model)}</bdi>
      </Fact>
      <Fact label={t('devices.manufacturer')}>
        <bdi>{device.manufacturer || model?.manufacturer || '–'}</bdi>
      </Fact>
      <Fact label={t('devices.version')}>
        <bdi>{device.version || '–'}</bdi>
      </Fact>
      {model && (
        <Fact label={t('devices.protocol')}>
          <bdi dir="ltr">{model.protocol}</bdi>
        </Fact>
      )}
      <Fact label={t('devices.clock')}>{clockLabel(device.clock_offset, t('devices.clockProtocol'))}</Fact>
      <Fact label={t('devices.protocolLock')}>
        <bdi>{protocolLockLabel(device.protocol_lock, model?.protocol ?? null, t)}</bdi>
      </Fact>
      <Fact label={t('devices.networks')}>
        {device.networks.length === 0 ? t('devices.networksAny') : <bdi dir="ltr">{device.networks.join(', ')}</bdi>}
      </Fact>
      <Fact label={t('devices.password')}>
        {t(device.has_password ? 'devices.passwordSet' : 'devices.passwordNone')}
      </Fact>
      <Fact label={t('devices.unit')}>
        <UnitLink device={device} />
      </Fact>
      <Fact label={t('devices.account')}>
        <bdi>{device.account_name}</bdi>
      </Fact>
      <Fact label={t('devices.allocatedTo')}>
        {device.allocated_to === null ? (
          <span className="dim">{t('devices.notAllocated')}</span>
        ) : (
          <bdi>{device.allocated_to.account_name}</bdi>
        )}
      </Fact>
      <Fact label={t('devices.sim1')}>
        <SimCard number={device.sim_number_1} operator={device.sim_operator_1} />
      </Fact>
      <Fact label={t('devices.sim2')}>
        <SimCard number={device.sim_number_2} operator={device.sim_operator_2} />
      </Fact>
      <Fact label={t('devices.labels')}>
        {device.labels.length === 0 ? '–' : <LabelBadges labels={device.labels} colours={colours} />}
      </Fact>
      <Fact label={t('devices.created')}>
        <span className="figures">{formats.dateTime(Date.parse(device.created_at))}</span>
      </Fact>
    </dl>
  );
}

function SimCard({ number, operator }: { number: string; operator: string }): ReactNode {
  const { t } = useTranslation();
  if (number === '') return <span className="dim">{t('devices.noSim')}</span>;
  return (
    <>
      <bdi dir="ltr" className="figures">
        {number}
      </bdi>
      {operator !== '' && (
        <>
          {' '}
          · <bdi>{operator}</bdi>
        </>
      )}
    </>
  );
}
