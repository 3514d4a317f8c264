import { COORDINATE_SCALE, type Instant, type Interval } from '../base/index.ts';
import {
  createPoint,
  createRuleReport,
  QuietRows,
  ReportReader,
  ROW,
  sieveRows,
  TripDetector,
  type ReadTrack,
  type RuleReport,
  type RuleWatch,
  type SievedRows,
} from '../detection/index.ts';
import { leavesOf, type ConditionKindName } from '../rule/index.ts';
import { firstRowAt, TRACK_FLAG, type TrackColumns } from '../telemetry/index.ts';
import type { Place } from '../unitEvent/index.ts';
import type { PreparedSetup } from './prepare.ts';
import type { PastDrivers, PastRoads } from './records.ts';
import type { UnitPast } from './types.ts';
import { asksForDrivers } from './wanted.ts';

/** A unit's stored reports as some setup reads them: what every run over them has in common. */
export interface PastReports extends SievedRows {
  readonly track: TrackColumns;
  readonly read: ReadTrack;
}

/** Rows of a track, the last one excluded. */
interface Rows {
  readonly start: number;
  readonly end: number;
}

export function readReports(track: TrackColumns, setup: PreparedSetup): PastReports {
  const read = new ReportReader(setup).open(track, true);
  return { track, read, ...sieveRows(read, setup) };
}

/** Reports in the interval that count. */
export function countReports(
  { track: { times }, marks }: PastReports,
  { from, to }: Interval,
): Pick<UnitPast, 'reports' | 'first' | 'last'> {
  const end = firstRowAt(times, to);
  let [reports, first, last]: [number, Instant | null, Instant | null] = [0, null, null];
  for (let row = firstRowAt(times, from); row < end; row++) {
    if ((marks[row] & ROW.counts) === 0) continue;
    reports++;
    first ??= times[row];
    last = times[row];
  }
  return { reports, first, last };
}

/** What the trip detector is run for: it goes through every report. */
const ASKS_MOTION: ReadonlySet<ConditionKindName> = new Set(['motion', 'driving']);

/** What is stored beside the reports, by their instants. */
interface Lookups {
  readonly drivers: PastDrivers;
  readonly roads: PastRoads;
}

/** Has the watch hear the reports, but for those of which it is known that they change nothing. */
export function listenTo(
  reports: PastReports,
  { start, end }: Rows,
  setup: PreparedSetup,
  watch: RuleWatch,
  records: Lookups,
): void {
  if (watch.rules.length === 0) return;
  const { marks, read } = reports;
  const listener = new Listener(reports, setup, watch, records);
  const columns = { ...read, ...reports, start, end, sensors: read.sensors ?? [] };
  const quiet = QuietRows.of(watch, columns, (row) => listener.reportAt(row));
  for (let row = start; row < end; row++) {
    if ((marks[row] & ROW.counts) === 0) continue;
    listener.hear(row);
    const stretch = quiet?.after(row) ?? null;
    if (stretch === null) continue;
    listener.resume(start, stretch.resumes);
    for (row = stretch.resumes; row < stretch.end; row++) if ((marks[row] & ROW.counts) !== 0) listener.hear(row);
    row--;
  }
}

/** Fills what rules read of a unit's reports. */
class Listener {
  readonly #reports: PastReports;
  readonly #setup: PreparedSetup;
  #reader: ReportReader;
  readonly #watch: RuleWatch;
  readonly #trips: TripDetector | null;
  readonly #drivers: PastDrivers | null;
  readonly #roads: PastRoads | null;
  readonly #point = createPoint();
  readonly #report = createRuleReport();
  #row = 0;

  constructor(reports: PastReports, setup: PreparedSetup, watch: RuleWatch, { drivers, roads }: Lookups) {
    const asksMotion = watch.rules.some(({ test }) =>
      leavesOf(test.conditions).some(({ kind }) => ASKS_MOTION.has(kind)),
    );
    this.#reports = reports;
    this.#setup = setup;
    this.#reader = new ReportReader(setup);
    this.#watch = watch;
    this.#trips = asksMotion ? new TripDetector(setup.trips, () => undefined) : null;
    this.#drivers = watch.rules.some(({ test }) => asksForDrivers(test)) ? drivers : null;
    this.#roads = watch.roads === null ? null : roads;
  }

  hear(row: number): void {
    const report = this.reportAt(row);
    this.#trips?.fillMotion(report.motion);
    this.#roads?.goTo(report.time);
    if (this.#drivers) {
      // Whose key it was is in the records.
      report.driverKey = '';
      report.driverUntil = this.#drivers.restsUntil(report.time);
    }
    this.#watch.accept(report, this.#placeOf);
  }

  /** The report in the row, which may be before others that were asked for. */
  reportAt(row: number): RuleReport {
    const { read } = this.#reports;
    this.#row = row;
    this.#reader.readSieved(read, this.#reports, row, this.#point);
    this.#trips?.accept(this.#point);
    this.#reader.fillRuleReport(read, row, this.#point, this.#report);
    return this.#report;
  }

  /** The next report that is heard is that of the row `next`: the last usable fix before it comes before its own. */
  resume(start: number, next: number): void {
    const { marks } = this.#reports;
    // Later ones were looked at, which it must not remember.
    this.#reader = new ReportReader(this.#setup);
    for (let row = next - 1; row >= start; row--) {
      if ((marks[row] & ROW.usable) === 0) continue;
      this.reportAt(row);
      return;
    }
  }

  /** Where the unit is taken to be: a fix that did not pass moves nothing. */
  readonly #placeOf = (): Place | null => {
    const { read, marks, latitudes, longitudes } = this.#reports;
    for (let row = this.#row; row >= 0; row--) {
      if (!isPlaced(marks[row], read.track.flags[row])) continue;
      return { latitude: latitudes[row] / COORDINATE_SCALE, longitude: longitudes[row] / COORDINATE_SCALE };
    }
    return null;
  };
}

const isPlaced = (mark: number, flags: number): boolean =>
  (mark & ROW.valid) !== 0 && (flags & TRACK_FLAG.hasPosition) !== 0;
