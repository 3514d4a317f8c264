import fs from 'node:fs';
import path from 'node:path';
import type { Language } from '../../src/api/contract/index.ts';
import { together, type Texts } from '../../src/domain/base/index.ts';

/** Values of a message's {{placeholders}}. */
export type MessageValues = Readonly<Record<string, unknown>>;

/** Every language that the server speaks and serves. */
export interface Messages {
  readonly languages: readonly Language[];
  /** The text of a key in the language, else in English; null when no language has it. */
  text(lang: string, key: string, values?: MessageValues): string | null;
  /** The interface catalogue of a language as the client loads it; null when there is none. */
  catalogue(lang: string): Texts | null;
  /** `en-GB`, `EN` -> `en`; a language that is not there -> the default. */
  resolve(lang: string): string;
}

export const DEFAULT_LANGUAGE = 'en';

/** Names in their own language and direction; a catalogue file makes a language available. */
const KNOWN: readonly Language[] = [
  { code: 'en', name: 'English', direction: 'ltr' },
  { code: 'ru', name: 'Русский', direction: 'ltr' },
  { code: 'fa', name: 'فارسی', direction: 'rtl' },
];

/** Where the texts live. The server reads them as data: forms and calls refuse in the same words. */
const CATALOGUES = path.resolve(import.meta.dirname, '../../src/i18n/catalogues');

/** Reads all catalogues once. Throws when the default language is missing: the product cannot speak without it. */
export function loadMessages(directory = CATALOGUES): Messages {
  const catalogues = new Map<string, Texts>();
  for (const { code } of KNOWN) {
    const folder = path.join(directory, code);
    if (fs.existsSync(folder))
      catalogues.set(
        code,
        fs
          .readdirSync(folder)
          .sort()
          .map((file) => readPart(path.join(folder, file)))
          .reduce<Texts>((all, each) => together(all, each), {}),
      );
  }
  if (!catalogues.has(DEFAULT_LANGUAGE)) throw new Error(`No texts for "${DEFAULT_LANGUAGE}" in ${directory}.`);
  const resolve = (lang: string) => {
    const code = lang.toLowerCase().split(/[-_]/)[0] ?? '';
    return catalogues.has(code) ? code : DEFAULT_LANGUAGE;
  };
  return {
    languages: KNOWN.filter(({ code }) => catalogues.has(code)),
    resolve,
    text(lang, key, values = {}) {
      const text = lookUp(catalogues.get(resolve(lang)), key) ?? lookUp(catalogues.get(DEFAULT_LANGUAGE), key);
      return text === undefined ? null : interpolate(text, values, resolve(lang));
    },
    catalogue: (lang) => catalogues.get(lang.toLowerCase()) ?? null,
  };
}

/** A part of a language; parts share no key. */
function readPart(file: string): Texts {
  return JSON.parse(fs.readFileSync(file, 'utf8')) as Texts;
}

/**
 * Puts values in place of {{name}}, and of {{name, number}} in the language's digits; a placeholder without a value
 * stays empty.
 */
export function interpolate(text: string, values: MessageValues, lang = DEFAULT_LANGUAGE): string {
  return text.replace(/\{\{\s*(\w+)\s*(,\s*number\s*)?\}\}/g, (_, name: string, isNumber: string | undefined) => {
    const value = Object.hasOwn(values, name) ? values[name] : '';
    if (isNumber !== undefined && typeof value === 'number') return value.toLocaleString(lang);
    return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  });
}

function lookUp(catalogue: Texts | undefined, key: string): string | undefined {
  let node: unknown = catalogue;
  for (const part of key.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, part)) return undefined;
    node = (node as Record<string, unknown>)[part];
  }
  return typeof node === 'string' ? node : undefined;
}
