const names = new Map<string, Intl.DisplayNames>();

/** The country in the language; the code itself where it has no name. */
export function countryName(code: string, lang: string): string {
  const known = names.get(lang) ?? new Intl.DisplayNames(lang, { type: 'region', fallback: 'code' });
  names.set(lang, known);
  return /^[A-Z]{2}$/.test(code) ? (known.of(code) ?? code) : code;
}
