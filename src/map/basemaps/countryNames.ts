const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

/**
 * Names of countries as the browser knows them, by ISO 3166 code and by English name (a few labels carry no
 * code); empty in English, which the source speaks.
 */
export function countryNames(language: string): ReadonlyMap<string, string> {
  if (language === 'en') return new Map();
  const names = new Intl.DisplayNames([language], { type: 'region', fallback: 'none' });
  const english = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });
  const known = LETTERS.flatMap((first) => LETTERS.map((second) => first + second)).flatMap(
    (code): [string, string][] => {
      const [name, sourceName] = [names.of(code), english.of(code)];
      return name && sourceName
        ? [
            [code, name],
            [sourceName, name],
          ]
        : [];
    },
  );
  return new Map(known);
}
