import { COORDINATE_SCALE, HOUR, type Instant } from '../../src/domain/base/index.ts';
import {
  collect,
  createPoint,
  createRuleReport,
  emptyLists,
  isUsable,
  KeyWatch,
  ReportReader,
  rowsAfter,
  RuleWatch,
  SatelliteLearning,
  TripDetector,
  ZoneWatch,
  type Anchor,
  type DetectionPoint,
  type KeySession,
  type KeyState,
  type Parking,
  type ReadTrack,
  type ReportState,
  type RowStarts,
  type RuleReport,
  type RuleStates,
  type Trip,
  type TripDetectorState,
  type TripEvent,
  type TripLists,
  type WatchedRule,
  type ZoneLayer,
  type ZoneStates,
} from '../../src/domain/detection/index.ts';
import { TRACK_FLAG, type TrackColumns } from '../../src/domain/telemetry/index.ts';
import type { Place } from '../../src/domain/unitEvent/index.ts';
import { atInstant, type NoSignal } from './clock.ts';
import { FuelWatch } from './fuelWatch.ts';
import type { UnitSetup } from './setup.ts';

/** All that detection knows of a unit after some report. */
export interface UnitState extends ReportState {
  /** Which setup it came from: one cannot go on from a state of another. */
  readonly setup: string;
  readonly trips: TripDetectorState;
  /** Of rules that were at work then; absent in states of before there were rules. */
  readonly rules?: RuleStates;
  /** Who is signed in; absent in states of before drivers were looked for. */
  readonly driver?: KeyState;
  /** Absent in states of before there were geofences. */
  readonly zones?: ZoneStates;
}
export type UnitAnchor = Anchor<UnitState>;

/** Rules as a detector begins with them. */
export interface RuleSetup {
  readonly watching: readonly WatchedRule[];
  /** Of any unit: what is stored of this one may be of a rule that watches it no more. */
  readonly isAnyAtWork: boolean;
}

/** Zones as a detector begins with them. */
export interface ZoneSetup {
  readonly layers: readonly ZoneLayer[];
  /** Where trips begin again zones need not: they go on from this. */
  readonly from?: ZoneStates;
}

/** An alarm begins with the first report that carries its word. */
export interface Alarm {
  readonly at: Instant;
  readonly word: string;
  readonly place: Place | null;
}

/** Rows of a unit from some instant on. */
export interface UnitRows {
  readonly trips: readonly Trip[];
  readonly parkings: readonly Parking[];
  readonly noData: readonly NoSignal[];
}

/**
 * States are kept where a parking was confirmed, and at least this often (in times of reports): a unit that is always
 * on its way has them too.
 */
const CHECKPOINT_AFTER = 6 * HOUR;

/** Filled and used again by all: reports are taken in one after another. */
const point: DetectionPoint = createPoint();
const report: RuleReport = createRuleReport();

/**
 * Detection on the reports of one unit, as they come or once more from an anchor: the same code, so the same
 * results. It remembers what it found since the last anchor that was written.
 */
export class UnitDetector {
  readonly setup: UnitSetup;
  readonly fuel: FuelWatch;
  readonly rules: RuleWatch;
  readonly drivers: KeyWatch;
  readonly zones: ZoneWatch;
  readonly #satellites: SatelliteLearning | null;
  readonly #reader: ReportReader;
  readonly #detector: TripDetector;
  #lists: TripLists = emptyLists();
  #starts: RowStarts;
  #since: Instant;
  #zonesSince: Instant;
  #anchors: UnitAnchor[] = [];
  #alarms: Alarm[] = [];
  #lastAnchor: Instant;
  /** Time of the last report taken in, −1 before the first. */
  #seen: Instant;
  #dirty = false;

  /**
   * Goes on from an anchor of the same setup, or starts over with the reports from `since` on; `driver` is who was
   * signed in then.
   */
  constructor(
    setup: UnitSetup,
    rules: RuleSetup,
    zones: ZoneSetup,
    from: UnitAnchor | null,
    since: Instant = Number.NEGATIVE_INFINITY,
    driver: KeyState | null = null,
  ) {
    this.setup = setup;
    this.zones = new ZoneWatch(zones.layers, from?.state.zones ?? zones.from ?? null);
    this.rules = new RuleWatch(rules.watching, from?.state.rules, rules.isAnyAtWork);
    this.drivers = new KeyWatch(setup.trips.driver_release, from?.state.driver ?? driver);
    this.fuel = new FuelWatch(setup.fuel);
    this.#satellites = setup.learnsSatellites ? new SatelliteLearning(setup.trips.min_satellites) : null;
    this.#reader = new ReportReader(setup, from?.state);
    this.#detector = new TripDetector(setup.trips, (event) => this.#note(event));
    this.#starts = from
      ? startsOf(from)
      : { trips: since, parkings: since, noData: since, idlings: since, discarded: since };
    // The report of `since` itself is taken in again, and with it the state that may be stored of its instant.
    this.#since = from?.time ?? since - 1;
    // A state of zones may be ahead of that of trips: what was found up to it stays.
    this.#zonesSince = Math.max(this.#since, (from?.state.zones ?? zones.from)?.last?.time ?? this.#since);
    this.#lastAnchor = from?.time ?? -1;
    this.#seen = from?.time ?? -1;
    if (from) this.#detector.restore(from.state.trips);
  }

  /** Something was found that is not written. */
  get dirty(): boolean {
    return this.#dirty || this.rules.dirty || this.drivers.dirty || this.zones.dirty;
  }

  /**
   * A satellites bound that suits the unit's fixes better than its setup's; null: none, or its settings are saved ones.
   */
  get learnedSatellites(): number | null {
    return this.#satellites?.learned ?? null;
  }

  get seen(): Instant {
    return this.#seen;
  }

  /** States of reports up to here are valid; those after it are found again. */
  get since(): Instant {
    return this.#since;
  }

  /** Visits that a report up to here ended stand. */
  get zonesSince(): Instant {
    return this.#zonesSince;
  }

  /** From when on rows are remembered. */
  get starts(): RowStarts {
    return this.#starts;
  }

  get anchors(): readonly UnitAnchor[] {
    return this.#anchors;
  }

  get alarms(): readonly Alarm[] {
    return this.#alarms;
  }

  /** True when the track has a report that is older than what was taken in. */
  isLate(track: TrackColumns): boolean {
    return track.count > 0 && track.times[0] <= this.#seen;
  }

  /** Takes in the reports, which follow all those before. */
  accept(track: TrackColumns): void {
    for (const _ of this.acceptInParts(track, track.count));
  }

  /** The same, so many rows at a time: a sensor may read the report before, so that the track itself is not cut. */
  *acceptInParts(track: TrackColumns, rows: number): Generator<void> {
    const opened = this.#reader.open(track, this.rules.rules.length > 0);
    for (let start = 0; start < track.count; start += rows) {
      this.#acceptRows(opened, start, Math.min(track.count, start + rows));
      yield;
    }
  }

  #acceptRows(opened: ReadTrack, start: number, end: number): void {
    const reader = this.#reader;
    const { track } = opened;
    const isRuled = this.rules.rules.length > 0;
    for (let row = start; row < end; row++) {
      const alarm = reader.alarm;
      if (!reader.read(opened, row, point)) continue;
      this.#seen = Math.max(this.#seen, point.time);
      if (reader.alarm !== '' && reader.alarm !== alarm) this.#raise(reader.alarm, track, row);
      this.fuel.accept(point);
      this.#satellites?.accept(point);
      this.drivers.accept(point, reader.place);
      if (isUsable(point, this.setup.trips.min_satellites)) this.zones.accept(point);
      const settled = this.#detector.accept(point);
      if (isRuled) {
        reader.fillRuleReport(opened, row, point, report);
        this.#detector.fillMotion(report.motion);
        report.driverKey = this.drivers.key;
        report.driverSince = this.drivers.since;
        report.driverUntil = this.drivers.until() ?? Number.POSITIVE_INFINITY;
        this.rules.accept(report, reader.place);
      }
      if (settled || point.time - this.#lastAnchor >= CHECKPOINT_AFTER) this.#keep(point.time);
    }
  }

  /** What was found since the base, with what is under way at `now` if nothing more was heard. */
  rowsAt(now: Instant): UnitRows {
    const ongoing = atInstant(this.#detector, this.setup.trips, now);
    return {
      trips: ongoing.trip ? [...this.#lists.trips, ongoing.trip] : this.#lists.trips,
      parkings: ongoing.parking ? [...this.#lists.parkings, ongoing.parking] : this.#lists.parkings,
      noData: ongoing.noData ? [...this.#lists.noData, ongoing.noData] : this.#lists.noData,
    };
  }

  /** Who was signed in since the base, with who is at `now` if nothing more was heard. */
  keySessionsAt(now: Instant): readonly KeySession[] {
    return this.drivers.sessionsAt(now, this.#reader.place);
  }

  /** The trip that the unit is on. */
  get trip(): Trip | null {
    return this.#detector.finish().trip;
  }

  /** When silence alone changes what the unit does; null when it never does. */
  until(now: Instant): Instant | null {
    const { until } = this.#detector.due(now);
    const release = this.drivers.until();
    const instants = [
      until,
      this.zones.until(now),
      release !== null && release > now ? release : null,
      this.rules.until,
    ];
    const due = instants.filter((instant) => instant !== null);
    return due.length === 0 ? null : Math.min(...due);
  }

  /** Time has come to `now` without a report: finds what that alone makes true. */
  noteTime(now: Instant): void {
    this.zones.noteTime(now);
    this.rules.advance(now);
  }

  /** All that was found up to now is written: what cannot change any more is forgotten. */
  written(): void {
    this.#dirty = false;
    this.#alarms = [];
    const last = this.#anchors.at(-1);
    this.rules.written(last?.time ?? this.#since);
    this.drivers.written(last?.time ?? this.#since);
    this.#zonesSince = Math.max(this.#zonesSince, last?.time ?? this.#zonesSince);
    this.zones.written(this.#zonesSince);
    if (!last) return;
    this.#anchors = [];
    this.#since = last.time;
    const starts = startsOf(last);
    this.#starts = starts;
    const { trips, parkings, noData } = this.#lists;
    this.#lists = {
      ...emptyLists(),
      trips: trips.filter(({ start }) => start >= starts.trips),
      parkings: parkings.filter(({ from }) => from >= starts.parkings),
      noData: noData.filter(({ from }) => from >= starts.noData),
    };
  }

  #note(event: TripEvent): void {
    if (event.kind === 'idled' || event.kind === 'discarded') return;
    collect(this.#lists, event);
    if (event.kind !== 'opened') this.#dirty = true;
  }

  #keep(time: Instant): void {
    // Two reports of one instant have one state: that after both.
    if (this.#anchors.at(-1)?.time === time) this.#anchors.pop();
    this.#anchors.push({
      time,
      state: {
        setup: this.setup.key,
        trips: this.#detector.state(),
        ...this.#reader.state(),
        rules: this.rules.states(),
        driver: this.drivers.state(),
        zones: this.zones.states(),
      },
    });
    this.#lastAnchor = time;
    this.#dirty = true;
  }

  #raise(word: string, track: TrackColumns, row: number): void {
    const located =
      (track.flags[row] & TRACK_FLAG.hasPosition) !== 0 || track.latitudes[row] !== 0 || track.longitudes[row] !== 0;
    const place = located
      ? { latitude: track.latitudes[row] / COORDINATE_SCALE, longitude: track.longitudes[row] / COORDINATE_SCALE }
      : null;
    this.#alarms.push({ at: track.times[row], word, place });
    this.#dirty = true;
  }
}

/** Rows that begin at or after these instants were derived after the anchor; it may lie within a trip. */
function startsOf({ time, state: { trips } }: UnitAnchor): RowStarts {
  const starts = rowsAfter({ time, state: trips });
  const { trip } = trips;
  return trip ? { ...starts, trips: Math.min(starts.trips, trip.start) } : starts;
}
