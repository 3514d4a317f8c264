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

/** Builds the client and shows it. */
async function start(): Promise<void> {
  const preferences = openPreferences();
  const deviceIsDark = openDeviceSkin();
  const i18n = await createI18n({ language: preferences.getSnapshot().language, strict: import.meta.env.DEV });
  // Without these words, components speak English: better than no page.
  await speakComponents(preferences.getSnapshot().language).catch(() => undefined);
  const toasts = createToastStore(TOAST_DURATION);
  const navigation = createNavigation();
  const onLanguageProblem = (): void => void toasts.show({ tone: 'error', text: i18n.t('errors.languageNotLoaded') });
  const session = createSessionApp({
    language: () => preferences.getSnapshot().language,
    failureText: (code) => i18n.t(code === 'TIMEOUT' ? 'errors.timeout' : 'errors.unreachableTitle'),
    screens: {
      openLogin: () => navigation.go(PATH.login, { replace: true }),
      unexpectedText: () => i18n.t('errors.unexpected'),
      announceRoleUpdate: () =>
        toasts.show({ tone: 'info', text: i18n.t('session.roleUpdated'), detail: i18n.t('session.roleUpdatedDetail') }),
      reload: () => location.reload(),
    },
  });
  const languages = openLanguages(session.client);
  followPreferences(preferences, deviceIsDark, languages, i18n, onLanguageProblem);
  session.actor.start();
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
