import { changeLanguage, pickLanguage } from '../i18n/index.ts';
import {
  DEFAULT_PREFERENCES, appearanceOf, applyAppearance, readPreferences, storePreferences, type ShellPreferences, type StoredPreferences,
} from '../views/shared/preferences.ts';
import { STORAGE_KEYS, readStored, writeStored } from './storage.ts';
import { createStore, type WritableStore } from './stores.ts';

const isTexts = (value: unknown): value is StoredPreferences =>
  typeof value === 'object' && value !== null && Object.values(value).every((each) => typeof each === 'string');

/** What the person chose for this browser, the first time as the device suggests. */
export function openPreferences(): WritableStore<ShellPreferences> {
  const suggested = { ...DEFAULT_PREFERENCES, language: pickLanguage(navigator.languages) };
  const stored = readStored(STORAGE_KEYS.preferences, isTexts);
  return createStore<ShellPreferences>(stored === null ? suggested : readPreferences(stored, suggested));
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
  preferences: WritableStore<ShellPreferences>,
  device: WritableStore<boolean>,
  i18n: Parameters<typeof changeLanguage>[0],
  onProblem: () => void,
): void {
  const paint = (): void => applyAppearance(document.documentElement, appearanceOf(preferences.getSnapshot(), device.getSnapshot()));
  let language = preferences.getSnapshot().language;
  const change = (): void => {
    const chosen = preferences.getSnapshot();
    writeStored(STORAGE_KEYS.preferences, storePreferences(chosen));
    if (chosen.language === language) return paint();
    const before = language;
    language = chosen.language;
    // Texts first, then direction: the page is never seen half turned.
    changeLanguage(i18n, chosen.language).then(paint, () => {
      language = before;
      preferences.update((current) => ({ ...current, language: before }));
      onProblem();
    });
  };
  preferences.subscribe(change);
  device.subscribe(paint);
  paint();
}
