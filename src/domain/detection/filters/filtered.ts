import type { Instant } from '../../base/index.ts';
import { createPoint, type DetectionPoint, type PointSource } from '../shared/index.ts';
import { FILTER_REASONS, FixFilter, type FilterCounts, type FilterVerdict } from './filter.ts';
import type { FilterSettings } from './settings.ts';

/** The verdicts by the number under which they are kept: `valid` is 0. */
export const FILTER_VERDICTS: readonly FilterVerdict[] = ['valid', ...FILTER_REASONS];

/**
 * Reports as detection takes them after their fixes were filtered. A report whose time cannot be (`future`)
 * or was there already (`duplicate`) is left out; one whose fix is refused stays without it, since what else it
 * says is true; one that drifts stays where the unit was.
 */
export interface FilteredReports extends PointSource {
  /** Of every report of the source: its place in {@link FILTER_VERDICTS}. */
  readonly verdicts: Uint8Array;
  readonly counts: FilterCounts;
}

const FUTURE = FILTER_VERDICTS.indexOf('future');
const DUPLICATE = FILTER_VERDICTS.indexOf('duplicate');
const DRIFT = FILTER_VERDICTS.indexOf('drift');
/** These say already that there is no fix to use. */
const UNCHANGED: readonly number[] = [0, FILTER_VERDICTS.indexOf('noPosition'), FILTER_VERDICTS.indexOf('device')];

/** Filters a source once; `receivedAt` says when the report of an index arrived. */
export function filterReports(
  source: PointSource,
  settings: FilterSettings,
  receivedAt: (index: number) => Instant,
): FilteredReports {
  const filter = new FixFilter(settings);
  const verdicts = new Uint8Array(source.count);
  const rows = new Uint32Array(source.count);
  const drifts = settings.static_drift.enable;
  const anchors = drifts
    ? { latitudes: new Float64Array(source.count), longitudes: new Float64Array(source.count) }
    : null;
  const point = createPoint();
  let count = 0;
  let [latitude, longitude] = [0, 0];
  for (let index = 0; index < source.count; index++) {
    source.fill(index, point);
    const verdict = FILTER_VERDICTS.indexOf(filter.check(point, receivedAt(index)));
    verdicts[index] = verdict;
    if (verdict === 0) [latitude, longitude] = [point.latitude, point.longitude];
    if (anchors) [anchors.latitudes[index], anchors.longitudes[index]] = [latitude, longitude];
    if (verdict !== FUTURE && verdict !== DUPLICATE) rows[count++] = index;
  }
  return {
    count,
    verdicts,
    counts: filter.counts(),
    fill(place: number, into: DetectionPoint): void {
      const row = rows[place];
      const verdict = verdicts[row];
      source.fill(row, into);
      if (UNCHANGED.includes(verdict)) return;
      if (verdict === DRIFT && anchors)
        [into.latitude, into.longitude] = [anchors.latitudes[row], anchors.longitudes[row]];
      else into.valid = false;
    },
  };
}
