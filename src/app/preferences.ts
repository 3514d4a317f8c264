import { DEFAULT_LANGUAGE, changeLanguage, pickLanguage, type LanguageCode } from '../i18n/index.ts';
import { speakComponents } from '../ui/index.ts';
import {
  DEFAULT_PREFERENCES,
  appearanceOf,
  applyAppearance,
  readPreferences,
  storePreferences,
  type InterfaceLanguage,
  type ShellPreferences,
  type StoredPreferences,
} from '../views/shared/services/preferences.ts';
import type { ReadableStore } from '../views/shared/services/store.ts';
import { STORAGE_KEYS, readStored, writeStored } from './storage.ts';
import { createStore, sameFields, type WritableStore } from './stores.ts';

const isTexts = (value: unknown): value is StoredPreferences =>
  typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string');

/** Choices of this browser. What nobody chose follows the account's suggestion, else the device's. */
export interface PreferencesStore extends WritableStore<ShellPreferences> {
  /** The person chose; kept between visits. */
  choose(part: Partial<ShellPreferences>): void;
  /** An account suggests; holds for what the person left open. */
  suggest(part: Partial<ShellPreferences>): void;
  /** Texts to keep: only what was chosen. */
  chosen(): StoredPreferences;
}

/** Pages of people who were sent a link: they have no account that could suggest a language. */
const FOR_VISITORS = /\/(share\/location|location)\//;

/**
 * The language that a page begins with where nobody chose one: on pages for visitors the first of the browser's that we
 * have.
 */
export function firstLanguage(path: string, wanted: readonly string[]): LanguageCode {
  return FOR_VISITORS.test(path) ? pickLanguage(wanted) : DEFAULT_LANGUAGE;
}

/**
 * What the person chose for this browser; English until they or their account choose another language (specification,
 * chapter 1).
 */
export function openPreferences(): PreferencesStore {
  const stored = readStored(STORAGE_KEYS.preferences, isTexts) ?? {};
  const language = firstLanguage(window.location.pathname, navigator.languages);
  return createPreferencesStore(stored, { ...DEFAULT_PREFERENCES, language });
}

/** The choices over what was stored; `suggested` holds where neither person nor account said anything. */
export function createPreferencesStore(stored: StoredPreferences, suggested: ShellPreferences): PreferencesStore {
  const chosen = new Set(Object.keys(stored));
  const store = createStore<ShellPreferences>(readPreferences(stored, suggested), sameFields);
  return {
    ...store,
    choose(part) {
      for (const name of Object.keys(part)) chosen.add(name);
      store.update((current) => ({ ...current, ...part }));
    },
    suggest(part) {
      const open = Object.fromEntries(
        Object.entries({ accent: suggested.accent, language: suggested.language, ...part }).filter(
          ([name]) => !chosen.has(name),
        ),
      );
      store.update((current) => ({ ...current, ...open }));
    },
    chosen: () =>
      Object.fromEntries(Object.entries(storePreferences(store.getSnapshot())).filter(([name]) => chosen.has(name))),
  };
}

const darkDevice = () => window.matchMedia('(prefers-color-scheme: dark)');

/** Whether the device asks for dark, as a store. */
export function openDeviceSkin(): WritableStore<boolean> {
  const query = darkDevice();
  const store = createStore(query.matches);
  query.addEventListener('change', () => store.set(query.matches));
  return store;
}

/** Keeps page, storage and texts at the chosen preferences. */
export function followPreferences(
  preferences: PreferencesStore,
  device: WritableStore<boolean>,
  languages: ReadableStore<readonly InterfaceLanguage[]>,
  i18n: Parameters<typeof changeLanguage>[0],
  onProblem: () => void,
): void {
  const paint = (): void =>
    applyAppearance(
      document.documentElement,
      appearanceOf(preferences.getSnapshot(), device.getSnapshot(), languages.getSnapshot()),
    );
  let language = preferences.getSnapshot().language;
  const change = (): void => {
    const chosen = preferences.getSnapshot();
    writeStored(STORAGE_KEYS.preferences, preferences.chosen());
    if (chosen.language === language) return paint();
    const before = language;
    language = chosen.language;
    // Texts first, then direction: the page is never seen half turned.
    const speak = async (): Promise<void> => {
      await speakComponents(chosen.language);
      await changeLanguage(i18n, chosen.language);
    };
    speak().then(paint, async () => {
      await speakComponents(before);
      language = before;
      preferences.update((current) => ({ ...current, language: before }));
      onProblem();
    });
  };
  preferences.subscribe(change);
  device.subscribe(paint);
  languages.subscribe(paint);
  paint();
}
