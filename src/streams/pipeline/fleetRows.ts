import type { Instant } from '../../domain/base/index.ts';
import { INSTANCE_WORDS, type FleetRows, type WritableFleet } from './fleetColumns.ts';
import type { Fleet } from './fleetStore.ts';

/** Bytes of a row in the buffer that travels: 4 × f64, slot, id, 10 words, 2 × f32, 2 × u8. */
const ROW_BYTES = 32 + 8 + INSTANCE_WORDS * 4 + 8 + 2;

/** Rows in one buffer, so that a worker hands them over without a copy. */
export interface RowBatch {
  readonly buffer: ArrayBuffer;
  readonly count: number;
  readonly epoch: Instant;
  readonly settlesAt: Instant;
}

/** Takes the changed rows out of a fleet; null when there are none. */
export function takeRows(fleet: Fleet): RowBatch | null {
  const count = fleet.changedCount;
  if (count === 0) return null;
  const batch: RowBatch = {
    buffer: new ArrayBuffer(count * ROW_BYTES),
    count,
    epoch: fleet.epoch,
    settlesAt: fleet.settlesAt,
  };
  const rows = viewRows(batch);
  let row = 0;
  fleet.takeChanged((slot) => {
    rows.slots[row] = slot;
    rows.ids[row] = fleet.ids[slot];
    const source = slot * INSTANCE_WORDS;
    const target = row * INSTANCE_WORDS;
    for (let word = 0; word < INSTANCE_WORDS; word++) rows.words[target + word] = fleet.words[source + word];
    rows.times[row] = fleet.times[slot];
    rows.longitudes[row] = fleet.longitudes[slot];
    rows.latitudes[row] = fleet.latitudes[slot];
    rows.speeds[row] = fleet.speeds[slot];
    rows.courses[row] = fleet.courses[slot];
    rows.motions[row] = fleet.motions[slot];
    rows.ignitions[row] = fleet.ignitions[slot];
    rows.idleSince[row] = fleet.idleSince[slot];
    row++;
  });
  return batch;
}

/** The columns of a batch, as views on its buffer. */
export function viewRows({ buffer, count, epoch, settlesAt }: RowBatch): FleetRows {
  let offset = 0;
  const part = (bytes: number): number => {
    const start = offset;
    offset += bytes * count;
    return start;
  };
  return {
    count,
    epoch,
    settlesAt,
    times: new Float64Array(buffer, part(8), count),
    longitudes: new Float64Array(buffer, part(8), count),
    latitudes: new Float64Array(buffer, part(8), count),
    idleSince: new Float64Array(buffer, part(8), count),
    slots: new Uint32Array(buffer, part(4), count),
    ids: new Uint32Array(buffer, part(4), count),
    words: new Uint32Array(buffer, part(4 * INSTANCE_WORDS), count * INSTANCE_WORDS),
    speeds: new Float32Array(buffer, part(4), count),
    courses: new Float32Array(buffer, part(4), count),
    motions: new Uint8Array(buffer, part(1), count),
    ignitions: new Uint8Array(buffer, part(1), count),
  };
}

/** Puts the rows of one sender into a fleet; knows which slot there is which slot here. */
export class RowReceiver {
  readonly fleet: WritableFleet;
  #slots = new Int32Array(1024).fill(-1);

  constructor(fleet: WritableFleet) {
    this.fleet = fleet;
  }

  apply(rows: FleetRows): void {
    for (let row = 0; row < rows.count; row++) {
      const theirs = rows.slots[row];
      if (theirs >= this.#slots.length) this.#grow(theirs);
      let slot = this.#slots[theirs];
      if (slot < 0) {
        slot = this.fleet.ensure(rows.ids[row]);
        this.#slots[theirs] = slot;
      }
      this.fleet.applyRow(slot, rows, row);
    }
  }

  #grow(slot: number): void {
    const slots = new Int32Array(Math.max(slot + 1, this.#slots.length * 2)).fill(-1);
    slots.set(this.#slots);
    this.#slots = slots;
  }
}
