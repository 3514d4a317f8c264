import { useEffect, useState, type ReactNode } from 'react';
import { RouterProvider, useLocation, useNavigate, useNavigation, useRevalidator } from 'react-router';
import type { Branding } from '../domain/account/index.ts';
import { I18nextProvider, FormatsProvider, firstWeekday, useTranslation } from '../i18n/index.ts';
import { ToastRegion, UiProvider, type ToastStore } from '../ui/index.ts';
import { FormTranslation } from '../ui/forms/index.ts';
import { CrashBoundary, OfflineBanner } from '../views/errors/index.ts';
import { BrandContext } from '../views/shared/account/branding.ts';
import { AddressBarContext, type Address } from '../views/shared/address/addressBar.ts';
import { LeaveGuardContext, createLeaveGuard, type LeaveGuard } from '../views/shared/address/leaveGuard.ts';
import { DraftContext } from '../views/shared/form/drafts.ts';
import { PageLoader } from '../views/shared/PageLoader.tsx';
import { AnswersProvider } from '../views/shared/services/AnswersProvider.tsx';
import { BrowserContext, type BrowserServices } from '../views/shared/services/browser.ts';
import { PreferencesContext, type InterfaceLanguage } from '../views/shared/services/preferences.ts';
import { SessionContext } from '../views/shared/services/session.ts';
import type { ReadableStore } from '../views/shared/services/store.ts';
import { ToastContext } from '../views/shared/services/toasts.ts';
import { ShortcutProvider } from '../views/shared/shortcuts.tsx';
import type { CallsApp } from './calls.ts';
import type { Crashes } from './crashes.ts';
import { drafts } from './drafts.ts';
import { LeaveQuestion } from './LeaveQuestion.tsx';
import type { Navigation } from './navigation.ts';
import { Pages } from './Pages.tsx';
import type { PreferencesStore } from './preferences.ts';
import { BASE, addressOf, createRouter, type AppRouter } from './routes.tsx';
import { useBrand, useFormatSettings, usePreferencesView, useSessionView, type RootSession } from './rootViews.ts';
import type { SessionApp } from './session.ts';
import type { WritableStore } from './stores.ts';

export interface RootProps {
  readonly session: SessionApp;
  readonly calls: CallsApp;
  readonly browser: BrowserServices;
  readonly hostBranding: ReadableStore<Branding | null>;
  readonly preferences: PreferencesStore;
  readonly languages: ReadableStore<readonly InterfaceLanguage[]>;
  readonly deviceIsDark: WritableStore<boolean>;
  readonly toasts: ToastStore;
  readonly i18n: Parameters<typeof I18nextProvider>[0]['i18n'];
  readonly navigation: Navigation;
  readonly crashes: Crashes;
}

/** The whole client: everything that screens take from contexts, then the screen. */
export function Root(props: RootProps): ReactNode {
  const [router] = useState(() => {
    const made: AppRouter = createRouter(<Page {...props} addressBar={() => addressBarOf(made)} />, props.session);
    return made;
  });
  return (
    <I18nextProvider i18n={props.i18n}>
      <RouterProvider router={router} />
    </I18nextProvider>
  );
}

/** The address that is navigated to, or else shown. */
const addressBarOf = ({ state }: AppRouter): Address => addressOf(state.navigation.location ?? state.location);

interface PageProps extends RootProps {
  readonly addressBar: () => Address;
}

/** What is on the screen whatever the address is. */
function Page(props: PageProps): ReactNode {
  const { session, calls, toasts, navigation, crashes } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const location = useLocation();
  const { revalidate } = useRevalidator();
  const [leaveGuard] = useState(createLeaveGuard);
  useEffect(
    () => navigation.connect((path, options) => leaveGuard.goOn(() => void navigate(path, options))),
    [navigation, leaveGuard, navigate],
  );
  const view = useSessionView(session);
  return (
    <Look {...props} view={view} navigate={(path) => void navigate(path)}>
      <Services {...props} leaveGuard={leaveGuard}>
        <CrashBoundary {...crashes} onAgain={revalidate} resetKey={location.pathname}>
          <PageLoader loading={session.loading} isNavigating={useNavigation().state === 'loading'} />
          <OfflineBanner />
          <Pages session={session} calls={calls} view={view} crashes={crashes} />
        </CrashBoundary>
        <LeaveQuestion guard={leaveGuard} />
        <ToastRegion store={toasts} label={t('common.notices')} dismissLabel={t('common.dismiss')} />
      </Services>
    </Look>
  );
}

interface LookProps extends Pick<RootProps, 'preferences' | 'languages' | 'deviceIsDark' | 'hostBranding'> {
  readonly view: RootSession;
  readonly navigate: (path: string) => void;
  readonly children: ReactNode;
}

/** Who is signed in, and how everything looks to them: language, formats, colours and brand. */
function Look({ view, navigate, children, hostBranding, ...chosen }: LookProps): ReactNode {
  const preferences = usePreferencesView(chosen);
  const formats = useFormatSettings(view, preferences.preferences.timeZone);
  const brand = useBrand(view, hostBranding, chosen.preferences);
  const { language } = preferences.preferences;
  return (
    <UiProvider
      locale={language}
      firstWeekday={firstWeekday(language)}
      navigate={navigate}
      useHref={(path) => `${BASE}${path}`}>
      <FormatsProvider settings={formats}>
        <PreferencesContext value={preferences}>
          <SessionContext value={view}>
            <BrandContext value={brand}>{children}</BrandContext>
          </SessionContext>
        </PreferencesContext>
      </FormatsProvider>
    </UiProvider>
  );
}

interface ServicesProps extends Pick<PageProps, 'calls' | 'browser' | 'toasts' | 'addressBar'> {
  readonly leaveGuard: LeaveGuard;
  readonly children: ReactNode;
}

/** What screens can do: calls, drafts, notices and shortcuts. */
function Services({ calls, browser, toasts, addressBar, leaveGuard, children }: ServicesProps): ReactNode {
  const { t } = useTranslation();
  return (
    <BrowserContext value={browser}>
      <AnswersProvider calls={calls}>
        <AddressBarContext value={addressBar}>
          <LeaveGuardContext value={leaveGuard}>
            <DraftContext value={drafts}>
              <ToastContext value={toasts}>
                <FormTranslation value={t}>
                  <ShortcutProvider>{children}</ShortcutProvider>
                </FormTranslation>
              </ToastContext>
            </DraftContext>
          </LeaveGuardContext>
        </AddressBarContext>
      </AnswersProvider>
    </BrowserContext>
  );
}
