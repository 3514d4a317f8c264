import { COORDINATE_SCALE, SECOND } from '../../base/index.ts';
import { sensorColumns, type SensorSet } from '../../sensor/index.ts';
import { NO_COURSE, trackAttributeValue, type TrackAttribute, type TrackColumns } from '../../telemetry/index.ts';
import type { Place } from '../../unitEvent/index.ts';
import type { FilterSettings, FilterState } from '../filters/index.ts';
import {
  RecentFigures,
  RecentFixes,
  ROW,
  type RecentFigureState,
  type RecentFix,
  type RuleReport,
  type SievedRows,
} from '../rules/index.ts';
import {
  attributeNumber,
  isUsable,
  pointsOfTrack,
  type DetectionPoint,
  type PointSource,
  type RowNumber,
} from '../shared/index.ts';
import { inputsOf } from '../tuning/index.ts';
import { FixSieve } from './fixSieve.ts';

/** How the reports of a unit are read. */
export interface ReportSetup {
  readonly filters: FilterSettings;
  /** Which fixes are usable. */
  readonly trips: { readonly min_satellites: number };
  /** Sensors of all its devices. */
  readonly set: SensorSet;
}

/** What is known of the reports up to one of them. */
export interface ReportState {
  readonly filter: FilterState;
  /** Word of the alarm that the last report carried, empty without. */
  readonly alarm: string;
  /** The last usable fix that rules saw; absent where there was none. */
  readonly fix?: RecentFix | null;
  /** Absent where rules were asked of no report yet. */
  readonly recent?: RecentFigureState | null;
}

/** The reports of a track, ready to be read one after another. */
export interface ReadTrack {
  readonly track: TrackColumns;
  readonly source: PointSource;
  readonly alarms: TrackAttribute | null;
  /** Value of a raw attribute in a row; undefined where the report does not carry it. */
  readonly attribute: RuleReport['attribute'];
  /** Hours of the engine, by their sensor or the attribute. */
  readonly engineHours: RowNumber;
  /** Metres, NaN where a report says none; null: none says any. */
  readonly accuracy: RowNumber | null;
  /** Values of the sensors, a column a sensor; null where they were not asked for. */
  readonly sensors: readonly Float64Array[] | null;
}

/**
 * Reads the stored reports of a unit as detection and rules see them: their sensors, validity filters, ignition and
 * alarm words. The server's detection and the back-test of a rule in the browser read by it, so that both find the
 * same.
 */
export class ReportReader {
  readonly #set: SensorSet;
  readonly #sieve: FixSieve;
  readonly #fixes: RecentFixes;
  readonly #recent: RecentFigures;
  readonly #minimumSatellites: number;
  #alarm: string;

  /** Goes on from the state of an earlier reader of the same setup. */
  constructor({ filters, trips, set }: ReportSetup, from: ReportState | null = null) {
    this.#set = set;
    this.#sieve = new FixSieve(filters, from?.filter);
    this.#fixes = new RecentFixes(from?.fix);
    this.#recent = new RecentFigures(from?.recent);
    this.#minimumSatellites = trips.min_satellites;
    this.#alarm = from?.alarm ?? '';
  }

  /** Word of the alarm that the last report carried, empty without. */
  get alarm(): string {
    return this.#alarm;
  }

  /** Where the unit is taken to be: a fix that did not pass moves nothing. */
  get place(): () => Place | null {
    return this.#sieve.place;
  }

  state(): ReportState {
    return { filter: this.#sieve.state(), alarm: this.#alarm, fix: this.#fixes.state(), recent: this.#recent.state() };
  }

  /** Prepares a track whose reports follow all those before. `withSensors`: rules are asked of them. */
  open(track: TrackColumns, withSensors: boolean): ReadTrack {
    const sensors = withSensors ? sensorColumns(track, this.#set) : null;
    return {
      track,
      source: pointsOfTrack(track, inputsOf(track, this.#set, sensors)),
      alarms: track.attributes.find(({ name, kind }) => name === 'alarm' && kind === 'text') ?? null,
      attribute: attributesOf(track),
      engineHours: sensors === null ? UNKNOWN : engineHoursOf(track, this.#set, sensors),
      accuracy: track.attributes.some(({ name }) => name === 'accuracy') ? attributeNumber(track, 'accuracy') : null,
      sensors,
    };
  }

  /** Fills the point with the next report. False: it counts for nothing, and the point with it. */
  read({ track, source, alarms }: ReadTrack, row: number, point: DetectionPoint): boolean {
    source.fill(row, point);
    if (!this.#sieve.accept(point, point.time + track.receivedDelays[row] * SECOND)) return false;
    this.#hearAlarm(alarms, row);
    return true;
  }

  /**
   * Fills the point with any report that counts of a track of which is known what the filters left (`sieveRows`), so
   * that those between are not read.
   */
  readSieved(
    { source, alarms }: ReadTrack,
    { marks, latitudes, longitudes }: SievedRows,
    row: number,
    point: DetectionPoint,
  ): void {
    source.fill(row, point);
    point.valid = (marks[row] & ROW.valid) !== 0;
    point.latitude = latitudes[row] / COORDINATE_SCALE;
    point.longitude = longitudes[row] / COORDINATE_SCALE;
    this.#hearAlarm(alarms, row);
  }

  #hearAlarm(alarms: TrackAttribute | null, row: number): void {
    if (alarms || this.#alarm !== '') this.#alarm = String((alarms && trackAttributeValue(alarms, row)) ?? '');
  }

  /** Fills what rules read of the report that was read last, `point`: a fix that the filters refused says no speed. */
  fillRuleReport(
    { track, sensors, attribute, engineHours }: ReadTrack,
    row: number,
    point: DetectionPoint,
    report: RuleReport,
  ): void {
    report.time = point.time;
    report.speed = point.valid && !point.approximate ? point.speed : Number.NaN;
    report.ignition = point.ignition;
    report.alarm = this.#alarm;
    report.columns = sensors ?? NO_SENSORS;
    report.row = row;
    this.#fixes.fill(report, point, isUsable(point, this.#minimumSatellites));
    report.hasFix = point.hasPosition && point.valid && !point.approximate;
    report.attribute = attribute;
    report.course = track.courses[row] === NO_COURSE ? Number.NaN : track.courses[row] / COURSE_SCALE;
    report.mileage = point.odometer / KILOMETRE;
    report.engineHours = engineHours(row);
    this.#recent.fill(report);
  }
}

/** Metres; tenths of degrees, as tracks keep courses. */
const [KILOMETRE, COURSE_SCALE] = [1_000, 10];
const UNKNOWN: RowNumber = () => Number.NaN;

function engineHoursOf(track: TrackColumns, { sensors }: SensorSet, columns: readonly Float64Array[]): RowNumber {
  const place = sensors.findIndex(({ type }) => type === 'engine_hours');
  return place < 0 ? attributeNumber(track, 'engine_hours') : (row) => columns[place][row];
}

const NO_SENSORS: readonly Float64Array[] = [];

/**
 * Finds attributes of the track's reports by their names; one that comes in two kinds has the first that a report
 * carries.
 */
function attributesOf({ attributes }: TrackColumns): RuleReport['attribute'] {
  const named = new Map<string, TrackAttribute[]>();
  for (const attribute of attributes) {
    const own = named.get(attribute.name);
    if (own) own.push(attribute);
    else named.set(attribute.name, [attribute]);
  }
  return (name, row) => {
    for (const attribute of named.get(name) ?? []) {
      const value = trackAttributeValue(attribute, row);
      if (value !== undefined) return value;
    }
    return undefined;
  };
}
