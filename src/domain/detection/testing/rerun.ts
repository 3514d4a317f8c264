import type { Instant, Interval } from '../../base/index.ts';
import { createPoint, isSameData, type Anchor, type PointSource } from '../shared/index.ts';
import {
  collect,
  emptyLists,
  rowsAfter,
  TripDetector,
  withProvisional,
  type TripDetectorSettings,
  type TripDetectorState,
  type TripOptions,
  type TripRun,
} from '../trips/index.ts';

export interface TripRerun extends TripRun {
  /** Anchor that the run began with, null for the first report. */
  readonly from: Anchor<TripDetectorState> | null;
  /** Where the run met the stored one: what was derived after it is still valid. Null when it went to the end. */
  readonly met: Anchor<TripDetectorState> | null;
}

/**
 * Repeats detection after late reports. `late` spans the times of the late ones; `points` are the
 * reports, late ones among them, after the last anchor that is older than these;
 * `stored` are the anchors of the run before in order of time. Ends as soon as it is where the stored run
 * had: then `met` says where, and its open trip and parking are those of the stored run.
 */
export function rerunTrips(
  points: PointSource,
  late: Interval,
  stored: readonly Anchor<TripDetectorState>[],
  settings: TripDetectorSettings,
  options: TripOptions = {},
): TripRerun {
  const from = stored.findLast(({ time }) => time < late.from) ?? null;
  const waiting = stored.filter(({ time }) => time >= late.to);
  const lists = emptyLists();
  const detector = new TripDetector(settings, (event) => collect(lists, event), options);
  if (from) detector.restore(from.state);
  const point = createPoint();
  let next = 0;
  for (let index = 0; index < points.count; index++) {
    points.fill(index, point);
    if (detector.accept(point)) lists.anchors.push({ time: point.time, state: detector.state() });
    while (next < waiting.length && waiting[next].time < point.time) next++;
    const candidate = waiting[next];
    if (candidate?.time !== point.time) continue;
    if (isSameData(detector.state(), candidate.state))
      return { ...lists, candidate: null, state: candidate.state, from, met: candidate };
  }
  return { ...withProvisional(lists, detector), from, met: null };
}

/** The stored run with what the repeated one found in its place. */
export function spliceRun(stored: TripRun, rerun: TripRerun): TripRun {
  const first = rowsAfter(rerun.from);
  const rest = rerun.met && rowsAfter(rerun.met);
  const join = <Row>(
    before: readonly Row[],
    found: readonly Row[],
    startOf: (row: Row) => Instant,
    from: Instant,
    until: Instant | undefined,
  ): Row[] => [
    ...before.filter((row) => startOf(row) < from),
    ...found,
    ...(until === undefined ? [] : before.filter((row) => startOf(row) >= until)),
  ];
  const later = rerun.met ? stored : rerun;
  return {
    trips: join(stored.trips, rerun.trips, ({ start }) => start, first.trips, rest?.trips),
    parkings: join(stored.parkings, rerun.parkings, ({ from }) => from, first.parkings, rest?.parkings),
    noData: join(stored.noData, rerun.noData, ({ from }) => from, first.noData, rest?.noData),
    idlings: join(stored.idlings, rerun.idlings, ({ from }) => from, first.idlings, rest?.idlings),
    discarded: join(stored.discarded, rerun.discarded, ({ start }) => start, first.discarded, rest?.discarded),
    anchors: [
      ...stored.anchors.filter(({ time }) => rerun.from !== null && time <= rerun.from.time),
      ...rerun.anchors,
      ...stored.anchors.filter(({ time }) => rerun.met !== null && time > rerun.met.time),
    ],
    candidate: later.candidate,
    state: later.state,
  };
}
