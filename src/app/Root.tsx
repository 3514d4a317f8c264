import { useEffect, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import { BrowserRouter, useLocation, useNavigate } from 'react-router';
import { I18nextProvider, FormatsProvider, DEFAULT_FORMATS, useTranslation } from '../i18n/index.ts';
import { sessionView } from '../machines/session/index.ts';
import { ToastRegion, UiProvider, type ToastStore } from '../ui/index.ts';
import { FormTranslation } from '../ui/forms/index.ts';
import { CrashBoundary, OfflineBanner } from '../views/errors/index.ts';
import { PreferencesContext, appearanceOf, type ShellPreferences } from '../views/shared/preferences.ts';
import { SessionContext, type SessionStage } from '../views/shared/session.ts';
import { ShortcutProvider } from '../views/shared/shortcuts.tsx';
import { useStore } from '../views/shared/store.ts';
import { Pages } from './Pages.tsx';
import type { Navigation } from './navigation.ts';
import type { SessionApp } from './session.ts';
import type { WritableStore } from './stores.ts';

export interface RootProps {
  readonly session: SessionApp;
  readonly preferences: WritableStore<ShellPreferences>;
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
      <BrowserRouter basename="/app">
        <Providers {...props} />
      </BrowserRouter>
    </I18nextProvider>
  );
}

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

function Providers({ session, preferences, deviceIsDark, toasts, navigation, onCrash }: RootProps): ReactNode {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const chosen = useStore(preferences);
  const dark = useStore(deviceIsDark);
  const snapshot = useSyncExternalStore(
    (listener) => {
      const subscription = session.actor.subscribe(listener);
      return () => subscription.unsubscribe();
    },
    () => session.actor.getSnapshot(),
  );
  useEffect(() => navigation.connect(navigate), [navigation, navigate]);
  const view = useMemo(() => {
    const model = sessionView(snapshot);
    // A server that cannot be asked is shown by its own page; for the others nothing is known yet.
    const stage: SessionStage = model.stage === 'unreachable' ? 'restoring' : model.stage;
    return { ...model, stage, isUnreachable: model.stage === 'unreachable', send: session.actor.send };
  }, [snapshot, session]);
  const preferencesView = useMemo(
    () => ({
      preferences: chosen,
      appearance: appearanceOf(chosen, dark),
      change: (part: Partial<ShellPreferences>) => preferences.update((current) => ({ ...current, ...part })),
    }),
    [chosen, dark, preferences],
  );
  const formats = useMemo(() => ({ ...DEFAULT_FORMATS, timeZone }), []);
  return (
    <UiProvider locale={chosen.language} navigate={(path) => void navigate(path)} useHref={(path) => `/app${path}`}>
      <FormatsProvider settings={formats}>
        <PreferencesContext value={preferencesView}>
          <SessionContext value={view}>
            <FormTranslation value={t}>
              <ShortcutProvider>
                <CrashBoundary onCrash={onCrash} onReload={() => location.reload()} resetKey={pathname}>
                  <OfflineBanner />
                  <Pages session={session} view={view} />
                </CrashBoundary>
                <ToastRegion store={toasts} label={t('common.notifications')} dismissLabel={t('common.dismiss')} />
              </ShortcutProvider>
            </FormTranslation>
          </SessionContext>
        </PreferencesContext>
      </FormatsProvider>
    </UiProvider>
  );
}
