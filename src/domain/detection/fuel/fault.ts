import { DETECTION, MINUTE } from '../../base/index.ts';
import { IGNITION } from '../../telemetry/index.ts';
import type { FuelEvent } from './event.ts';
import type { FuelSeries } from './series.ts';

/** Shares of a change at which it has hardly begun, and is as good as done. */
export const BEGUN = 0.2;
export const DONE = 0.8;

/** A tank that reads empty since an event: what its sensor says next may be no refill. */
export interface Emptied {
  /** Litres in all tanks before. */
  readonly level: number;
  /** True after a sensor fault, false after what may have been one. */
  readonly isFault: boolean;
}

/**
 * How a drop left a tank empty: `fault` when fuel cannot have left so fast or the sensor lost its power with the
 * ignition, `doubt` when it took a single step over a long silence; null when the level fell over several reports,
 * or no tank is empty after it.
 */
export function emptiedBy(
  series: FuelSeries,
  levels: Float64Array,
  start: number,
  end: number,
): 'fault' | 'doubt' | null {
  const { times, empties, ignitions } = series;
  if (empties[end] <= empties[start]) return null;
  const row = stepOf(levels, start, end);
  if (row === null) return null;
  const span = times[row] - times[row - 1];
  const isTooFast =
    span <= DETECTION.fuelGap || (levels[row - 1] - levels[row]) * MINUTE > DETECTION.fuelDrainRate * span;
  const lostPower = ignitions[row - 1] === IGNITION.on && ignitions[row] === IGNITION.off;
  return isTooFast || lostPower ? 'fault' : 'doubt';
}

/** The row with which a change came to pass in one step; null when it took several. */
function stepOf(levels: Float64Array, start: number, end: number): number | null {
  const { [start]: from, [end]: to } = levels;
  const progress = (row: number): number => (levels[row] - from) / (to - from);
  for (let row = start + 1; row <= end; row++) {
    if (progress(row) <= BEGUN) continue;
    return progress(row) >= DONE ? row : null;
  }
  return null;
}

/** What an event leaves behind: it depends on the event alone, so that it can be found again from what is stored. */
export function emptiedAfter({
  reason,
  doubts,
  startLevel,
}: Pick<FuelEvent, 'reason' | 'doubts' | 'startLevel'>): Emptied | null {
  if (reason.code === 'dropout') return { level: startLevel, isFault: true };
  return doubts.includes('empty') ? { level: startLevel, isFault: false } : null;
}
