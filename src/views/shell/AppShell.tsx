import { useCallback, useState, type ReactNode } from 'react';
import type { MenuSection } from '../../domain/access/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { CloseIcon, Drawer, IconButton } from '../../ui/index.ts';
import { Brand } from '../shared/account/Brand.tsx';
import { useBrand } from '../shared/account/branding.ts';
import { usePreferences } from '../shared/services/preferences.ts';
import { MenuContext } from '../shared/address/menuContext.ts';
import type { Screen } from '../shared/address/screen.ts';
import { ScreenNameContext, type ScreenName } from '../shared/address/screenName.ts';
import { useShortcuts } from '../shared/shortcuts.tsx';
import { Footer } from './Footer.tsx';
import { HelpDialog } from './HelpDialog.tsx';
import { MenuItems } from './MenuItems.tsx';
import { MobileBar } from './MobileBar.tsx';
import { Navbar } from './Navbar.tsx';
import { ALARMS, OpenAlarms, WindowTitle } from './openAlarms.tsx';
import { areaOf, crumbsOf, titleOf } from './place.ts';
import { SearchBox } from './search/SearchBox.tsx';
import { useCommands } from './search/useCommands.ts';
import { useSearchKey } from './search/useSearchKey.ts';
import { SideMenu } from './SideMenu.tsx';
import { ThemeDialog } from './ThemeDialog.tsx';
import { TopMenu } from './TopMenu.tsx';
import './shell.css';

export interface AppShellProps {
  /** What the user's menu holds (`menuFor` over the registry). */
  menu: readonly MenuSection<Screen>[];
  /** Every screen of the product: the search offers those that one may open. */
  screens?: readonly Screen[];
  /** The screen that is shown; null while none of the registry is. */
  screen: Screen | null;
  /** Path in the address, without the base. */
  path: string;
  /** Whether one may open the screen of a path; the search offers no other. */
  canOpen: (path: string) => boolean;
  /** Something for the navbar, for example the connection. */
  status?: ReactNode;
  /** Notices that stay, above the content. */
  banner?: ReactNode;
  children: ReactNode;
}

const NONE: readonly Screen[] = [];

/** Menu, navbar and content in the chosen layout; a drawer and a bottom bar where the window is narrow. */
export function AppShell({
  menu,
  screens = NONE,
  screen,
  path,
  canOpen,
  status,
  banner,
  children,
}: AppShellProps): ReactNode {
  const { t } = useTranslation();
  const { name } = useBrand();
  const { preferences, appearance, change } = usePreferences();
  const [open, setOpen] = useState<'drawer' | 'theme' | 'help' | 'search' | null>(null);
  const [thing, setThing] = useState<ScreenName | null>(null);
  const shown = screen && { screen, thing, canOpen };
  const area = areaOf(menu, screen, path);
  const close = (): void => setOpen(null);
  const toggleMenu = (): void => change({ menuCollapsed: !preferences.menuCollapsed });
  const { layout } = appearance;
  const search = useCallback(() => setOpen('search'), []);
  useSearchKey(search);
  const commands = useCommands(screens, canOpen, {
    onTheme: () => setOpen('theme'),
    onHelp: () => setOpen('help'),
    onMenu: layout === 'vertical' ? toggleMenu : null,
  });

  useShortcuts('shortcuts.general', [
    { keys: ['?'], labelKey: 'shortcuts.help', run: () => setOpen('help') },
    { keys: ['Ctrl K'], labelKey: 'search.shortcut' },
    ...(layout === 'vertical' ? [{ keys: ['m'], labelKey: 'shortcuts.menu', run: toggleMenu }] : []),
  ]);

  return (
    <OpenAlarms inSight={screen?.id === ALARMS}>
      <div className="shell" data-layout={layout}>
        <a className="skip-link" href="#content" onClick={focusContent}>
          {t('shell.skipToContent')}
        </a>
        {shown !== null && <WindowTitle title={t('app.title', { screen: titleOf(shown, t), name })} />}
        {layout === 'vertical' && (
          <SideMenu
            sections={menu}

            path={area}
            collapsed={preferences.menuCollapsed}
            onToggle={toggleMenu}
          />
        )}
        <div className="shell-page">
          <Navbar
            crumbs={shown === null ? [] : crumbsOf(shown, t)}
            branded={layout !== 'vertical'}
            status={status}
            onMenu={() => setOpen('drawer')}
            onSearch={search}
            onTheme={() => setOpen('theme')}
            onHelp={() => setOpen('help')}
          />
          {layout === 'horizontal' && <TopMenu sections={menu} path={area} />}
          {banner}
          <main
            id="content"
            tabIndex={-1}
            className="content"
            data-fills={screen?.fills ?? false}
            data-width={preferences.contentWidth}>
            <MenuContext value={menu}>
              <ScreenNameContext value={setThing}>{children}</ScreenNameContext>
            </MenuContext>
          </main>
          {preferences.footer === 'shown' && <Footer />}
          <MobileBar sections={menu} path={area} />
        </div>
        <Drawer open={open === 'drawer'} onClose={close} label={t('shell.mainMenu')}>
          <div className="side-brand">
            <Brand />
            <IconButton label={t('shell.closeMenu')} icon={<CloseIcon aria-hidden="true" />} onPress={close} />
          </div>
          <nav aria-label={t('shell.mainMenu')} className="side-menu">
            <MenuItems sections={menu} path={area} onFollow={close} />
          </nav>
        </Drawer>
        {open === 'search' && <SearchBox onClose={close} canOpen={canOpen} commands={commands} />}
        <ThemeDialog open={open === 'theme'} onClose={close} />
        <HelpDialog open={open === 'help'} onClose={close} />
      </div>
    </OpenAlarms>
  );
}

/** The address stays as it is: it belongs to the router. */
function focusContent(event: { preventDefault(): void }): void {
  event.preventDefault();
  document.getElementById('content')?.focus();
}
