import type { Instant } from '../../../../src/domain/base/index.ts';
import { resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import { latestWithTime, nearestWithTime, putPlace } from '../shared/index.ts';
import { addMissing, createEpoch, type Epoch } from './sentences.ts';
import { putTail } from './vendors.ts';

/** The sentence that gave the place: RMC, with or without others of its time, or one that has no date (GGA, GLL, …). */
export type Source = 'rmc' | 'undated';

/**
 * Milliseconds; sentences of one fix may round its time to thousandths, hundredths or tenths. Fixes are further apart.
 */
const ROUNDING = 10;

const isSameTime = (one: number, other: number): boolean => Math.abs(one - other) <= ROUNDING;

/**
 * Joins RMC (date, speed, course) with the sentences of the same fix that have no date (GGA, GNS, GLL, PUBX), whichever
 * comes first; a receiver may send several of those, one for each satellite system. A receiver keeps its order, so the
 * order is learned: only then does the first wait for the last, and a receiver that sends one kind alone is not
 * delayed.
 */
export class EpochJoiner {
  /** Filled by the caller before {@link EpochJoiner.onRmc} and {@link EpochJoiner.onUndated}. */
  rmc = createEpoch();
  undated = createEpoch();
  readonly #emit: (fix: Fix, from: Source) => void;
  readonly #fix: Fix;
  readonly #patient: boolean;
  #waitingRmc: Epoch | null = null;
  #waiting: Epoch | null = null;
  /** This receiver sends GGA after RMC. */
  #rmcFirst: boolean;
  /** This receiver sends no RMC, or only with some of its fixes. */
  #withoutRmc = false;
  /** This receiver sends VTG after GGA, and no RMC. */
  #motionFollows = false;
  /** A fuller sentence than GLL came since the last GLL. */
  #fullerThanGll = false;
  /** The last instant whose date the receiver itself stated, or that follows from one; and the server's time then. */
  #dated: Instant = Number.NaN;
  #datedAt: Instant = 0;
  #lastReported: Instant = Number.NaN;

  /**
   * Fills `fix` and calls `emit` for each report. A patient joiner holds every RMC back for its GGA: for datagrams,
   * whose end flushes.
   */
  constructor(fix: Fix, patient: boolean, emit: (fix: Fix, from: Source) => void) {
    this.#fix = fix;
    this.#patient = patient;
    this.#rmcFirst = patient;
    this.#emit = emit;
  }

  onRmc(now: Instant): void {
    const { rmc } = this;
    this.#withoutRmc = false;
    this.#motionFollows = false;
    this.#fullerThanGll = true;
    if (this.#waitingRmc) {
      // The GGA that was waited for did not come.
      this.#rmcFirst = this.#patient;
      this.#flushRmc();
    }
    this.#keepDate(rmc.date + rmc.timeOfDay, now);
    if (this.#waiting && isSameTime(this.#waiting.timeOfDay, rmc.timeOfDay)) {
      const gga = this.#waiting;
      this.#waiting = null;
      return this.#report(rmc, gga);
    }
    this.#flushUndated(now);
    if (!this.#rmcFirst) return this.#report(rmc, null);
    this.#waitingRmc = rmc;
    this.rmc = createEpoch();
  }

  onUndated(now: Instant): void {
    const { undated } = this;
    this.#fullerThanGll = true;
    if (this.#waitingRmc) {
      const rmc = this.#waitingRmc;
      this.#waitingRmc = null;
      if (isSameTime(rmc.timeOfDay, undated.timeOfDay)) return this.#report(rmc, undated);
      this.#rmcFirst = this.#patient;
      this.#report(rmc, null);
    } else if (this.#isReported(undated)) {
      // Its RMC is stored already; from the next one on the two go together.
      if (!this.#withoutRmc) this.#rmcFirst = true;
      return;
    }
    if (this.#waiting && isSameTime(this.#waiting.timeOfDay, undated.timeOfDay))
      return addMissing(this.#waiting, undated);
    if (this.#waiting) {
      this.#withoutRmc = true;
      // The VTG that was waited for did not come.
      this.#motionFollows = false;
      this.#flushUndated(now);
    }
    if (this.#withoutRmc && !this.#motionFollows) return this.#reportUndated(undated, now);
    this.#waiting = undated;
    this.undated = createEpoch();
  }

  /** GLL says nothing that the others of its time do not, and is as good as they are where they are missing. */
  onGll(now: Instant): void {
    const { undated } = this;
    const waits = this.#waitingRmc !== null && isSameTime(this.#waitingRmc.timeOfDay, undated.timeOfDay);
    const isFollowed = this.#withoutRmc && this.#fullerThanGll;
    if (!waits && !isFollowed && !this.#isReported(undated)) this.onUndated(now);
    this.#fullerThanGll = false;
  }

  /** VTG: speed (km/h) and course of the fix that was reported last, for receivers that send no RMC. */
  onMotion(speed: number, course: number, now: Instant): void {
    if (!this.#withoutRmc || this.#waitingRmc) return;
    if (this.#waiting) {
      this.#waiting.speed = speed;
      this.#waiting.course = course;
      this.#flushUndated(now);
    }
    this.#motionFollows = true;
  }

  /** ZDA: the date, for the sentences that have none. */
  onDate(instant: Instant, now: Instant): void {
    if (!Number.isNaN(instant)) this.#keepDate(instant, now);
  }

  /** Hands out what still waits. */
  flush(now: Instant): void {
    this.#flushRmc();
    this.#flushUndated(now);
  }

  #isReported({ timeOfDay }: Epoch): boolean {
    return isSameTime(nearestWithTime(timeOfDay, this.#lastReported), this.#lastReported);
  }

  #keepDate(instant: Instant, now: Instant): void {
    this.#dated = instant;
    this.#datedAt = now;
  }

  #flushRmc(): void {
    const rmc = this.#waitingRmc;
    this.#waitingRmc = null;
    if (rmc) this.#report(rmc, null);
  }

  #flushUndated(now: Instant): void {
    const undated = this.#waiting;
    this.#waiting = null;
    if (undated) this.#reportUndated(undated, now);
  }

  /**
   * The date is the receiver's own, where it ever stated one: its clock may differ from ours by years. Else today's.
   */
  #reportUndated(undated: Epoch, now: Instant): void {
    // A receiver without a fix that has nothing else to say.
    if (Number.isNaN(undated.latitude)) return;
    const dated = this.#dated + (now - this.#datedAt);
    if (Number.isNaN(dated)) return this.#fill(undated, latestWithTime(undated.timeOfDay, now), undated, 'undated');
    const time = nearestWithTime(undated.timeOfDay, dated);
    this.#keepDate(time, now);
    this.#fill(undated, time, undated, 'undated');
  }

  #report(rmc: Epoch, gga: Epoch | null): void {
    this.#fill(rmc, rmc.date + rmc.timeOfDay, gga, 'rmc');
  }

  #fill(place: Epoch, time: Instant, gga: Epoch | null, from: Source): void {
    const fix = this.#fix;
    resetFix(fix);
    fix.time = time;
    this.#lastReported = time;
    // Without a satellite the place is that of the last fix.
    if (gga?.satellites === 0) putPlace(fix, false, 0, 0);
    else putPlace(fix, place.valid, place.latitude, place.longitude);
    if (fix.hasPosition) {
      fix.speed = place.speed;
      fix.course = place.course;
    }
    if (place.tail !== '') putTail(fix, place.tail);
    if (gga) {
      fix.altitude = fix.hasPosition ? gga.altitude : Number.NaN;
      if (!Number.isNaN(gga.satellites)) fix.satellites = gga.satellites;
      if (fix.hasPosition && !Number.isNaN(gga.hdop)) fix.attributes.set('hdop', gga.hdop);
    }
    this.#emit(fix, from);
  }
}
