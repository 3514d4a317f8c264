import { MINUTE, type Instant } from '../../base/index.ts';
import type { ShapeProbe } from '../../geometry/index.ts';

/** Where a unit was at some time. */
export interface Fix {
  readonly time: Instant;
  readonly latitude: number;
  readonly longitude: number;
}

/** Metres within an edge, or beyond it, at which one fix is enough (domain reference, 7.1). */
const MARGIN = 15;
/** Times of crossing are interpolated over gaps up to this. */
const LONGEST_GAP = 5 * MINUTE;

export type CrossingEvent =
  | { readonly kind: 'present' | 'entered' | 'left'; readonly at: Instant }
  /** It went through between two fixes. */
  | { readonly kind: 'passed'; readonly at: Instant; readonly left: Instant };

/**
 * Whether a unit is inside a shape, fix after fix: it has crossed the edge after two fixes on the other side, or one that is
 * {@link MARGIN} away from it. Inside at the first fix, it is `present`.
 */
export class Crossing {
  readonly #probe: ShapeProbe;
  #isInside: boolean | null = null;
  /** When the edge was crossed, if the next fix agrees. */
  #pending: Instant | null = null;

  constructor(probe: ShapeProbe) {
    this.#probe = probe;
  }

  /** Null before the first fix. */
  get isInside(): boolean | null {
    return this.#isInside;
  }

  accept(fix: Fix, before: Fix | null): CrossingEvent | null {
    const depth = this.#probe.depth(fix.latitude, fix.longitude, MARGIN);
    if (this.#isInside === null) {
      this.#isInside = depth >= 0;
      return this.#isInside ? { kind: 'present', at: fix.time } : null;
    }
    if (depth >= 0 === this.#isInside) {
      this.#pending = null;
      return this.#isInside ? null : this.#passed(fix, before);
    }
    const crossed = this.#pending ?? this.#crossedAt(fix, before);
    if (this.#pending === null && Math.abs(depth) < MARGIN) {
      this.#pending = crossed;
      return null;
    }
    this.#pending = null;
    this.#isInside = !this.#isInside;
    return { kind: this.#isInside ? 'entered' : 'left', at: crossed };
  }

  #passed(fix: Fix, before: Fix | null): CrossingEvent | null {
    const spans = this.#spans(fix, before);
    if (!before || spans.length === 0) return null;
    return { kind: 'passed', at: timeAt(before, fix, spans[0]), left: timeAt(before, fix, spans[spans.length - 1]) };
  }

  #crossedAt(fix: Fix, before: Fix | null): Instant {
    const spans = this.#spans(fix, before);
    if (!before || spans.length === 0) return fix.time;
    return timeAt(before, fix, this.#isInside ? spans[spans.length - 1] : spans[0]);
  }

  #spans(fix: Fix, before: Fix | null): readonly number[] {
    if (!before || fix.time - before.time > LONGEST_GAP) return [];
    return this.#probe.insideOf(before.latitude, before.longitude, fix.latitude, fix.longitude);
  }
}

const timeAt = (from: Fix, to: Fix, share: number): Instant => Math.round(from.time + (to.time - from.time) * share);
