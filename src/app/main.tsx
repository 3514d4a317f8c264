import { createRoot } from 'react-dom/client';
import { TOAST_DURATION } from '../domain/base/index.ts';
import { createI18n } from '../i18n/index.ts';
import { createToastStore, speakComponents } from '../ui/index.ts';
import '../ui/styles.ts';
import { PATH } from '../views/registry.ts';
import { openHostBranding } from './branding.ts';
import { createBrowserServices } from './browser.ts';
import { createCalls } from './calls.ts';
import { createCrashes } from './crashes.ts';
import { openLanguages } from './languages.ts';
import { createNavigation } from './navigation.ts';
import { followPreferences, openDeviceSkin, openPreferences } from './preferences.ts';
import { Root } from './Root.tsx';
import { createSessionApp } from './session.ts';
import { openTrustedTypes } from './trustedTypes.ts';

/** Builds the client and shows it. */
async function start(): Promise<void> {
  openTrustedTypes(window, new URL(import.meta.env.BASE_URL, location.href).href);
  const preferences = openPreferences();
  const deviceIsDark = openDeviceSkin();
  const { language } = preferences.getSnapshot();
  const loading = createI18n({ language, strict: import.meta.env.DEV });
  let words: Awaited<typeof loading> | null = null;
  const toasts = createToastStore(TOAST_DURATION);
  const navigation = createNavigation();
  const session = createSessionApp({
    language: () => preferences.getSnapshot().language,
    failureText: (code) => words?.t(code === 'TIMEOUT' ? 'errors.timeout' : 'errors.unreachableTitle'),
    screens: {
      openLogin: () => navigation.go(PATH.login, { replace: true }),
      unexpectedText: () => words?.t('errors.unexpected') ?? '',
      announceRoleUpdate: () =>
        void loading.then((i18n) =>
          toasts.show({
            tone: 'info',
            text: i18n.t('session.roleUpdated'),
            detail: i18n.t('session.roleUpdatedDetail'),
          }),
        ),
      reload: () => location.reload(),
    },
  });
  // Before the language is there: the session is renewed and its account entered while texts are on their way.
  session.actor.start();
  const i18n = await loading;
  words = i18n;
  // Without these words, components speak English: better than no page.
  await speakComponents(language).catch(() => undefined);
  const onLanguageProblem = (): void => void toasts.show({ tone: 'error', text: i18n.t('errors.languageNotLoaded') });
  const languages = openLanguages(session.client);
  followPreferences(preferences, deviceIsDark, languages, i18n, onLanguageProblem);
  const element = document.getElementById('root');
  if (element === null) throw new Error('The page has no #root.');
  createRoot(element).render(
    <Root
      session={session}
      calls={createCalls(session.client)}
      browser={createBrowserServices(session.client)}
      hostBranding={openHostBranding(session.client, location.host)}
      preferences={preferences}
      languages={languages}
      deviceIsDark={deviceIsDark}
      toasts={toasts}
      i18n={i18n}
      navigation={navigation}
      crashes={createCrashes((error) => reportError(error))}
    />,
  );
}

void start();
