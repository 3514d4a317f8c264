import type { Instant } from '../../../../src/domain/base/index.ts';
import { resetFix, type Fix } from '../../../../src/domain/telemetry/index.ts';
import { latestWithTime, nearestWithTime, putPlace } from '../shared/index.ts';
import { createEpoch, type Epoch } from './sentences.ts';

/** The sentence that gave the place: RMC, with or without its GGA, or GGA alone. */
export type Source = 'rmc' | 'gga';

/**
 * Joins RMC (date, speed, course) and GGA (altitude, satellites) of one fix, whichever comes first. A receiver keeps
 * its order, so the order is learned: only then does the first of the two wait for the second, and a receiver that
 * sends only one of them is not delayed.
 */
export class EpochJoiner {
  /** Filled by the caller before {@link EpochJoiner.onRmc} and {@link EpochJoiner.onGga}. */
  rmc = createEpoch();
  gga = createEpoch();
  readonly #emit: (fix: Fix, from: Source) => void;
  readonly #fix: Fix;
  readonly #patient: boolean;
  #waitingRmc: Epoch | null = null;
  #waitingGga: Epoch | null = null;
  /** This receiver sends GGA after RMC. */
  #rmcFirst: boolean;
  /** This receiver sends no RMC. */
  #ggaOnly = false;
  #lastRmc: Instant = Number.NaN;

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
    this.#ggaOnly = false;
    if (this.#waitingRmc) {
      // The GGA that was waited for did not come.
      this.#rmcFirst = this.#patient;
      this.#flushRmc();
    }
    this.#lastRmc = rmc.date + rmc.timeOfDay;
    if (this.#waitingGga?.timeOfDay === rmc.timeOfDay) {
      const gga = this.#waitingGga;
      this.#waitingGga = null;
      return this.#report(rmc, gga);
    }
    this.#flushGga(now);
    if (!this.#rmcFirst) return this.#report(rmc, null);
    this.#waitingRmc = rmc;
    this.rmc = createEpoch();
  }

  onGga(now: Instant): void {
    const { gga } = this;
    if (this.#waitingRmc) {
      const rmc = this.#waitingRmc;
      this.#waitingRmc = null;
      if (rmc.timeOfDay === gga.timeOfDay) return this.#report(rmc, gga);
      this.#rmcFirst = this.#patient;
      this.#report(rmc, null);
    } else if (this.#isOfLastRmc(gga)) {
      // Its RMC is stored already; from the next one on the two go together.
      this.#rmcFirst = true;
      return;
    }
    if (this.#waitingGga) {
      this.#ggaOnly = true;
      this.#flushGga(now);
    }
    if (this.#ggaOnly) return this.#reportGga(gga, now);
    this.#waitingGga = gga;
    this.gga = createEpoch();
  }

  /** Hands out what still waits. */
  flush(now: Instant): void {
    this.#flushRmc();
    this.#flushGga(now);
  }

  #isOfLastRmc(gga: Epoch): boolean {
    return nearestWithTime(gga.timeOfDay, this.#lastRmc) === this.#lastRmc;
  }

  #flushRmc(): void {
    const rmc = this.#waitingRmc;
    this.#waitingRmc = null;
    if (rmc) this.#report(rmc, null);
  }

  #flushGga(now: Instant): void {
    const gga = this.#waitingGga;
    this.#waitingGga = null;
    if (gga) this.#reportGga(gga, now);
  }

  /** A GGA alone has no date: the last RMC's, where there was one, else today's. */
  #reportGga(gga: Epoch, now: Instant): void {
    // A receiver without a fix that has nothing else to tell.
    if (Number.isNaN(gga.latitude)) return;
    const dateless = this.#ggaOnly || Number.isNaN(this.#lastRmc);
    this.#fill(gga, dateless ? latestWithTime(gga.timeOfDay, now) : nearestWithTime(gga.timeOfDay, this.#lastRmc), gga, 'gga');
  }

  #report(rmc: Epoch, gga: Epoch | null): void {
    this.#fill(rmc, rmc.date + rmc.timeOfDay, gga, 'rmc');
  }

  #fill(place: Epoch, time: Instant, gga: Epoch | null, from: Source): void {
    const fix = this.#fix;
    resetFix(fix);
    fix.time = time;
    putPlace(fix, place.valid, place.latitude, place.longitude);
    if (fix.hasPosition) {
      fix.speed = place.speed;
      fix.course = place.course;
    }
    if (gga) {
      fix.altitude = fix.hasPosition ? gga.altitude : Number.NaN;
      if (!Number.isNaN(gga.satellites)) fix.satellites = gga.satellites;
      if (fix.hasPosition && !Number.isNaN(gga.hdop)) fix.attributes.set('hdop', gga.hdop);
    }
    this.#emit(fix, from);
  }
}
