import { render, type RenderResult } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { TOAST_DURATION } from '../../../domain/base/index.ts';
import {
  DEFAULT_FORMATS,
  FormatsProvider,
  I18nextProvider,
  createI18n,
  firstWeekday,
  loadInside,
  type LanguageCode,
} from '../../../i18n/index.ts';
import { createToastStore, UiProvider } from '../../../ui/index.ts';
import { FormTranslation } from '../../../ui/forms/index.ts';
import { BrowserContext, type BrowserServices } from '../services/browser.ts';
import { AnswersProvider } from '../services/AnswersProvider.tsx';
import { ScreenParametersContext, type ScreenParameters } from '../address/screen.ts';
import { ToastContext } from '../services/toasts.ts';
import { session } from './session.ts';
import { fakeBrowser, fakeCalls, type FakeAnswers, type FakeCalls } from './services.ts';
import {
  DEFAULT_PREFERENCES,
  PreferencesContext,
  appearanceOf,
  type ShellPreferences,
} from '../services/preferences.ts';
import { SessionContext, type SessionAct, type SessionView } from '../services/session.ts';
import { ShortcutProvider } from '../shortcuts.tsx';

export { membership, session } from './session.ts';

/** As a server lists them. */
const LANGUAGES_OFFERED = [
  { code: 'en', name: 'English', direction: 'ltr' },
  { code: 'ru', name: 'Русский', direction: 'ltr' },
  { code: 'fa', name: 'فارسی', direction: 'rtl' },
] as const;

export interface World extends RenderResult {
  /** What the views sent, oldest first. */
  readonly acts: SessionAct[];
  /** Paths that were gone to. */
  readonly paths: string[];
  /** What the views asked of the server, and what it is to answer. */
  readonly server: FakeCalls;
  /** Texts of the notices that were shown, oldest first. */
  notices(): string[];
  /** Presses the act that the last notice with one offers. */
  takeBack(): void;
  /** Replaces parts of the session. */
  update(part: Partial<SessionView>): void;
}

export interface WorldOptions {
  readonly session?: Partial<SessionView>;
  readonly preferences?: Partial<ShellPreferences>;
  readonly language?: LanguageCode;
  /** Answers by method; a method without one is refused as unreachable. */
  readonly answers?: FakeAnswers;
  /** Where the page is, with its query; left out, the view has no address. */
  readonly path?: string;
  readonly parameters?: ScreenParameters;
  /** What the browser does otherwise than the one of tests. */
  readonly browser?: Partial<BrowserServices>;
}

/** A router at a path, for views that read their address. */
function Address({ path, children }: { path: string | undefined; children: ReactNode }): ReactNode {
  return path === undefined ? children : <MemoryRouter initialEntries={[path]}>{children}</MemoryRouter>;
}

/** Renders a view with everything it takes from contexts, in strict language mode. */
export async function renderInWorld(
  view: ReactNode,
  {
    session: part = {},
    preferences: chosen = {},
    language = 'en',
    answers = {},
    path,
    parameters = {},
    browser: ownBrowser = {},
  }: WorldOptions = {},
): Promise<World> {
  const acts: SessionAct[] = [];
  const paths: string[] = [];
  const server = fakeCalls(answers);
  const browser = { ...fakeBrowser(), ...ownBrowser };
  const toasts = createToastStore(TOAST_DURATION, () => () => undefined);
  const i18n = await createI18n({ language, strict: true });
  await loadInside(i18n);

  function Providers({ shown }: { shown: Partial<SessionView> }): ReactNode {
    const [preferences, setPreferences] = useState<ShellPreferences>({ ...DEFAULT_PREFERENCES, language, ...chosen });
    const change = (next: Partial<ShellPreferences>): void => setPreferences((before) => ({ ...before, ...next }));
    return (
      <I18nextProvider i18n={i18n}>
        <Address path={path}>
          <UiProvider locale={language} firstWeekday={firstWeekday(language)} navigate={(path) => paths.push(path)}>
            <FormatsProvider settings={DEFAULT_FORMATS}>
              <PreferencesContext
                value={{
                  preferences,
                  appearance: appearanceOf(preferences, false),
                  languages: LANGUAGES_OFFERED,
                  change,
                }}>
                <SessionContext value={session({ send: (act) => acts.push(act), ...shown })}>
                  <AnswersProvider calls={server}>
                    <BrowserContext value={browser}>
                      <ToastContext value={toasts}>
                        <FormTranslation value={i18n.t}>
                          <ScreenParametersContext value={parameters}>
                            <ShortcutProvider>{view}</ShortcutProvider>
                          </ScreenParametersContext>
                        </FormTranslation>
                      </ToastContext>
                    </BrowserContext>
                  </AnswersProvider>
                </SessionContext>
              </PreferencesContext>
            </FormatsProvider>
          </UiProvider>
        </Address>
      </I18nextProvider>
    );
  }
  const result = render(<Providers shown={part} />);
  let current = part;
  return {
    ...result,
    acts,
    paths,
    server,
    notices: () => toasts.getSnapshot().map(({ text }) => text),
    takeBack: () =>
      toasts
        .getSnapshot()
        .findLast(({ action }) => action !== undefined)
        ?.action?.run(),
    update(next) {
      current = { ...current, ...next };
      result.rerender(<Providers shown={current} />);
    },
  };
}
