import { DETECTION } from '../../base/index.ts';
import { isUsable, type DetectionPoint } from '../shared/index.ts';

/** A bound that refuses more than this share of a unit's fixes leaves it without trips. */
const MOST_REFUSED = 0.5;
/** A bound fits when it refuses at most this share: the fixes of tunnels and garages. */
const TOLERABLE_SHARE = 0.1;

/** What a satellites setting does to a unit's fixes. */
export interface SatelliteCheck {
  readonly fixes: number;
  /** How many of them the setting refuses. */
  readonly refused: number;
  /** A setting that refuses hardly any of them. */
  readonly fitting: number;
}

/** The satellites of a unit's last usable fixes, at most {@link DETECTION.checkedFixes}; oldest ones make room. */
export class SatelliteWindow {
  /** −1: the fix did not say. */
  readonly #counts = new Int8Array(DETECTION.checkedFixes.most);
  #size = 0;
  #next = 0;

  get fixes(): number {
    return this.#size;
  }

  /** Takes the point if its position can be used once satellites are left out of it. */
  add(point: DetectionPoint): void {
    if (!isUsable(point, 0)) return;
    this.#counts[this.#next] = Math.min(point.satellites, DETECTION.satellites.max);
    this.#next = (this.#next + 1) % this.#counts.length;
    this.#size = Math.min(this.#size + 1, this.#counts.length);
  }

  /** Fixes that `bound` refuses; one that does not say its satellites passes. */
  refusedBy(bound: number): number {
    return this.#counts.subarray(0, this.#size).reduce((sum, count) => sum + Number(count >= 0 && count < bound), 0);
  }

  /** The highest bound up to `usual` that refuses hardly any fix; 0 where the tracker's count says nothing. */
  fitting(usual: number): number {
    for (let bound = usual; bound > 0; bound--) if (this.refusedBy(bound) <= this.#size * TOLERABLE_SHARE) return bound;
    return 0;
  }

  /** True when `bound` refuses more than half of at least so many fixes. */
  isRefusedBy(bound: number, fewest: number): boolean {
    return this.#size >= fewest && this.refusedBy(bound) > this.#size * MOST_REFUSED;
  }

  /** What speaks against the bound; null: it refuses no more than half, or there are too few fixes to say. */
  check(bound: number, usual: number): SatelliteCheck | null {
    if (!this.isRefusedBy(bound, DETECTION.checkedFixes.fewest)) return null;
    return { fixes: this.#size, refused: this.refusedBy(bound), fitting: this.fitting(Math.min(usual, bound)) };
  }
}

/**
 * Learns a satellites bound for trackers without saved settings, from fixes of a unit on its way. It decides at the
 * first fix that shows the bound to be wrong, so that the same fixes teach the same however they were cut.
 */
export class SatelliteLearning {
  readonly #bound: number;
  readonly #window = new SatelliteWindow();
  #learned: number | null = null;

  constructor(bound: number) {
    this.#bound = bound;
  }

  /** The bound that fits; null while nothing speaks against the present one. */
  get learned(): number | null {
    return this.#learned;
  }

  accept(point: DetectionPoint): void {
    if (this.#learned !== null || !(point.speed >= DETECTION.learning.speed)) return;
    this.#window.add(point);
    if (this.#window.isRefusedBy(this.#bound, DETECTION.learning.fewest))
      this.#learned = this.#window.fitting(this.#bound);
  }
}
