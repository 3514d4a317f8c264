import type { Feature, MultiPolygon, Polygon, Position } from 'geojson';
import type { Place } from './places.ts';
import { unwrapPolygons } from './unwrap.ts';

/** The name of a country and where to write it. */
export interface CountryLabel {
  readonly name: string;
  /** ISO 3166 code, two letters; empty when no capital of the source lies inside. */
  readonly code: string;
  readonly longitude: number;
  readonly latitude: number;
  /** Square degrees of the largest part, stretched as the map stretches it; decides size and zoom. */
  readonly area: number;
}

const GRID = 14;

/** One label a country: at the point of its largest part that is farthest from the coast and borders. */
export function countryLabels(
  countries: readonly Feature<Polygon | MultiPolygon, { name?: string } | null>[],
  capitals: readonly Place[],
): CountryLabel[] {
  return countries.flatMap((country) => {
    const name = country.properties?.name;
    const ring = largestRing(country.geometry);
    if (!name || !ring) return [];
    const [longitude, latitude] = innermostPoint(ring);
    // The largest part first: overseas parts have capitals of their own with other codes.
    const within = (part: Position[]) => capitals.find((place) => contains(part, place.longitude, place.latitude));
    const capital =
      within(ring) ??
      outerRings(country.geometry)
        .map(within)
        .find((found) => found !== undefined);
    const area = Math.abs(signedArea(ring)) / Math.max(0.2, Math.cos((latitude * Math.PI) / 180));
    return [{ name, code: capital?.country ?? '', longitude: ((longitude + 540) % 360) - 180, latitude, area }];
  });
}

function outerRings(geometry: Polygon | MultiPolygon): Position[][] {
  return unwrapPolygons(geometry).flatMap((polygon) => (polygon[0] ? [polygon[0]] : []));
}

function largestRing(geometry: Polygon | MultiPolygon): Position[] | null {
  let largest: Position[] | null = null;
  let most = 0;
  for (const ring of outerRings(geometry)) {
    const area = Math.abs(signedArea(ring));
    if (area > most) [largest, most] = [ring, area];
  }
  return largest;
}

function signedArea(ring: readonly Position[]): number {
  let sum = 0;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax = 0, ay = 0] = ring[i] ?? [];
    const [bx = 0, by = 0] = ring[j] ?? [];
    sum += (bx - ax) * (by + ay);
  }
  return sum / 2;
}

/** Even-odd rule. */
function contains(ring: readonly Position[], longitude: number, latitude: number): boolean {
  let inside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [ax = 0, ay = 0] = ring[i] ?? [];
    const [bx = 0, by = 0] = ring[j] ?? [];
    if (ay > latitude !== by > latitude && longitude < ((bx - ax) * (latitude - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}

/** The best of a grid of inner points; names are wide, so room to the sides counts more than above. */
export function innermostPoint(ring: readonly Position[]): [longitude: number, latitude: number] {
  const longitudes = ring.map((point) => point[0] ?? 0);
  const latitudes = ring.map((point) => point[1] ?? 0);
  const west = Math.min(...longitudes);
  const south = Math.min(...latitudes);
  const width = Math.max(...longitudes) - west;
  const height = Math.max(...latitudes) - south;
  let best: [number, number] = [west + width / 2, south + height / 2];
  let room = -1;
  for (let row = 1; row < GRID; row++) {
    for (let column = 1; column < GRID; column++) {
      const longitude = west + (width * column) / GRID;
      const latitude = south + (height * row) / GRID;
      if (!contains(ring, longitude, latitude)) continue;
      const free = clearance(ring, longitude, latitude);
      if (free > room) [best, room] = [[longitude, latitude], free];
    }
  }
  return best;
}

function clearance(ring: readonly Position[], longitude: number, latitude: number): number {
  const shrink = Math.cos((latitude * Math.PI) / 180) / 2;
  let least = Number.POSITIVE_INFINITY;
  for (const [x = 0, y = 0] of ring) {
    const across = (x - longitude) * shrink;
    const up = y - latitude;
    const squared = across * across + up * up;
    if (squared < least) least = squared;
  }
  return least;
}
