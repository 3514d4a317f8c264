import { useMemo } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import type { Screen } from '../../shared/address/screen.ts';
import { SKIN_CHOICES, usePreferences } from '../../shared/services/preferences.ts';
import { useSession } from '../../shared/services/session.ts';
import { screenCommands, type Command } from './commands.ts';

/** What of the shell the commands open. */
export interface ShellActs {
  readonly onTheme: () => void;
  readonly onHelp: () => void;
  /** Collapses or expands the menu; null in a layout without one at the side. */
  readonly onMenu: (() => void) | null;
}

/** Every screen that one may open, and what can be done from anywhere: looks, language, account, signing out. */
export function useCommands(
  screens: readonly Screen[],
  canOpen: (path: string) => boolean,
  acts: ShellActs,
): readonly Command[] {
  const { t } = useTranslation();
  const own = useOwnCommands(acts);
  const shown = useMemo(() => screenCommands(screens, canOpen, t), [screens, canOpen, t]);
  return useMemo(() => [...shown, ...own], [shown, own]);
}

function useOwnCommands({ onTheme, onHelp, onMenu }: ShellActs): readonly Command[] {
  const { t } = useTranslation();
  const { preferences, languages, change } = usePreferences();
  const { memberships, send } = useSession();
  const act = (id: string, title: string, run: () => void, detail = ''): Command => ({
    id,
    kind: 'act',
    title,
    detail,
    path: null,
    run,
  });
  return [
    ...SKIN_CHOICES.map((skin) =>
      act(`skin-${skin}`, t(`theme.skins.${skin}`), () => change({ skin }), t('theme.skin')),
    ),
    ...languages.map(({ code, name }) =>
      act(`language-${code}`, name, () => change({ language: code }), t('language.label')),
    ),
    act('theme', t('userMenu.theme'), onTheme),
    act('keyboard', t('userMenu.keyboard'), onHelp),
    ...(onMenu === null
      ? []
      : [act('menu', t(preferences.menuCollapsed ? 'shell.expandMenu' : 'shell.collapseMenu'), onMenu)]),
    ...(memberships.length > 1
      ? [act('switchAccount', t('userMenu.switchAccount'), () => send({ type: 'session.switchAccount' }))]
      : []),
    act('logout', t('userMenu.logout'), () => send({ type: 'session.signOut' }), t('search.signOut')),
  ];
}
