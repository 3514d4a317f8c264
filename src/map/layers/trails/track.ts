import { STALE_AFTER } from '../../../domain/telemetry/index.ts';
import type { Rgb } from '../../color.ts';
import type { MapPalette } from '../../palette.ts';

/** The recorded track of one unit, in order of time: columns as the history gives them. */
export interface UnitTrack {
  readonly unitId: number;
  /** Unix ms. */
  readonly times: Float64Array;
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
  /** Which colour of series it has, 1 to 6; without one it has that of the selection. */
  readonly series?: number;
  /** Band of the value at each point, 0 to 4, {@link NO_BAND} where there is none; takes the place of the series. */
  readonly bands?: Uint8Array;
}

/** No value is known at the point. */
export const NO_BAND = 255;

/**
 * Words of a point: high and low part of longitude and latitude (4), seconds since `base`, link, colour as 0xRRGGBB.
 */
export const TRACK_WORDS = 7;
/** How a point is linked to the next: not at all, driven, or silent in between. */
export const LINK = { none: 0, driven: 1, silent: 2 } as const;

/** Points of all tracks in one buffer; the record after the last is empty. */
export interface TrackPoints {
  readonly words: Float32Array;
  /** Segments, one less than records. */
  readonly count: number;
  /** Zero of the points' seconds, Unix ms. */
  readonly base: number;
}

/** What tracks are painted with. */
export type TrackPalette = Pick<MapPalette, 'selection' | 'series' | 'bands'>;

/** Every colour is a whole number that f32 holds exactly. */
const packed = ([red, green, blue]: Rgb): number => (red << 16) | (green << 8) | blue;

/** Lays the tracks out for the GPU. Repeated points are left out; silence is marked, not hidden. */
export function layOutTracks(tracks: readonly UnitTrack[], palette: TrackPalette): TrackPoints {
  const most = tracks.reduce((sum, track) => sum + track.times.length, 0);
  const base = tracks.reduce(
    (least, track) => Math.min(least, track.times[0] ?? Number.POSITIVE_INFINITY),
    Number.POSITIVE_INFINITY,
  );
  const words = new Float32Array((most + 1) * TRACK_WORDS);
  let record = 0;
  for (const track of tracks) {
    const colors = {
      own: packed(palette.series[(track.series ?? 0) - 1] ?? palette.selection),
      bands: palette.bands.map(packed),
    };
    record = layOutTrack(track, colors, Number.isFinite(base) ? base : 0, words, record);
  }
  return {
    words: words.subarray(0, (record + 1) * TRACK_WORDS),
    count: record,
    base: Number.isFinite(base) ? base : 0,
  };
}

function layOutTrack(
  { times, longitudes, latitudes, bands }: UnitTrack,
  colors: { own: number; bands: readonly number[] },
  base: number,
  words: Float32Array,
  first: number,
): number {
  let record = first;
  let previous = -1;
  for (let i = 0; i < times.length; i++) {
    const [time = 0, longitude = 0, latitude = 0] = [times[i], longitudes[i], latitudes[i]];
    const last = i === times.length - 1;
    if (
      previous >= 0 &&
      !last &&
      longitude === longitudes[previous] &&
      latitude === latitudes[previous] &&
      time - (times[previous] ?? 0) <= STALE_AFTER
    )
      continue;
    if (previous >= 0)
      words[(record - 1) * TRACK_WORDS + 5] = time - (times[previous] ?? 0) > STALE_AFTER ? LINK.silent : LINK.driven;
    const at = record * TRACK_WORDS;
    words[at] = longitude;
    words[at + 1] = latitude;
    words[at + 2] = longitude - Math.fround(longitude);
    words[at + 3] = latitude - Math.fround(latitude);
    words[at + 4] = (time - base) / 1_000;
    words[at + 5] = LINK.none;
    words[at + 6] = bands === undefined ? colors.own : (colors.bands[bands[i] ?? NO_BAND] ?? colors.own);
    record++;
    previous = i;
  }
  return record;
}
