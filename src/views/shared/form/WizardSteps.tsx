import { useContext, type ReactNode } from 'react';
import { useFormats } from '../../../i18n/index.ts';
import { CheckIcon } from '../../../ui/index.ts';
import { LeaveGuardContext } from '../address/leaveGuard.ts';
import './wizardSteps.css';

interface WizardStep<Step extends string> {
  readonly id: Step;
  readonly label: string;
}

export interface WizardStepsProps<Step extends string> {
  label: string;
  steps: readonly WizardStep<Step>[];
  at: Step;
  /** The step can be gone to from here. Left out: steps are only shown. */
  mayGo?: (step: Step) => boolean;
  onStep?: (step: Step) => void;
}

/**
 * Which steps a wizard has and at which it is; one that can be gone to is a button, and what is unsaved is asked about
 * first.
 */
export function WizardSteps<Step extends string>({
  label,
  steps,
  at,
  mayGo,
  onStep,
}: WizardStepsProps<Step>): ReactNode {
  const guard = useContext(LeaveGuardContext);
  const current = steps.findIndex(({ id }) => id === at);
  const go = (step: Step): void => (guard === null ? onStep?.(step) : guard.leave(() => onStep?.(step)));
  return (
    <nav aria-label={label}>
      <ol className="wizard-steps">
        {steps.map(({ id, label: name }, index) => (
          <li
            key={id}
            className="wizard-step"
            data-state={index === current ? 'current' : index < current ? 'done' : 'ahead'}
            aria-current={index === current ? 'step' : undefined}>
            {mayGo === undefined || index === current ? (
              <span className="wizard-step-face">
                <Face number={index + 1} name={name} done={index < current} />
              </span>
            ) : (
              <button type="button" className="wizard-step-face" disabled={!mayGo(id)} onClick={() => go(id)}>
                <Face number={index + 1} name={name} done={index < current} />
              </button>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Face({ number, name, done }: { number: number; name: string; done: boolean }): ReactNode {
  const formats = useFormats();
  return (
    <>
      <span className="wizard-step-mark figures" aria-hidden="true">
        {done ? <CheckIcon /> : formats.number(number)}
      </span>
      <span className="wizard-step-name">{name}</span>
    </>
  );
}
