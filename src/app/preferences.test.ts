import { describe, expect, it } from 'vitest';
import { DEFAULT_PREFERENCES } from '../views/shared/services/preferences.ts';
import { suggestionsOf } from './branding.ts';
import { createPreferencesStore, firstLanguage } from './preferences.ts';

const branding = { account_id: 4, name: 'Volga', logos: {}, default_theme: 'orange', default_language: 'ru' };

describe('what nobody chose', () => {
  it('follows the account, and the device again when the account suggests nothing', () => {
    const store = createPreferencesStore({}, { ...DEFAULT_PREFERENCES, language: 'fa' });
    store.suggest(suggestionsOf(branding));
    expect(store.getSnapshot()).toMatchObject({ accent: 'orange', language: 'ru' });
    expect(store.chosen()).toEqual({});
    store.suggest(suggestionsOf(null));
    expect(store.getSnapshot()).toMatchObject({ accent: DEFAULT_PREFERENCES.accent, language: 'fa' });
  });

  it('a choice of one’s own stays, now and at the next visit', () => {
    const store = createPreferencesStore({}, DEFAULT_PREFERENCES);
    store.choose({ accent: 'teal' });
    store.suggest(suggestionsOf(branding));
    expect(store.getSnapshot()).toMatchObject({ accent: 'teal', language: 'ru' });
    expect(store.chosen()).toEqual({ accent: 'teal' });
    const later = createPreferencesStore(store.chosen(), DEFAULT_PREFERENCES);
    later.suggest(suggestionsOf(branding));
    expect(later.getSnapshot()).toMatchObject({ accent: 'teal', language: 'ru' });
  });

  it('takes no theme or language that there is not', () => {
    expect(suggestionsOf({ ...branding, default_theme: 'plaid', default_language: 'xx' })).toEqual({});
  });
});

describe('the language that a page begins with', () => {
  it("is the browser's on pages for visitors, where we have it, and English elsewhere", () => {
    for (const path of ['/app/share/location/abc', '/app/location/expired']) {
      expect(firstLanguage(path, ['fa-IR', 'en'])).toBe('fa');
      expect(firstLanguage(path, ['de-DE', 'ru'])).toBe('ru');
      expect(firstLanguage(path, ['de-DE'])).toBe('en');
    }
    expect(firstLanguage('/app/login', ['fa-IR'])).toBe('en');
  });
});
