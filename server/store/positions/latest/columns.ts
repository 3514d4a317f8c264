const FIRST_CAPACITY = 1024;

/** Growing columns of the latest states; a unit keeps its index while the process lives. */
export class LatestColumns {
  count = 0;
  unitIds = new Uint32Array(FIRST_CAPACITY);
  times = new Float64Array(FIRST_CAPACITY);
  receivedTimes = new Float64Array(FIRST_CAPACITY);
  longitudes = new Int32Array(FIRST_CAPACITY);
  latitudes = new Int32Array(FIRST_CAPACITY);
  states = new Uint32Array(FIRST_CAPACITY);
  flags = new Uint8Array(FIRST_CAPACITY);
  sequences = new Float64Array(FIRST_CAPACITY);
  /** Time of the last report, with a position or without. */
  reportTimes = new Float64Array(FIRST_CAPACITY);
  /** Where the record of the last position, and of the last report, starts in its bytes. */
  fixOffsets = new Uint32Array(FIRST_CAPACITY);
  reportOffsets = new Uint32Array(FIRST_CAPACITY);
  /** Which values the last report carries: one figure. */
  carries = new Uint32Array(FIRST_CAPACITY);
  readonly #indices = new Map<number, number>();

  /** Index of the unit, or -1. */
  indexOf(unitId: number): number {
    return this.#indices.get(unitId) ?? -1;
  }

  protected addUnit(unitId: number): number {
    if (this.count === this.unitIds.length) this.#grow();
    const index = this.count++;
    this.unitIds[index] = unitId;
    this.reportTimes[index] = Number.NEGATIVE_INFINITY;
    this.#indices.set(unitId, index);
    return index;
  }

  #grow(): void {
    const size = this.count * 2;
    const enlarge = <T extends Uint32Array | Float64Array | Int32Array | Uint8Array>(from: T, to: T): T => (
      to.set(from),
      to
    );
    this.unitIds = enlarge(this.unitIds, new Uint32Array(size));
    this.times = enlarge(this.times, new Float64Array(size));
    this.receivedTimes = enlarge(this.receivedTimes, new Float64Array(size));
    this.longitudes = enlarge(this.longitudes, new Int32Array(size));
    this.latitudes = enlarge(this.latitudes, new Int32Array(size));
    this.states = enlarge(this.states, new Uint32Array(size));
    this.flags = enlarge(this.flags, new Uint8Array(size));
    this.sequences = enlarge(this.sequences, new Float64Array(size));
    this.reportTimes = enlarge(this.reportTimes, new Float64Array(size));
    this.fixOffsets = enlarge(this.fixOffsets, new Uint32Array(size));
    this.reportOffsets = enlarge(this.reportOffsets, new Uint32Array(size));
    this.carries = enlarge(this.carries, new Uint32Array(size));
  }
}
