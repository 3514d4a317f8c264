import { useContext, type ReactNode } from 'react';
import type { DeviceDetails } from '../../domain/device/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, ForwardIcon, LinkButton, Panel } from '../../ui/index.ts';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { FuelForm, TripDetectorForm } from './detection/index.ts';
import { LeaveGuardContext } from '../shared/address/leaveGuard.ts';
import { useSession } from '../shared/services/session.ts';
import { SensorsPanel } from './sensors/SensorsPanel.tsx';
import type { DeviceSetup } from './useDeviceSetup.ts';

/** The second step: what the device's parameters mean. Settings that a sensor asks for next are offered at once. */
export function SensorsStep({ setup, device }: { setup: DeviceSetup; device: DeviceDetails }): ReactNode {
  const { t } = useTranslation();
  const { snapshot, send } = setup;
  const prompt = snapshot.context.prompts.at(0);
  const isSetting = snapshot.matches({ sensors: 'setting' });
  if (isSetting && prompt !== undefined) {
    const Settings = prompt === 'fuel' ? FuelForm : TripDetectorForm;
    return (
      <Panel
        title={t(`devices.prompt.${prompt}.title`)}
        actions={
          <Button variant="quiet" onPress={() => send({ type: 'prompt.later' })}>
            {t('devices.later')}
          </Button>
        }>
        <Settings device={device} unitId={device.unit_id} onSaved={() => send({ type: 'settings.done' })} />
      </Panel>
    );
  }
  return (
    <>
      <SensorsPanel
        device={device}
        onAdded={(prompts) => send({ type: 'sensor.added', prompts })}
        onCount={(sensors) =>
          sensors !== device.sensors && send({ type: 'items.changed', sensors, commands: device.commands })
        }>
        <StepButtons setup={setup} next />
      </SensorsPanel>
      {snapshot.matches({ sensors: 'prompting' }) && prompt !== undefined && (
        <ConfirmDialog
          title={t(`devices.prompt.${prompt}.title`)}
          confirmLabel={t('devices.prompt.now')}
          cancelLabel={t('devices.later')}
          onConfirm={() => send({ type: 'prompt.accept' })}
          onClose={() => send({ type: 'prompt.later' })}>
          <p>{t(`devices.prompt.${prompt}.lead`)}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

/** Back, on and done, below a step. */
export function StepButtons({ setup, next }: { setup: DeviceSetup; next?: boolean }): ReactNode {
  const { t } = useTranslation();
  const guard = useContext(LeaveGuardContext);
  /** Asks first where a sensor or a command is half written. */
  const go = (type: 'step.back' | 'step.next' | 'setup.finish') => (): void => {
    const send = (): void => setup.send({ type });
    if (guard === null) send();
    else guard.leave(send);
  };
  const { device } = setup.snapshot.context;
  const mayCreateUnit = useSession().can({ resource: 'units', action: 'a' });
  return (
    <div className="save-bar">
      <Button variant="quiet" onPress={go('step.back')}>
        {t('common.back')}
      </Button>
      <Button variant={next ? 'secondary' : 'primary'} onPress={go('setup.finish')}>
        {t('devices.finish')}
      </Button>
      {device !== null && device.unit_id === null && mayCreateUnit && (
        <LinkButton href={`/unit-creation?devices=${device.device_id}&step=details`}>
          {t('devices.createUnit')}
        </LinkButton>
      )}
      {next && (
        <Button
          variant="primary"
          icon={<ForwardIcon aria-hidden="true" className="icon-mirrored" />}
          onPress={go('step.next')}>
          {t('devices.toCommands')}
        </Button>
      )}
    </div>
  );
}
