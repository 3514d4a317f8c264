import { DETECTION, METRE_PER_SECOND_IN_KMH, SECOND } from '../../base/index.ts';
import { IGNITION } from '../../telemetry/index.ts';
import { createPoint, isUsable, type PointSource } from '../shared/index.ts';
import type { TripDetectorSettings } from './settings.ts';

/** What a unit reports, as far as settings can go against it. */
export interface ReportSample {
  /** Reports with a position that can be used if satellites are left out of it. */
  readonly fixes: number;
  /** Of these, how many reported so many satellites (the place in the list); fixes that did not say are in none. */
  readonly satellites: readonly number[];
  /** Seconds between two reports, the middle one of all; NaN of fewer than two. */
  readonly interval: number;
  /** km/h that one fix in twenty exceeds; NaN where no speed was reported. */
  readonly speed: number;
  readonly hasIgnition: boolean;
  readonly hasOdometer: boolean;
  readonly hasRelativeOdometer: boolean;
}

/** Something about settings that people should know before they keep them. */
export interface TripDetectorWarning {
  /** The field that it is shown at. */
  readonly setting: keyof TripDetectorSettings;
  /**
   * - `satellitesHigh`: `bound` is more than receivers usually have (`usual`)
   * - `satellitesReject`: `bound` refuses a `share` (0–1) of the unit's own `fixes`
   * - `distanceCuts`: at one report in `interval` s the bound ends trips above `speed` km/h
   * - `intervalCuts`: reports come every `interval` s, at more than the `bound`
   * - `parkingUnseen`: reports come every `interval` s, so that stops under it look like none
   * - `sourceMissing`: the unit reports nothing of the chosen source
   */
  readonly code:
    | 'satellitesHigh'
    | 'satellitesReject'
    | 'distanceCuts'
    | 'intervalCuts'
    | 'parkingUnseen'
    | 'sourceMissing';
  readonly values: Readonly<Record<string, number>>;
}

/** Without reports of the unit: one a minute at the speed of a motorway. */
const USUAL_INTERVAL = 60;
const USUAL_SPEED = 90;
/** A share of refused fixes beyond which trips fall apart. */
const TOLERABLE_SHARE = 0.1;

/** What goes against the settings, checked by reports of the unit or, without any, by what is usual. */
export function warningsFor(settings: TripDetectorSettings, sample: ReportSample | null = null): TripDetectorWarning[] {
  if (settings.m_source === 'off') return [];
  const interval = sample && sample.interval > 0 ? sample.interval : USUAL_INTERVAL;
  const warnings = [satelliteWarning(settings, sample), distanceWarning(settings, sample, interval)];
  if (sample && sample.interval > settings.max_intrl_in_msgs) {
    warnings.push({
      setting: 'max_intrl_in_msgs',
      code: 'intervalCuts',
      values: { interval, bound: settings.max_intrl_in_msgs },
    });
  }
  if (sample && sample.interval > settings.min_park_time) {
    warnings.push({
      setting: 'min_park_time',
      code: 'parkingUnseen',
      values: { interval, bound: settings.min_park_time },
    });
  }
  if (sample && sample.fixes > 0 && !hasSource(sample, settings))
    warnings.push({ setting: 'm_source', code: 'sourceMissing', values: {} });
  return warnings.filter((warning) => warning !== null);
}

function satelliteWarning(settings: TripDetectorSettings, sample: ReportSample | null): TripDetectorWarning | null {
  const bound = settings.min_satellites;
  const refused = sample ? sample.satellites.slice(0, bound).reduce((sum, fixes) => sum + fixes, 0) : 0;
  const share = sample && sample.fixes > 0 ? refused / sample.fixes : 0;
  if (sample && share > TOLERABLE_SHARE)
    return { setting: 'min_satellites', code: 'satellitesReject', values: { bound, share, fixes: sample.fixes } };
  if (bound <= DETECTION.satellitesWarning) return null;
  return { setting: 'min_satellites', code: 'satellitesHigh', values: { bound, usual: DETECTION.satellitesWarning } };
}

function distanceWarning(
  settings: TripDetectorSettings,
  sample: ReportSample | null,
  interval: number,
): TripDetectorWarning | null {
  const speed = (settings.max_dist_in_msgs * METRE_PER_SECOND_IN_KMH) / interval;
  const driven = sample && !Number.isNaN(sample.speed) ? sample.speed : USUAL_SPEED;
  if (speed >= driven) return null;
  return {
    setting: 'max_dist_in_msgs',
    code: 'distanceCuts',
    values: { bound: settings.max_dist_in_msgs, interval, speed },
  };
}

function hasSource(sample: ReportSample, { m_source }: TripDetectorSettings): boolean {
  if (m_source === 'ignition') return sample.hasIgnition;
  if (m_source === 'odometer') return sample.hasOdometer;
  return m_source !== 'relative_odometer' || sample.hasRelativeOdometer;
}

/** Takes the sample of a unit's reports, a day of them for instance. */
export function sampleReports(points: PointSource): ReportSample {
  const point = createPoint();
  const satellites = Array.from({ length: DETECTION.satellites.max + 1 }, () => 0);
  const gaps: number[] = [];
  const speeds: number[] = [];
  let fixes = 0;
  let before = Number.NaN;
  let [hasIgnition, hasOdometer, hasRelativeOdometer] = [false, false, false];
  for (let index = 0; index < points.count; index++) {
    points.fill(index, point);
    if (point.time > before) gaps.push((point.time - before) / SECOND);
    before = point.time;
    hasIgnition ||= point.ignition !== IGNITION.unknown;
    hasOdometer ||= !Number.isNaN(point.odometer);
    hasRelativeOdometer ||= !Number.isNaN(point.relativeOdometer);
    if (!isUsable(point, 0)) continue;
    fixes++;
    if (point.satellites >= 0) satellites[Math.min(point.satellites, DETECTION.satellites.max)]++;
    if (!Number.isNaN(point.speed)) speeds.push(point.speed);
  }
  return {
    fixes,
    satellites,
    interval: quantile(gaps, 0.5),
    speed: quantile(speeds, 0.95),
    hasIgnition,
    hasOdometer,
    hasRelativeOdometer,
  };
}

/** The value that this share of them does not exceed; NaN of none. Sorts the list. */
function quantile(values: number[], share: number): number {
  values.sort((a, b) => a - b);
  return values.length === 0 ? Number.NaN : values[Math.min(values.length - 1, Math.floor(values.length * share))];
}
