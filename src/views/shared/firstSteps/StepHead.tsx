import type { ReactNode } from 'react';
import type { SnapshotFrom } from 'xstate';
import { useTranslation } from '../../../i18n/index.ts';
import type { SetupEvent, SetupMachine } from '../../../machines/setup/index.ts';
import { LinkButton } from '../../../ui/index.ts';
import './firstSteps.css';

/** What each step behind the sign-in is shown with. */
export interface FirstStepsProps {
  readonly snapshot: SnapshotFrom<SetupMachine>;
  readonly send: (event: SetupEvent) => void;
}

const STEPS = 3;

/** Where one is among the three steps. */
export function StepHead({ step, title, lead }: { step: number; title: string; lead: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <header className="entrance-head">
      <p className="entrance-note">{t('firstSteps.progress', { step, of: STEPS })}</p>
      <h1 className="entrance-title">{title}</h1>
      <p className="entrance-lead">{lead}</p>
    </header>
  );
}

/** Out of the set-up, into the product. */
export function ToProduct(): ReactNode {
  const { t } = useTranslation();
  return (
    <LinkButton variant="quiet" href="/units/map">
      {t('firstSteps.later')}
    </LinkButton>
  );
}
