import { render, type RenderResult } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import type { Membership } from '../../../domain/account/index.ts';
import { can } from '../../../domain/access/index.ts';
import type { AccountId, UserId } from '../../../domain/base/index.ts';
import { DEFAULT_FORMATS, FormatsProvider, I18nextProvider, createI18n, type LanguageCode } from '../../../i18n/index.ts';
import { UiProvider } from '../../../ui/index.ts';
import { DEFAULT_PREFERENCES, PreferencesContext, appearanceOf, type ShellPreferences } from '../preferences.ts';
import { SessionContext, type SessionAct, type SessionView } from '../session.ts';
import { ShortcutProvider } from '../shortcuts.tsx';

/** One of a user's accounts. */
export function membership(id: number, name: string, part: Partial<Membership> = {}): Membership {
  return { account_id: id as AccountId, name, type: 'CONSUMER', role: 'Dispatcher', status: 'active', ...part };
}

/** A session in which nobody is signed in, with parts replaced. */
export function session(part: Partial<SessionView> = {}): SessionView {
  const permissions = part.permissions ?? {};
  return {
    stage: 'signedOut',
    user: { user_id: 1 as UserId, username: 'dealer', email: 'dealer@example.com', first_name: 'Dana', last_name: 'Reyes' },
    memberships: [],
    account: null,
    permissions,
    captcha: { stage: 'none' },
    problem: null,
    notice: null,
    blockedTarget: null,
    can: (need) => can(permissions, need),
    send: () => undefined,
    ...part,
  };
}

export interface World extends RenderResult {
  /** What the views sent, oldest first. */
  readonly acts: SessionAct[];
  /** Paths that were gone to. */
  readonly paths: string[];
  /** Replaces parts of the session. */
  update(part: Partial<SessionView>): void;
}

export interface WorldOptions {
  readonly session?: Partial<SessionView>;
  readonly preferences?: Partial<ShellPreferences>;
  readonly language?: LanguageCode;
}

/** Renders a view with everything it takes from contexts, in strict language mode. */
export async function renderInWorld(view: ReactNode, { session: part = {}, preferences: chosen = {}, language = 'en' }: WorldOptions = {}): Promise<World> {
  const acts: SessionAct[] = [];
  const paths: string[] = [];
  const i18n = await createI18n({ language, strict: true });

  function Providers({ shown }: { shown: Partial<SessionView> }): ReactNode {
    const [preferences, setPreferences] = useState<ShellPreferences>({ ...DEFAULT_PREFERENCES, language, ...chosen });
    const change = (next: Partial<ShellPreferences>): void => setPreferences((before) => ({ ...before, ...next }));
    return (
      <I18nextProvider i18n={i18n}>
        <UiProvider locale={language} navigate={(path) => paths.push(path)}>
          <FormatsProvider settings={DEFAULT_FORMATS}>
            <PreferencesContext value={{ preferences, appearance: appearanceOf(preferences, false), change }}>
              <SessionContext value={session({ send: (act) => acts.push(act), ...shown })}>
                <ShortcutProvider>{view}</ShortcutProvider>
              </SessionContext>
            </PreferencesContext>
          </FormatsProvider>
        </UiProvider>
      </I18nextProvider>
    );
  }
  const result = render(<Providers shown={part} />);
  let current = part;
  return {
    ...result,
    acts,
    paths,
    update(next) {
      current = { ...current, ...next };
      result.rerender(<Providers shown={current} />);
    },
  };
}
