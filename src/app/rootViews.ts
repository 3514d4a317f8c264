import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react';
import type { Branding } from '../domain/account/index.ts';
import { DEFAULT_FORMATS, formatsOfAccount } from '../i18n/index.ts';
import { sessionView, type SessionSnapshot } from '../machines/session/index.ts';
import { brandOf } from '../views/shared/account/branding.ts';
import {
  appearanceOf,
  type InterfaceLanguage,
  type PreferencesView,
  type ShellPreferences,
  type ZoneChoice,
} from '../views/shared/services/preferences.ts';
import type { SessionStage, SessionView } from '../views/shared/services/session.ts';
import { useStore, type ReadableStore } from '../views/shared/services/store.ts';
import { suggestionsOf } from './branding.ts';
import { eraseDrafts } from './drafts.ts';
import type { PreferencesStore } from './preferences.ts';
import type { SessionApp } from './session.ts';
import { sameFields } from './stores.ts';

/** The session as screens see it, and what only the router acts on. */
export type RootSession = SessionView & { readonly isUnreachable: boolean; readonly isAuthorised: boolean };

/**
 * The view of each snapshot of a session: the same object until something of it changed. The statechart has another
 * snapshot with every step, as with each call that the server answers, and another view has the whole page drawn again.
 */
export function sessionViews(send: RootSession['send']): (snapshot: SessionSnapshot) => RootSession {
  let of: SessionSnapshot | null = null;
  let last: RootSession | null = null;
  return (snapshot) => {
    if (last !== null && snapshot === of) return last;
    of = snapshot;
    const model = sessionView(snapshot);
    // A server that cannot be asked is shown by its own page; for the others nothing is known yet.
    const stage: SessionStage = model.stage === 'unreachable' ? 'restoring' : model.stage;
    const next = { ...model, stage, isUnreachable: model.stage === 'unreachable', send };
    if (last === null || !isSameView(last, next)) last = next;
    return last;
  };
}

/** `can` follows from the permissions; the captcha is an object of its own each time. */
function isSameView(one: RootSession, other: RootSession): boolean {
  const { can: _can, captcha, ...fields } = one;
  const { can: _other, captcha: otherCaptcha, ...others } = other;
  return sameFields<object>(fields, others) && sameFields<object>(captcha, otherCaptcha);
}

/** The session of this tab, as its statechart has it. */
export function useSessionView({ actor }: SessionApp): RootSession {
  const read = useMemo(() => sessionViews(actor.send), [actor]);
  const subscribe = useCallback(
    (listener: () => void) => {
      const subscription = actor.subscribe(listener);
      return () => subscription.unsubscribe();
    },
    [actor],
  );
  const view = useSyncExternalStore(subscribe, () => read(actor.getSnapshot()));
  // Signing out erases what was typed; after a session that ended by itself it comes back.
  useEffect(() => {
    if (view.stage === 'signedOut' && view.notice === 'signedOut') eraseDrafts();
  }, [view.stage, view.notice]);
  return view;
}

interface Chosen {
  readonly preferences: PreferencesStore;
  readonly languages: ReadableStore<readonly InterfaceLanguage[]>;
  readonly deviceIsDark: ReadableStore<boolean>;
}

/** What the person chose for this browser, and what it looks like on this device. */
export function usePreferencesView({ preferences, languages, deviceIsDark }: Chosen): PreferencesView {
  const chosen = useStore(preferences);
  const dark = useStore(deviceIsDark);
  const offered = useStore(languages);
  return useMemo(
    () => ({
      preferences: chosen,
      appearance: appearanceOf(chosen, dark, offered),
      languages: offered,
      change: (part: Partial<ShellPreferences>) => preferences.choose(part),
    }),
    [chosen, dark, offered, preferences],
  );
}

const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Formats of the account in the chosen zone; before an account is entered, dates are this device's. */
export function useFormatSettings({ settings, user }: RootSession, choice: ZoneChoice): typeof DEFAULT_FORMATS {
  const ownZone = user?.time_zone ?? '';
  return useMemo(() => {
    if (settings === null) return { ...DEFAULT_FORMATS, timeZone };
    const chosen = { account: settings.timezone, own: ownZone || timeZone, auto: ownZone, unit: ownZone }[choice];
    return formatsOfAccount(settings, chosen);
  }, [settings, ownZone, choice]);
}

/** The brand of the account, or of the name by which the page was reached; its colours are suggested as preferences. */
export function useBrand(
  { branding: ofAccount }: RootSession,
  hostBranding: ReadableStore<Branding | null>,
  preferences: PreferencesStore,
): ReturnType<typeof brandOf> {
  const ofHost = useStore(hostBranding);
  const branding = ofAccount ?? ofHost;
  useEffect(() => preferences.suggest(suggestionsOf(branding)), [preferences, branding]);
  return useMemo(() => brandOf(branding), [branding]);
}
