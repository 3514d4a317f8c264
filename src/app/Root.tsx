import {
  Suspense,
  lazy,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  useSyncExternalStore,
  type ReactNode,
} from 'react';
import { BrowserRouter, useLocation, useNavigate } from 'react-router';
import {
  I18nextProvider,
  FormatsProvider,
  DEFAULT_FORMATS,
  firstWeekday,
  formatsOfAccount,
  useTranslation,
} from '../i18n/index.ts';
import { sessionView } from '../machines/session/index.ts';
import { ToastRegion, UiProvider, type ToastStore } from '../ui/index.ts';
import { FormTranslation } from '../ui/forms/index.ts';
import { CrashBoundary, OfflineBanner } from '../views/errors/index.ts';
import { BrandContext, brandOf } from '../views/shared/account/branding.ts';
import { PageLoader } from '../views/shared/PageLoader.tsx';
import { BrowserContext, type BrowserServices } from '../views/shared/services/browser.ts';
import { AnswersProvider } from '../views/shared/services/AnswersProvider.tsx';
import { DraftContext } from '../views/shared/form/drafts.ts';
import { AddressBarContext, type Address } from '../views/shared/address/addressBar.ts';
import { LeaveGuardContext, createLeaveGuard, type LeaveGuard } from '../views/shared/address/leaveGuard.ts';
import { createLeaveHistory } from '../views/shared/address/leaveHistory.ts';
import {
  PreferencesContext,
  appearanceOf,
  type InterfaceLanguage,
  type ShellPreferences,
} from '../views/shared/services/preferences.ts';
import { SessionContext, type SessionStage } from '../views/shared/services/session.ts';
import { ShortcutProvider } from '../views/shared/shortcuts.tsx';
import { useStore, type ReadableStore } from '../views/shared/services/store.ts';
import { ToastContext } from '../views/shared/services/toasts.ts';
import type { Branding } from '../domain/account/index.ts';
import { suggestionsOf } from './branding.ts';
import type { CallsApp } from './calls.ts';
import { drafts, eraseDrafts } from './drafts.ts';
import { Pages } from './Pages.tsx';
import type { Navigation } from './navigation.ts';
import type { SessionApp } from './session.ts';
import type { PreferencesStore } from './preferences.ts';
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
  readonly onCrash: (error: unknown, stack: string) => void;
}

/** The whole client: everything that screens take from contexts, then the screen. */
export function Root(props: RootProps): ReactNode {
  return (
    <I18nextProvider i18n={props.i18n}>
      <BrowserRouter basename={BASE}>
        <Providers {...props} />
      </BrowserRouter>
    </I18nextProvider>
  );
}

const BASE = '/app';
const addressInBar = (): Address => ({
  path: window.location.pathname.slice(BASE.length) || '/',
  search: window.location.search,
});

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function Providers({
  session,
  calls,
  browser,
  hostBranding,
  preferences,
  languages,
  deviceIsDark,
  toasts,
  navigation,
  onCrash,
}: RootProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const location = useLocation();
  const { pathname } = location;
  const chosen = useStore(preferences);
  const dark = useStore(deviceIsDark);
  const offered = useStore(languages);
  const snapshot = useSyncExternalStore(
    (listener) => {
      const subscription = session.actor.subscribe(listener);
      return () => subscription.unsubscribe();
    },
    () => session.actor.getSnapshot(),
  );
  useEffect(() => navigation.connect(navigate), [navigation, navigate]);
  const [leaveGuard] = useState(createLeaveGuard);
  const [leaveHistory] = useState(() => createLeaveHistory(leaveGuard, window, addressInBar));
  useLayoutEffect(() => leaveHistory.connect(), [leaveHistory]);
  useLayoutEffect(() => leaveHistory.settle(), [leaveHistory, location]);
  const view = useMemo(() => {
    const model = sessionView(snapshot);
    // A server that cannot be asked is shown by its own page; for the others nothing is known yet.
    const stage: SessionStage = model.stage === 'unreachable' ? 'restoring' : model.stage;
    return { ...model, stage, isUnreachable: model.stage === 'unreachable', send: session.actor.send };
  }, [snapshot, session]);
  // Who signs out takes along what they typed; who was signed out finds it again.
  useEffect(() => {
    if (view.stage === 'signedOut' && view.notice === 'signedOut') eraseDrafts();
  }, [view.stage, view.notice]);
  const preferencesView = useMemo(
    () => ({
      preferences: chosen,
      appearance: appearanceOf(chosen, dark, offered),
      languages: offered,
      change: (part: Partial<ShellPreferences>) => preferences.choose(part),
    }),
    [chosen, dark, offered, preferences],
  );
  // Before an account is entered, dates are this device's.
  const { settings } = view;
  const ownZone = view.user?.time_zone ?? '';
  const formats = useMemo(
    () => (settings === null ? { ...DEFAULT_FORMATS, timeZone } : formatsOfAccount(settings, ownZone)),
    [settings, ownZone],
  );
  const ofHost = useStore(hostBranding);
  const branding = view.branding ?? ofHost;
  const brand = useMemo(() => brandOf(branding), [branding]);
  useEffect(() => preferences.suggest(suggestionsOf(branding)), [preferences, branding]);
  return (
    <UiProvider
      locale={chosen.language}
      firstWeekday={firstWeekday(chosen.language)}
      navigate={(path) => leaveGuard.leave(() => void navigate(path))}
      useHref={(path) => `${BASE}${path}`}>
      <FormatsProvider settings={formats}>
        <PreferencesContext value={preferencesView}>
          <SessionContext value={view}>
            <BrowserContext value={browser}>
              <BrandContext value={brand}>
                <AnswersProvider calls={calls}>
                  <AddressBarContext value={addressInBar}>
                    <LeaveGuardContext value={leaveGuard}>
                      <DraftContext value={drafts}>
                        <ToastContext value={toasts}>
                          <FormTranslation value={t}>
                            <ShortcutProvider>
                              <CrashBoundary
                                onCrash={onCrash}
                                onReload={() => window.location.reload()}
                                resetKey={pathname}>
                                <PageLoader loading={session.loading} />
                                <OfflineBanner />
                                <Pages session={session} calls={calls} view={view} />
                              </CrashBoundary>
                              <LeaveQuestion guard={leaveGuard} />
                              <ToastRegion
                                store={toasts}
                                label={t('common.notifications')}
                                dismissLabel={t('common.dismiss')}
                              />
                            </ShortcutProvider>
                          </FormTranslation>
                        </ToastContext>
                      </DraftContext>
                    </LeaveGuardContext>
                  </AddressBarContext>
                </AnswersProvider>
              </BrandContext>
            </BrowserContext>
          </SessionContext>
        </PreferencesContext>
      </FormatsProvider>
    </UiProvider>
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
