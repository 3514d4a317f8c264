import {
  COORDINATE_SCALE,
  distance,
  SECOND,
  SPEED_SCALE,
  toIso,
  VISITS,
  type Instant,
  type Interval,
  type UnitId,
} from '../base/index.ts';
import type { ShapeProbe } from '../geometry/index.ts';
import { NO_SPEED, TRACK_FLAG, type CoreColumns } from '../telemetry/index.ts';
import type { SearchArea } from './nearness.ts';
import type { Visit } from './visit.ts';
import { partsInside } from './segmentInside.ts';

const FIX = TRACK_FLAG.valid | TRACK_FLAG.hasPosition;
const HALF_GLOBE = 180 * COORDINATE_SCALE;
/** Fractions of a segment that are its end: figures of seven decimals leave more open. */
const EDGE = 1e-9;

/** On which side of the area a fix lies, so that a segment with both ends on one side is passed over. */
const SIDE = { south: 1, north: 2, west: 4, east: 8 } as const;

/** What is known of a visit that has not ended. Times are instants. */
interface OpenVisit {
  readonly entered: number;
  readonly isSeenEntering: boolean;
  last: number;
  metres: number;
  /** km/h; −1 as long as no report reported a speed. */
  fastest: number;
  gap: number;
  fixes: number;
}

/**
 * Finds the visits of one unit after the other in their fixes, which come in order of time. Fixes may be left out where
 * the unit was not near ({@link away}). A fix that is far from the shape costs a few comparisons and nothing is made
 * for it.
 */
export class VisitFold {
  readonly #probe: ShapeProbe;
  readonly #area: SearchArea;
  readonly #west: number;
  readonly #east: number;
  readonly #emit: (visit: Visit) => void;
  #interval: Interval = { from: 0, to: 0 };
  #unitId = 0 as UnitId;
  #earliest: Instant = 0;
  #open: OpenVisit | null = null;
  /** A fix was seen, or passed over: what is inside at the next one has come there. */
  #isKnown = false;
  /** The fix before; `#side` is −1 where there is none to go on from. */
  #side = -1;
  #time = 0;
  #longitude = 0;
  #latitude = 0;

  constructor(probe: ShapeProbe, area: SearchArea, emit: (visit: Visit) => void) {
    this.#probe = probe;
    this.#area = area;
    // Across the date line, and around a pole, longitudes alone rule nothing out.
    const [range] = area.ranges;
    this.#west = area.ranges.length === 1 ? range.west : Number.NEGATIVE_INFINITY;
    this.#east = area.ranges.length === 1 ? range.east : Number.POSITIVE_INFINITY;
    this.#emit = emit;
  }

  /** Begins with a unit; fixes from `earliest` on, before the interval, only say where it was at its beginning. */
  begin(unitId: UnitId, interval: Interval, earliest: Instant): void {
    this.#unitId = unitId;
    this.#interval = interval;
    this.#earliest = earliest;
    this.#open = null;
    this.#isKnown = false;
    this.#side = -1;
  }

  /** The unit had fixes that lie outside, and so does each straight segment to and from them. */
  away(): void {
    this.#isKnown = true;
    this.#side = -1;
  }

  /** The next rows of the unit. Their marks say which are fixes. */
  rows({ times, longitudes, latitudes, speeds, marks }: CoreColumns, count: number): void {
    const { south, north } = this.#area;
    const [west, east] = [this.#west, this.#east];
    const { to } = this.#interval;
    for (let row = 0; row < count; row++) {
      if ((marks[row] & FIX) !== FIX) continue;
      const time = times[row];
      if (time < this.#earliest) continue;
      if (time >= to) return;
      const longitude = longitudes[row];
      const latitude = latitudes[row];
      const side =
        (latitude < south ? SIDE.south : latitude > north ? SIDE.north : 0) |
        (longitude < west ? SIDE.west : longitude > east ? SIDE.east : 0);
      const before = this.#side;
      const isFar = before > 0 && (side & before) !== 0 && Math.abs(longitude - this.#longitude) < HALF_GLOBE;
      if (!isFar && (side === 0 || before >= 0)) this.#step(time, longitude, latitude, speeds[row]);
      this.#isKnown = true;
      this.#side = side;
      this.#time = time;
      this.#longitude = longitude;
      this.#latitude = latitude;
    }
  }

  /** No more of the unit. */
  end(): void {
    if (this.#open) this.#close(null);
  }

  #step(time: number, longitude: number, latitude: number, speed: number): void {
    const gap = time - this.#time;
    const isStill = this.#side >= 0 && longitude === this.#longitude && latitude === this.#latitude;
    if (!isStill && this.#side >= 0 && gap <= VISITS.gap) this.#follow(gap, longitude, latitude);
    else if (!isStill) {
      const isIn = this.#probe.contains(latitude / COORDINATE_SCALE, longitude / COORDINATE_SCALE);
      if (!isIn && this.#open) this.#close(time);
      else if (isIn && !this.#open) this.#enter(time);
    }
    const open = this.#open;
    if (!open) return;
    if (time >= this.#interval.from) {
      if (open.last > Number.NEGATIVE_INFINITY) open.gap = Math.max(open.gap, time - open.last);
      open.fixes++;
      if (speed !== NO_SPEED) open.fastest = Math.max(open.fastest, speed / SPEED_SCALE);
    }
    open.last = time;
  }

  /** Goes the straight way to the next fix. */
  #follow(gap: number, longitudeB: number, latitudeB: number): void {
    const latitudeA = this.#latitude / COORDINATE_SCALE;
    const longitudeA = this.#longitude / COORDINATE_SCALE;
    const b = { latitude: latitudeB / COORDINATE_SCALE, longitude: longitudeB / COORDINATE_SCALE };
    const parts = partsInside(this.#probe, this.#area.box, latitudeA, longitudeA, b.latitude, b.longitude);
    const start = this.#time;
    // Within the interval only: what was driven before it does not count.
    const first = gap === 0 ? 0 : Math.max(0, (this.#interval.from - start) / gap);
    let metres = -1;
    if (this.#open && !(parts[0] <= EDGE)) this.#close(start);
    for (let index = 0; index < parts.length; index += 2) {
      const [from, to] = [parts[index], parts[index + 1]];
      if (!(to - from > EDGE) && !(this.#open && index === 0)) continue;
      if (!this.#open) this.#enter(start + from * gap);
      if (metres < 0) metres = distance(latitudeA, longitudeA, b.latitude, b.longitude);
      const open = this.#open as OpenVisit | null;
      if (open) open.metres += metres * Math.max(0, to - Math.max(from, first));
      if (to < 1 - EDGE) this.#close(start + to * gap);
    }
  }

  #enter(at: number): void {
    this.#open = {
      entered: at,
      isSeenEntering: this.#isKnown,
      last: Number.NEGATIVE_INFINITY,
      metres: 0,
      fastest: -1,
      gap: 0,
      fixes: 0,
    };
  }

  #close(left: number | null): void {
    const open = this.#open as OpenVisit;
    this.#open = null;
    const { from } = this.#interval;
    if (left !== null && left <= from) return;
    const entered = Math.max(open.entered, from);
    const last = Math.max(open.last, entered);
    const end = left ?? last;
    const seconds = (end - entered) / SECOND;
    const mean = seconds > 0 ? (open.metres / seconds) * 3.6 : 0;
    // The silence before it was seen to leave belongs to the visit.
    const gap = Math.max(open.gap, open.last > Number.NEGATIVE_INFINITY ? end - Math.max(open.last, from) : 0);
    this.#emit({
      unit_id: this.#unitId,
      entered_at: toIso(Math.round(entered)),
      left_at: left === null ? null : toIso(Math.round(left)),
      entered_before: !open.isSeenEntering || open.entered < from,
      last_at: toIso(Math.round(Math.min(last, end))),
      duration: Math.round(seconds * 10) / 10,
      distance: Math.round(open.metres),
      max_speed: Math.round((open.fastest >= 0 ? open.fastest : mean) * 10) / 10,
      mean_speed: Math.round(mean * 10) / 10,
      longest_gap: Math.round(gap / SECOND),
      fixes: open.fixes,
    });
  }
}
