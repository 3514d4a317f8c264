import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { AllocateIcon, Banner, Button, CheckIcon, Panel, SensorIcon } from '../../../ui/index.ts';
import { AllocationDialog } from '../../shared/allocation/AllocationDialog.tsx';
import { useSpanWords } from '../../shared/allocation/useSpanWords.ts';
import { useMayIn } from '../../shared/services/mayIn.ts';
import type { StepProps } from './creationTypes.ts';

/** The unit exists; what may follow now or later: an account that gets it, sensors of its devices. */
export function SetupStep({ snapshot, send }: StepProps): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  const { unit, allocated, problem } = snapshot.context;
  const span = useSpanWords();
  if (unit === null) return null;
  const mayAllocate = mayIn(unit, { resource: 'account_units', action: 'a' });
  const maySetUp = mayIn(unit, { resource: 'devices', action: 'u' });
  return (
    <div className="unit-form">
      <Banner tone="normal" icon={<CheckIcon />}>
        {t('unitForms.setup.created', { name: unit.name })}
      </Banner>
      <p>{t(mayAllocate || maySetUp ? 'unitForms.setup.lead' : 'unitForms.setup.nothing')}</p>
      {mayAllocate && (
        <Panel
          title={t('unitForms.setup.allocate')}
          actions={
            <Button icon={<AllocateIcon aria-hidden="true" />} onPress={() => send({ type: 'setup.allocate' })}>
              {t(allocated ? 'unitForms.setup.allocateAgain' : 'unitForms.allocation.allocate')}
            </Button>
          }>
          <p className="dim">
            {allocated
              ? t('unitForms.setup.allocated', span(allocated.account_name, allocated))
              : t('unitForms.setup.allocateLead')}
          </p>
        </Panel>
      )}
      {maySetUp && (
        <Panel title={t('unitForms.setup.devices')}>
          <p className="dim">{t('unitForms.setup.devicesLead')}</p>
          <ul className="device-picker-list">
            {unit.devices.map((device) => (
              <li key={device.device_id} className="device-line">
                <span className="device-line-name">
                  <bdi>{device.name}</bdi>
                  <span className="dim">{t('unitForms.setup.sensors', { count: device.sensors.length })}</span>
                </span>
                <Button
                  size="compact"
                  icon={<SensorIcon aria-hidden="true" />}
                  aria-label={t('unitForms.setup.setUpOf', { name: device.name })}
                  onPress={() => send({ type: 'setup.device', deviceId: device.device_id })}>
                  {t('unitForms.setup.setUp')}
                </Button>
              </li>
            ))}
          </ul>
        </Panel>
      )}
      <div className="save-bar">
        <Button variant="primary" onPress={() => send({ type: 'setup.skip' })}>
          {t(allocated ? 'unitForms.setup.finish' : mayAllocate || maySetUp ? 'unitForms.setup.later' : 'common.done')}
        </Button>
      </div>
      {snapshot.hasTag('allocating') && (
        <AllocationDialog
          title={t('unitForms.allocation.title', { name: unit.name })}
          lead={t('unitForms.allocation.lead')}
          busy={snapshot.hasTag('busy')}
          problem={problem}
          notBefore={Date.parse(unit.created_at)}
          onAllocate={async (form) => send({ type: 'allocation.save', form })}
          onClose={() => send({ type: 'allocation.close' })}
        />
      )}
    </div>
  );
}
