import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { together } from '../domain/base/index.ts';
import { ERROR } from '../domain/errors/index.ts';
import entrance from './catalogues/en/entrance.json' with { type: 'json' };
import server from './catalogues/en/server.json' with { type: 'json' };
import type { Catalogue } from './catalogue.ts';
import { english as pages } from './testing/english.ts';

const en = { ...pages, ...server };

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

const LANGUAGES = ['en', 'ru', 'fa'] as const;
const PARTS = ['entrance', 'inside', 'server'] as const;
type Language = (typeof LANGUAGES)[number];

const part = (language: Language, name: string): Catalogue =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'catalogues', language, `${name}.json`), 'utf8')) as Catalogue;
const whole = (language: Language): Map<string, string> =>
  flatten(PARTS.map((name) => part(language, name)).reduce(together));
const texts = { en: whole('en'), ru: whole('ru'), fa: whole('fa') };
const english = new Set([...texts.en.keys()].map(base));

describe.each(LANGUAGES)('%s', (language) => {
  it('has the keys of English, none missing and none more', () => {
    const keys = new Set([...texts[language].keys()].map(base));
    expect([...english].filter((key) => !keys.has(key))).toEqual([]);
    expect([...keys].filter((key) => !english.has(key))).toEqual([]);
  });

  it('has each text in the same part as English, and in one part only', () => {
    const keysOf = (each: Language, name: string): string[] => [
      ...new Set([...flatten(part(each, name)).keys()].map(base)),
    ];
    for (const name of PARTS) expect(keysOf(language, name).sort(), name).toEqual(keysOf('en', name).sort());
    const keys = PARTS.flatMap((name) => keysOf(language, name));
    expect(keys.length).toBe(new Set(keys).size);
  });

  it('has no empty text', () => {
    expect([...texts[language]].filter(([, text]) => text.trim() === '')).toEqual([]);
  });

  it('has every plural form that the language needs', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const plural = new Set([...texts[language].keys()].filter((key) => PLURAL.test(key)).map(base));
    const missing = [...plural]
      .flatMap((key) => forms.map((form) => `${key}_${form}`))
      .filter((key) => !texts[language].has(key));
    expect(missing).toEqual([]);
  });

  it('fills the same places as English', () => {
    const wanted = new Map([...texts.en].map(([key, text]) => [base(key), placeholders(text)]));
    const wrong = [...texts[language]].filter(
      ([key, text]) => placeholders(text).join() !== wanted.get(base(key))?.join(),
    );
    expect(wrong).toEqual([]);
  });
});

it('keeps the messages of the specification to the letter', () => {
  expect(en.server.wrongCredentials).toBe('Incorrect username or password');
  expect(en.server.captchaRequired).toBe('Please complete captcha');
  expect(en.server.accessToken).toBe('User access token is required to access this service method');
  expect(en.server.timeout).toBe('Request timed out');
  expect(en.server.unavailable).toBe('Server error, please try after some time');
  expect(en.validation.usernameTaken).toBe('Username already exists');
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
    [...texts[language]]
      .filter(([key, text]) => text === texts.en.get(key) && /[a-z]{4}/i.test(text.replaceAll(/{{[^}]*}}/g, '')))
      .map(([key]) => key);
  const names = /^(app\.|language\.|fields\.iccid$|sims\.iccid$|audit\.field\.iccid$|map\.layer\.|timeline\.export\.)/;
  expect(copied('ru').filter((key) => !names.test(key))).toEqual([]);
  expect(copied('fa').filter((key) => !names.test(key))).toEqual([]);
});

const root = join(import.meta.dirname, '..');
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file),
);
const namedIn = (file: string): string[] =>
  [
    ...readFileSync(join(root, file), 'utf8').matchAll(
      /(?:\bt\(|[kK]ey:\s*|useShortcuts\()\s*['`]([a-z]\w*(?:\.[\w-]+)*)(?:\.\$\{|['`])/g,
    ),
  ].map((match) => match[1]);

it('knows every text that the source names', () => {
  const unknown = sources.flatMap((file) =>
    namedIn(file)
      .filter(
        (key) => key.includes('.') && !english.has(key) && ![...english].some((known) => known.startsWith(`${key}.`)),
      )
      .map((key) => `${file}: ${key}`),
  );
  expect(unknown).toEqual([]);
});

/** Files of the pages that are seen before one is signed in, with what they take from `views/shared`. */
const earlyFiles = (): Set<string> => {
  const early = new Set(
    sources.filter((file) => /^(views\/(entrance|errors)|app\/(main|Root|Pages|preferences|session))\b/.test(file)),
  );
  for (const file of early)
    for (const [, target] of readFileSync(join(root, file), 'utf8').matchAll(
      /^(?:import|\} from).*'(\.[^']+\.tsx?)';$/gm,
    )) {
      const found = join(file, '..', target);
      if (found.startsWith('views/shared/')) early.add(found);
    }
  return early;
};

it('has every text of the pages before one is signed in among those that are loaded for them', () => {
  const early = earlyFiles();
  expect(early.size).toBeGreaterThan(40);
  const known = new Set([...flatten(entrance).keys()].map(base));
  const isKnown = (key: string): boolean => known.has(key) || [...known].some((each) => each.startsWith(`${key}.`));
  expect(
    [...early].flatMap((file) =>
      namedIn(file)
        .filter((key) => key.includes('.') && !isKnown(key))
        .map((key) => `${file}: ${key}`),
    ),
  ).toEqual([]);
});

it("serves texts of the server's own part to nobody's page", () => {
  const own = new Set(Object.keys(server));
  expect(
    sources.flatMap((file) =>
      namedIn(file)
        .filter((key) => key.includes('.') && own.has(key.split('.')[0]))
        .map((key) => `${file}: ${key}`),
    ),
  ).toEqual([]);
});
