import type { ShownColumns } from './shownColumns.ts';

/** Rows of a committed group that changed what is shown, as they are shown; valid during the listener's call only. */
export interface ShownBatch {
  readonly sequence: number;
  readonly count: number;
  /** Columns may be longer than `count`. */
  readonly unitIds: Uint32Array;
  readonly times: Float64Array;
  readonly longitudes: Int32Array;
  readonly latitudes: Int32Array;
  readonly states: Uint32Array;
}

/** Such rows, in columns that are used again for every group. */
export class ShownRows implements ShownBatch {
  sequence = 0;
  count = 0;
  unitIds = new Uint32Array(256);
  times = new Float64Array(256);
  longitudes = new Int32Array(256);
  latitudes = new Int32Array(256);
  states = new Uint32Array(256);

  begin(sequence: number): void {
    this.sequence = sequence;
    this.count = 0;
  }

  add(from: ShownColumns, index: number): void {
    if (this.count === this.unitIds.length) this.#grow();
    const row = this.count++;
    this.unitIds[row] = from.unitIds[index];
    this.times[row] = from.times[index];
    this.longitudes[row] = from.longitudes[index];
    this.latitudes[row] = from.latitudes[index];
    this.states[row] = from.states[index];
  }

  #grow(): void {
    const size = this.count * 2;
    const enlarge = <T extends Uint32Array | Float64Array | Int32Array>(from: T, to: T): T => (to.set(from), to);
    this.unitIds = enlarge(this.unitIds, new Uint32Array(size));
    this.times = enlarge(this.times, new Float64Array(size));
    this.longitudes = enlarge(this.longitudes, new Int32Array(size));
    this.latitudes = enlarge(this.latitudes, new Int32Array(size));
    this.states = enlarge(this.states, new Uint32Array(size));
  }
}
