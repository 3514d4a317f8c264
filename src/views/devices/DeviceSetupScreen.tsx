import { useEffect, type ReactNode } from 'react';
import { guessModel, protocolOfModel } from '../../domain/device/index.ts';
import { protocolNamed } from '../../domain/telemetry/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import type { DeviceSetupStep } from '../../machines/deviceSetup/index.ts';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { WaitingScreen } from '../shared/AnswerView.tsx';
import { GoneNotice } from '../shared/gone/GoneNotice.tsx';
import { useIsGone } from '../shared/gone/useIsGone.ts';
import { WhileThere } from '../shared/gone/WhileThere.tsx';
import { ProblemState } from '../shared/ProblemView.tsx';
import { BeyondReach } from '../shared/BeyondReach.tsx';
import { useMayIn } from '../shared/services/mayIn.ts';
import { useSession } from '../shared/services/session.ts';
import { useScreenParameters } from '../shared/address/screen.ts';
import { useScreenName } from '../shared/address/screenName.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { StepFocus } from '../shared/form/StepFocus.tsx';
import { WizardSteps } from '../shared/form/WizardSteps.tsx';
import { CommandsStep } from './CommandsStep.tsx';
import { CHANGE } from './DeviceBulk.tsx';
import { DeviceForm } from './DeviceForm.tsx';
import { deviceValues, newDevice } from './deviceValues.ts';
import { SensorsStep } from './SensorsStep.tsx';
import { SETUP_STEPS, useDeviceSetup, type DeviceSetup } from './useDeviceSetup.ts';
import './devices.css';

/** Sets a device up, goes on with one that was left half way, and changes the details of one. */
export default function DeviceSetupScreen(): ReactNode {
  const { id } = useScreenParameters();
  const { path, query } = useScreenPath();
  const edits = path.endsWith('/edit');
  const step = SETUP_STEPS.find((each) => each === query.get('step')) ?? 'details';
  // Another device is another wizard; a step that the wizard itself puts into the address is not.
  return (
    <Setup
      key={`${id ?? 'new'}.${edits}`}
      deviceId={id === undefined ? null : Number(id)}
      step={edits ? 'details' : step}
      edits={edits}
    />
  );
}

function Setup({
  deviceId,
  step,
  edits,
}: {
  deviceId: number | null;
  step: DeviceSetupStep;
  edits: boolean;
}): ReactNode {
  const { t } = useTranslation();
  const setup = useDeviceSetup({ deviceId, step }, edits);
  const { snapshot, send } = setup;
  const { device, problem } = snapshot.context;
  const { can } = useSession();
  const mayIn = useMayIn();
  const at = SETUP_STEPS.find((each) => snapshot.hasTag(each));
  const isGone = useIsGone('getDevice', device && { device_id: device.device_id }, ['device', 'unit']);
  useScreenName(device?.name ?? null, isGone || device === null ? undefined : `/device/${device.device_id}`);
  // The question about it is over too; a form that waits for the answer may be left as any other.
  useEffect(() => {
    if (isGone) send({ type: 'details.keep' });
  }, [isGone, send]);
  if (snapshot.matches('unreachable') && problem !== null)
    return <ProblemState problem={problem} onRetry={() => send({ type: 'setup.retry' })} />;
  // The address is about to name the device, and another wizard goes on from there: what is begun here would be lost.
  const isPassedOn = at !== 'details' && (deviceId === null || edits);
  if (at === undefined || isPassedOn) return <WaitingScreen className="device-screen" blocks={[44, 260]} />;
  if (device !== null && can(CHANGE) && !mayIn(device, CHANGE))
    return <BeyondReach href={`/device/${device.device_id}`} name={device.name} account={device.account_name} />;
  return (
    <WhileThere
      gone={isGone && device !== null ? <GoneNotice name={device.name} thing={device} list="devices" /> : null}>
      <div className="device-screen">
        <header className="page-head">
          <h1 className="page-title">{device === null ? t('screens.deviceCreate') : <bdi>{device.name}</bdi>}</h1>
        </header>
        {!edits && (
          <WizardSteps
            label={t('devices.steps')}
            steps={SETUP_STEPS.map((id) => ({ id, label: t(`devices.step.${id}`) }))}
            at={at}
            mayGo={() => device !== null}
            onStep={setup.goTo}
          />
        )}
        <StepFocus
          at={snapshot.matches({ sensors: 'setting' }) ? `settings.${snapshot.context.prompts.join()}` : at}
          className="device-screen">
          {at === 'details' && <DetailsStep setup={setup} />}
          {at === 'sensors' && device !== null && <SensorsStep setup={setup} device={device} />}
          {at === 'commands' && device !== null && <CommandsStep setup={setup} device={device} />}
        </StepFocus>
      </div>
    </WhileThere>
  );
}

function DetailsStep({ setup }: { setup: DeviceSetup }): ReactNode {
  const { t } = useTranslation();
  const { query } = useScreenPath();
  const { snapshot, send, save } = setup;
  const { device, problem, deviceId } = snapshot.context;
  const said = query.get('protocol') ?? '';
  // Where a tracker said nothing of its make, the most common model that speaks its protocol.
  const guess = query.get('model') || guessModel(said, []);
  const draftKey = `device.${deviceId ?? 'new'}`;
  return (
    <>
      <DeviceForm
        initial={device === null ? newDevice(query.get('identifier') ?? '', guess) : deviceValues(device)}
        draftKey={draftKey}
        label={t(device === null ? 'screens.deviceCreate' : 'screens.deviceEdit')}
        isNew={device === null}
        hasPassword={device?.has_password ?? false}
        protocol={device !== null ? protocolOfModel(device.device_model) : protocolNamed(said)}
        guess={guess}
        busy={snapshot.hasTag('busy')}
        problem={problem}
        onSave={save}
        onCancel={() => send({ type: 'setup.leave' })}
      />
      {snapshot.matches({ details: 'confirmingModel' }) && device !== null && (
        <ConfirmDialog
          title={t('devices.modelChangeTitle')}
          confirmLabel={t('devices.modelChangeConfirm')}
          danger
          onConfirm={() => send({ type: 'details.confirm' })}
          onClose={() => send({ type: 'details.keep' })}>
          <p>{t('devices.modelChangeLead', { name: device.name })}</p>
          <p>
            {t('devices.modelChangeLoses', {
              sensors: t('devices.sensorCount', { count: device.sensors }),
              commands: t('devices.commandCount', { count: device.commands }),
            })}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
