import type { Interval } from '../../base/index.ts';
import { createPoint, type Anchor, type PointSource } from '../shared/index.ts';
import { TripDetector, type TripOptions } from './detector.ts';
import type { TripDetectorSettings } from './settings.ts';
import type { TripDetectorState } from './state.ts';
import type { Discarded, NoData, Parking, Trip, TripEvent } from './trip.ts';

/** What a run over reports found, each list in order of time; an open trip or parking is the last of its list. */
export interface TripRun {
  readonly trips: Trip[];
  readonly parkings: Parking[];
  readonly noData: NoData[];
  /** Standing with the engine on, in trips and out of them. */
  readonly idlings: Interval[];
  readonly discarded: Discarded[];
  /** What moves at the end but is not yet a trip. */
  readonly candidate: Trip | null;
  /** States to go on from when late reports come. */
  readonly anchors: Anchor<TripDetectorState>[];
  /** The state after the last report. */
  readonly state: TripDetectorState;
}

/**
 * Trips and what lies between them, in the whole source. `from` goes on from the state of an earlier
 * run, whose reports the source leaves out. Two million reports take about a second.
 */
export function detectTrips(
  points: PointSource,
  settings: TripDetectorSettings,
  options: TripOptions = {},
  from: TripDetectorState | null = null,
): TripRun {
  const lists = emptyLists();
  const detector = new TripDetector(settings, (event) => collect(lists, event), options);
  if (from) detector.restore(from);
  const point = createPoint();
  for (let index = 0; index < points.count; index++) {
    points.fill(index, point);
    if (detector.accept(point)) lists.anchors.push({ time: point.time, state: detector.state() });
  }
  return withProvisional(lists, detector);
}

export type TripLists = Pick<TripRun, 'trips' | 'parkings' | 'noData' | 'idlings' | 'discarded' | 'anchors'>;

export const emptyLists = (): TripLists => ({
  trips: [],
  parkings: [],
  noData: [],
  idlings: [],
  discarded: [],
  anchors: [],
});

/** Puts a detector's event where it belongs; what only announces something is left to those who listen live. */
export function collect(lists: TripLists, event: TripEvent): void {
  switch (event.kind) {
    case 'closed':
      lists.trips.push(event.trip);
      break;
    case 'discarded':
      lists.discarded.push(event.candidate);
      break;
    case 'parkingEnded':
      lists.parkings.push(event.parking);
      break;
    case 'noData':
      lists.noData.push(event.noData);
      break;
    case 'idled':
      lists.idlings.push(event.idling);
      break;
    default:
      break;
  }
}

/** The lists with what is under way. */
export function withProvisional(lists: TripLists, detector: TripDetector): TripRun {
  const { trip, candidate, parking } = detector.finish();
  if (trip) lists.trips.push(trip);
  if (parking) lists.parkings.push(parking);
  return { ...lists, candidate, state: detector.state() };
}
