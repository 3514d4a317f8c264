import { SECOND, type Instant } from '../../src/domain/base/index.ts';
import {
  gapReason,
  parkingReason,
  shownPlace,
  type NoData,
  type Parking,
  type Trip,
  type TripDetector,
  type TripDetectorSettings,
} from '../../src/domain/detection/index.ts';

/** A span without data; `to` is null while nothing is heard. */
export type NoSignal = Pick<NoData, 'from' | 'place'> & { readonly to: Instant | null };

/** What is under way at an instant; a trip that the clock ended is no longer open. */
export interface Ongoing {
  readonly trip: Trip | null;
  readonly parking: Parking | null;
  readonly noData: NoSignal | null;
}

/**
 * What a unit does at `now` if it reports nothing more. Sleeping devices stop reporting: a trip that
 * is stopped becomes a parking by the clock, one that moves becomes silence (domain reference, 1.4).
 */
export function atInstant(detector: TripDetector, settings: TripDetectorSettings, now: Instant): Ongoing {
  const { trip, parking } = detector.finish();
  const { status, since } = detector.due(now);
  if (trip && since !== null && status === 'parked') {
    const ended = parkingReason(since, since + settings.min_park_time * SECOND, settings);
    return {
      trip: { ...trip, open: false, ended },
      parking: { from: since, to: null, place: trip.endPlace },
      noData: null,
    };
  }
  if (trip && since !== null && status === 'noData') {
    const ended = gapReason(since, since + settings.max_intrl_in_msgs * SECOND, settings);
    return { trip: { ...trip, open: false, ended }, parking, noData: { from: since, to: null, place: trip.endPlace } };
  }
  if (!trip && !parking && since !== null && status === 'parked')
    return {
      trip,
      parking: { from: since, to: null, place: shownPlace(detector.state().stretch.place) },
      noData: null,
    };
  return { trip, parking, noData: null };
}
