import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import { CollapseIcon, IconButton, UncollapseIcon } from '../../ui/index.ts';
import { Brand } from '../shared/account/Brand.tsx';
import { MenuItems, type MenuItemsProps } from './MenuItems.tsx';

export interface SideMenuProps extends Omit<MenuItemsProps, 'onFollow'> {
  collapsed: boolean;
  onToggle: () => void;
}

/** The vertical layout's menu; collapses to pictures. */
export function SideMenu({ collapsed, onToggle, ...items }: SideMenuProps): ReactNode {
  const { t } = useTranslation();
  return (
    <aside className="side" data-surface="chrome" data-collapsed={collapsed}>
      <div className="side-brand">
        <Brand collapsed={collapsed} />
      </div>
      <nav aria-label={t('shell.mainMenu')} className="side-menu">
        <MenuItems {...items} collapsed={collapsed} />
      </nav>
      <div className="side-foot">
        <IconButton
          label={collapsed ? t('shell.expandMenu') : t('shell.collapseMenu')}
          aria-expanded={!collapsed}
          icon={
            collapsed ? (
              <UncollapseIcon aria-hidden="true" className="icon-mirrored" />
            ) : (
              <CollapseIcon aria-hidden="true" className="icon-mirrored" />
            )
          }
          onPress={onToggle}
        />
      </div>
    </aside>
  );
}
