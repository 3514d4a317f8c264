import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Button, RetryIcon } from '../../ui/index.ts';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useSession } from '../shared/services/session.ts';
import { EntranceLayout } from './EntranceLayout.tsx';
import { PendingInvitations } from './PendingInvitations.tsx';

/** Signed in, but a member of no account. */
export default function NoAccountsPage(): ReactNode {
  const { t } = useTranslation();
  const { user, problem, send } = useSession();
  return (
    <EntranceLayout title={t('screens.noAccounts')}>
      <header className="entrance-head">
        <h1 className="entrance-title">{t('noAccounts.title')}</h1>
        <p className="entrance-lead">{t('noAccounts.lead')}</p>
        <p className="entrance-lead">{t('noAccounts.next')}</p>
        {user !== null && <p className="entrance-note">{t('userMenu.signedInAs', { name: user.username })}</p>}
      </header>
      {problem !== null && <ProblemBanner problem={problem} />}
      <PendingInvitations />
      <Button
        size="large"
        wide
        icon={<RetryIcon aria-hidden="true" />}
        onPress={() => send({ type: 'session.checkAccounts' })}>
        {t('noAccounts.checkAgain')}
      </Button>
      <Button variant="quiet" onPress={() => send({ type: 'session.signOut' })}>
        {t('userMenu.logout')}
      </Button>
    </EntranceLayout>
  );
}
