/** The geocoders that are spoken to: how each is asked, and what it answers. Nothing else knows them. */

/** Something that a geocoder found by its words. */
export interface FoundAddress {
  /** As one line: `Städtle 1, Vaduz`. */
  readonly title: string;
  /** The rest: district, region, country. */
  readonly detail: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Where to look first; not a bound. */
export interface Nearby {
  readonly latitude: number;
  readonly longitude: number;
}

export interface GeocodingService {
  reverse(latitude: number, longitude: number, lang: string): string;
  /** Null: nothing is known of the point. */
  readReverse(answer: unknown): string | null;
  search(text: string, lang: string, limit: number, near: Nearby | null): string;
  readSearch(answer: unknown): FoundAddress[];
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});
const listOf = (value: unknown): readonly Fields[] => (Array.isArray(value) ? value.filter(isFields) : []);
const textOf = (fields: Fields, ...names: readonly string[]): string => {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return '';
};
const joined = (...parts: readonly string[]): string => [...new Set(parts.filter(Boolean))].join(', ');
const isPlace = ({ latitude, longitude, title }: FoundAddress): boolean =>
  title !== '' && Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;

/** Where a street has its number before it. The others have it behind. */
const NUMBER_FIRST = new Set(['au', 'ca', 'fr', 'gb', 'ie', 'nz', 'us', 'za']);

function streetOf(street: string, number: string, country: string): string {
  if (street === '' || number === '') return street || number;
  return NUMBER_FIRST.has(country.toLowerCase()) ? `${number} ${street}` : `${street} ${number}`;
}

/** The parts of an address as one line and the rest, whoever wrote them. */
function wordsOf(parts: Fields, names: { readonly number: string; readonly street: readonly string[] }) {
  const country = textOf(parts, 'country_code', 'countrycode');
  const street = streetOf(textOf(parts, ...names.street), textOf(parts, names.number), country);
  const town = textOf(parts, 'city', 'town', 'village', 'hamlet', 'municipality', 'locality', 'district', 'county');
  const rest = joined(textOf(parts, 'state', 'county'), textOf(parts, 'country'));
  return { street, town, rest, country: textOf(parts, 'country') };
}

/** https://nominatim.org/release-docs/latest/api/Overview/ */
function nominatim(base: URL, key: string | null): GeocodingService {
  const names = { number: 'house_number', street: ['road', 'pedestrian', 'footway', 'path', 'square'] };
  const at = (path: string, query: Record<string, string>): string =>
    addressOf(base, path, { ...query, format: 'jsonv2', addressdetails: '1', ...(key === null ? {} : { key }) });
  return {
    reverse: (latitude, longitude, lang) =>
      at('reverse', { lat: String(latitude), lon: String(longitude), zoom: '18', 'accept-language': lang }),
    readReverse(answer) {
      const { street, town, country } = wordsOf(fieldsOf(fieldsOf(answer).address), names);
      return joined(street, town, country) || textOf(fieldsOf(answer), 'display_name') || null;
    },
    search: (text, lang, limit, near) =>
      at('search', { q: text, limit: String(limit), 'accept-language': lang, ...(near && viewboxOf(near)) }),
    readSearch: (answer) =>
      listOf(answer)
        .map((each) => {
          const { street, town, rest } = wordsOf(fieldsOf(each.address), names);
          const title = joined(textOf(each, 'name') || street, town) || textOf(each, 'display_name');
          return { title, detail: rest, latitude: Number(each.lat), longitude: Number(each.lon) };
        })
        .filter(isPlace),
  };
}

/** Nominatim prefers what lies in a box without leaving out the rest. Degrees to each side. */
function viewboxOf({ latitude, longitude }: Nearby): { viewbox: string } {
  return { viewbox: [longitude - 1, latitude + 1, longitude + 1, latitude - 1].join(',') };
}

/** Languages of Photon's public index; in any other it refuses to answer. */
const PHOTON_LANGUAGES = new Set(['de', 'en', 'fr']);

/** https://github.com/komoot/photon */
function photon(base: URL, key: string | null): GeocodingService {
  const at = (path: string, query: Record<string, string>): string =>
    addressOf(base, path, { ...query, ...(key === null ? {} : { key }) });
  const language = (lang: string): Record<string, string> => (PHOTON_LANGUAGES.has(lang) ? { lang } : {});
  const words = (feature: Fields) =>
    wordsOf(fieldsOf(feature.properties), { number: 'housenumber', street: ['street'] });
  return {
    reverse: (latitude, longitude, lang) =>
      at('reverse', { lat: String(latitude), lon: String(longitude), limit: '1', ...language(lang) }),
    readReverse(answer) {
      const [first] = listOf(fieldsOf(answer).features);
      if (first === undefined) return null;
      const { street, town, country } = words(first);
      return joined(street || textOf(fieldsOf(first.properties), 'name'), town, country) || null;
    },
    search: (text, lang, limit, near) =>
      at('api', {
        q: text,
        limit: String(limit),
        ...language(lang),
        ...(near && { lat: String(near.latitude), lon: String(near.longitude) }),
      }),
    readSearch: (answer) =>
      listOf(fieldsOf(answer).features)
        .map((feature) => {
          const { street, town, rest } = words(feature);
          const title = joined(textOf(fieldsOf(feature.properties), 'name') || street, town);
          return { title, detail: rest, ...pointOf(feature) };
        })
        .filter(isPlace),
  };
}

/** https://github.com/pelias/documentation */
function pelias(base: URL, key: string | null): GeocodingService {
  const at = (path: string, query: Record<string, string>): string =>
    addressOf(base, `v1/${path}`, { ...query, ...(key === null ? {} : { api_key: key }) });
  return {
    reverse: (latitude, longitude, lang) =>
      at('reverse', { 'point.lat': String(latitude), 'point.lon': String(longitude), size: '1', lang }),
    readReverse: (answer) => textOf(fieldsOf(listOf(fieldsOf(answer).features)[0]?.properties), 'label') || null,
    search: (text, lang, limit, near) =>
      at('search', {
        text,
        size: String(limit),
        lang,
        ...(near && { 'focus.point.lat': String(near.latitude), 'focus.point.lon': String(near.longitude) }),
      }),
    readSearch: (answer) =>
      listOf(fieldsOf(answer).features)
        .map((feature) => {
          const properties = fieldsOf(feature.properties);
          const title = joined(textOf(properties, 'name'), textOf(properties, 'locality', 'localadmin'));
          return {
            title,
            detail: joined(textOf(properties, 'region'), textOf(properties, 'country')),
            ...pointOf(feature),
          };
        })
        .filter(isPlace),
  };
}

function pointOf(feature: Fields): { latitude: number; longitude: number } {
  const { coordinates } = fieldsOf(feature.geometry);
  const [longitude, latitude] = Array.isArray(coordinates) ? coordinates.map(Number) : [Number.NaN, Number.NaN];
  return { latitude, longitude };
}

function addressOf(base: URL, path: string, query: Record<string, string>): string {
  const url = new URL(base);
  url.pathname = `${base.pathname.replace(/\/$/, '')}/${path}`;
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
  return url.href;
}

const SERVICES = { nominatim, photon, pelias } as const;
type ServiceName = keyof typeof SERVICES;

/**
 * Which geocoder an address means, as `photon+https://host/path`; without a name in front it is a Nominatim. Null:
 * none.
 */
export function parseGeocoderUrl(text: string): { readonly service: ServiceName; readonly url: string } | null {
  const [, name = 'nominatim', address] = /^(?:([a-z]+)\+)?(https?:\/\/\S+)$/.exec(text) ?? [];
  if (address === undefined || !URL.canParse(address) || !Object.hasOwn(SERVICES, name)) return null;
  return { service: name as ServiceName, url: address };
}

/** The service behind an address that {@link parseGeocoderUrl} reads. */
export function createGeocodingService(address: string, key: string | null): GeocodingService {
  const parsed = parseGeocoderUrl(address);
  if (!parsed) throw new Error(`${address} is no geocoder.`);
  return SERVICES[parsed.service](new URL(parsed.url), key);
}
