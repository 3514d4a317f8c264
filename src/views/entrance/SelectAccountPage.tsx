import { useState, type ReactNode } from 'react';
import type { Membership } from '../../domain/account/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Badge, Button, ForwardIcon, SearchField } from '../../ui/index.ts';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useSession } from '../shared/services/session.ts';
import { EntranceLayout } from './EntranceLayout.tsx';

/** From this many accounts on, finding one by eye takes longer than typing. */
const SEARCH_FROM = 7;

/** Choosing one of several accounts, after sign-in or to switch. */
export default function SelectAccountPage(): ReactNode {
  const { t } = useTranslation();
  const { memberships, account, stage, problem, send } = useSession();
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLocaleLowerCase();
  const shown = memberships.filter(({ name, role }) => `${name} ${role}`.toLocaleLowerCase().includes(wanted));
  const busy = stage === 'entering';
  return (
    <EntranceLayout title={t('screens.selectAccount')}>
      <header className="entrance-head">
        <h1 className="entrance-title">{t('selectAccount.title')}</h1>
        <p className="entrance-lead">{t('selectAccount.lead')}</p>
      </header>
      {problem !== null && <ProblemBanner problem={problem} />}
      {memberships.length >= SEARCH_FROM && (
        <SearchField
          label={t('selectAccount.search')}
          clearLabel={t('common.clearSearch')}
          value={search}
          onChange={setSearch}
          maxLength={100}
        />
      )}
      <ul className="accounts" aria-label={t('selectAccount.list')} aria-busy={busy}>
        {shown.map((membership) => (
          <li key={membership.account_id}>
            <AccountButton
              membership={membership}
              current={membership.account_id === account?.account_id}
              disabled={busy || membership.status !== 'active'}
              onPress={() => send({ type: 'session.selectAccount', accountId: membership.account_id })}
            />
          </li>
        ))}
        {shown.length === 0 && <li className="entrance-note">{t('selectAccount.noMatches')}</li>}
      </ul>
      <Button variant="quiet" onPress={() => send({ type: 'session.signOut' })}>
        {t('userMenu.logout')}
      </Button>
    </EntranceLayout>
  );
}

interface AccountButtonProps {
  membership: Membership;
  current: boolean;
  disabled: boolean;
  onPress: () => void;
}

function AccountButton({ membership, current, disabled, onPress }: AccountButtonProps): ReactNode {
  const { t } = useTranslation();
  const { name, type, role, status } = membership;
  return (
    <button type="button" className="account" disabled={disabled} aria-current={current || undefined} onClick={onPress}>
      <span className="account-initial" aria-hidden="true">
        {[...name][0]}
      </span>
      <span className="account-words">
        <span className="account-name">{name}</span>
        <span className="entrance-note">
          {t(`accountType.${type}`)} · {t('selectAccount.role', { role })}
        </span>
      </span>
      {status !== 'active' && <Badge tone="serious">{t(`accountStatus.${status}`)}</Badge>}
      {current && <Badge tone="accent">{t('selectAccount.current')}</Badge>}
      <ForwardIcon aria-hidden="true" className="icon-mirrored" />
    </button>
  );
}
