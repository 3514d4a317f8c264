import { beforeEach, expect, it } from 'vitest';
import { success } from '../domain/base/index.ts';
import { appearanceOf, DEFAULT_PREFERENCES } from '../views/shared/services/preferences.ts';
import { openLanguages } from './languages.ts';

const serverOf = (languages: { code: string; name: string; direction: 'ltr' | 'rtl' }[]) => ({
  languages: async () => success({ languages }),
});
const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

beforeEach(() => localStorage.clear());

it('offers its own languages until the server has answered, then those of the server that it has texts for', async () => {
  const store = openLanguages(
    serverOf([
      { code: 'fa', name: 'Farsi', direction: 'rtl' },
      { code: 'de', name: 'Deutsch', direction: 'ltr' },
      { code: 'en', name: 'English', direction: 'ltr' },
    ]),
  );
  expect(store.getSnapshot().map(({ code, name }) => [code, name])).toEqual([
    ['en', 'English'],
    ['ru', 'русский'],
    ['fa', 'فارسی'],
  ]);
  await settled();
  expect(store.getSnapshot().map(({ code, name }) => [code, name])).toEqual([
    ['fa', 'Farsi'],
    ['en', 'English'],
  ]);
  expect(openLanguages({ languages: () => new Promise(() => undefined) }).getSnapshot()).toEqual(store.getSnapshot());
});

it('keeps what it has when the server says nothing that can be used', async () => {
  const store = openLanguages(serverOf([{ code: 'de', name: 'Deutsch', direction: 'ltr' }]));
  await settled();
  expect(store.getSnapshot()).toHaveLength(3);
});

it('takes the direction of a language from the list', () => {
  const fa = { ...DEFAULT_PREFERENCES, language: 'fa' as const };
  expect(appearanceOf(fa, false, [{ code: 'fa', name: '', direction: 'ltr' }]).direction).toBe('ltr');
  expect(appearanceOf(fa, false, [{ code: 'fa', name: '', direction: 'rtl' }]).direction).toBe('rtl');
  expect(appearanceOf(fa, false).direction).toBe('rtl');
});
