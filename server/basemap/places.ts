/**
 * Which towns a map shows at which zoom. Every place gets the smallest zoom at which it may be
 * drawn: the important ones claim their surroundings first, so a tile is dense but legible and
 * the same town never blinks in and out between neighbouring tiles.
 */
export interface Place {
  readonly name: string;
  /** Names in the languages of the screens, where they are known: `name:fa`. */
  readonly localNames?: Readonly<Record<string, string>>;
  /** ISO 3166 code of the country, two letters. */
  readonly country: string;
  readonly population: number;
  readonly capital: boolean;
  readonly longitude: number;
  readonly latitude: number;
}

/** A place with its position in the unit square of web mercator. */
export interface RankedPlace extends Place {
  readonly x: number;
  readonly y: number;
  readonly minimumZoom: number;
  /** 0 capital, then by population; smaller is more important. */
  readonly rank: number;
}

/** From here on every place of the source is in the tile. */
const PLACES_COMPLETE_ZOOM = 11;
const FIRST_ZOOM = 2;
/** Cells along one side of a tile (512 px) in which at most one place is shown. */
const CELLS_PER_TILE = 7;
/** Population below which a place is not shown yet, by zoom from FIRST_ZOOM; capitals are exempt. */
const POPULATION_BY_ZOOM = [4_000_000, 1_500_000, 600_000, 250_000, 100_000, 45_000, 20_000, 8_000, 3_000];
const CAPITAL_HANDICAP = 1_500_000;

/** Web mercator of a coordinate, 0–1 from the north-west corner. */
export function mercator(longitude: number, latitude: number): [x: number, y: number] {
  const sine = Math.min(0.9999, Math.max(-0.9999, Math.sin((latitude * Math.PI) / 180)));
  return [longitude / 360 + 0.5, 0.5 - (0.25 * Math.log((1 + sine) / (1 - sine))) / Math.PI];
}

function rankOf(place: Place): number {
  if (place.capital) return 0;
  const steps = [5_000_000, 1_000_000, 300_000, 100_000, 30_000, 10_000];
  const index = steps.findIndex((population) => place.population >= population);
  return index < 0 ? steps.length + 1 : index + 1;
}

function weight(place: Place): number {
  return place.population + (place.capital ? CAPITAL_HANDICAP : 0);
}

/** Ranks all places, most important first, and gives each the zoom at which it appears. */
export function rankPlaces(places: readonly Place[]): RankedPlace[] {
  const ordered = places.toSorted((a, b) => weight(b) - weight(a));
  const taken = Array.from({ length: PLACES_COMPLETE_ZOOM }, () => new Set<number>());
  return ordered.map((place) => {
    const [x, y] = mercator(place.longitude, place.latitude);
    return { ...place, x, y, rank: rankOf(place), minimumZoom: claimZoom(place, x, y, taken) };
  });
}

function claimZoom(place: Place, x: number, y: number, taken: readonly Set<number>[]): number {
  for (let zoom = FIRST_ZOOM; zoom < PLACES_COMPLETE_ZOOM; zoom++) {
    if (!place.capital && place.population < (POPULATION_BY_ZOOM[zoom - FIRST_ZOOM] ?? 0)) continue;
    const cells = 2 ** zoom * CELLS_PER_TILE;
    const column = Math.floor(x * cells);
    const row = Math.floor(y * cells);
    if (isCrowded(taken[zoom], column, row, cells)) continue;
    for (let deeper = zoom; deeper < PLACES_COMPLETE_ZOOM; deeper++) {
      const deeperCells = 2 ** deeper * CELLS_PER_TILE;
      taken[deeper]?.add(Math.floor(y * deeperCells) * deeperCells + Math.floor(x * deeperCells));
    }
    return zoom;
  }
  return PLACES_COMPLETE_ZOOM;
}

/** Names are wider than high: a neighbour to the side is in the way, one above is not. */
function isCrowded(taken: Set<number> | undefined, column: number, row: number, cells: number): boolean {
  const key = row * cells + column;
  return taken !== undefined && (taken.has(key) || taken.has(key - 1) || taken.has(key + 1));
}
