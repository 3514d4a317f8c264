import { useMachine } from '@xstate/react';
import { useMemo, useState, type ReactNode } from 'react';
import { object } from 'yup';
import { failure, success } from '../../domain/base/index.ts';
import { emailField, mobileField, type Profile } from '../../domain/user/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { createVerificationMachine } from '../../machines/verification/index.ts';
import { Banner, Button, LinkButton, ShieldIcon, Skeleton } from '../../ui/index.ts';
import { Form, FormTextField } from '../../ui/forms/index.ts';
import { Answered } from '../shared/AnswerView.tsx';
import { useAnswer, useCalls } from '../shared/services/calls.ts';
import { DemoMessages } from '../shared/invitation/DemoMessages.tsx';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { CodeStep } from './CodeStep.tsx';
import { EntranceLayout } from './EntranceLayout.tsx';
import { SignInFirst } from './SignInFirst.tsx';

type Kind = 'email' | 'mobile';
const NOTHING = {};

/** Proves the e-mail address of the signed-in user, or with `?type=mobile` the mobile number. */
export default function VerificationPage(): ReactNode {
  const { t } = useTranslation();
  const { query } = useScreenPath();
  const kind: Kind = query.get('type') === 'mobile' ? 'mobile' : 'email';
  return (
    <EntranceLayout title={t(`verification.${kind}.title`)}>
      <header className="entrance-head">
        <h1 className="entrance-title">{t(`verification.${kind}.title`)}</h1>
      </header>
      <SignInFirst>
        <OwnVerification kind={kind} />
      </SignInFirst>
    </EntranceLayout>
  );
}

function OwnVerification({ kind }: { kind: Kind }): ReactNode {
  const { t } = useTranslation();
  const profile = useAnswer('getUserProfile', NOTHING);
  return (
    <>
      <Answered answer={profile} waiting={<Skeleton height="120px" />}>
        {(known) => <Verification key={kind} kind={kind} profile={known} />}
      </Answered>
      <LinkButton variant="quiet" href="/profile">
        {t('verification.toProfile')}
      </LinkButton>
    </>
  );
}

function useVerification(kind: Kind) {
  const { t } = useTranslation();
  const { call } = useCalls();
  const [machine] = useState(() =>
    createVerificationMachine({
      async send(address, signal) {
        const answer =
          kind === 'email'
            ? await call('verifyEmailRequest', { email: address }, signal)
            : await call('verifyMobileRequest', { mobile: address }, signal);
        return answer.ok
          ? success({ resendAfter: answer.value.resend_after, sentTo: answer.value.sent_to })
          : failure(answer.error);
      },
      check: ({ code }, signal) =>
        kind === 'email' ? call('verifyEmail', { code }, signal) : call('verifyMobile', { code }, signal),
      unexpectedText: () => t('errors.unexpected'),
    }),
  );
  return useMachine(machine, { input: { recipient: '', step: 'request', problem: null } });
}

function Verification({ kind, profile }: { kind: Kind; profile: Profile }): ReactNode {
  const { t } = useTranslation();
  const [snapshot, send] = useVerification(kind);
  const { context } = snapshot;
  const busy = snapshot.hasTag('busy');
  const verified = kind === 'email' ? profile.email_verified && profile.pending_email === '' : profile.mobile_verified;
  const address = kind === 'email' ? profile.pending_email || profile.email : profile.mobile;
  const schema = useMemo(
    () =>
      object({
        address:
          kind === 'email' ? emailField.required('validation.required') : mobileField.required('validation.required'),
      }),
    [kind],
  );
  const [initial] = useState({ address });
  if (snapshot.hasTag('done'))
    return (
      <Banner tone="normal" icon={<ShieldIcon />}>
        {t(`verification.${kind}.done`, { address: context.recipient })}
      </Banner>
    );
  if (snapshot.hasTag('code')) {
    return (
      <>
        <p className="entrance-lead">{t('verification.codeLead', { address: context.sentTo })}</p>
        <CodeStep snapshot={snapshot} send={send} submitLabel={t('verification.confirm')} />
        <Button variant="quiet" onPress={() => send({ type: 'code.back' })}>
          {t(`verification.${kind}.other`)}
        </Button>
        <DemoMessages recipient={context.recipient} />
      </>
    );
  }
  return (
    <>
      {verified && (
        <Banner tone="normal" icon={<ShieldIcon />}>
          {t(`verification.${kind}.already`, { address })}
        </Banner>
      )}
      <p className="entrance-lead">{t(`verification.${kind}.lead`)}</p>
      {context.problem !== null && <ProblemBanner problem={context.problem} />}
      <Form
        initial={initial}
        schema={schema}
        onSubmit={(values) => void (busy || send({ type: 'code.request', recipient: values.address }))}
        label={t(`verification.${kind}.title`)}
        problems={context.problem?.fields?.map(({ message }) => ({ field: 'address', message }))}>
        <FormTextField
          name="address"
          label={t(`fields.${kind}`)}
          type={kind === 'email' ? 'email' : 'tel'}
          autoComplete={kind === 'email' ? 'email' : 'tel'}
          direction="ltr"
          required
        />
        <Button type="submit" variant="primary" size="large" wide busy={busy}>
          {t('passwordReset.send')}
        </Button>
      </Form>
    </>
  );
}
