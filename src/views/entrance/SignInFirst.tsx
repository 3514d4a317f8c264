import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { LinkButton } from '../../ui/index.ts';
import { useSession, type SessionStage } from '../shared/services/session.ts';

/** Stages in which nobody is signed in. */
const OUT: readonly SessionStage[] = ['signedOut', 'signingIn', 'codeRequired', 'checkingCode'];

/**
 * A page that is open to everybody and about whoever is signed in: without a session it leads to signing in, and back.
 */
export function SignInFirst({ children }: { children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const { stage } = useSession();
  if (!OUT.includes(stage)) return children;
  return (
    <>
      <p className="entrance-lead">{t('signIn.first')}</p>
      <LinkButton variant="primary" size="large" href="/login">
        {t('signIn.submit')}
      </LinkButton>
    </>
  );
}
