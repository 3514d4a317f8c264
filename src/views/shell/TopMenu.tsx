import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { MenuSection } from '../../domain/access/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, Link, Menu, MoreIcon } from '../../ui/index.ts';
import type { Screen } from '../shared/address/screen.ts';
import { SCREEN_ICONS } from '../shared/address/screenIcons.ts';
import { MenuCount } from './openAlarms.tsx';
import { isCurrent } from './place.ts';

export interface TopMenuProps {
  readonly sections: readonly MenuSection<Screen>[];
  /** Path by which the entry is marked (`areaOf`). */
  readonly path: string;
}

/** The menu of the horizontal layout: as many entries as fit in a line, the others behind a button. */
export function TopMenu({ sections, path }: TopMenuProps): ReactNode {
  const { t, i18n } = useTranslation();
  const entries = sections.flatMap(({ screens }) =>
    screens.flatMap(({ id, path: to, menu }) => (menu === null ? [] : [{ id, to, menu, label: t(menu.labelKey) }])),
  );
  const { list, fitting } = useFitting(entries.length, i18n.language);
  const others = entries.slice(fitting);
  return (
    <nav aria-label={t('shell.mainMenu')} className="topmenu" data-surface="chrome">
      <ul ref={list} className="topmenu-list">
        {entries.map(({ id, to, menu, label }, index) => {
          const Icon = SCREEN_ICONS[menu.icon];
          return (
            <li key={to} inert={index >= fitting}>
              <Link href={to} className="menu-link" aria-current={isCurrent(path, to) ? 'page' : undefined}>
                <Icon aria-hidden="true" />
                <span className="menu-label">{label}</span>
                <MenuCount screen={id} />
              </Link>
            </li>
          );
        })}
      </ul>
      {others.length > 0 && (
        <Menu
          label={t('shell.moreMenu')}
          trigger={
            <Button
              variant="quiet"
              icon={<MoreIcon aria-hidden="true" />}
              aria-current={others.some(({ to }) => isCurrent(path, to)) ? 'true' : undefined}>
              {t('shell.moreMenu')}
            </Button>
          }
          // Entries lead somewhere by themselves.
          onAction={() => undefined}
          groups={[{ id: 'more', entries: others.map(({ to, label }) => ({ id: to, label, href: to })) }]}
        />
      )}
    </nav>
  );
}

/** How many entries stand in the first line of a list that wraps; the following lines are not shown. */
function useFitting(count: number, language: string) {
  const list = useRef<HTMLUListElement>(null);
  const [fitting, setFitting] = useState(count);
  useEffect(() => {
    const element = list.current;
    if (element === null) return undefined;
    const measure = (): void => {
      const items = [...element.children].filter((item) => item instanceof HTMLElement);
      const wrapped = items.findIndex(({ offsetTop }) => offsetTop > items[0].offsetTop);
      setFitting(wrapped < 0 ? items.length : wrapped);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    measure();
    return () => observer.disconnect();
  }, [count, language]);
  return { list, fitting };
}
