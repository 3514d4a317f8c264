import { COORDINATE_SCALE } from '../base/index.ts';
import { TRACK_FLAG } from './trackColumns.ts';

/**
 * The box around the fixes of some rows, 1e-7 degrees. South of north is above it where there is no fix at all. Rows
 * that cross the date line have a box all around the globe: a segment over it lies in no narrower one.
 */
export interface TrackBox {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The box of rows without a fix: it touches nothing. */
export const EMPTY_BOX: TrackBox = { west: 0, south: 1, east: 0, north: 0 };
const HALF_GLOBE = 180 * COORDINATE_SCALE;
const FIX = TRACK_FLAG.valid | TRACK_FLAG.hasPosition;

export const isEmptyBox = ({ south, north }: TrackBox): boolean => south > north;

/**
 * Whether a row has a fix that is shown as long as nobody touched the unit's validity filters: valid, and not at 0°,
 * 0°.
 */
const isShownFix = (mark: number, longitude: number, latitude: number): boolean =>
  (mark & FIX) === FIX && (longitude !== 0 || latitude !== 0);

/** The box around the shown fixes of the first `count` rows. `marks`: the flags of each, whatever else they carry. */
export function trackBoxOf(
  longitudes: Int32Array,
  latitudes: Int32Array,
  marks: Int32Array | Uint8Array,
  count: number,
): TrackBox {
  let [west, south, east, north] = [0x7fffffff, 0x7fffffff, -0x80000000, -0x80000000];
  let before = 0;
  let isAround = false;
  let isEmpty = true;
  for (let row = 0; row < count; row++) {
    const longitude = longitudes[row];
    const latitude = latitudes[row];
    if (!isShownFix(marks[row], longitude, latitude)) continue;
    if (!isEmpty && Math.abs(longitude - before) > HALF_GLOBE) isAround = true;
    before = longitude;
    isEmpty = false;
    if (longitude < west) west = longitude;
    if (longitude > east) east = longitude;
    if (latitude < south) south = latitude;
    if (latitude > north) north = latitude;
  }
  if (isEmpty) return EMPTY_BOX;
  return isAround ? { west: -HALF_GLOBE, south, east: HALF_GLOBE, north } : { west, south, east, north };
}

/** The box around both, and around the straight segment from one to the other. */
export function joinedBox(a: TrackBox, b: TrackBox): TrackBox {
  if (isEmptyBox(a)) return b;
  if (isEmptyBox(b)) return a;
  const south = Math.min(a.south, b.south);
  const north = Math.max(a.north, b.north);
  const west = Math.min(a.west, b.west);
  const east = Math.max(a.east, b.east);
  // The shorter line between them may lead over the date line.
  return east - west > HALF_GLOBE
    ? { west: -HALF_GLOBE, south, east: HALF_GLOBE, north }
    : { west, south, east, north };
}
