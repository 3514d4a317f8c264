import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Tabs } from '../../ui/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { useSession } from '../shared/services/session.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { PeopleList } from './PeopleList.tsx';
import { RolesTree } from './RolesTree.tsx';
import { PEOPLE_TABS } from './tabs.ts';
import './people.css';

/** People of the account and their roles: two tabs, each with an address of its own. */
export default function UsersScreen(): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const { path, query, go } = useScreenPath();
  const below = Number(query.get('account_id')) || null;
  const selected = path === PEOPLE_TABS.roles.path ? 'roles' : 'users';
  // An address shows what it names, entry of the menu or not.
  const isShown = (tab: keyof typeof PEOPLE_TABS): boolean =>
    can(PEOPLE_TABS[tab].open) && (tab === selected || can(PEOPLE_TABS[tab].menu));
  // Roles of another account are read there, by entering it: here one sees its people only.
  if (below !== null) return <PeopleBelow accountId={below} />;
  return (
    <div className="people-screen">
      <h1 className="visually-hidden">{t('menu.users')}</h1>
      <Tabs
        label={t('menu.users')}
        selected={selected}
        onChange={(tab) => tab !== selected && go(PEOPLE_TABS[tab === 'roles' ? 'roles' : 'users'].path)}
        tabs={[
          ...(isShown('users')
            ? [
                {
                  id: 'users',
                  label: t('people.users'),
                  content: selected === 'users' && <PeopleList accountId={null} />,
                },
              ]
            : []),
          ...(isShown('roles')
            ? [{ id: 'roles', label: t('people.roles'), content: selected === 'roles' && <RolesTree /> }]
            : []),
        ]}
      />
    </div>
  );
}

/** People of an account of the tree. */
function PeopleBelow({ accountId }: { accountId: number }): ReactNode {
  const { t } = useTranslation();
  const tree = useAnswer('getChildAccounts', {}, ['account']);
  const name = tree.value?.accounts.find((account) => account.account_id === accountId)?.name ?? '';
  return (
    <div className="people-screen">
      <h1 className="page-title people-title">{t('people.usersOf', { account: name })}</h1>
      <PeopleList accountId={accountId} />
    </div>
  );
}
