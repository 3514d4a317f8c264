import type { ReactNode } from 'react';
import { useTranslation } from '../../i18n/index.ts';
import {
  Breadcrumbs,
  Button,
  IconButton,
  Kbd,
  MenuIcon,
  SearchIcon,
  ThemeIcon,
  Tooltip,
  type Crumb,
} from '../../ui/index.ts';
import { Brand } from '../shared/account/Brand.tsx';
import { AccountSwitcher } from './AccountSwitcher.tsx';
import { LanguageMenu } from './LanguageMenu.tsx';
import { UserMenu } from './UserMenu.tsx';

export interface NavbarProps {
  crumbs: readonly Crumb[];
  /** The mark and name at the start: where no side menu shows them. */
  branded: boolean;
  /** Something of the screen, for example the connection. */
  status: ReactNode;
  onMenu: () => void;
  onSearch: () => void;
  onTheme: () => void;
  onHelp: () => void;
}

/** The bar above the content: where one is, in which account, as whom. */
export function Navbar({ crumbs, branded, status, onMenu, onSearch, onTheme, onHelp }: NavbarProps): ReactNode {
  const { t } = useTranslation();
  return (
    <header className="navbar" data-surface="chrome" data-branded={branded}>
      <IconButton
        className="navbar-menu"
        label={t('shell.openMenu')}
        icon={<MenuIcon aria-hidden="true" />}
        onPress={onMenu}
      />
      <div className="navbar-brand">
        <Brand size={26} />
      </div>
      <div className="navbar-crumbs">
        <Breadcrumbs label={t('shell.breadcrumbs')} crumbs={crumbs} />
      </div>
      <div className="navbar-end">
        {status}
        <Button
          variant="quiet"
          className="navbar-search"
          icon={<SearchIcon aria-hidden="true" />}
          aria-label={t('search.open')}
          onPress={onSearch}>
          <span className="navbar-search-text">
            {t('common.search')} <Kbd>Ctrl K</Kbd>
          </span>
        </Button>
        <AccountSwitcher />
        <LanguageMenu />
        <Tooltip text={t('userMenu.theme')} placement="bottom">
          <IconButton
            className="navbar-theme"
            label={t('userMenu.theme')}
            icon={<ThemeIcon aria-hidden="true" />}
            onPress={onTheme}
          />
        </Tooltip>
        <UserMenu onTheme={onTheme} onHelp={onHelp} />
      </div>
    </header>
  );
}
