import { useMachine } from '@xstate/react';
import { Suspense, useEffect, useState, type ReactNode } from 'react';
import { success } from '../../../domain/base/index.ts';
import { loadInside, useTranslation } from '../../../i18n/index.ts';
import { createSetupMachine } from '../../../machines/setup/index.ts';
import { LinkButton, Skeleton } from '../../../ui/index.ts';
import { lazyPart } from '../../shared/code/lazyPart.ts';
import { useCalls } from '../../shared/services/calls.ts';
import { useDraft } from '../../shared/form/drafts.ts';
import { usePreferences } from '../../shared/services/preferences.ts';
import { ProblemState } from '../../shared/ProblemView.tsx';
import { useSession } from '../../shared/services/session.ts';
import { EntranceLayout } from '../EntranceLayout.tsx';
import { CodeStep, OWNER_DRAFT, OwnerStep } from './OwnerSteps.tsx';
import { claimTracker, lastPositionOf } from './trackerCalls.ts';

/** The steps behind the sign-in speak of units: their texts are loaded with them. */
const FirstSteps = lazyPart(
  async () => (await Promise.all([import('../../shared/firstSteps/FirstSteps.tsx'), loadInside()]))[0],
);

/**
 * The first start of a server: whoever reads its log makes the owner account, and brings the first tracker to the map.
 */
export default function SetupPage(): ReactNode {
  const { t } = useTranslation();
  const { stage } = useSession();
  // Whoever reloads the page comes back to the steps behind the sign-in: first it must be known who they are.
  const [isKnown, setKnown] = useState(stage !== 'restoring');
  if (!isKnown && stage !== 'restoring') setKnown(true);
  return <EntranceLayout title={t('setup.title')}>{isKnown ? <Setup /> : <Waiting />}</EntranceLayout>;
}

function useSetup() {
  const { t } = useTranslation();
  const { call } = useCalls();
  const { change } = usePreferences();
  const { account, can, send: act } = useSession();
  const [machine] = useState(() =>
    createSetupMachine({
      async begin(signal) {
        const state = await call('getSetupState', {}, signal);
        if (!state.ok) return state;
        if (state.value.needed) return success('code');
        return success(account?.type === 'OWNER' && can({ resource: 'account', action: 'u' }) ? 'steps' : 'over');
      },
      check: (code, signal) => call('checkSetupCode', { code }, signal),
      async create(form, signal) {
        const answer = await call('setUpServer', form, signal);
        if (answer.ok) {
          change({ language: form.language });
          act({ type: 'session.adopted', signedIn: answer.value });
        }
        return answer;
      },
      testMail: (signal) => call('sendTestMail', {}, signal),
      claim: claimTracker(call),
      lastPosition: lastPositionOf(call),
      unexpectedText: () => t('errors.unexpected'),
    }),
  );
  return useMachine(machine);
}

function Setup(): ReactNode {
  const [snapshot, send] = useSetup();
  const { problem, code } = snapshot.context;
  const { forget } = useDraft(OWNER_DRAFT, 'tab');
  const isMade = snapshot.hasTag('mail') || snapshot.matches('over');
  useEffect(() => {
    if (isMade) forget();
  }, [isMade, forget]);
  const busy = snapshot.hasTag('busy');
  if (snapshot.matches('opening')) return <Waiting />;
  if (snapshot.matches('unreachable') && problem !== null)
    return <ProblemState problem={problem} onRetry={() => send({ type: 'setup.retry' })} />;
  if (snapshot.hasTag('code'))
    return (
      <CodeStep
        code={code}
        busy={busy}
        problem={problem}
        onCheck={(given) => send({ type: 'setup.check', code: given })}
      />
    );
  if (snapshot.hasTag('owner'))
    return (
      <OwnerStep
        busy={busy}
        problem={problem}
        onCreate={(form) => send({ type: 'setup.create', form })}
        onBack={() => send({ type: 'setup.back' })}
      />
    );
  if (snapshot.matches('over')) return <Over />;
  return (
    <Suspense fallback={<Waiting />}>
      <FirstSteps snapshot={snapshot} send={send} />
    </Suspense>
  );
}

function Waiting(): ReactNode {
  const { t } = useTranslation();
  return (
    <output className="form" aria-label={t('common.loading')}>
      <Skeleton height="72px" />
      <Skeleton height="60px" />
    </output>
  );
}

function Over(): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <header className="entrance-head">
        <h1 className="entrance-title">{t('setup.overTitle')}</h1>
        <p className="entrance-lead">{t('setup.overLead')}</p>
      </header>
      <LinkButton variant="primary" size="large" href="/login">
        {t('signIn.title')}
      </LinkButton>
    </>
  );
}
