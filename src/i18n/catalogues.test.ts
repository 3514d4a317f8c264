import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERROR } from '../domain/errors/index.ts';
import en from './catalogues/en.json' with { type: 'json' };
import fa from './catalogues/fa.json' with { type: 'json' };
import ru from './catalogues/ru.json' with { type: 'json' };
import type { Catalogue } from './catalogue.ts';

/** Texts by full key. */
function flatten(catalogue: Catalogue, path = ''): Map<string, string> {
  return new Map(
    Object.entries(catalogue).flatMap(([key, value]) =>
      typeof value === 'string' ? [[`${path}${key}`, value] as const] : [...flatten(value, `${path}${key}.`)],
    ),
  );
}

const PLURAL = /_(zero|one|two|few|many|other)$/;
const base = (key: string): string => key.replace(PLURAL, '');
const placeholders = (text: string): string[] =>
  [...text.matchAll(/{{\s*([^},\s]+)[^}]*}}/g)].map((match) => match[1]).sort();

const texts = { en: flatten(en), ru: flatten(ru), fa: flatten(fa) };
const LANGUAGES = ['en', 'ru', 'fa'] as const;
const english = new Set([...texts.en.keys()].map(base));

describe.each(LANGUAGES)('%s', (language) => {
  it('has the keys of English, none missing and none more', () => {
    const keys = new Set([...texts[language].keys()].map(base));
    expect([...english].filter((key) => !keys.has(key))).toEqual([]);
    expect([...keys].filter((key) => !english.has(key))).toEqual([]);
  });

  it('has no empty text', () => {
    expect([...texts[language]].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('has every plural form that the language needs', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const plural = new Set([...texts[language].keys()].filter((key) => PLURAL.test(key)).map(base));
    const missing = [...plural].flatMap((key) => forms.map((form) => `${key}_${form}`)).filter((key) => !texts[language].has(key));
    expect(missing).toEqual([]);
  });

  it('fills the same places as English', () => {
    const wanted = new Map([...texts.en].map(([key, text]) => [base(key), placeholders(text)]));
    const wrong = [...texts[language]].filter(([key, text]) => placeholders(text).join() !== wanted.get(base(key))?.join());
    expect(wrong).toEqual([]);
  });
});

it('keeps the messages of the specification to the letter', () => {
  expect(en.server.wrongCredentials).toBe('Incorrect username or password');
  expect(en.server.captchaRequired).toBe('Please complete captcha');
  expect(en.server.accessToken).toBe('User access token is required to access this service method');
  expect(en.server.timeout).toBe('Request timed out');
  expect(en.server.unavailable).toBe('Server error, please try after some time');
  expect(en.server.usernameTaken).toBe('Username already exists');
  expect(en.validation.required).toBe('The {{field}} field is required');
  expect(en.validation.identifierSpace).toBe('Unique identifier contained space');
  expect(en.validation.interval).toBe('End time is less than start time');
  expect(en.errors.notFoundTitle).toBe('Page Not Found');
  expect(en.errors.unauthorisedTitle).toBe('Un-authorized action');
  expect(en.units.detail.noPosition).toBe('{{unit}} unit do not have position co-ordinates');
});

it('words every error code of the wire', () => {
  // Two codes share the words of another (server/gateway/problems.ts).
  const own = Object.keys(ERROR).filter((name) => name !== 'accessTokenMessage' && name !== 'accountMissingMessage');
  expect(own.filter((name) => !english.has(`server.${name}`))).toEqual([]);
});

it('Persian and Russian are translated, not copied', () => {
  const copied = (language: 'ru' | 'fa'): string[] =>
    [...texts[language]].filter(([key, text]) => text === texts.en.get(key) && /[a-z]{4}/i.test(text.replaceAll(/{{[^}]*}}/g, ''))).map(([key]) => key);
  const names = /^(app\.|language\.|map\.layer\.|timeline\.export\.)/;
  expect(copied('ru').filter((key) => !names.test(key))).toEqual([]);
  expect(copied('fa').filter((key) => !names.test(key))).toEqual([]);
});

it('knows every text that the source names', () => {
  const root = join(import.meta.dirname, '..');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file));
  const named = /(?:\bt\(|[kK]ey:\s*|useShortcuts\()\s*'([a-z]\w*(?:\.[\w-]+)+)'/g;
  const unknown = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(named)]
      .map((match) => match[1])
      .filter((key) => !english.has(key) && ![...english].some((known) => known.startsWith(`${key}.`)))
      .map((key) => `${file}: ${key}`),
  );
  expect(unknown).toEqual([]);
});
