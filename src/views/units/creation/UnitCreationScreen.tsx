import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import { WaitingScreen } from '../../shared/AnswerView.tsx';
import { ProblemState } from '../../shared/ProblemView.tsx';
import { useCancel } from '../../shared/form/drafts.ts';
import { StepFocus } from '../../shared/form/StepFocus.tsx';
import { WizardSteps } from '../../shared/form/WizardSteps.tsx';
import '../edit/unitFields.css';
import './creation.css';
import { DetailsStep } from './DetailsStep.tsx';
import { DevicesStep } from './DevicesStep.tsx';
import { SetupStep } from './SetupStep.tsx';
import { useUnitCreation } from './useUnitCreation.ts';

const STEPS = ['devices', 'details', 'setup'] as const;

/** A new unit: its devices, itself, and what may wait (specification, chapter 4). */
export default function UnitCreationScreen(): ReactNode {
  const { t } = useTranslation();
  const [snapshot, send, actor] = useUnitCreation();
  const goAway = useCancel('unit.new', () => send({ type: 'creation.leave' }));
  const { problem } = snapshot.context;
  if (snapshot.matches('unreachable') && problem !== null) {
    return (
      <ProblemState
        problem={problem}
        title={t('unitForms.creation.lost')}
        onRetry={() => send({ type: 'creation.retry' })}
      />
    );
  }
  const step = snapshot.hasTag('devices') ? 'devices' : snapshot.hasTag('details') ? 'details' : 'setup';
  const leave = (
    <Button variant="quiet" onPress={goAway}>
      {t('common.cancel')}
    </Button>
  );
  return (
    <div className="unit-screen">
      <h1 className="visually-hidden">{t('screens.unitCreation')}</h1>
      <WizardSteps
        label={t('unitForms.creation.steps')}
        steps={STEPS.map((id) => ({ id, label: t(`unitForms.creation.step.${id}`) }))}
        at={step}
      />
      <StepFocus at={step}>
        {step === 'devices' && <DevicesStep actor={actor} snapshot={snapshot} send={send} leave={leave} />}
        {step === 'details' && <DetailsStep actor={actor} snapshot={snapshot} send={send} leave={leave} />}
        {snapshot.hasTag('setup') && <SetupStep snapshot={snapshot} send={send} />}
      </StepFocus>
      {snapshot.matches('opening') && <WaitingScreen className="unit-form" blocks={[120]} />}
    </div>
  );
}
