import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Tabs } from '../../ui/index.ts';
import { useSession } from '../shared/services/session.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { ReceivedTab } from './ReceivedTab.tsx';
import { SentTab } from './SentTab.tsx';
import './invitations.css';

/** States of one's own invitations, each a tab (specification, chapter 2). */
const RECEIVED = ['pending', 'accepted', 'declined', 'expired'] as const;

/** Invitations to the signed-in user, and for those who may see them, what the account sent. */
export default function InvitationsScreen(): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const { query, replaceQuery } = useScreenPath();
  const mayReadSent = can({ resource: 'user_accounts_invitations', action: 'r' });
  const tabs = [
    ...RECEIVED.map((status) => ({
      id: status as string,
      label: t(`invitationStatus.${status}`),
      content: <ReceivedTab key={status} status={status} />,
    })),
    ...(mayReadSent ? [{ id: 'sent', label: t('invitations.sent'), content: <SentTab /> }] : []),
  ];
  const asked = query.get('tab') ?? '';
  const selected = tabs.some(({ id }) => id === asked) ? asked : 'pending';
  return (
    <div className="page invitations">
      <header className="page-head">
        <h1 className="page-title">{t('screens.userInvitations')}</h1>
      </header>
      <Tabs
        label={t('screens.userInvitations')}
        tabs={tabs}
        selected={selected}
        onChange={(tab) => replaceQuery(new URLSearchParams({ tab }))}
      />
    </div>
  );
}
