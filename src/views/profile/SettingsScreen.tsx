import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { Tabs } from '../../ui/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { ApiKeys } from './ApiKeys.tsx';
import { Passkeys } from './Passkeys.tsx';
import { Sessions } from './Sessions.tsx';
import { TwoFactor } from './TwoFactor.tsx';
import './profile.css';

/** Security of one's own sign-in: sessions, second step, passkeys, keys for scripts. */
export default function SettingsScreen(): ReactNode {
  const { t } = useTranslation();
  const { query, replaceQuery } = useScreenPath();
  const tabs = [
    { id: 'sessions', label: t('sessions.title'), content: <Sessions /> },
    { id: 'twoFactor', label: t('twoFactor.title'), content: <TwoFactor /> },
    { id: 'passkeys', label: t('passkeys.title'), content: <Passkeys /> },
    { id: 'apiKeys', label: t('apiKeys.title'), content: <ApiKeys /> },
  ];
  const asked = query.get('tab') ?? '';
  return (
    <div className="own-page">
      <h1 className="page-title">{t('screens.settings')}</h1>
      <Tabs
        label={t('screens.settings')}
        tabs={tabs}
        selected={tabs.some(({ id }) => id === asked) ? asked : 'sessions'}
        onChange={(tab) => replaceQuery(new URLSearchParams({ tab }))}
      />
    </div>
  );
}
