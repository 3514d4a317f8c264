/** Languages of the interface. To add one: a catalogue, a line here, a line in `load`. */
export const LANGUAGES = ['en', 'ru', 'fa'] as const;
export type LanguageCode = (typeof LANGUAGES)[number];

/** Specification, chapter 1. */
export const DEFAULT_LANGUAGE: LanguageCode = 'en';

export type Direction = 'ltr' | 'rtl';

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['fa', 'ar', 'he', 'ur', 'ckb', 'ps', 'sd', 'ug', 'yi']);

/** Writing direction of a language tag; `fa` and `fa-IR` are the same. */
export function direction(language: string): Direction {
  return RIGHT_TO_LEFT.has(language.toLowerCase().split('-')[0]) ? 'rtl' : 'ltr';
}

/** The first wanted language that we have, by its main part; English when there is none. */
export function pickLanguage(wanted: readonly (string | null | undefined)[]): LanguageCode {
  const main = wanted.map((tag) => tag?.toLowerCase().split(/[-_]/)[0]);
  return main.map((code) => LANGUAGES.find((known) => known === code)).find((known) => known !== undefined) ?? DEFAULT_LANGUAGE;
}
