import { useMachine, useSelector } from '@xstate/react';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { object } from 'yup';
import { ERROR } from '../../domain/errors/index.ts';
import { newPasswordSchema, signInSchema, type PasswordPolicy } from '../../domain/user/index.ts';
import { failure, success } from '../../domain/base/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import {
  createPasswordResetMachine,
  type ChosenPassword,
  type PasswordResetEffects,
  type PasswordResetStep,
  type ResetProof,
} from '../../machines/passwordReset/index.ts';
import { Banner, Button, LinkButton, ShieldIcon } from '../../ui/index.ts';
import { Form, FormCheckbox, FormPasswordField, FormTextField } from '../../ui/forms/index.ts';
import { useBrowser, type BrowserServices } from '../shared/services/browser.ts';
import { useCalls, type Calls } from '../shared/services/calls.ts';
import { DemoMessages } from '../shared/invitation/DemoMessages.tsx';
import type { Problem } from '../shared/services/fleet.ts';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { CodeStep } from './CodeStep.tsx';
import { EntranceLayout } from './EntranceLayout.tsx';

/** Paths of the steps (specification, chapter 2). */
const PATH_OF: Readonly<Record<PasswordResetStep, string>> = {
  request: '/forgot-password',
  code: '/forgot-password-II',
  password: '/forgot-password-III',
  done: '/forgot-password-III',
};

function stepOf(path: string): PasswordResetStep {
  if (path.startsWith('/set-new-password') || path === PATH_OF.password) return 'password';
  return path === PATH_OF.code ? 'code' : 'request';
}

/** The calls of the workflow; the server may ask for a proof of work first, which is done without a word. */
function effectsOf(
  { call }: Calls,
  { proveWork, resetGrant }: BrowserServices,
  show: PasswordResetEffects['show'],
  unexpectedText: () => string,
): PasswordResetEffects {
  return {
    show,
    unexpectedText,
    keep: resetGrant.keep,
    async send(username, signal) {
      let answer = await call('resetPasswordRequest', { username }, signal);
      if (!answer.ok && answer.error.code === ERROR.captchaRequired) {
        const captcha = await proveWork(signal);
        if (captcha !== null) answer = await call('resetPasswordRequest', { username, captcha }, signal);
      }
      return answer.ok ? success({ resendAfter: answer.value.resend_after, sentTo: answer.value.sent_to }) : answer;
    },
    async check({ recipient, code }, signal) {
      const answer = await call('checkResetCode', { username: recipient, code }, signal);
      return answer.ok
        ? success({ resetToken: answer.value.reset_token, policy: answer.value.password_policy })
        : failure(answer.error);
    },
    set: ({ password, retype, resetToken, endKeys = false, endPasskeys = false }, signal) =>
      call(
        'resetPassword',
        { password, retype_password: retype, reset_token: resetToken, end_keys: endKeys, end_passkeys: endPasskeys },
        signal,
      ),
  };
}

interface Place {
  readonly path: string;
  go(path: string, query?: Readonly<Record<string, string>>): void;
}

/** Where the page is, for the statechart, which lives longer than one address. */
function createPlace(first: Place) {
  let place = first;
  return {
    get: () => place,
    set(next: Place): void {
      place = next;
    },
  };
}

/** The statechart, kept at the address: each step has its page, and the browser's way back works. */
function usePasswordReset() {
  const { t } = useTranslation();
  const calls = useCalls();
  const browser = useBrowser();
  const { path, query, go } = useScreenPath();
  const [kept] = useState(browser.resetGrant.read);
  const [place] = useState(() => createPlace({ path, go }));
  useEffect(() => place.set({ path, go }), [place, path, go]);
  const [machine] = useState(() => {
    const show: PasswordResetEffects['show'] = (step, username) => {
      const { path: shownPath, go: open } = place.get();
      if (shownPath !== PATH_OF[step]) open(PATH_OF[step], step === 'code' ? { username } : undefined);
    };
    return createPasswordResetMachine(effectsOf(calls, browser, show, () => t('errors.unexpected')));
  });
  const [snapshot, send] = useMachine(machine, {
    input: { username: query.get('username') ?? '', step: stepOf(path), grant: kept },
  });
  useEffect(() => send({ type: 'reset.opened', step: stepOf(path) }), [path, send]);
  return { snapshot, send };
}

/** A forgotten password, in three steps (specification, chapter 4). */
export default function PasswordResetPage(): ReactNode {
  const { t } = useTranslation();
  const { snapshot, send } = usePasswordReset();
  const { grant, problem } = snapshot.context;
  const { proof } = snapshot.children;
  if (proof !== undefined) return <Proof actor={proof} />;
  if (grant === null) return <Done />;
  return (
    <Step title={t('passwordReset.newTitle')} lead={t(`password.${grant.policy}Hint`)}>
      <NewPassword
        policy={grant.policy}
        username={grant.username}
        busy={snapshot.hasTag('busy')}
        problem={problem}
        onSubmit={(chosen) => send({ type: 'reset.set', ...chosen })}
      />
    </Step>
  );
}

/** The first two: asking for a code and entering it. */
function Proof({ actor }: { actor: ResetProof }): ReactNode {
  const { t } = useTranslation();
  const snapshot = useSelector(actor, (current) => current);
  const { recipient, sentTo, problem } = snapshot.context;
  if (!snapshot.hasTag('code')) {
    return (
      <Step title={t('passwordReset.title')} lead={t('passwordReset.lead')}>
        <Request
          username={recipient}
          busy={snapshot.hasTag('busy')}
          problem={problem}
          onSubmit={(username) => actor.send({ type: 'code.request', recipient: username })}
        />
      </Step>
    );
  }
  return (
    <Step
      title={t('passwordReset.codeTitle')}
      lead={
        sentTo === ''
          ? t('passwordReset.codeLeadUnknown', { name: recipient })
          : t('passwordReset.codeLead', { address: sentTo })
      }>
      <CodeStep snapshot={snapshot} send={actor.send} submitLabel={t('common.next')} />
      <DemoMessages recipient={recipient.includes('@') ? recipient : ''} />
    </Step>
  );
}

function Step({ title, lead, children }: { title: string; lead: string; children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  return (
    <EntranceLayout title={title}>
      <header className="entrance-head">
        <h1 className="entrance-title">{title}</h1>
        <p className="entrance-lead">{lead}</p>
      </header>
      {children}
      <LinkButton variant="quiet" href="/login">
        {t('passwordReset.toSignIn')}
      </LinkButton>
    </EntranceLayout>
  );
}

const requestSchema = object({ username: signInSchema.fields.username });

function Request({
  username,
  busy,
  problem,
  onSubmit,
}: {
  username: string;
  busy: boolean;
  problem: Problem | null;
  onSubmit: (username: string) => void;
}): ReactNode {
  const { t } = useTranslation();
  const [initial] = useState({ username });
  return (
    <>
      {problem !== null && <ProblemBanner problem={problem} />}
      <Form
        initial={initial}
        schema={requestSchema}
        onSubmit={(values) => void (busy || onSubmit(values.username))}
        problems={problem?.fields}
        label={t('passwordReset.title')}>
        <FormTextField
          name="username"
          label={t('signIn.username')}
          autoComplete="username"
          direction="ltr"
          required
          takesFocus
        />
        <Button type="submit" variant="primary" size="large" wide busy={busy}>
          {t('passwordReset.send')}
        </Button>
      </Form>
    </>
  );
}

const NO_PASSWORD = { password: '', retype_password: '', end_keys: false, end_passkeys: false };

interface NewPasswordProps {
  policy: PasswordPolicy;
  username: string;
  busy: boolean;
  problem: Problem | null;
  onSubmit: (chosen: ChosenPassword) => void;
}

function NewPassword({ policy, username, busy, problem, onSubmit }: NewPasswordProps): ReactNode {
  const { t } = useTranslation();
  const schema = useMemo(() => newPasswordSchema(policy), [policy]);
  const words = { showLabel: t('common.showPassword'), hideLabel: t('common.hidePassword') };
  return (
    <>
      {problem !== null && <ProblemBanner problem={problem} />}
      <Form
        initial={NO_PASSWORD}
        schema={schema}
        onSubmit={(values) =>
          void (
            busy ||
            onSubmit({
              password: values.password,
              retype: values.retype_password,
              endKeys: values.end_keys,
              endPasskeys: values.end_passkeys,
            })
          )
        }
        problems={problem?.fields}
        label={t('passwordReset.newTitle')}>
        {/* For password managers, which would otherwise keep the new password under no name. */}
        <input type="text" autoComplete="username" value={username} readOnly hidden />
        <FormPasswordField
          name="password"
          label={t('fields.new_password')}
          autoComplete="new-password"
          required
          {...words}
        />
        <FormPasswordField
          name="retype_password"
          label={t('fields.retype_password')}
          autoComplete="new-password"
          required
          {...words}
        />
        <FormCheckbox name="end_keys" label={t('password.endKeys')} />
        <FormCheckbox name="end_passkeys" label={t('password.endPasskeys')} />
        <Button type="submit" variant="primary" size="large" wide busy={busy}>
          {t('passwordReset.save')}
        </Button>
      </Form>
    </>
  );
}

function Done(): ReactNode {
  const { t } = useTranslation();
  return (
    <EntranceLayout title={t('passwordReset.doneTitle')}>
      <header className="entrance-head">
        <h1 className="entrance-title">{t('passwordReset.doneTitle')}</h1>
      </header>
      <Banner tone="normal" icon={<ShieldIcon />}>
        {t('passwordReset.doneLead')}
      </Banner>
      <LinkButton variant="primary" size="large" href="/login">
        {t('passwordReset.toSignIn')}
      </LinkButton>
    </EntranceLayout>
  );
}
