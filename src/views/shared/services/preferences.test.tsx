import { describe, expect, it } from 'vitest';
import {
  DEFAULT_PREFERENCES,
  appearanceOf,
  applyAppearance,
  readPreferences,
  storePreferences,
  type ShellPreferences,
} from './preferences.ts';

const chosen = (part: Partial<ShellPreferences>): ShellPreferences => ({ ...DEFAULT_PREFERENCES, ...part });

describe('appearance', () => {
  it('follows the device unless something was chosen', () => {
    expect(appearanceOf(chosen({}), true).skin).toBe('dark');
    expect(appearanceOf(chosen({}), false).skin).toBe('light');
    expect(appearanceOf(chosen({ skin: 'light' }), true).skin).toBe('light');
  });

  it('the horizontal layout turns semi-dark to light, and only that', () => {
    expect(appearanceOf(chosen({ skin: 'semi-dark', layout: 'horizontal' }), false).skin).toBe('light');
    expect(appearanceOf(chosen({ skin: 'dark', layout: 'horizontal' }), false).skin).toBe('dark');
    expect(appearanceOf(chosen({ skin: 'semi-dark', layout: 'vertical' }), false).skin).toBe('semi-dark');
  });

  it('takes the direction of the language unless one is chosen', () => {
    expect(appearanceOf(chosen({ language: 'fa' }), false).direction).toBe('rtl');
    expect(appearanceOf(chosen({ language: 'fa', direction: 'ltr' }), false).direction).toBe('ltr');
  });

  it('is put on the document by attributes', () => {
    const root = document.createElement('html');
    applyAppearance(root, appearanceOf(chosen({ language: 'fa', skin: 'semi-dark', accent: 'teal' }), false));
    expect([root.dataset.skin, root.dataset.accent, root.lang, root.dir]).toEqual(['semi-dark', 'teal', 'fa', 'rtl']);
  });
});

describe('stored preferences', () => {
  it('come back as they were', () => {
    const preferences = chosen({
      language: 'ru',
      skin: 'semi-dark',
      accent: 'red',
      layout: 'full',
      density: 'compact',
      direction: 'rtl',
      menuCollapsed: true,
      trails: 'fleet',
      mapDensity: false,
      mapZones: false,
      lists: { people: ['email'] },
      listOrders: { people: ['status', 'email'] },
    });
    expect(readPreferences(storePreferences(preferences))).toEqual(preferences);
  });

  it('2 means collapsed', () => {
    expect(storePreferences(chosen({ menuCollapsed: true })).menuCollapsed).toBe('2');
    expect(readPreferences({ menuCollapsed: '2' }).menuCollapsed).toBe(true);
    expect(readPreferences({ menuCollapsed: '1' }).menuCollapsed).toBe(false);
  });

  it('take the default where they make no sense', () => {
    expect(readPreferences({ language: 'xx', skin: 'neon', accent: '', layout: 'diagonal', lists: '[7]' })).toEqual(
      DEFAULT_PREFERENCES,
    );
  });
});
