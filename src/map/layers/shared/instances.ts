import {
  HEADING_SCALE,
  INSTANCE_BYTES,
  INSTANCE_FLAGS,
  INSTANCE_WORDS,
  MOTION_MASK,
} from '../../../streams/pipeline/fleetColumns.ts';
import type { FleetColumns } from '../../../streams/pipeline/fleetColumns.ts';

/** Reads the instance buffer on the CPU, by the same formulas as the shader. Reused, never kept. */
export class InstanceReader {
  #buffer: ArrayBuffer | null = null;
  #words = new Float32Array(0);
  #halves = new Int16Array(0);
  #bytes = new Uint8Array(0);
  #styles = new Uint32Array(0);
  /** When each unit was last heard, seconds since the epoch. */
  seconds: FleetColumns['seconds'] = new Float32Array(0);
  count = 0;
  longitude = 0;
  latitude = 0;

  /** Looks at this fleet from now on; cheap when the buffer is the same. */
  attach(fleet: FleetColumns): this {
    this.count = fleet.count;
    this.seconds = fleet.seconds;
    if (this.#buffer === fleet.instances) return this;
    this.#buffer = fleet.instances;
    this.#words = new Float32Array(fleet.instances);
    this.#halves = new Int16Array(fleet.instances);
    this.#bytes = new Uint8Array(fleet.instances);
    this.#styles = new Uint32Array(fleet.instances);
    return this;
  }

  /** The raw words, for copying records. */
  get words(): Float32Array {
    return this.#words;
  }

  /** The same as whole numbers: the last of a record holds motion, kind and flags, lowest byte first. */
  get styles(): Uint32Array {
    return this.#styles;
  }

  /** Puts where the unit is drawn at `clock` (s since the epoch) into longitude and latitude; false when nowhere. */
  place(slot: number, clock: number): boolean {
    const at = slot * INSTANCE_WORDS;
    const words = this.#words;
    const rate = words[at + 7] ?? 0;
    let progress = rate > 0 ? (clock - (words[at + 6] ?? 0)) * rate : 0;
    progress = progress < 0 ? 0 : progress > 1 ? 1 : progress;
    const longitude = (words[at] ?? 0) + (words[at + 2] ?? 0);
    const latitude = (words[at + 1] ?? 0) + (words[at + 3] ?? 0);
    if (longitude === 0 && latitude === 0) return false;
    this.longitude = longitude + (words[at + 4] ?? 0) * progress;
    this.latitude = latitude + (words[at + 5] ?? 0) * progress;
    return true;
  }

  /** Heading as drawn, degrees clockwise from north. */
  heading(slot: number, clock: number): number {
    const at = slot * INSTANCE_WORDS;
    const rate = this.#words[at + 7] ?? 0;
    const progress = rate > 0 ? Math.min(1, Math.max(0, (clock - (this.#words[at + 6] ?? 0)) * rate)) : 0;
    const half = (at + 8) * 2;
    return ((this.#halves[half] ?? 0) + (this.#halves[half + 1] ?? 0) * progress) / HEADING_SCALE;
  }

  motion(slot: number): number {
    return (this.#bytes[slot * INSTANCE_BYTES + 36] ?? 0) & MOTION_MASK;
  }

  flags(slot: number): number {
    return this.#bytes[slot * INSTANCE_BYTES + 38] ?? 0;
  }

  isHidden(slot: number): boolean {
    return (this.flags(slot) & INSTANCE_FLAGS.hidden) !== 0;
  }
}
