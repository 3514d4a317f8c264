/**
 * Languages whose letters join or run from right to left: MapLibre draws them apart and in the
 * wrong order without a plug-in, so countries keep their international names there.
 */
const SHAPED = new Set(['fa', 'ar', 'ur', 'he']);
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/** Names of countries by ISO 3166 code as the browser knows them; empty where they cannot be drawn. */
export function countryNames(language: string): ReadonlyMap<string, string> {
  if (SHAPED.has(language) || language === 'en') return new Map();
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  const known = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap((code): [string, string][] => {
    const name = names.of(code);
    return name ? [[code, name]] : [];
  });
  return new Map(known);
}
