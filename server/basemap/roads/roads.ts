import { COORDINATE_SCALE, SPEED_SCALE } from '../../../src/domain/base/index.ts';
import {
  RoadTile,
  ROAD_EXTENT,
  type RoadClass,
  type RoadHistory,
  type RoadStretch,
  type UnitRoads,
} from '../../../src/domain/road/index.ts';
import { NO_COURSE, NO_SPEED, TRACK_FLAG, type TrackColumns } from '../../../src/domain/telemetry/index.ts';
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
/** Tracks keep tenths of degrees. */
const COURSE_SCALE = 10;

export interface RoadOptions {
  /** A street tile, not compressed; null where no archive has it. */
  readonly tile: (zoom: number, x: number, y: number) => Promise<Uint8Array | null>;
  readonly problem: (error: unknown) => void;
}

/** The roads of the street archives, read as units drive on them. */
export class Roads implements RoadHistory {
  readonly #options: RoadOptions;
  /** By the place of the tile, the one that was asked for last at the end; null: there are no streets. */
  readonly #tiles = new Map<number, Promise<RoadTile | null>>();

  constructor(options: RoadOptions) {
    this.#options = options;
  }

  forUnit(): UnitRoads {
    return new RoadsOfUnit((place) => this.#tileAt(place));
  }

  async stretchesOf(track: TrackColumns): Promise<RoadStretch[]> {
    const stretches: RoadStretch[] = [];
    // Most reports are in the tile of the one before.
    let [known, tile]: [number, RoadTile | null] = [-1, null];
    for (let row = 0; row < track.count; row++) {
      if (!isAsked(track, row)) continue;
      const at = fixOf(track, row);
      if (at.place !== known) [known, tile] = [at.place, await this.#tileAt(at.place)];
      const course = track.courses[row] === NO_COURSE ? Number.NaN : track.courses[row] / COURSE_SCALE;
      const road = classIn(tile, at, course);
      if (stretches.length === 0 || stretches.at(-1)?.road !== road) stretches.push({ at: track.times[row], road });
    }
    return stretches;
  }

  #tileAt(place: number): Promise<RoadTile | null> {
    const tile = this.#tiles.get(place) ?? this.#read(place);
    this.#tiles.delete(place);
    this.#tiles.set(place, tile);
    if (this.#tiles.size > KEPT) this.#tiles.delete(this.#tiles.keys().next().value ?? place);
    return tile;
  }

  /** Unreadable tiles count as without streets, and are tried again. */
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
      if (isAsked(track, row)) wanted.add(fixOf(track, row).place);
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
    const at = placeOf(latitude, longitude);
    this.#answer = classIn(this.#tiles.get(at.place) ?? null, at, course);
    return this.#answer;
  }
}

/** A fix among the tiles of the world: which one it is in, and where in that. */
interface TilePlace {
  readonly place: number;
  readonly x: number;
  readonly y: number;
  /** In units of the tile. */
  readonly metre: number;
}

function placeOf(latitude: number, longitude: number): TilePlace {
  const sine = Math.sin((latitude * Math.PI) / 180);
  const x = ((longitude + 180) / 360) * SIDE;
  const y = (0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * SIDE;
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const metre = (ROAD_EXTENT * SIDE) / (CIRCUMFERENCE * Math.cos((latitude * Math.PI) / 180));
  return { place: row * SIDE + column, x: (x - column) * ROAD_EXTENT, y: (y - row) * ROAD_EXTENT, metre };
}

/** Whether the unit drove, so that its road is of interest. */
const isAsked = ({ flags, speeds }: TrackColumns, row: number): boolean =>
  (flags[row] & TRACK_FLAG.hasPosition) !== 0 && speeds[row] !== NO_SPEED && speeds[row] >= LEAST_SPEED * SPEED_SCALE;

const fixOf = ({ latitudes, longitudes }: TrackColumns, row: number): TilePlace =>
  placeOf(latitudes[row] / COORDINATE_SCALE, longitudes[row] / COORDINATE_SCALE);

const classIn = (tile: RoadTile | null, { x, y, metre }: TilePlace, course: number): RoadClass | null =>
  tile?.classAt(x, y, course, metre) ?? null;
