import type { ReactNode } from 'react';
import { signInSchema, type SignInForm } from '../../domain/user/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Banner, Button, InfoIcon, Link, PasskeyIcon, Skeleton } from '../../ui/index.ts';
import { Form, FormPasswordField, FormTextField } from '../../ui/forms/index.ts';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useSession } from '../shared/services/session.ts';
import { useBrowser } from '../shared/services/browser.ts';
import { CaptchaStep } from './CaptchaStep.tsx';
import { EntranceLayout } from './EntranceLayout.tsx';
import { SecondStep } from './SecondStep.tsx';

const EMPTY: SignInForm = { username: '', password: '' };

/** Sign-in by user name or e-mail (specification, chapters 1 and 4). */
export default function SignInPage(): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const isSecondStep = session.stage === 'codeRequired' || session.stage === 'checkingCode';
  return (
    <EntranceLayout title={t('screens.login')}>
      <header className="entrance-head">
        <h1 className="entrance-title">{t(isSecondStep ? 'secondStep.title' : 'signIn.title')}</h1>
        <p className="entrance-lead">{t(isSecondStep ? 'secondStep.lead' : 'signIn.lead')}</p>
      </header>
      {session.stage === 'restoring' && <Restoring />}
      {isSecondStep && <SecondStep />}
      {session.stage !== 'restoring' && !isSecondStep && <Credentials />}
    </EntranceLayout>
  );
}

/** The form's place while the stored session is looked at. */
function Restoring(): ReactNode {
  const { t } = useTranslation();
  return (
    <output className="form" aria-label={t('signIn.restoring')}>
      <Skeleton height="60px" />
      <Skeleton height="60px" />
      <Skeleton height="40px" />
    </output>
  );
}

function Credentials(): ReactNode {
  const { t } = useTranslation();
  const session = useSession();
  const { captcha, problem, notice, blockedTarget } = session;
  const busy = session.stage === 'signingIn' || session.stage === 'entering';
  const waiting = captcha.stage === 'needed' || captcha.stage === 'solving' || captcha.stage === 'failed';
  const signIn = ({ username, password }: SignInForm): void => {
    if (!busy && !waiting) session.send({ type: 'session.signIn', username, password });
  };
  return (
    <>
      {notice !== null && problem === null && (
        <Banner tone="info" icon={<InfoIcon />}>
          {t(`session.${notice}`)}
        </Banner>
      )}
      {problem !== null && <ProblemBanner problem={problem} />}
      <Form<SignInForm>
        initial={EMPTY}
        schema={signInSchema}
        onSubmit={signIn}
        problems={problem?.fields}
        label={t('signIn.title')}>
        <FormTextField
          name="username"
          label={t('signIn.username')}
          autoComplete="username"
          direction="ltr"
          required
          takesFocus
        />
        <FormPasswordField
          name="password"
          label={t('signIn.password')}
          autoComplete="current-password"
          required
          showLabel={t('common.showPassword')}
          hideLabel={t('common.hidePassword')}
        />
        <CaptchaStep captcha={captcha} onSolve={() => session.send({ type: 'session.solveCaptcha' })} />
        <Button type="submit" variant="primary" size="large" wide busy={busy} isDisabled={waiting}>
          {busy ? t('signIn.submitting') : t('signIn.submit')}
        </Button>
        <OtherMethods busy={busy} />
        {blockedTarget !== null && <p className="entrance-note">{t('signIn.targetKept')}</p>}
      </Form>
    </>
  );
}

/** Without a password: by a passkey of this device, or with a new one. */
function OtherMethods({ busy }: { busy: boolean }): ReactNode {
  const { t } = useTranslation();
  const { passkeys } = useBrowser();
  const { send } = useSession();
  return (
    <div className="entrance-other">
      {passkeys.supported && (
        <Button
          variant="secondary"
          size="large"
          wide
          isDisabled={busy}
          icon={<PasskeyIcon aria-hidden="true" />}
          onPress={() => send({ type: 'session.signInWithPasskey' })}>
          {t('signIn.passkey')}
        </Button>
      )}
      <Link href="/forgot-password">{t('signIn.forgot')}</Link>
    </div>
  );
}
