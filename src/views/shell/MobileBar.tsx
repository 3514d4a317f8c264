import type { ReactNode } from 'react';
import type { MenuGroupName, MenuSection } from '../../domain/access/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Link } from '../../ui/index.ts';
import type { Screen } from '../shared/address/screen.ts';
import { SCREEN_ICONS } from '../shared/address/screenIcons.ts';
import type { MenuItemsProps } from './MenuItems.tsx';
import { MenuCount } from './openAlarms.tsx';
import { isCurrent } from './place.ts';

/** As many as fit under a thumb. */
const MOST = 4;

/** Outdoors people look where things are. */
const FIRST: readonly MenuGroupName[] = ['units', 'dashboard'];

/** A few screens at the bottom of a narrow window, the fleet before all; the rest is in the drawer. */
export function MobileBar({ sections, path }: Pick<MenuItemsProps, 'sections' | 'path'>): ReactNode {
  const { t } = useTranslation();
  const rank = ({ group }: MenuSection<Screen>): number =>
    FIRST.includes(group) ? FIRST.indexOf(group) : FIRST.length;
  const screens = sections
    .toSorted((a, b) => rank(a) - rank(b))
    .flatMap((section) => section.screens)
    .slice(0, MOST);
  return (
    <nav aria-label={t('shell.quickNavigation')} className="bottombar" data-surface="chrome">
      {screens.map((screen) => {
        if (screen.menu === null) return null;
        const Icon = SCREEN_ICONS[screen.menu.icon];
        return (
          <Link
            key={screen.id}
            href={screen.path}
            className="bottombar-link"
            aria-current={isCurrent(path, screen.path) ? 'page' : undefined}>
            <Icon aria-hidden="true" />
            <span>{t(screen.menu.labelKey)}</span>
            <MenuCount screen={screen.id} />
          </Link>
        );
      })}
    </nav>
  );
}
