import { useEffect, useMemo, useState, type ReactNode } from 'react';
import type { Permissions } from '../../src/domain/access/index.ts';
import type { AccountId } from '../../src/domain/base/index.ts';
import { changeLanguage, createI18n, FormatsProvider, DEFAULT_FORMATS, I18nextProvider } from '../../src/i18n/index.ts';
import { UiProvider } from '../../src/ui/index.ts';
import {
  PreferencesContext,
  appearanceOf,
  applyAppearance,
  readPreferences,
  type ShellPreferences,
} from '../../src/views/shared/services/preferences.ts';
import { SessionContext, type SessionView } from '../../src/views/shared/services/session.ts';
import { ShortcutProvider } from '../../src/views/shared/shortcuts.tsx';
import { membership, session } from '../../src/views/shared/testing/session.ts';

/** What the address asks for: `?screen=signIn&skin=dark&accent=teal&language=fa&layout=vertical`. */
export const query = new URLSearchParams(window.location.search);

const memberships = [
  membership(1, 'Northern Haulage', { type: 'DEALER', role: 'Administrator' }),
  membership(2, 'Пермские перевозки', { role: 'Диспетчер' }),
  membership(3, 'حمل و نقل شیراز', { role: 'ناظر' }),
  membership(4, 'Old Depot', { role: 'Viewer', status: 'inactive' }),
];

const permissions: Permissions = { units: ['r', 'm', 'sh'] };

const STATES: Record<string, Partial<SessionView>> = {
  plain: {},
  restoring: { stage: 'restoring' },
  busy: { stage: 'signingIn' },
  wrong: {
    problem: {
      code: 'POLY_ERR_WRONG_CREDENTIALS',
      message: 'Incorrect username or password Correlation ID: 7f3c2a1e-91d4',
      correlationId: '7f3c2a1e-91d4',
    },
    captcha: { stage: 'needed' },
  },
  solving: { captcha: { stage: 'solving', progress: 0.42 } },
  solved: { captcha: { stage: 'solved' } },
  ended: { notice: 'expired', blockedTarget: '/units/map' },
  signedIn: { stage: 'signedIn' },
};

/** Languages, preferences and a session without a server. */
export async function createWorld(): Promise<(props: { children: ReactNode }) => ReactNode> {
  const stored = Object.fromEntries(query) as Partial<Record<keyof ShellPreferences, string>>;
  const first = readPreferences(stored);
  const i18n = await createI18n({ language: first.language, strict: true });
  const state = STATES[query.get('state') ?? 'plain'];

  return function World({ children }) {
    const [preferences, setPreferences] = useState(first);
    const appearance = useMemo(
      () => appearanceOf(preferences, window.matchMedia('(prefers-color-scheme: dark)').matches),
      [preferences],
    );
    useEffect(() => applyAppearance(document.documentElement, appearance), [appearance]);
    const change = (part: Partial<ShellPreferences>): void => {
      const next = { ...preferences, ...part };
      if (part.language === undefined) setPreferences(next);
      else void changeLanguage(i18n, part.language).then(() => setPreferences(next));
    };
    const view = session({
      memberships,
      account: {
        account_id: 1 as AccountId,
        parent_id: null,
        name: 'Northern Haulage',
        type: 'DEALER',
        status: 'active',
        restrict_sub_accounts: false,
      },
      permissions,
      send: (act) => console.info(act),
      ...state,
    });
    return (
      <I18nextProvider i18n={i18n}>
        <UiProvider locale={appearance.language} navigate={(path) => console.info(path)}>
          <FormatsProvider settings={DEFAULT_FORMATS}>
            <PreferencesContext value={{ preferences, appearance, languages: [], change }}>
              <SessionContext value={view}>
                <ShortcutProvider>{children}</ShortcutProvider>
              </SessionContext>
            </PreferencesContext>
          </FormatsProvider>
        </UiProvider>
      </I18nextProvider>
    );
  };
}
