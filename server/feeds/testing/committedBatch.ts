import type { Instant } from '../../../src/domain/base/index.ts';
import { TRACK_FLAG } from '../../../src/domain/telemetry/index.ts';
import type { CommittedBatch } from '../../store/types.ts';

/** A report of a committed group; what is left out is that of a good fix at one place. */
export interface CommittedRow {
  readonly unitId: number;
  readonly time: Instant;
  /** 1e-7 degrees. */
  readonly longitude?: number;
  readonly latitude?: number;
  /** km/h */
  readonly speed?: number;
  readonly satellites?: number;
  readonly state?: number;
  readonly flags?: number;
  readonly advanced?: 0 | 1;
}

/** A committed group as the store reports it. */
export function committedBatch(sequence: number, rows: readonly CommittedRow[]): CommittedBatch {
  const times = Float64Array.from(rows, ({ time }) => time);
  const unsent = new Float32Array(rows.length).fill(Number.NaN);
  return {
    sequence,
    count: rows.length,
    unitIds: Uint32Array.from(rows, ({ unitId }) => unitId),
    times,
    receivedTimes: times,
    longitudes: Int32Array.from(rows, ({ longitude = 100 }) => longitude),
    latitudes: Int32Array.from(rows, ({ latitude = 500 }) => latitude),
    states: Uint32Array.from(rows, ({ state = 0 }) => state),
    flags: Uint8Array.from(rows, ({ flags = TRACK_FLAG.hasPosition | TRACK_FLAG.valid }) => flags),
    speeds: Float32Array.from(rows, ({ speed = Number.NaN }) => speed),
    satellites: Int16Array.from(rows, ({ satellites = -1 }) => satellites),
    hdops: unsent,
    accuracies: unsent,
    advanced: Uint8Array.from(rows, ({ advanced = 1 }) => advanced),
  };
}
