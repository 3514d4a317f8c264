import { useContext, type ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import type { DeviceSetupStep } from '../../machines/deviceSetup/index.ts';
import { LeaveGuardContext } from '../shared/leaveGuard.ts';

const STEPS: readonly DeviceSetupStep[] = ['details', 'sensors', 'commands'];

/** Where the wizard stands. Steps can be gone to once the device exists. */
export function SetupSteps({ at, exists, onStep }: { at: DeviceSetupStep; exists: boolean; onStep: (step: DeviceSetupStep) => void }): ReactNode {
  const { t } = useTranslation();
  const guard = useContext(LeaveGuardContext);
  const go = (step: DeviceSetupStep): void => (guard === null ? onStep(step) : guard.leave(() => onStep(step)));
  return (
    <nav aria-label={t('devices.steps')}>
      <ol className="setup-steps">
        {STEPS.map((step, index) => (
          <li key={step} data-state={step === at ? 'current' : index < STEPS.indexOf(at) ? 'done' : 'ahead'}>
            <button type="button" aria-current={step === at ? 'step' : undefined} disabled={step !== at && !exists} onClick={() => step !== at && go(step)}>
              <span className="setup-step-number figures" aria-hidden="true">{index + 1}</span>
              {t(`devices.step.${step}`)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
