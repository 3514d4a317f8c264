import { useMachine } from '@xstate/react';
import { useEffect, useState, type ReactNode } from 'react';
import type { InvitePreview } from '../../domain/invitation/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { createInvitationAnswerMachine, type InvitationAnswerEvent } from '../../machines/invitation/index.ts';
import { Banner, Button, CheckIcon, InfoIcon, LinkButton, Skeleton, WarningIcon } from '../../ui/index.ts';
import { BrandContext, brandOf, useBrand } from '../shared/account/branding.ts';
import { useBrowser } from '../shared/services/browser.ts';
import { useCalls } from '../shared/services/calls.ts';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { Countdown } from '../shared/time/Countdown.tsx';
import { useDraft } from '../shared/form/drafts.ts';
import type { Problem } from '../shared/services/fleet.ts';
import { ProblemBanner, ProblemState, messageOf } from '../shared/ProblemView.tsx';
import { useScreenParameters } from '../shared/address/screen.ts';
import { useSession } from '../shared/services/session.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { EntranceLayout } from './EntranceLayout.tsx';
import { RegisterForm } from './RegisterForm.tsx';

/** The invitation of a link: looked at, then registered, joined or declined (specification, chapter 4). */
export default function WelcomePage(): ReactNode {
  const { token = '' } = useScreenParameters();
  return <Invitation key={token} token={token} />;
}

function useInvitation(token: string) {
  const { t } = useTranslation();
  const { call } = useCalls();
  const { invite } = useBrowser();
  const session = useSession();
  const { go } = useScreenPath();
  const { send: act } = session;
  const [machine] = useState(() =>
    createInvitationAnswerMachine({
      preview: (signal) => call('getInviteData', { token }, signal),
      async register(form, signal) {
        const answer = await call('registerUserWithInvite', { ...form, token }, signal);
        if (answer.ok) act({ type: 'session.adopted', signedIn: answer.value });
        return answer;
      },
      join: (signal) => call('joinUserWithInvite', { token }, signal),
      decline: (signal) => call('declineInvite', { token }, signal),
      remember: () => invite.keep(token),
      drop: () => invite.drop(),
      openLogin: () => go('/login'),
      unexpectedText: () => t('errors.unexpected'),
    }),
  );
  return useMachine(machine);
}

function Invitation({ token }: { token: string }): ReactNode {
  const { t } = useTranslation();
  const [snapshot, send] = useInvitation(token);
  const { preview, problem } = snapshot.context;
  const draftKey = `register.${token}`;
  const { forget } = useDraft(draftKey, 'tab');
  const isOver = snapshot.hasTag('over');
  useEffect(() => {
    if (isOver) forget();
  }, [isOver, forget]);
  const { user } = useSession();
  const { invite } = useBrowser();
  // Kept for the way through the sign-in; from here on the address holds it, and other ways stay open.
  useEffect(() => {
    if (user !== null) invite.drop();
  }, [user, invite]);
  const shown = useBrand();
  // Whose invitation it is shows before it is read: the account's own logo.
  const brand = preview === null || preview.branding.account_id === null ? shown : brandOf(preview.branding);
  return (
    <BrandContext value={brand}>
      <EntranceLayout title={t('screens.welcomeUser')}>
        {snapshot.matches('opening') && <Waiting />}
        {snapshot.matches('unreachable') && problem !== null && (
          <ProblemState problem={problem} onRetry={() => send({ type: 'invite.retry' })} />
        )}
        {snapshot.matches('dropped') && problem !== null && <Dropped problem={problem} />}
        {snapshot.matches('registered') && <Registered />}
        {snapshot.matches('joined') && preview !== null && <Joined preview={preview} />}
        {snapshot.matches('declined') && <Declined />}
        {snapshot.hasTag('offered') && preview !== null && (
          <>
            <Offer
              preview={preview}
              token={token}
              draftKey={draftKey}
              busy={snapshot.hasTag('busy')}
              problem={snapshot.hasTag('declining') ? null : problem}
              send={send}
            />
            {snapshot.hasTag('declining') && (
              <ConfirmDialog
                title={t('welcome.declineTitle')}
                confirmLabel={t('welcome.decline')}
                danger
                busy={snapshot.hasTag('busy')}
                problem={problem}
                onConfirm={() => send({ type: 'invite.confirm' })}
                onClose={() => send({ type: 'invite.cancel' })}>
                {t('welcome.declineLead', { account: preview.account_name })}
              </ConfirmDialog>
            )}
          </>
        )}
      </EntranceLayout>
    </BrandContext>
  );
}

function Waiting(): ReactNode {
  const { t } = useTranslation();
  return (
    <output className="form" aria-label={t('common.loading')}>
      <Skeleton height="72px" />
      <Skeleton height="60px" />
      <Skeleton height="60px" />
    </output>
  );
}

interface OfferProps {
  preview: InvitePreview;
  token: string;
  draftKey: string;
  busy: boolean;
  problem: Problem | null;
  send: (event: InvitationAnswerEvent) => void;
}

/** What one is invited to, and the ways to take it. */
function Offer({ preview, token, draftKey, busy, problem, send }: OfferProps): ReactNode {
  const { t } = useTranslation();
  const { user, account, send: act } = useSession();
  const registers = user === null && !preview.has_login;
  const isOther = user !== null && user.email.toLowerCase() !== preview.email.toLowerCase();
  return (
    <>
      <header className="entrance-head">
        <h1 className="entrance-title">{t('welcome.title', { account: preview.account_name })}</h1>
        <p className="entrance-lead">
          {t('welcome.invitedAs', { role: preview.role_name, account: preview.account_name })}
        </p>
        <p className="entrance-note">
          {t('welcome.by', { name: preview.invited_by })} · <Countdown expiresAt={preview.expires_at} />
        </p>
      </header>
      {problem !== null && !registers && <ProblemBanner problem={problem} />}
      {isOther && (
        <Banner
          tone="caution"
          icon={<WarningIcon />}
          action={<Button onPress={() => act({ type: 'session.signOut' })}>{t('userMenu.logout')}</Button>}>
          {t('welcome.otherUser', { email: preview.email, name: user.username })}
        </Banner>
      )}
      {user !== null && !isOther && (
        <Button variant="primary" size="large" wide busy={busy} onPress={() => send({ type: 'invite.join' })}>
          {t('welcome.join', { account: preview.account_name })}
        </Button>
      )}
      {user === null && preview.has_login && (
        <>
          <p>{t('welcome.hasLogin', { email: preview.email })}</p>
          <Button variant="primary" size="large" wide onPress={() => send({ type: 'invite.signIn' })}>
            {t('welcome.signIn')}
          </Button>
        </>
      )}
      {registers && (
        <>
          <p>{t('welcome.registerLead', { email: preview.email })}</p>
          <RegisterForm
            preview={preview}
            token={token}
            draftKey={draftKey}
            busy={busy}
            problem={problem}
            onSubmit={(form) => send({ type: 'invite.register', form })}
          />
          <Button variant="quiet" isDisabled={busy} onPress={() => send({ type: 'invite.signIn' })}>
            {t('welcome.otherLogin')}
          </Button>
        </>
      )}
      <Button variant="quiet" isDisabled={busy} onPress={() => send({ type: 'invite.decline' })}>
        {t('welcome.declineAsk')}
      </Button>
      {user !== null && (
        <LinkButton variant="quiet" href="/login">
          {account === null ? t('welcome.goOn') : t('welcome.stay', { account: account.name })}
        </LinkButton>
      )}
    </>
  );
}

/** Registered and signed in: on to the first steps as soon as there is a session. */
function Registered(): ReactNode {
  const { t } = useTranslation();
  const { stage } = useSession();
  const { go } = useScreenPath();
  const isSignedIn = stage === 'signedIn' || stage === 'choosingAccount' || stage === 'noAccounts';
  useEffect(() => {
    if (isSignedIn) go('/new-user-onboarding');
  }, [isSignedIn, go]);
  return <output className="entrance-lead">{t('welcome.registered')}</output>;
}

function Joined({ preview }: { preview: InvitePreview }): ReactNode {
  const { t } = useTranslation();
  const { stage, memberships, account, send } = useSession();
  const { go } = useScreenPath();
  const joined = memberships.find(({ name }) => name === preview.account_name);
  // The session learns of the account that was just joined.
  useEffect(() => {
    if (stage === 'signedIn') send({ type: 'session.userChanged' });
  }, [send, stage]);
  const goOn = (): void => {
    if (stage === 'noAccounts') send({ type: 'session.checkAccounts' });
    go('/login');
  };
  return (
    <>
      <header className="entrance-head">
        <h1 className="entrance-title">{t('welcome.joinedTitle', { account: preview.account_name })}</h1>
        <p className="entrance-lead">
          {t('welcome.invitedAs', { role: preview.role_name, account: preview.account_name })}
        </p>
      </header>
      {joined !== undefined && account !== null && joined.account_id !== account.account_id && (
        <Button
          variant="primary"
          size="large"
          wide
          onPress={() => send({ type: 'session.selectAccount', accountId: joined.account_id })}>
          {t('welcome.switch', { account: joined.name })}
        </Button>
      )}
      <Button size="large" wide onPress={goOn}>
        {account === null ? t('welcome.goOn') : t('welcome.stay', { account: account.name })}
      </Button>
    </>
  );
}

function Declined(): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <header className="entrance-head">
        <h1 className="entrance-title">{t('welcome.declinedTitle')}</h1>
      </header>
      <Banner tone="info" icon={<CheckIcon />}>
        {t('welcome.declinedLead')}
      </Banner>
      <LinkButton href="/login">{t('passwordReset.toSignIn')}</LinkButton>
    </>
  );
}

/** Why the link is of no more use, in the server's words. */
function Dropped({ problem }: { problem: Problem }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <header className="entrance-head">
        <h1 className="entrance-title">{t('welcome.droppedTitle')}</h1>
        <p className="entrance-lead" role="alert">
          {messageOf(problem)}
        </p>
        {problem.correlationId !== null && (
          <p className="correlation">{t('common.correlationId', { id: problem.correlationId })}</p>
        )}
      </header>
      <Banner tone="info" icon={<InfoIcon />}>
        {t('welcome.droppedLead')}
      </Banner>
      <LinkButton href="/login">{t('passwordReset.toSignIn')}</LinkButton>
    </>
  );
}
