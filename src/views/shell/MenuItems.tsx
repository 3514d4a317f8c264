import { Fragment, type ReactNode } from 'react';
import type { MenuGroupName, MenuSection } from '../../domain/access/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Link, Tooltip } from '../../ui/index.ts';
import { REFERENCE_DATA } from '../shared/address/menuContext.ts';
import type { Screen } from '../shared/address/screen.ts';
import { SCREEN_ICONS } from '../shared/address/screenIcons.ts';
import { MenuCount } from './openAlarms.tsx';
import { isCurrent } from './place.ts';

export interface MenuItemsProps {
  sections: readonly MenuSection<Screen>[];
  /** Path by which the entry is marked (`areaOf`). */
  path: string;
  /** Only pictures; names come by tooltip. */
  collapsed?: boolean;
  onFollow?: () => void;
}

/** The side menu's groups and entries. A group of one entry shows no heading: it would say the same twice. */
export function MenuItems({ sections, path, collapsed = false, onFollow }: MenuItemsProps): ReactNode {
  const { t } = useTranslation();
  return sections.map(({ group, screens }) => (
    <Fragment key={group}>
      {screens.length > 1 && <Heading group={group} collapsed={collapsed} onFollow={onFollow} />}
      <ul className="menu-group" aria-label={t(`menu.${group}`)}>
        {screens.map((screen) => (
          <li key={screen.id}>
            <MenuLink
              screen={screen}
              current={isCurrent(path, screen.path)}
              collapsed={collapsed}
              onFollow={onFollow}
            />
          </li>
        ))}
      </ul>
    </Fragment>
  ));
}

interface HeadingProps extends Pick<MenuItemsProps, 'collapsed' | 'onFollow'> {
  group: MenuGroupName;
}

/** What a group is called; the one with a hub leads to it. */
function Heading({ group, collapsed, onFollow }: HeadingProps): ReactNode {
  const { t } = useTranslation();
  const name = t(`menu.${group}`);
  if (collapsed) return <p className="visually-hidden">{name}</p>;
  return (
    <p className="menu-heading">
      {group === 'referenceData' ? (
        <Link href={REFERENCE_DATA} className="menu-hub" onPress={onFollow}>
          {name}
        </Link>
      ) : (
        name
      )}
    </p>
  );
}

interface MenuLinkProps {
  screen: Screen;
  current: boolean;
  collapsed: boolean;
  onFollow: (() => void) | undefined;
}

function MenuLink({ screen, current, collapsed, onFollow }: MenuLinkProps): ReactNode {
  const { t } = useTranslation();
  if (screen.menu === null) return null;
  const Icon = SCREEN_ICONS[screen.menu.icon];
  const label = t(screen.menu.labelKey);
  const link = (
    <Link href={screen.path} className="menu-link" aria-current={current ? 'page' : undefined} onPress={onFollow}>
      <Icon aria-hidden="true" />
      <span className={collapsed ? 'visually-hidden' : 'menu-label'}>{label}</span>
      <MenuCount screen={screen.id} />
    </Link>
  );
  return collapsed ? (
    <Tooltip text={label} placement="end">
      {link}
    </Tooltip>
  ) : (
    link
  );
}
