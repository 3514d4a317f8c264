import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Banner, LinkButton, WarningIcon } from '../../ui/index.ts';
import { useSession } from '../shared/services/session.ts';

/** The screen of an account that is not to be had: what it would have been, why not, and a link to those that are. */
export function NoAccount({ title, children }: { title: string; children: ReactNode }): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const link = can({ resource: 'vw_user_accounts', action: 'r' }) ? (
    <LinkButton href="/accounts">{t('screens.accounts')}</LinkButton>
  ) : null;
  return (
    <div className="account-screen">
      <h1 className="page-title">{title}</h1>
      <Banner tone="caution" icon={<WarningIcon />} action={link}>
        {children}
      </Banner>
    </div>
  );
}
