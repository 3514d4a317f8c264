import { Suspense, lazy, useEffect, useLayoutEffect, useState, useSyncExternalStore, type ReactNode } from 'react';
import { BrowserRouter, useLocation, useNavigate } from 'react-router';
import type { Branding } from '../domain/account/index.ts';
import { I18nextProvider, FormatsProvider, firstWeekday, useTranslation } from '../i18n/index.ts';
import { ToastRegion, UiProvider, type ToastStore } from '../ui/index.ts';
import { FormTranslation } from '../ui/forms/index.ts';
import { CrashBoundary, OfflineBanner } from '../views/errors/index.ts';
import { BrandContext } from '../views/shared/account/branding.ts';
import { AddressBarContext, type Address } from '../views/shared/address/addressBar.ts';
import { LeaveGuardContext, createLeaveGuard, type LeaveGuard } from '../views/shared/address/leaveGuard.ts';
import { createLeaveHistory } from '../views/shared/address/leaveHistory.ts';
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
import type { Navigation } from './navigation.ts';
import { Pages } from './Pages.tsx';
import type { PreferencesStore } from './preferences.ts';
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

/**
 * The whole client: everything that screens take from contexts, then the screen. The router is the plain one: the data
 * router, which `useBlocker` and routes' `lazy` need, adds 15 KB to a sign-in page that may have 200 KB of script, and
 * takes it to 203.
 */
export function Root(props: RootProps): ReactNode {
  return (
    <I18nextProvider i18n={props.i18n}>
      <BrowserRouter basename={BASE}>
        <Page {...props} />
      </BrowserRouter>
    </I18nextProvider>
  );
}

const BASE = '/app';
const addressInBar = (): Address => ({
  path: window.location.pathname.slice(BASE.length) || '/',
  search: window.location.search,
});

/** What is on the screen whatever the address is. */
function Page(props: RootProps): ReactNode {
  const { session, calls, toasts, navigation, crashes } = props;
  const { t } = useTranslation();
  const navigate = useNavigate();
  const location = useLocation();
  const [leaveGuard] = useState(createLeaveGuard);
  const [leaveHistory] = useState(() => createLeaveHistory(leaveGuard, window, addressInBar));
  useLayoutEffect(() => leaveHistory.connect(), [leaveHistory]);
  useLayoutEffect(() => leaveHistory.settle(), [leaveHistory, location]);
  useEffect(() => navigation.connect(navigate), [navigation, navigate]);
  const view = useSessionView(session);
  return (
    <Look {...props} view={view} navigate={(path) => leaveGuard.leave(() => void navigate(path))}>
      <Services {...props} leaveGuard={leaveGuard}>
        <CrashBoundary {...crashes} resetKey={location.pathname}>
          <PageLoader loading={session.loading} />
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

interface ServicesProps extends Pick<RootProps, 'calls' | 'browser' | 'toasts'> {
  readonly leaveGuard: LeaveGuard;
  readonly children: ReactNode;
}

/** What screens can do: calls, drafts, notices and shortcuts. */
function Services({ calls, browser, toasts, leaveGuard, children }: ServicesProps): ReactNode {
  const { t } = useTranslation();
  return (
    <BrowserContext value={browser}>
      <AnswersProvider calls={calls}>
        <AddressBarContext value={addressInBar}>
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

const LeaveDialog = lazy(() => import('../views/shared/address/LeaveDialog.tsx'));

/** The question is loaded when it is first asked. */
function LeaveQuestion({ guard }: { guard: LeaveGuard }): ReactNode {
  const waits = useSyncExternalStore(guard.subscribe, guard.waiting) !== null;
  return waits ? (
    <Suspense fallback={null}>
      <LeaveDialog guard={guard} />
    </Suspense>
  ) : null;
}
