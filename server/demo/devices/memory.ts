import { Holds, type Hold, type ReportRules } from '../driving/index.ts';

/** Milliseconds between reports that were set by command. */
export type Intervals = Partial<Pick<ReportRules, 'moving' | 'parked'>>;

/** What a device keeps over a restart of the fleet, as it is written down. */
export interface KeptMemory {
  readonly holds: readonly Hold[];
  readonly intervals: Intervals;
}

/** What commands changed in a device for good. */
export class DeviceMemory {
  readonly holds: Holds;
  intervals: Intervals;

  constructor(kept: KeptMemory = { holds: [], intervals: {} }) {
    this.holds = new Holds(kept.holds);
    this.intervals = kept.intervals;
  }

  /** Null while nothing was ever changed. */
  get kept(): KeptMemory | null {
    if (this.holds.all.length === 0 && Object.keys(this.intervals).length === 0) return null;
    return { holds: this.holds.all, intervals: this.intervals };
  }
}
