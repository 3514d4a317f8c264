import type { Instant } from '../../domain/base/index.ts';
import { IGNITION, MOTION } from '../../domain/telemetry/index.ts';
import type { UnitFix } from '../../streams/pipeline/fleetColumns.ts';
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

/** What a unit reports that has stood at a place, degrees, since the beginning of time. */
export const parkedAt = (longitude: number, latitude: number): UnitFix => ({
  longitude,
  latitude,
  time: 0,
  speed: 0,
  course: 0,
  motion: MOTION.parked,
  ignition: IGNITION.off,
  late: false,
  idleSince: 0,
});
