import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { IconButton, KeyboardIcon, LogoutIcon, Menu, SwitchAccountIcon, ThemeIcon } from '../../ui/index.ts';
import { useSession } from '../shared/session.ts';

export interface UserMenuProps {
  onTheme: () => void;
  onHelp: () => void;
}

/** Up to two letters that stand for a person. */
export function initialsOf(user: { first_name: string; last_name: string; username: string } | null): string {
  const letters = [user?.first_name, user?.last_name].map((name) => [...(name ?? '')][0] ?? '').join('');
  return (letters || ([...(user?.username ?? '')][0] ?? '?')).toLocaleUpperCase();
}

/** Who is signed in, and what they can do about it. */
export function UserMenu({ onTheme, onHelp }: UserMenuProps): ReactNode {
  const { t } = useTranslation();
  const { user, memberships, send } = useSession();
  const acts: Record<string, () => void> = {
    theme: onTheme,
    keyboard: onHelp,
    switchAccount: () => send({ type: 'session.switchAccount' }),
    logout: () => send({ type: 'session.signOut' }),
  };
  const several = memberships.length > 1;
  return (
    <Menu
      label={t('userMenu.label')}
      trigger={<IconButton label={t('userMenu.label')} className="avatar" icon={<span aria-hidden="true">{initialsOf(user)}</span>} />}
      header={user && t('userMenu.signedInAs', { name: user.username })}
      groups={[
        {
          id: 'preferences',
          entries: [
            { id: 'theme', label: t('userMenu.theme'), icon: <ThemeIcon aria-hidden="true" /> },
            { id: 'keyboard', label: t('userMenu.keyboard'), icon: <KeyboardIcon aria-hidden="true" /> },
          ],
        },
        {
          id: 'session',
          entries: [
            ...(several ? [{ id: 'switchAccount', label: t('userMenu.switchAccount'), icon: <SwitchAccountIcon aria-hidden="true" /> }] : []),
            { id: 'logout', label: t('userMenu.logout'), icon: <LogoutIcon aria-hidden="true" className="icon-mirrored" /> },
          ],
        },
      ]}
      onAction={(id) => acts[id]()}
    />
  );
}
