import { CROSSING, type Instant } from '../../base/index.ts';
import type { ShapeProbe } from '../../geometry/index.ts';
import { createCrossing, createZoneFix, stepCrossing, type ZoneFix } from '../shared/index.ts';

/** Where a unit was at some time. */
export interface Fix {
  readonly time: Instant;
  readonly latitude: number;
  readonly longitude: number;
}

export type CrossingEvent =
  | { readonly kind: 'present' | 'entered' | 'left'; readonly at: Instant }
  /** It went through between two fixes. */
  | { readonly kind: 'passed'; readonly at: Instant; readonly left: Instant };

/** Filled again for every fix: crossings are stepped one after another. */
const [earlier, later] = [createZoneFix(), createZoneFix()];

/**
 * Whether a unit is at a checkpoint, fix after fix, by the laws of geofences ({@link stepCrossing}). Inside at the
 * first fix, it is `present`.
 */
export class CheckpointCrossing {
  readonly #probe: ShapeProbe;
  readonly #crossing = createCrossing();

  constructor(probe: ShapeProbe) {
    this.#probe = probe;
  }

  /** Null before the first fix. */
  get isInside(): boolean | null {
    const { phase } = this.#crossing;
    return phase === 'unknown' ? null : phase === 'inside' || phase === 'leaving';
  }

  accept(fix: Fix, before: Fix | null): CrossingEvent | null {
    const { time, latitude, longitude } = before ?? { ...fix, time: -1 };
    fill(earlier, time, latitude, longitude);
    fill(later, fix.time, fix.latitude, fix.longitude);
    const step = stepCrossing(this.#probe, this.#crossing, earlier, later);
    const { entered, left } = this.#crossing;
    switch (step) {
      case 'none':
        return null;
      case 'began':
        return { kind: 'present', at: fix.time };
      case 'entered':
        return { kind: 'entered', at: entered };
      case 'left':
        return { kind: 'left', at: left };
      case 'passed':
        return { kind: 'passed', at: entered, left };
    }
  }
}

function fill(into: ZoneFix, time: Instant, latitude: number, longitude: number): void {
  into.time = time;
  into.latitude = latitude;
  into.longitude = longitude;
  into.margin = CROSSING.margin;
}
