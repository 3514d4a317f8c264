/** A town or village of the gazetteer. */
export interface Place {
  readonly name: string;
  /** ISO 3166 code, two letters. */
  readonly country: string;
  readonly population: number;
  readonly latitude: number;
  readonly longitude: number;
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
export function packPlaces(places: readonly Place[]): PlaceTable {
  const ordered = places.toSorted((a, b) => b.population - a.population);
  const keys = ordered
    .flatMap(({ name }, place) => beginningsOf(foldText(name)).map((key) => ({ key, place })))
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

/** How names are compared: without case, marks above and below letters, and apostrophes. */
export function foldText(text: string): string {
  return text
    .normalize('NFD')
    .replace(/[\p{M}'’ʼ`]/gu, '')
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
