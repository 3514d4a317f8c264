import type { EventSubject } from '../../domain/events/index.ts';
import type { ReactNode } from 'react';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import {
  AccountsIcon,
  HelpIcon,
  IconButton,
  InvitationsIcon,
  JobsIcon,
  KeyIcon,
  KeyboardIcon,
  LogoutIcon,
  Menu,
  SettingsIcon,
  SwitchAccountIcon,
  ThemeIcon,
  UserIcon,
  type MenuEntry,
} from '../../ui/index.ts';
import { Avatar } from '../shared/account/Avatar.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { useSession } from '../shared/services/session.ts';

export interface UserMenuProps {
  onTheme: () => void;
  onHelp: () => void;
}

/** Only the count is wanted; one row is the least that a page can have. */
const PENDING = { filters: { status: 'pending' as const }, limit: 1 };
const CHANGED_BY: readonly EventSubject[] = ['invitation'];
const ICON = { 'aria-hidden': true } as const;

/** Who is signed in, and what they can do about it (specification, chapter 2, "Navbar"). */
export function UserMenu({ onTheme, onHelp }: UserMenuProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { user, memberships, can, send } = useSession();
  const waiting = useAnswer('getUserInvitations', PENDING, CHANGED_BY).value?.total ?? 0;
  const acts: Readonly<Record<string, () => void>> = {
    theme: onTheme,
    keyboard: onHelp,
    switchAccount: () => send({ type: 'session.switchAccount' }),
    logout: () => send({ type: 'session.signOut' }),
  };
  const link = (id: string, href: string, icon: ReactNode, note?: string): MenuEntry => ({
    id,
    href,
    icon,
    label: t(`userMenu.${id}`),
    ...(note !== undefined && { note }),
  });
  const waitingText = waiting > 0 ? t('userMenu.invitationsWaiting', { count: waiting }) : undefined;
  const label =
    waitingText === undefined
      ? t('userMenu.label')
      : `${t('userMenu.label')} (${t('userMenu.invitations')}: ${formats.number(waiting)})`;
  return (
    <Menu
      label={t('userMenu.label')}
      trigger={
        <IconButton
          label={label}
          className="avatar-button"
          icon={
            <>
              <Avatar person={user} />
              {waiting > 0 && (
                <span className="avatar-count" aria-hidden="true">
                  {formats.number(waiting)}
                </span>
              )}
            </>
          }
        />
      }
      header={user && t('userMenu.signedInAs', { name: user.username })}
      groups={[
        {
          id: 'person',
          entries: [
            link('profile', '/profile', <UserIcon {...ICON} />),
            link('settings', '/settings', <SettingsIcon {...ICON} />),
            link('changePassword', '/change-password', <KeyIcon {...ICON} />),
            link('invitations', '/user-invitations', <InvitationsIcon {...ICON} />, waitingText),
            link('jobs', '/jobs', <JobsIcon {...ICON} />),
          ],
        },
        {
          id: 'preferences',
          entries: [
            { id: 'theme', label: t('userMenu.theme'), icon: <ThemeIcon {...ICON} /> },
            link('help', '/help', <HelpIcon {...ICON} />),
            { id: 'keyboard', label: t('userMenu.keyboard'), icon: <KeyboardIcon {...ICON} /> },
          ],
        },
        {
          id: 'session',
          entries: [
            ...(memberships.length > 1
              ? [{ id: 'switchAccount', label: t('userMenu.switchAccount'), icon: <SwitchAccountIcon {...ICON} /> }]
              : []),
            ...(can({ resource: 'account', action: 'u' })
              ? [link('accountSettings', '/account/update', <AccountsIcon {...ICON} />)]
              : []),
            { id: 'logout', label: t('userMenu.logout'), icon: <LogoutIcon {...ICON} className="icon-mirrored" /> },
          ],
        },
      ]}
      onAction={(id) => acts[id]?.()}
    />
  );
}
