import {
  clamp,
  COORDINATE_SCALE,
  distance,
  SPEED_SCALE,
  toIso,
  VISITS,
  type Instant,
  type Interval,
  type UnitId,
} from '../base/index.ts';
import { longitudeNear, METRES_A_DEGREE } from '../geometry/index.ts';
import { NO_SPEED, TRACK_FLAG, type CoreColumns } from '../telemetry/index.ts';
import type { NearUnit } from './visit.ts';

const FIX = TRACK_FLAG.valid | TRACK_FLAG.hasPosition;

export interface NearQuestion {
  readonly latitude: number;
  readonly longitude: number;
  /** Metres. */
  readonly radius: number;
  /** Of equally near ones the instant next to this one counts. */
  readonly at: Instant;
  /** When it may have been near; both ends included. */
  readonly window: Interval;
}

interface Fix {
  readonly time: Instant;
  readonly latitude: number;
  readonly longitude: number;
  readonly speed: number;
}

/** Finds when and where units came nearest to a point: one unit after the other, as {@link VisitFold} does. */
export class NearFold {
  readonly #question: NearQuestion;
  readonly #emit: (unit: NearUnit) => void;
  #unitId = 0 as UnitId;
  #earliest: Instant = 0;
  #before: Fix | null = null;
  #best: NearUnit | null = null;

  constructor(question: NearQuestion, emit: (unit: NearUnit) => void) {
    this.#question = question;
    this.#emit = emit;
  }

  begin(unitId: UnitId, _: Interval, earliest: Instant): void {
    this.#unitId = unitId;
    this.#earliest = earliest;
    this.#before = null;
    this.#best = null;
  }

  /** The unit had fixes that are not near. */
  away(): void {
    this.#before = null;
  }

  rows({ times, longitudes, latitudes, speeds, marks }: CoreColumns, count: number): void {
    const { from, to } = this.#question.window;
    for (let row = 0; row < count; row++) {
      if ((marks[row] & FIX) !== FIX || times[row] < this.#earliest) continue;
      const fix: Fix = {
        time: times[row],
        latitude: latitudes[row] / COORDINATE_SCALE,
        longitude: longitudes[row] / COORDINATE_SCALE,
        speed: speeds[row] === NO_SPEED ? 0 : speeds[row] / SPEED_SCALE,
      };
      if (this.#before && fix.time >= from && this.#before.time <= to) this.#pass(this.#before, fix);
      this.#before = fix;
    }
  }

  end(): void {
    const { to } = this.#question.window;
    // It has not reported since: it is shown where it was.
    if (this.#before && this.#before.time <= to) this.#stand(this.#before, to);
    if (this.#best) this.#emit(this.#best);
  }

  #pass(before: Fix, next: Fix): void {
    const { from, to } = this.#question.window;
    const gap = next.time - before.time;
    if (gap > VISITS.gap) {
      this.#stand(before, Math.min(next.time, to));
      return;
    }
    const first = clamp((from - before.time) / gap, 0, 1);
    const last = clamp((to - before.time) / gap, 0, 1);
    const share = clamp(this.#nearestShare(before, next), first, last);
    this.#offer(
      before,
      before.time + share * gap,
      before.latitude + (next.latitude - before.latitude) * share,
      before.longitude + (longitudeNear(next.longitude, before.longitude) - before.longitude) * share,
    );
  }

  /** It was where it was from its report up to an instant. */
  #stand(fix: Fix, until: Instant): void {
    const { at, window } = this.#question;
    const from = Math.max(fix.time, window.from);
    if (from <= until) this.#offer(fix, clamp(at, from, until), fix.latitude, fix.longitude);
  }

  /** The share of the segment that is nearest to the point, on the plane around it. */
  #nearestShare(a: Fix, b: Fix): number {
    const { latitude, longitude } = this.#question;
    const shrink = Math.cos((latitude * Math.PI) / 180);
    const x = (longitudeNear(longitude, a.longitude) - a.longitude) * shrink;
    const y = latitude - a.latitude;
    const alongX = (longitudeNear(b.longitude, a.longitude) - a.longitude) * shrink;
    const alongY = b.latitude - a.latitude;
    const square = alongX * alongX + alongY * alongY;
    return square === 0 ? 0 : (x * alongX + y * alongY) / square;
  }

  #offer(fix: Fix, time: Instant, latitude: number, longitude: number): void {
    const { radius, at, latitude: atLatitude, longitude: atLongitude } = this.#question;
    if (Math.abs(latitude - atLatitude) * METRES_A_DEGREE > radius) return;
    const metres = Math.round(distance(latitude, longitude, atLatitude, atLongitude) * 10) / 10;
    if (metres > radius) return;
    const best = this.#best;
    const isNearer = best === null || metres < best.distance;
    const isSooner =
      best !== null && metres === best.distance && Math.abs(time - at) < Math.abs(Date.parse(best.time) - at);
    if (!isNearer && !isSooner) return;
    this.#best = {
      unit_id: this.#unitId,
      distance: metres,
      time: toIso(Math.round(time)),
      speed: fix.speed,
      latitude,
      longitude: longitudeNear(longitude, 0),
      reported_at: toIso(fix.time),
    };
  }
}
