import type { Instant } from '../../domain/base/index.ts';
import { Fleet, type FleetFrame } from '../../streams/pipeline/index.ts';

/** A fleet for the map's own tests, whose frames are asked for. */
export class FakeFleet extends Fleet {
  constructor(capacity: number, epoch: Instant) {
    super(capacity, epoch, false);
  }

  /** The frame at `instant`, with what changed since the last one. */
  frame(instant: Instant, moving = true): FleetFrame {
    return { instant, mode: 'live', fleet: this, ranges: this.takeRanges([]), moving };
  }
}
