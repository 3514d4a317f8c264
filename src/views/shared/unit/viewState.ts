import {
  MAXIMUM_PLAYBACK_SPEED,
  MINUTE,
  clamp,
  fromIso,
  isPosition,
  toIso,
  type Instant,
  type Interval,
} from '../../../domain/base/index.ts';
import { TRAIL_CHOICES, type TrailChoice } from '../services/preferences.ts';

/**
 * What the address of the unit map holds, so that a link shows another person the same:
 * `?units=1,2&from=…&to=…&at=…&speed=60&camera=35.7,51.4,12,0&trails=fleet&refused=1&charts=speed&beside=…&kind=truck`.
 * Times are ISO 8601 UTC. `at` missing = live. Anything that cannot be read is left out, never an error.
 */
export interface ViewState {
  /** Selected units; empty = all. */
  readonly units: readonly number[];
  /** Interval of the timeline that is looped or charted. */
  readonly interval: Interval | null;
  /** Shown instant, or null when live. */
  readonly instant: Instant | null;
  /** −1000 to 1000; negative plays backwards. */
  readonly speed: number;
  readonly camera: Camera | null;
  /** Which trails are drawn, or null as the one who looks prefers. */
  readonly trails: TrailChoice | null;
  /** Fixes that the validity filters refuse are drawn, too. */
  readonly refused: boolean;
  /** Ids of the values whose charts are open, none for the usual ones; null = the charts are closed. */
  readonly charts: readonly string[] | null;
  /** What units are narrowed down by, by the names of {@link UNIT_FILTERS}; unused filters are missing. */
  readonly filter: Readonly<Partial<Record<UnitFilterName, string>>>;
  /** The instant of the map beside; null = there is one map. */
  readonly beside: Instant | null;
}

/** Names of filters in the address, the same of the map and of the list. */
export const UNIT_FILTERS = ['search', 'state', 'status', 'kind', 'label', 'owner', 'allocation'] as const;
type UnitFilterName = (typeof UNIT_FILTERS)[number];

/** Where the map looks. Bearing in degrees clockwise from north. */
export interface Camera {
  readonly latitude: number;
  readonly longitude: number;
  readonly zoom: number;
  readonly bearing: number;
}

export const LIVE_VIEW: ViewState = {
  units: [],
  interval: null,
  instant: null,
  speed: 1,
  camera: null,
  trails: null,
  refused: false,
  charts: null,
  beside: null,
  filter: {},
};

/** An event is looked at from at least as near as this. */
export const EVENT_ZOOM = 13;

/** Most units that a link names. */
const MAXIMUM_LINKED_UNITS = 500;

/** Reads the query of an address. */
export function readViewState(query: URLSearchParams): ViewState {
  const from = readInstant(query.get('from'));
  const to = readInstant(query.get('to'));
  return {
    units: readUnits(query.get('units')),
    interval: from !== null && to !== null && from < to ? { from, to } : null,
    instant: readInstant(query.get('at')),
    speed: readSpeed(query.get('speed')),
    camera: readCamera(query.get('camera')),
    trails: TRAIL_CHOICES.find((choice) => choice === query.get('trails')) ?? null,
    refused: query.get('refused') === '1',
    charts: readCharts(query.get('charts')),
    beside: readInstant(query.get('beside')),
    filter: Object.fromEntries(UNIT_FILTERS.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : []))),
  };
}

/** Writes a state over the query, leaving other parameters as they are. */
export function writeViewState(state: ViewState, query: URLSearchParams = new URLSearchParams()): URLSearchParams {
  const next = new URLSearchParams(query);
  const put = (name: string, value: string | null) => (value === null ? next.delete(name) : next.set(name, value));
  put('units', state.units.length > 0 ? state.units.slice(0, MAXIMUM_LINKED_UNITS).join(',') : null);
  put('from', state.interval ? toIso(state.interval.from) : null);
  put('to', state.interval ? toIso(state.interval.to) : null);
  put('at', state.instant === null ? null : toIso(state.instant));
  put('speed', state.speed === 1 ? null : String(state.speed));
  put('camera', state.camera ? writeCamera(state.camera) : null);
  put('trails', state.trails);
  put('refused', state.refused ? '1' : null);
  put('charts', state.charts === null ? null : state.charts.map(encodeURIComponent).join(','));
  for (const name of UNIT_FILTERS) put(name, state.filter[name] || null);
  put('beside', state.beside === null ? null : toIso(state.beside));
  return next;
}

/** The query of a map that shows a unit where it was, and when; live where `instant` is null. */
export function momentQuery(
  unitId: number,
  instant: Instant | null,
  { latitude, longitude }: Pick<Camera, 'latitude' | 'longitude'>,
): string {
  return writeViewState({
    ...LIVE_VIEW,
    units: [unitId],
    instant,
    camera: { latitude, longitude, zoom: EVENT_ZOOM, bearing: 0 },
  }).toString();
}

/** How much of what came before something, and of what followed, is shown with it. */
const BEFORE = 15 * MINUTE;
const AFTER = 5 * MINUTE;

/** The query of a map that shows what led to something: the unit's track and charts around the instant. */
export function leadUpQuery(
  unitId: number,
  instant: Instant,
  place: Pick<Camera, 'latitude' | 'longitude'> | null,
): string {
  return writeViewState({
    ...LIVE_VIEW,
    units: [unitId],
    instant,
    interval: { from: instant - BEFORE, to: instant + AFTER },
    camera: place && { latitude: place.latitude, longitude: place.longitude, zoom: EVENT_ZOOM, bearing: 0 },
    trails: 'selected',
    charts: [],
  }).toString();
}

function readUnits(text: string | null): number[] {
  if (text === null) return [];
  const ids = text
    .split(',')
    .map(Number)
    .filter((id) => Number.isInteger(id) && id > 0);
  return [...new Set(ids)].slice(0, MAXIMUM_LINKED_UNITS);
}

function readInstant(text: string | null): Instant | null {
  const instant = text === null ? Number.NaN : fromIso(text);
  return Number.isNaN(instant) ? null : instant;
}

function readSpeed(text: string | null): number {
  const speed = text === null ? 1 : Number(text);
  if (!Number.isFinite(speed) || Math.abs(speed) < 1) return 1;
  return clamp(speed, -MAXIMUM_PLAYBACK_SPEED, MAXIMUM_PLAYBACK_SPEED);
}

/** More charts than a link may ask for are left out. */
const MAXIMUM_CHARTS = 6;

function readCharts(text: string | null): readonly string[] | null {
  if (text === null) return null;
  const ids = text.split(',').flatMap((id) => {
    try {
      return id === '' ? [] : [decodeURIComponent(id)];
    } catch {
      return []; // cut in the middle of a character: as if it were not there
    }
  });
  return [...new Set(ids)].slice(0, MAXIMUM_CHARTS);
}

function readCamera(text: string | null): Camera | null {
  const [latitude, longitude, zoom, bearing = 0] = (text ?? '').split(',').map(Number);
  const whole = [latitude, longitude, zoom, bearing].every((part) => Number.isFinite(part));
  if (!whole || !isPosition(latitude, longitude)) return null;
  return { latitude, longitude, zoom: clamp(zoom, 0, 22), bearing };
}

function writeCamera({ latitude, longitude, zoom, bearing }: Camera): string {
  const parts = [latitude.toFixed(5), longitude.toFixed(5), zoom.toFixed(2)];
  if (Math.round(bearing) !== 0) parts.push(bearing.toFixed(0));
  return parts.join(',');
}
