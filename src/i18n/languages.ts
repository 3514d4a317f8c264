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

/**
 * The day that a week begins with where a language is spoken, 1 = Monday … 7 = Sunday (ISO 8601; CLDR's "weekData" has
 * Saturday for Iran).
 */
const FIRST_WEEKDAY: Readonly<Record<LanguageCode, number>> = { en: 1, ru: 1, fa: 6 };

/** The day that a week begins with: what a calendar shows first, and where "this week" begins. */
export const firstWeekday = (language: string): number => FIRST_WEEKDAY[pickLanguage([language])];

/** The first wanted language that we have, by its main part; English when there is none. */
export function pickLanguage(wanted: readonly (string | null | undefined)[]): LanguageCode {
  const main = wanted.map((tag) => tag?.toLowerCase().split(/[-_]/)[0]);
  return (
    main.map((code) => LANGUAGES.find((known) => known === code)).find((known) => known !== undefined) ??
    DEFAULT_LANGUAGE
  );
}
