/** A town or village of the gazetteer. */
export interface Place {
  readonly name: string;
  /** ISO 3166 code, two letters. */
  readonly country: string;
  readonly population: number;
  readonly latitude: number;
  readonly longitude: number;
}

/** A place with its names in other languages, by which it is found as well. */
export interface NamedPlace extends Place {
  readonly otherNames?: readonly string[];
}

/** Places as columns: what passes between threads at no cost. Texts are joined by line ends. */
export interface PlaceTable {
  readonly names: string;
  readonly countries: string;
  readonly populations: Uint32Array;
  readonly latitudes: Float64Array;
  readonly longitudes: Float64Array;
  /** Beginnings under which a place is found, sorted: its name, and its name from each further word on. */
  readonly keys: string;
  /** The place of each key. */
  readonly keyPlaces: Uint32Array;
}

/** Packs the places, most people first: of equals the greater is found before the smaller. */
export function packPlaces(places: readonly NamedPlace[]): PlaceTable {
  const ordered = places.toSorted((a, b) => b.population - a.population);
  const keys = ordered
    .flatMap(({ name, otherNames = [] }, place) =>
      [...new Set([name, ...otherNames].flatMap(spellingsOf).flatMap(beginningsOf))].map((key) => ({ key, place })),
    )
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.place - b.place));
  return {
    names: ordered.map(({ name }) => name.replaceAll('\n', ' ')).join('\n'),
    countries: ordered.map(({ country }) => country).join('\n'),
    populations: Uint32Array.from(ordered, ({ population }) => population),
    latitudes: Float64Array.from(ordered, ({ latitude }) => latitude),
    longitudes: Float64Array.from(ordered, ({ longitude }) => longitude),
    keys: keys.map(({ key }) => key).join('\n'),
    keyPlaces: Uint32Array.from(keys, ({ place }) => place),
  };
}

/** What joins the parts of a Persian word without joining their letters; many people type a space, or nothing. */
const NON_JOINER = '\u200C';

/** A name as it is looked for, in each way in which it is typed. */
const spellingsOf = (name: string): string[] =>
  (name.includes(NON_JOINER) ? [name, name.replaceAll(NON_JOINER, ' ')] : [name]).map(foldText);

/**
 * How names are compared: without case, marks above and below letters, and apostrophes, and with the letters of Persian
 * where a keyboard has those of Arabic.
 */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}'’ʼ`\u200C]/gu, '')
    .replaceAll('ي', 'ی')
    .replaceAll('ك', 'ک')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function beginningsOf(name: string): string[] {
  const beginnings = [name];
  for (let index = 1; index < name.length; index++)
    if (/[ -]/.test(name[index - 1] ?? '')) beginnings.push(name.slice(index));
  return beginnings;
}
