import { Buffer, type Device } from '@luma.gl/core';
import { INSTANCE_BYTES, type ByteRange, type FleetColumns } from '../../../streams/pipeline/fleetColumns.ts';

/** One write costs about 6 µs of CPU whatever its size, 4 MB about 1 ms: a gap of 24 KB costs as much as a call. */
export const JOIN_GAP = 24 * 1_024;

/**
 * Joins changed ranges so that the fewest milliseconds are spent: two ranges become one write when
 * sending what lies between them costs less than a second call. Ranges must be in order.
 */
export function planUploads(ranges: readonly ByteRange[], limit: number): ByteRange[] {
  const planned: ByteRange[] = [];
  let open: ByteRange | null = null;
  for (const range of ranges) {
    const end = Math.min(range.end, limit);
    if (end <= range.start) continue;
    if (open && range.start - open.end <= JOIN_GAP && range.start >= open.start) {
      if (end > open.end) open.end = end;
    } else {
      open = { start: range.start, end };
      planned.push(open);
    }
  }
  return planned;
}

/** Bytes of a unit's fix time on the GPU. */
const TIME_BYTES = 4;

/**
 * The instance buffer's copy on the GPU, and beside it the time of each unit's last fix, by which
 * the shader says who is stale: a unit that glides started its segment later than it was heard,
 * one that is stopped has no start at all. Written once per animation frame at most.
 */
export class FleetMirror {
  #device: Device | null = null;
  #buffer: Buffer | null = null;
  #times: Buffer | null = null;
  #generation = -1;
  #fleet: FleetColumns | null = null;
  count = 0;
  /** Bytes and calls of the last frame, for the bench. */
  readonly uploaded = { calls: 0, bytes: 0 };

  get buffer(): Buffer | null {
    return this.#buffer;
  }

  /** That of the fleet when it was last sent. */
  get generation(): number {
    return this.#generation;
  }

  get times(): Buffer | null {
    return this.#times;
  }

  /** The layer has a device (again): everything is sent to it. */
  attach(device: Device): void {
    if (this.#device === device && this.#buffer) return;
    this.#device = device;
    this.#buffer = null;
    this.#times = null;
    if (this.#fleet) this.#sendAll(this.#fleet);
  }

  detach(): void {
    this.#buffer?.destroy();
    this.#times?.destroy();
    this.#buffer = null;
    this.#times = null;
    this.#device = null;
  }

  /** Sends what changed: the ranges, or all of it after growth and resets. */
  update(fleet: FleetColumns, ranges: readonly ByteRange[]): void {
    const renewed = fleet.generation !== this.#generation || fleet !== this.#fleet;
    this.#fleet = fleet;
    this.#generation = fleet.generation;
    this.count = fleet.count;
    this.uploaded.calls = 0;
    this.uploaded.bytes = 0;
    if (!this.#device) return;
    if (renewed || !this.#buffer) this.#sendAll(fleet);
    else if (ranges.length > 0) this.#send(fleet, planUploads(ranges, fleet.count * INSTANCE_BYTES));
  }

  #sendAll(fleet: FleetColumns): void {
    if (!this.#device) return;
    this.count = fleet.count;
    const byteLength = Math.max(INSTANCE_BYTES, fleet.instances.byteLength);
    if (!this.#buffer || this.#buffer.byteLength < byteLength) {
      this.#buffer?.destroy();
      this.#times?.destroy();
      const usage = Buffer.VERTEX | Buffer.COPY_DST;
      const units = byteLength / INSTANCE_BYTES;
      this.#buffer = this.#device.createBuffer({ id: 'fleet-instances', usage, byteLength });
      this.#times = this.#device.createBuffer({ id: 'fleet-times', usage, byteLength: units * TIME_BYTES });
    }
    if (fleet.count > 0) this.#send(fleet, [{ start: 0, end: fleet.count * INSTANCE_BYTES }]);
  }

  #send(fleet: FleetColumns, ranges: readonly ByteRange[]): void {
    for (const { start, end } of ranges) {
      this.#buffer?.write(new Uint8Array(fleet.instances, start, end - start), start);
      this.uploaded.calls++;
      this.uploaded.bytes += end - start;
    }
    const [from, to] = [ranges[0]?.start ?? 0, ranges.at(-1)?.end ?? 0];
    if (to > from) this.#sendTimes(fleet, Math.floor(from / INSTANCE_BYTES), Math.ceil(to / INSTANCE_BYTES));
  }

  /** A tenth of the instances' size, so one write from the first to the last that changed is the cheapest. */
  #sendTimes(fleet: FleetColumns, first: number, end: number): void {
    this.#times?.write(fleet.seconds.subarray(first, end), first * TIME_BYTES);
    this.uploaded.calls++;
    this.uploaded.bytes += (end - first) * TIME_BYTES;
  }
}
