import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ERROR } from '../../src/domain/errors/index.ts';
import { interpolate, loadMessages } from './messages.ts';
import { errorKey } from './problems.ts';

const messages = loadMessages();
/** Codes that only a client can meet, or that no method answers yet. */
const NOT_SENT: readonly string[] = [
  ERROR.timeout,
  ERROR.network,
  ERROR.methodMessage,
  ERROR.serviceMessage,
  ERROR.accountMissingMessage,
];

/** Keys in quotes in the sources that word refusals. */
function keysIn(...folders: string[]): string[] {
  const found = new Set<string>();
  for (const folder of folders) {
    const root = path.resolve(import.meta.dirname, '../..', folder);
    for (const entry of fs.readdirSync(root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !entry.name.endsWith('.ts') || entry.name.endsWith('.test.ts')) continue;
      const text = fs.readFileSync(path.join(entry.parentPath, entry.name), 'utf8');
      for (const [, key] of text.matchAll(/'((?:server|validation)\.\w+)'/g)) if (key) found.add(key);
    }
  }
  return [...found].toSorted();
}

describe('the words of the server', () => {
  it.each(messages.languages.map(({ code }) => code))('are complete in %s', (lang) => {
    const keys = [
      ...Object.values(ERROR)
        .filter((code) => !NOT_SENT.includes(code))
        .map(errorKey),
      ...['session', 'permission', 'validation', 'conflict', 'limit', 'server'].map(
        (category) => `server.title.${category}`,
      ),
      ...['minLength', 'maxLength', 'min', 'max'].map((bound) => `validation.${bound}`),
      ...keysIn('server/gateway', 'server/modules', 'src/api/contract', 'src/domain'),
    ];
    expect(keys.length).toBeGreaterThan(30);
    const own = messages.catalogue(lang) as Record<string, Record<string, unknown>>;
    const missing = keys.filter(
      (key) =>
        key.split('.').reduce<unknown>((node, part) => (node as Record<string, unknown> | undefined)?.[part], own) ===
        undefined,
    );
    expect(missing).toEqual([]);
  });

  it('are the ones of the specification, chapter 8', () => {
    expect(messages.text('en', errorKey(ERROR.accessToken))).toBe(
      'User access token is required to access this service method',
    );
    expect(messages.text('en', errorKey(ERROR.wrongCredentials))).toBe('Incorrect username or password');
    expect(messages.text('en', errorKey(ERROR.captchaRequired))).toBe('Please complete captcha');
    expect(messages.text('en', errorKey(ERROR.accessRight))).toBe('Un-authorized action');
    expect(messages.text('en', 'validation.required', { field: 'password' })).toBe('The password field is required');
  });

  it('fall back to English, and to nothing when nobody knows the key', () => {
    expect([messages.resolve('ru-RU'), messages.resolve('FA'), messages.resolve('xx'), messages.resolve('')]).toEqual([
      'ru',
      'fa',
      'en',
      'en',
    ]);
    expect(messages.text('xx', errorKey(ERROR.captchaRequired))).toBe('Please complete captcha');
    for (const key of ['server.nothing', 'server', 'server.title', '__proto__.toString', 'server.constructor'])
      expect(messages.text('en', key)).toBeNull();
  });

  it('take texts and numbers only, and nothing of the prototype', () => {
    expect(interpolate('{{a}} {{ b }} {{c}} {{toString}}', { a: 1, b: 'x{{a}}', c: { d: 1 } })).toBe('1 x{{a}}  ');
    expect(interpolate('{{n, number}} {{word, number}}', { n: 1234, word: 'x' }, 'fa')).toBe('۱٬۲۳۴ x');
    expect(interpolate('{{n, number}}', { n: 1234 })).toBe('1,234');
  });
});
