import type { Client } from '../api/client/index.ts';
import { ACCOUNT_LANGUAGES, ACCOUNT_THEMES, type Branding } from '../domain/account/index.ts';
import { STORAGE_KEYS, readStored, writeStored } from './storage.ts';
import { createStore, type WritableStore } from './stores.ts';
import type { ShellPreferences } from '../views/shared/services/preferences.ts';

const isTexts = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string');

function isBranding(value: unknown): value is Branding {
  if (typeof value !== 'object' || value === null) return false;
  const given = value as Partial<Record<keyof Branding, unknown>>;
  return (
    typeof given.name === 'string' &&
    isTexts(given.logos) &&
    typeof given.default_theme === 'string' &&
    typeof given.default_language === 'string'
  );
}

/**
 * The branding of the host name that the page was opened under. The last one is painted first, so
 * that nobody waits for it and nobody sees another brand flash by; the answer then corrects it.
 */
export function openHostBranding(client: Client, host: string): WritableStore<Branding | null> {
  const store = createStore<Branding | null>(readStored(STORAGE_KEYS.branding, isBranding));
  void client.call('getConfigData', { host }).then((answer) => {
    // A server that is away changes no brand.
    if (!answer.ok) return answer;
    writeStored(STORAGE_KEYS.branding, answer.value);
    store.set(answer.value);
    return answer;
  });
  return store;
}

/** What an account suggests to people who chose nothing themselves. */
export function suggestionsOf(branding: Branding | null): Partial<Pick<ShellPreferences, 'accent' | 'language'>> {
  const accent = ACCOUNT_THEMES.find((theme) => theme === branding?.default_theme);
  const language = ACCOUNT_LANGUAGES.find((code) => code === branding?.default_language);
  return { ...(accent && { accent }), ...(language && { language }) };
}
