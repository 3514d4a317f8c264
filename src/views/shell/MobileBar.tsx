import type { ReactNode } from 'react';
import type { MenuSection } from '../../domain/access/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Link } from '../../ui/index.ts';
import type { Screen } from '../shared/screen.ts';
import { SCREEN_ICONS } from './icons.ts';
import { isCurrent } from './MenuItems.tsx';

/** As many as fit under a thumb. */
const MOST = 4;

/** The first screens of the menu at the bottom of a narrow window; the rest is in the drawer. */
export function MobileBar({ sections, path }: { sections: readonly MenuSection<Screen>[]; path: string }): ReactNode {
  const { t } = useTranslation();
  const screens = sections.flatMap((section) => section.screens).slice(0, MOST);
  return (
    <nav aria-label={t('shell.quickNavigation')} className="bottombar" data-surface="chrome">
      {screens.map((screen) => {
        if (screen.menu === null) return null;
        const Icon = SCREEN_ICONS[screen.menu.icon];
        return (
          <Link key={screen.id} href={screen.path} className="bottombar-link" aria-current={isCurrent(path, screen.path) ? 'page' : undefined}>
            <Icon aria-hidden="true" />
            <span>{t(screen.menu.labelKey)}</span>
          </Link>
        );
      })}
    </nav>
  );
}
