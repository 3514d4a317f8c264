import { bearing, distance } from '../../src/domain/base/index.ts';
import { foldText, type Place, type PlaceTable } from './placeTable.ts';

/** A place and how a point lies to it. */
export interface Nearest {
  readonly place: Place;
  /** From the place's centre to the point. */
  readonly metres: number;
  /** Degrees clockwise from north, from the place to the point. */
  readonly bearing: number;
}

/** Cells of a half degree: a few dozen places in the densest. */
const CELLS_PER_DEGREE = 2;
const ROWS = 180 * CELLS_PER_DEGREE;
const COLUMNS = 360 * CELLS_PER_DEGREE;
/** Metres of a degree of latitude. */
const DEGREE = 111_195;
/** Beyond this nothing is near. Metres. */
const FARTHEST = 300_000;
/** Near the poles a degree of longitude is short: so many cells to either side are enough. */
const MOST_RINGS = 40;
const RADIANS = Math.PI / 180;

/** The towns of the world in memory: the nearest to a point, and those that a text begins. */
export class Gazetteer {
  readonly #table: PlaceTable;
  readonly #names: readonly string[];
  readonly #countries: readonly string[];
  readonly #keys: readonly string[];
  /** Places by cell; cell c has those from starts[c] to starts[c + 1]. */
  readonly #members: Uint32Array;
  readonly #starts: Uint32Array;

  constructor(table: PlaceTable) {
    this.#table = table;
    this.#names = table.names.split('\n');
    this.#countries = table.countries.split('\n');
    this.#keys = table.keys.split('\n');
    const count = table.latitudes.length;
    const cells = Uint32Array.from(
      { length: count },
      (_, place) => rowOf(table.latitudes[place]) * COLUMNS + columnOf(table.longitudes[place]),
    );
    this.#starts = new Uint32Array(ROWS * COLUMNS + 1);
    for (const cell of cells) this.#starts[cell + 1]++;
    for (let cell = 0; cell < ROWS * COLUMNS; cell++) this.#starts[cell + 1] += this.#starts[cell];
    const next = this.#starts.slice();
    this.#members = new Uint32Array(count);
    for (let place = 0; place < count; place++) this.#members[next[cells[place]]++] = place;
  }

  get size(): number {
    return this.#table.latitudes.length;
  }

  /**
   * The nearest place, or null far out. Rings of cells are searched outwards until the next ring
   * cannot hold anything nearer than what was found.
   */
  nearest(latitude: number, longitude: number): Nearest | null {
    const row = rowOf(latitude);
    const column = columnOf(longitude);
    let best = -1;
    let shortest = FARTHEST;
    for (let ring = 0; ring < MOST_RINGS; ring++) {
      if (ring > 0 && ringDistance(latitude, row, ring) > shortest) break;
      for (let dy = -ring; dy <= ring; dy++) {
        const y = row + dy;
        if (y < 0 || y >= ROWS) continue;
        const step = Math.abs(dy) === ring || ring === 0 ? 1 : 2 * ring;
        for (let dx = -ring; dx <= ring; dx += step) {
          const cell = y * COLUMNS + ((column + dx + COLUMNS) % COLUMNS);
          for (let at = this.#starts[cell]; at < this.#starts[cell + 1]; at++) {
            const place = this.#members[at];
            const metres = distance(this.#table.latitudes[place], this.#table.longitudes[place], latitude, longitude);
            if (metres >= shortest) continue;
            shortest = metres;
            best = place;
          }
        }
      }
    }
    if (best < 0) return null;
    const place = this.#place(best);
    return { place, metres: shortest, bearing: bearing(place.latitude, place.longitude, latitude, longitude) };
  }

  /** Places whose name, or a word of it, begins with the text; greater ones first. At most `limit`. */
  find(text: string, limit: number): Place[] {
    const wanted = foldText(text);
    if (wanted === '') return [];
    const found = new Set<number>();
    for (let at = this.#firstKey(wanted); at < this.#keys.length && this.#keys[at].startsWith(wanted); at++)
      found.add(this.#table.keyPlaces[at]);
    // Places are numbered by their people.
    return [...found]
      .toSorted((a, b) => a - b)
      .slice(0, limit)
      .map((place) => this.#place(place));
  }

  #place(index: number): Place {
    const { populations, latitudes, longitudes } = this.#table;
    return {
      name: this.#names[index],
      country: this.#countries[index],
      population: populations[index],
      latitude: latitudes[index],
      longitude: longitudes[index],
    };
  }

  #firstKey(wanted: string): number {
    let low = 0;
    let high = this.#keys.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#keys[middle] < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const rowOf = (latitude: number): number =>
  Math.min(ROWS - 1, Math.max(0, Math.floor((latitude + 90) * CELLS_PER_DEGREE)));
const columnOf = (longitude: number): number =>
  ((Math.floor((longitude + 180) * CELLS_PER_DEGREE) % COLUMNS) + COLUMNS) % COLUMNS;

/**
 * Metres that lie at least between the point and the ring: cells are narrowest where the ring reaches nearest to a
 * pole.
 */
function ringDistance(latitude: number, row: number, ring: number): number {
  const polewards = Math.min(
    90,
    Math.max(Math.abs((row - ring) / CELLS_PER_DEGREE - 90), Math.abs((row + ring + 1) / CELLS_PER_DEGREE - 90)),
  );
  const height = ((ring - 1) / CELLS_PER_DEGREE + distanceToEdge(latitude)) * DEGREE;
  const width = ((ring - 1) / CELLS_PER_DEGREE) * DEGREE * Math.cos(polewards * RADIANS);
  return Math.min(height, width);
}

/** Degrees from the point to the nearer edge of its row. */
function distanceToEdge(latitude: number): number {
  const within = latitude * CELLS_PER_DEGREE - Math.floor(latitude * CELLS_PER_DEGREE);
  return Math.min(within, 1 - within) / CELLS_PER_DEGREE;
}
