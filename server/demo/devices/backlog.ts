import { floorTo, HOUR, type Instant, type Interval } from '../../../src/domain/base/index.ts';
import {
  economyOf,
  Tracker,
  type DeviceReport,
  type Equipment,
  type ReportRules,
  type TrackerMark,
  type Vehicle,
} from '../driving/index.ts';

/** History goes out in pieces of this length, the newest first: what people look at first is there first. */
const PIECE = 6 * HOUR;

/** History that a device still owes, and the work of sending it piece by piece. */
export class Backlog {
  readonly #owed: Interval[];
  readonly #open: () => Vehicle;
  readonly #equipment: Equipment;
  readonly #rules: ReportRules;
  readonly #detailFrom: Instant;
  #vehicle: Vehicle | null = null;
  #tracker: Tracker | null = null;
  #piece: Interval | null = null;
  #stored: TrackerMark | null = null;
  #sent: TrackerMark | null = null;
  #exhausted = false;

  /**
   * `owed` in any order; it is worked off from its newest end. `open` makes a vehicle of its own, because
   * the live one must not be moved. Before `detailFrom` reports are thinned out.
   */
  constructor(
    owed: readonly Interval[],
    open: () => Vehicle,
    equipment: Equipment,
    rules: ReportRules,
    detailFrom: Instant,
  ) {
    this.#owed = owed.filter(({ from, to }) => to > from).toSorted((a, b) => a.to - b.to);
    this.#open = open;
    this.#equipment = equipment;
    this.#rules = rules;
    this.#detailFrom = detailFrom;
  }

  get done(): boolean {
    return this.#owed.length === 0;
  }
  /** What is left; written down so that the next start goes on from here. */
  get owed(): readonly Interval[] {
    return this.#owed;
  }
  /** Milliseconds of history that are left. */
  get length(): number {
    let length = 0;
    for (const { from, to } of this.#owed) length += to - from;
    return length;
  }

  /** Fills up to `capacity` reports; 0 when everything is sent and stored. */
  fill(reports: readonly DeviceReport[], capacity: number): number {
    let count = 0;
    while (!this.done && count === 0) {
      this.#begin();
      const tracker = this.#tracker;
      const piece = this.#piece;
      if (!tracker || !piece) break;
      while (count < capacity && tracker.next(piece.to - 1)) {
        tracker.measure(reports[count]);
        this.#sent = tracker.mark();
        count++;
      }
      this.#exhausted = count < capacity;
      if (count === 0) this.#finish();
    }
    return count;
  }

  /** The last fill is stored. */
  stored(): void {
    this.#stored = this.#sent;
    if (this.#exhausted) this.#finish();
  }

  /** The last fill was not stored: the next one repeats it. */
  lost(): void {
    if (this.#tracker && this.#stored) this.#tracker.rewind(this.#stored);
  }

  #begin(): void {
    if (this.#piece) return;
    const { from, to } = this.#owed[this.#owed.length - 1];
    const isDetailed = to > this.#detailFrom;
    const start = Math.max(from, floorTo(to - 1, PIECE), isDetailed ? this.#detailFrom : 0);
    this.#piece = { from: start, to };
    this.#vehicle ??= this.#open();
    this.#tracker = new Tracker(
      this.#vehicle,
      this.#equipment,
      isDetailed ? this.#rules : economyOf(this.#rules),
      start,
    );
    this.#stored = this.#tracker.mark();
  }

  #finish(): void {
    const piece = this.#piece;
    const interval = this.#owed.pop();
    if (piece && interval && piece.from > interval.from) this.#owed.push({ from: interval.from, to: piece.from });
    this.#piece = this.#tracker = this.#stored = this.#sent = null;
    this.#exhausted = false;
    if (this.done) this.#vehicle = null;
  }
}
