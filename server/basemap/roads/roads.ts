import { COORDINATE_SCALE, SPEED_SCALE } from '../../../src/domain/base/index.ts';
import { RoadTile, ROAD_EXTENT, type RoadClass, type UnitRoads } from '../../../src/domain/road/index.ts';
import { NO_SPEED, TRACK_FLAG, type TrackColumns } from '../../../src/domain/telemetry/index.ts';
import { readRoads } from './readRoads.ts';

/** The deepest zoom that all street archives have: it has every road. */
const ZOOM = 14;
const SIDE = 2 ** ZOOM;
/** Metres around the world at the equator. */
const CIRCUMFERENCE = 40_075_016.686;
/** Tiles that are kept for all units: a dense town has some 100 kB of roads in one. */
const KEPT = 1_024;
/** Tiles that are read for the reports of a unit at once, at most, and those kept of the reports before. */
const [MOST_TILES, BEFORE] = [64, 4];
/** Of units that are slower than this, km/h, no road is asked. */
const LEAST_SPEED = 5;

export interface RoadOptions {
  /** A street tile, not compressed; null where no archive has it. */
  readonly tile: (zoom: number, x: number, y: number) => Promise<Uint8Array | null>;
  readonly problem: (error: unknown) => void;
}

/** The roads of the street archives, read as units drive on them. */
export class Roads {
  readonly #options: RoadOptions;
  /** By the place of the tile, the one that was asked for last at the end; null: there are no streets. */
  readonly #tiles = new Map<number, Promise<RoadTile | null>>();

  constructor(options: RoadOptions) {
    this.#options = options;
  }

  forUnit(): UnitRoads {
    return new RoadsOfUnit((place) => this.#tileAt(place));
  }

  #tileAt(place: number): Promise<RoadTile | null> {
    const tile = this.#tiles.get(place) ?? this.#read(place);
    this.#tiles.delete(place);
    this.#tiles.set(place, tile);
    if (this.#tiles.size > KEPT) this.#tiles.delete(this.#tiles.keys().next().value ?? place);
    return tile;
  }

  /** What cannot be read counts as no streets, and is tried again. */
  async #read(place: number): Promise<RoadTile | null> {
    try {
      const tile = await this.#options.tile(ZOOM, place % SIDE, Math.floor(place / SIDE));
      return tile === null ? null : new RoadTile(readRoads(tile));
    } catch (error) {
      this.#tiles.delete(place);
      this.#options.problem(error);
      return null;
    }
  }
}

class RoadsOfUnit implements UnitRoads {
  readonly #tileAt: (place: number) => Promise<RoadTile | null>;
  #tiles: ReadonlyMap<number, RoadTile | null> = new Map();
  /** What was asked last: all rules of the unit ask of the same fix. */
  readonly #asked = { latitude: Number.NaN, longitude: Number.NaN, course: Number.NaN };
  #answer: RoadClass | null = null;

  constructor(tileAt: (place: number) => Promise<RoadTile | null>) {
    this.#tileAt = tileAt;
  }

  async prepare(track: TrackColumns): Promise<void> {
    const places = [...this.#tiles.keys()].slice(-BEFORE);
    const wanted = new Set(places);
    for (let row = track.count - 1; row >= 0 && wanted.size < MOST_TILES; row--) {
      const isAsked = (track.flags[row] & TRACK_FLAG.hasPosition) !== 0 && track.speeds[row] !== NO_SPEED;
      if (!isAsked || track.speeds[row] < LEAST_SPEED * SPEED_SCALE) continue;
      const { x, y } = tilePlace(track.latitudes[row] / COORDINATE_SCALE, track.longitudes[row] / COORDINATE_SCALE);
      wanted.add(Math.floor(y) * SIDE + Math.floor(x));
    }
    const read = await Promise.all([...wanted].map(async (place) => [place, await this.#tileAt(place)] as const));
    this.#tiles = new Map(read);
    this.#asked.latitude = Number.NaN;
  }

  classAt(latitude: number, longitude: number, course: number): RoadClass | null {
    const asked = this.#asked;
    if (latitude === asked.latitude && longitude === asked.longitude && Object.is(course, asked.course))
      return this.#answer;
    [asked.latitude, asked.longitude, asked.course] = [latitude, longitude, course];
    const { x, y } = tilePlace(latitude, longitude);
    const [column, row] = [Math.floor(x), Math.floor(y)];
    const metre = (ROAD_EXTENT * SIDE) / (CIRCUMFERENCE * Math.cos((latitude * Math.PI) / 180));
    const tile = this.#tiles.get(row * SIDE + column) ?? null;
    this.#answer = tile?.classAt((x - column) * ROAD_EXTENT, (y - row) * ROAD_EXTENT, course, metre) ?? null;
    return this.#answer;
  }
}

/** Where a place is among the tiles of the world. */
function tilePlace(latitude: number, longitude: number): { readonly x: number; readonly y: number } {
  const sine = Math.sin((latitude * Math.PI) / 180);
  return { x: ((longitude + 180) / 360) * SIDE, y: (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * SIDE };
}
