import type { Problems } from '../../../call/problems.ts';
import type { Gazetteer, Nearest } from '../../../places/index.ts';
import { countryName } from '../accounts/countryName.ts';

/** Clockwise from north. */
const DIRECTIONS = ['north', 'northEast', 'east', 'southEast', 'south', 'southWest', 'west', 'northWest'] as const;
/** Metres; a town of a thousand people reaches about so far, one of a million some thirty times. */
const SMALLEST_RADIUS = 1_000;
const PEOPLE_OF_SMALLEST = 1_000;
const LARGEST_RADIUS = 15_000;

/** `Kazan, Russia` within the town, `12 km north-east of Kazan, Russia` beyond, coordinates where no town is near. */
export function addressOf(
  gazetteer: Pick<Gazetteer, 'nearest'>,
  latitude: number,
  longitude: number,
  lang: string,
  { text }: Pick<Problems, 'text'>,
): string {
  const nearest = gazetteer.nearest(latitude, longitude);
  if (!nearest) {
    const degrees = new Intl.NumberFormat(lang, { minimumFractionDigits: 4, maximumFractionDigits: 4 });
    return text(lang, 'server.address.nowhere', {
      latitude: degrees.format(latitude),
      longitude: degrees.format(longitude),
    });
  }
  const { name: town, country } = nearest.place;
  const values = { town, country: countryName(country, lang) };
  if (nearest.metres <= radiusOf(nearest)) return text(lang, 'server.address.in', values);
  const distance = new Intl.NumberFormat(lang).format(Math.max(1, Math.round(nearest.metres / 1_000)));
  return text(lang, `server.address.${directionOf(nearest.bearing)}`, { ...values, distance });
}

/** Towns grow with the root of their people. */
function radiusOf({ place: { population } }: Nearest): number {
  return Math.min(LARGEST_RADIUS, SMALLEST_RADIUS * Math.sqrt(Math.max(1, population / PEOPLE_OF_SMALLEST)));
}

function directionOf(bearing: number): (typeof DIRECTIONS)[number] {
  return DIRECTIONS[Math.round(bearing / (360 / DIRECTIONS.length)) % DIRECTIONS.length] ?? 'north';
}
