import { fromIso, type Instant, type Interval } from '../../../../src/domain/base/index.ts';
import { drivingWithin } from '../../../../src/domain/operator/index.ts';
import { windowAt, type ReportWindow } from '../../../../src/domain/report/index.ts';
import type { Trip } from '../../../../src/domain/unitEvent/index.ts';
import { secondsOf } from './totals.ts';
import type { Build } from './types.ts';

/** What lies in a window of something that lasts. */
export interface Part extends Interval {
  readonly day: string;
  /** False: it is longer than the part. */
  readonly isWhole: boolean;
}

type Windows = Pick<Build, 'windows' | 'isShift'>;

/**
 * Of what lasted from one instant to another: without a shift the whole of it, on the day on which it began; else what
 * lies within the hours of each day.
 */
export function partsOf({ windows, isShift }: Windows, span: Interval): Part[] {
  if (!isShift) {
    const window = windowAt(windows, span.from);
    return window === null ? [] : [{ ...span, day: window.day, isWhole: true }];
  }
  return overlapping(windows, span).map(({ day, from, to }) => ({
    day,
    from: Math.max(from, span.from),
    to: Math.min(to, span.to),
    isWhole: from <= span.from && to >= span.to,
  }));
}

function overlapping(windows: readonly ReportWindow[], span: Interval): readonly ReportWindow[] {
  let [low, high] = [0, windows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (windows[middle].to <= span.from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < windows.length && windows[end].from < span.to) end++;
  return windows.slice(low, end);
}

/** A trip, or what of it lies within the hours of a day. */
export interface TripPart extends Part {
  /** Metres. */
  readonly distance: number;
  /** Seconds without stops. */
  readonly driving: number;
  /** Seconds with the engine on and no movement. */
  readonly idle: number;
}

const lengthOf = (parts: readonly Interval[]): number => parts.reduce((sum, { from, to }) => sum + to - from, 0);

/**
 * Parts of a trip: driving time to the second; distance and idling in the share of the driving time, as they are known
 * of whole trips.
 */
export function tripParts(
  windows: Windows,
  trip: Pick<Trip, 'start' | 'end' | 'stops' | 'distance' | 'idle'>,
): TripPart[] {
  const span = { from: fromIso(trip.start), to: fromIso(trip.end) };
  const stops = trip.stops.map(({ start, end }) => ({ from: fromIso(start), to: fromIso(end) }));
  const driven = lengthOf(drivingWithin(span, stops));
  return partsOf(windows, span).map((part) => {
    const driving = lengthOf(drivingWithin(part, stops));
    const share = part.isWhole ? 1 : driven > 0 ? driving / driven : 0;
    return { ...part, distance: trip.distance * share, driving: secondsOf(driving), idle: trip.idle * share };
  });
}

/** The end of what may last still. */
export const endOf = (end: string | null, now: Instant, from: Instant): Instant =>
  end === null ? Math.max(now, from) : fromIso(end);
