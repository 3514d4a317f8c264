import { useState, type ReactNode } from 'react';
import type { MailTest } from '../../../api/contract/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Banner, Button, CheckIcon, ErrorIcon, InfoIcon, InviteIcon, MailIcon, Skeleton } from '../../../ui/index.ts';
import { InviteDialog } from '../invitation/InviteDialog.tsx';
import { useAnswer } from '../services/calls.ts';
import { useSession } from '../services/session.ts';
import { ProblemBanner } from '../ProblemView.tsx';
import { StepHead, type FirstStepsProps } from './StepHead.tsx';
import { PlacedStep, TrackerStep } from './TrackerStep.tsx';

/** What follows the first login: mail, people, the first tracker. Each step may be skipped. */
export default function FirstSteps(props: FirstStepsProps): ReactNode {
  const { snapshot } = props;
  const { stage } = useSession();
  // The session of the new login is being entered.
  if (stage !== 'signedIn')
    return (
      <output className="form">
        <Skeleton height="72px" />
        <Skeleton height="60px" />
      </output>
    );
  if (snapshot.hasTag('mail')) return <MailStep {...props} />;
  if (snapshot.hasTag('people')) return <PeopleStep {...props} />;
  return snapshot.matches('placed') ? <PlacedStep {...props} /> : <TrackerStep {...props} />;
}

function MailStep({ snapshot, send }: FirstStepsProps): ReactNode {
  const { t } = useTranslation();
  const { user } = useSession();
  const { mail, problem } = snapshot.context;
  return (
    <>
      <StepHead step={1} title={t('firstSteps.mail.title')} lead={t('firstSteps.mail.lead')} />
      {problem !== null && <ProblemBanner problem={problem} />}
      {mail !== null && <MailOutcome mail={mail} />}
      <Button
        size="large"
        wide
        icon={<MailIcon aria-hidden="true" />}
        busy={snapshot.hasTag('busy')}
        onPress={() => send({ type: 'setup.testMail' })}>
        {t('firstSteps.mail.send', { email: user?.email })}
      </Button>
      <Button variant="primary" size="large" wide onPress={() => send({ type: 'setup.next' })}>
        {t('common.next')}
      </Button>
    </>
  );
}

function MailOutcome({ mail }: { mail: MailTest }): ReactNode {
  const { t } = useTranslation();
  switch (mail.outcome) {
    case 'sent':
      return (
        <Banner tone="normal" icon={<CheckIcon />}>
          {t('firstSteps.mail.sent', { email: mail.recipient })}
        </Banner>
      );
    case 'failed':
      return (
        <Banner tone="critical" icon={<ErrorIcon />}>
          {t('firstSteps.mail.failed')} <bdi dir="ltr">{mail.reason}</bdi>
        </Banner>
      );
    case 'unconfigured':
      return (
        <Banner tone="info" icon={<InfoIcon />}>
          <p>{t('firstSteps.mail.unconfigured')}</p>
          <code className="setup-line" dir="ltr">
            SMTP_URL=smtp://user:password@mail.example.com:587?from=fleet@example.com
          </code>
        </Banner>
      );
  }
}

const SHOWN = { limit: 20, sort: '-created_at' };

function PeopleStep({ send }: FirstStepsProps): ReactNode {
  const { t } = useTranslation();
  const [isInviting, setInviting] = useState(false);
  const { value, reload } = useAnswer('getInvitationList', SHOWN);
  const close = (): void => {
    setInviting(false);
    reload();
  };
  return (
    <>
      <StepHead step={2} title={t('firstSteps.people.title')} lead={t('firstSteps.people.lead')} />
      {value !== null && value.rows.length > 0 && (
        <ul className="setup-list" aria-label={t('firstSteps.people.invited')}>
          {value.rows.map(({ invitation_id, email, role_name }) => (
            <li key={invitation_id}>
              <bdi dir="ltr">{email}</bdi>
              <span className="dim">{role_name}</span>
            </li>
          ))}
        </ul>
      )}
      <Button size="large" wide icon={<InviteIcon aria-hidden="true" />} onPress={() => setInviting(true)}>
        {t('invite.title')}
      </Button>
      <Button variant="primary" size="large" wide onPress={() => send({ type: 'setup.next' })}>
        {t('common.next')}
      </Button>
      <Button variant="quiet" onPress={() => send({ type: 'setup.back' })}>
        {t('common.back')}
      </Button>
      {isInviting && <InviteDialog onClose={close} />}
    </>
  );
}
