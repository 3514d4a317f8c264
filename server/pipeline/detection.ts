import { copyTrack, sliceTrack, type TrackColumns } from '../../src/domain/telemetry/index.ts';
import { DAY, CROSSING, type AccountId, type Instant } from '../../src/domain/base/index.ts';
import { ZoneIndex } from '../../src/domain/detection/index.ts';
import type { DomainEvent } from '../../src/domain/events/index.ts';
import { EventLoopBreaks, DatabaseUnavailable, type CommittedBatch } from '../store/index.ts';
import { DueQueue } from './dueQueue.ts';
import { readSignedIn } from './drivers/index.ts';
import { fuelAnchorBefore, runFuel } from './fuelRows.ts';
import { KeyedQueue } from './keyedQueue.ts';
import { RuleBook } from './ruleBook.ts';
import { PastProgress } from './pastProgress.ts';
import { lateSince, unitsBehind } from './progress.ts';
import { learnSatellites, unitsOfDevices, type UnitSetup } from './setup.ts';
import type { Detection, DetectionOptions, PastFollowed, PastFollower } from './types.ts';
import { timeAtWork } from './timeAtWork.ts';
import { UnitDetector, type ZoneSetup } from './unitDetector.ts';
import { MOST_UNITS_AT_ONCE, UnitRecords } from './unitRecords.ts';
import { WatchedUnit } from './watchedUnit.ts';
import { ZoneBook, type NewZone } from './zoneBook.ts';
import { findPastVisits } from './zonePast.ts';

/** More than these are not waited for in an answer: they come in their turn. */
const CAUGHT_UP_AT_ONCE = 50;
/** Units in work side by side: what they ask of the database is asked together. */
const AT_A_TIME = MOST_UNITS_AT_ONCE;
/** Units whose past is gone through side by side for new geofences: reports that come go first. */
const PASTS_AT_A_TIME = 4;
/** Rows of a past that are taken in before others may have their turn. */
const ROWS_AT_A_TIME = 100;
/** Lines of the log while a large fleet's past is gone through. */
const LOGGED_EVERY = 1_000;

/** Opens detection; `run` is called again and again from then on. */
export function openDetection(options: DetectionOptions): Detection {
  return new FleetDetection(options);
}

class FleetDetection implements Detection {
  readonly #options: DetectionOptions;
  readonly #records: UnitRecords;
  readonly #rules: RuleBook;
  readonly #zones: ZoneBook;
  readonly #units = new Map<number, WatchedUnit>();
  readonly #clock = new DueQueue();
  readonly #queue = new KeyedQueue();
  readonly #past = new PastProgress();
  readonly #stops: (() => void)[];
  /** Units with reports that were not taken in. */
  #reported = new Set<number>();
  /** Units whose stored past was not looked at yet; null until it is known which these are. */
  #waiting: Set<number> | null = null;
  #running: Promise<void> | null = null;
  #looking: Promise<void> | null = null;
  /** Units were taken up for the rules on silence that were made up to then; null before the rules were read. */
  #silenceKnown: Instant | null = null;
  #closing = false;
  /** The database went away during this run: what is left is done with the next. */
  #isAway = false;

  constructor(options: DetectionOptions) {
    this.#options = options;
    this.#records = new UnitRecords(options.database, options.directory);
    this.#rules = new RuleBook(options);
    this.#rules.onChanged(() => void this.#followBooks([...this.#units.keys()]).then(() => this.#takeUpSilent()));
    this.#zones = new ZoneBook(options);
    this.#zones.onChanged(() => void this.#followBooks([...this.#units.keys()]).then(() => this.#lookBack()));
    this.#stops = [
      options.positions.onCommitted((batch) => this.#hear(batch)),
      () => this.#rules.close(),
      () => this.#zones.close(),
      options.database.onEvents(
        (events) =>
          void this.#refit(events).catch((error: unknown) => this.#warn(error, 'changed settings could not be read')),
      ),
    ];
  }

  run(): Promise<void> {
    this.#running ??= this.#runOnce().finally(() => (this.#running = null));
    return this.#running;
  }

  async sweep(): Promise<void> {
    const { database, positions, logger } = this.#options;
    await this.#rules.settled();
    const behind = await unitsBehind(database, positions, (unitId) => this.#rules.silenceSince(unitId));
    const waiting = new Set(behind.filter((unitId) => !this.#units.has(unitId)));
    this.#waiting = waiting;
    const total = waiting.size;
    let done = 0;
    await this.#each([...waiting], async (unitId) => {
      if (waiting.has(unitId)) await this.#lookAt(unitId, this.#reported.has(unitId));
      done++;
      if (done % LOGGED_EVERY === 0) logger.info({ done, total }, 'trips of the past');
    });
    if (total > 0 && !this.#closing) logger.info({ units: total }, 'trips of the past are found');
  }

  async close(): Promise<void> {
    this.#closing = true;
    for (const stop of this.#stops) stop();
    await this.#running;
    await this.#looking;
    await this.#queue.settled();
  }

  tripOf(unitId: number) {
    return this.#units.get(unitId)?.detector.trip ?? null;
  }

  async catchUp(unitIds: readonly number[]): Promise<void> {
    if (unitIds.length > CAUGHT_UP_AT_ONCE) return;
    const behind = unitIds.filter(
      (unitId) => this.#reported.has(unitId) || (this.#waiting ? this.#waiting.has(unitId) : !this.#units.has(unitId)),
    );
    await Promise.all(
      behind.map((unitId) => this.#attempt(unitId, () => this.#lookAt(unitId, this.#reported.has(unitId)))),
    );
  }

  async followPast(accountId: AccountId, follower: PastFollower): Promise<PastFollowed> {
    let found: PastFollowed = { geofences: 0, units: 0 };
    await this.#zones.settled();
    for (let left = this.#zones.countNew(accountId); left > 0; left = this.#zones.countNew(accountId)) {
      this.#lookBack();
      const step = await this.#past.next(accountId, follower.signal);
      // The search is over, whether or not it came to these.
      if (step === null) continue;
      const { geofences, units, done } = step;
      found = { geofences: Math.max(found.geofences, geofences, left), units: Math.max(found.units, units) };
      await follower.report({ geofences, units, done });
    }
    return found;
  }

  recompute(unitId: number, from: Instant): Promise<{ trips: number; fuelEvents: number }> {
    return this.#queue.run(unitId, async () => {
      const trips = await this.#goThrough(unitId, from, { quiet: true, fromScratch: true });
      const unit = this.#units.get(unitId);
      if (!unit) return { trips, fuelEvents: 0 };
      unit.fuelFrom = Math.min(unit.fuelFrom, from);
      const fuelEvents = await this.#lookAtFuel(unitId, unit, true);
      this.#clock.set(unitId, unit.settle(this.#now()));
      return { trips, fuelEvents };
    });
  }

  /** Called for every group: it notes who reported, and no more. */
  #hear({ count, unitIds }: CommittedBatch): void {
    for (let place = 0; place < count; place++) this.#reported.add(unitIds[place]);
  }

  async #runOnce(): Promise<void> {
    this.#isAway = false;
    const reported = this.#reported;
    this.#reported = new Set();
    await this.#each(reported, (unitId) => this.#lookAt(unitId, true));
    await this.#each(this.#clock.take(this.#now()), (unitId) => this.#onTime(unitId));
    this.#lookBack();
  }

  /** So many at a time that the database is kept busy, and no more: they share it with what is stored. */
  async #each(units: Iterable<number>, work: (unitId: number) => Promise<void>): Promise<void> {
    const breaks = new EventLoopBreaks();
    const waiting = units[Symbol.iterator]();
    const follow = async (): Promise<void> => {
      for (let next = waiting.next(); !next.done && !this.#closing; next = waiting.next()) {
        const unitId = next.value;
        if (this.#isAway) {
          this.#reported.add(unitId);
          continue;
        }
        await this.#attempt(unitId, () => work(unitId));
        await breaks.take();
      }
    };
    await Promise.all(Array.from({ length: AT_A_TIME }, follow));
  }

  /** One thing at a time for a unit; what fails is done again with the next run. */
  async #attempt(unitId: number, work: () => Promise<void>): Promise<void> {
    try {
      await this.#queue.run(unitId, work);
    } catch (error) {
      // The detector holds what it could not write; what is stored has it all.
      this.#forget(unitId);
      this.#reported.add(unitId);
      const isAway = error instanceof DatabaseUnavailable;
      if (!isAway) this.#warn(error, 'a unit could not be looked at; it is tried again', unitId);
      else if (!this.#isAway) this.#warn(error, 'trips wait for the database');
      this.#isAway ||= isAway;
    }
  }

  /** `isNews`: it reported since the start. */
  async #lookAt(unitId: number, isNews: boolean): Promise<void> {
    const { positions } = this.#options;
    this.#reported.delete(unitId);
    if (positions.latest.indexOf(unitId) < 0) return;
    const unit = this.#units.get(unitId);
    const track = unit ? positions.readCommitted(unitId, unit.cursor) : null;
    if (!unit || !track) {
      const known = await this.#records.progress(unitId);
      // A past that was there before anybody looked at it is no news.
      await this.#goThrough(unitId, known ? lateSince(positions, unitId, known.progress) : Number.POSITIVE_INFINITY, {
        quiet: !known && !isNews,
      });
      return;
    }
    unit.cursor = positions.sequence;
    if (track.count === 0) return;
    const { lateFrom } = unit;
    await this.#take(unit, track);
    if (unit.detector.dirty) await this.#write(unitId, unit, false);
    else if (unit.lateFrom < lateFrom) await this.#records.noteLate({ unitId, lateFrom: unit.lateFrom });
    this.#clock.set(unitId, unit.settle(this.#now()));
    await this.#learn(unitId, unit.detector);
  }

  async #take(unit: WatchedUnit, track: TrackColumns): Promise<void> {
    const now = this.#now();
    const { detector } = unit;
    // An expression that reads the report before needs it beside this one, which only going through the past gives.
    const needsPast = detector.setup.set.usesPrevious;
    const isLate = detector.isLate(track);
    if (needsPast || isLate) unit.late(track.times[0], now);
    if (!needsPast) {
      const fresh = isLate ? sliceTrack(track, detector.seen + 1, Number.POSITIVE_INFINITY) : track;
      const { roads } = detector.rules;
      // The rows are valid until somebody else's are read, which happens while this waits: even for nothing.
      if (roads === null) detector.accept(fresh);
      else {
        const own = copyTrack(fresh);
        await roads.prepare(own);
        detector.accept(own);
      }
    }
    unit.touch(now);
  }

  async #onTime(unitId: number): Promise<void> {
    const unit = this.#units.get(unitId);
    if (!unit) return;
    const now = this.#now();
    if (unit.isLateDue(now)) {
      await this.#goThrough(unitId, unit.lateFrom, { quiet: false });
      return;
    }
    if (unit.isForgettable(now)) {
      this.#forget(unitId);
      return;
    }
    if (unit.isClockDue(now)) await this.#write(unitId, unit, false);
    if (unit.isFuelDue(now)) await this.#lookAtFuel(unitId, unit, false);
    // Not again within this run, whatever is due still.
    this.#clock.set(unitId, Math.max(now + 1, unit.settle(now)));
  }

  /**
   * Goes through the unit's past from the last anchor before the instant on, and follows it from there. `fromScratch`:
   * from the last parking before the instant, whatever the states that are stored. Answers how many trips changed.
   */
  async #goThrough(
    unitId: number,
    before: Instant,
    { quiet, fromScratch = false }: { quiet: boolean; fromScratch?: boolean },
  ): Promise<number> {
    const { positions } = this.#options;
    // Reports that come while settings and states are read may be older than the state that is begun with: they are
    // looked at after.
    const cursor = positions.sequence;
    const setup = await this.#records.setup(unitId);
    const previous = this.#units.get(unitId);
    const since = Math.min(before, previous?.lateFrom ?? Number.POSITIVE_INFINITY);
    const { detector, from } = await this.#detectorAt(unitId, setup, since, fromScratch);
    let cost = 0;
    const stopwatch = this.#options.stopwatch ?? timeAtWork;
    const breaks = new EventLoopBreaks(this.#options.foreground);
    for await (const track of positions.readTracks(unitId, from, Number.POSITIVE_INFINITY)) {
      await detector.rules.roads?.prepare(track);
      let began = stopwatch();
      for (const _ of detector.acceptInParts(track, ROWS_AT_A_TIME)) {
        cost += stopwatch() - began;
        await breaks.take();
        began = stopwatch();
      }
    }
    const receivedAt = positions.latest.receivedTimes[positions.latest.indexOf(unitId)] ?? this.#now();
    const unit = new WatchedUnit(detector, cursor, receivedAt, this.#now(), cost);
    unit.fuelAnchor = previous?.fuelAnchor ?? (await this.#records.progress(unitId))?.fuel ?? null;
    if (detector.fuel.isWatched) unit.fuelFrom = Math.min(previous?.fuelFrom ?? Number.POSITIVE_INFINITY, since);
    const trips = await this.#write(unitId, unit, quiet);
    this.#units.set(unitId, unit);
    this.#waiting?.delete(unitId);
    this.#clock.set(unitId, unit.settle(this.#now()));
    return trips + (await this.#learn(unitId, detector));
  }

  /**
   * Where the unit's fixes show that its satellites bound refuses them, and nobody saved one, the fitting bound applies
   * from now on, and to all that is stored. It is lower than the one before, so this ends. Answers how many trips
   * changed.
   */
  async #learn(unitId: number, { learnedSatellites }: UnitDetector): Promise<number> {
    if (learnedSatellites === null || !(await learnSatellites(this.#options.database, unitId, learnedSatellites)))
      return 0;
    return this.#goThrough(unitId, 0, { quiet: true, fromScratch: true });
  }

  async #detectorAt(
    unitId: number,
    setup: UnitSetup,
    before: Instant,
    fromScratch: boolean,
  ): Promise<{ detector: UnitDetector; from: Instant }> {
    await this.#rules.settled();
    await this.#zones.settled();
    const layers = this.#zones.of(unitId);
    const rules = { watching: this.#rules.of(unitId, setup), isAnyAtWork: this.#rules.isAnyAtWork };
    const anchor = await this.#records.anchor({ unitId, before, betweenTrips: false });
    if (anchor && !fromScratch && anchor.state.setup === setup.key)
      return { detector: new UnitDetector(setup, rules, { layers }, anchor), from: anchor.time + 1 };
    // A state means nothing to other settings; but where the unit came to stand, they can start over.
    const parked = anchor && (await this.#records.anchor({ unitId, before, betweenTrips: true }));
    const from = parked ? parked.state.trips.stretch.since : Number.NEGATIVE_INFINITY;
    const driver = parked ? await readSignedIn(this.#options.database, unitId, from) : null;
    const zones: ZoneSetup = { layers, from: parked?.state.zones };
    return { detector: new UnitDetector(setup, rules, zones, null, from, driver), from };
  }

  async #write(unitId: number, unit: WatchedUnit, quiet: boolean): Promise<number> {
    const trips = await this.#records.write({
      unitId,
      unitName: this.#options.directory.nameOf(unitId),
      unit,
      now: this.#now(),
      quiet,
    });
    unit.detector.written();
    return trips;
  }

  async #lookAtFuel(unitId: number, unit: WatchedUnit, quiet: boolean): Promise<number> {
    const { database, positions, foreground } = this.#options;
    const { setup } = unit.detector;
    const now = this.#now();
    const isPast = unit.fuelAnchor !== null && unit.fuelAnchor.time >= unit.fuelFrom;
    const from = isPast ? await fuelAnchorBefore(database, unitId, setup, unit.fuelFrom) : unit.fuelAnchor;
    const run = await runFuel(positions, unitId, setup, from, new EventLoopBreaks(foreground));
    // Fuel events found in a past that nobody looked at before are no news.
    const silent = quiet || from === null;
    const count = await this.#records.writeFuel({ unitId, from, run, lateFrom: unit.lateFrom, now, quiet: silent });
    unit.fuelAnchor = run.anchor;
    unit.fuelLookedAt(
      now,
      run.events.every(({ settled }) => settled),
    );
    return count;
  }

  /** Units whose devices or settings changed are taken up again with what counts now. */
  async #refit(events: readonly DomainEvent[]): Promise<void> {
    const of = (type: string): number[] => [
      ...new Set(events.filter(({ subject_type }) => subject_type === type).map(({ subject_id }) => subject_id)),
    ];
    const units = [...of('unit'), ...(await unitsOfDevices(this.#options.database, of('device')))].filter((unitId) =>
      this.#units.has(unitId),
    );
    if (units.length === 0) return;
    // The rules that see them may have changed with them.
    await this.#followBooks(units);
    for (const [unitId, setup] of await this.#records.setups.read(units)) {
      if (this.#units.get(unitId)?.detector.setup === setup) continue;
      await this.#attempt(unitId, () =>
        this.#goThrough(unitId, Number.POSITIVE_INFINITY, { quiet: true }).then(() => undefined),
      );
    }
  }

  /** Rules or geofences were changed: units that are followed go on with those that watch them now. */
  async #followBooks(unitIds: readonly number[]): Promise<void> {
    const breaks = new EventLoopBreaks();
    for (const unitId of unitIds) {
      await this.#attempt(unitId, async () => {
        const unit = this.#units.get(unitId);
        if (!unit) return;
        unit.detector.rules.follow(this.#rules.of(unitId, unit.detector.setup));
        unit.detector.zones.follow(this.#zones.of(unitId));
        if (unit.detector.dirty) await this.#write(unitId, unit, false);
        this.#clock.set(unitId, unit.settle(this.#now()));
      });
      await breaks.take();
    }
  }

  /** A rule on silence was made: units that report nothing any more are followed again until it fired. */
  async #takeUpSilent(): Promise<void> {
    const known = this.#silenceKnown;
    this.#silenceKnown = Math.max(known ?? Number.NEGATIVE_INFINITY, this.#rules.latestSilence);
    // Those of before the start are the sweep's business.
    if (known === null || this.#silenceKnown === known) return;
    const { latest } = this.#options.positions;
    const silent = Array.from({ length: latest.count }, (_, index) => latest.unitIds[index]).filter(
      (unitId) => !this.#units.has(unitId) && this.#rules.silenceSince(unitId) > known,
    );
    await this.#each(silent, async (unitId) => {
      if (!this.#units.has(unitId)) await this.#lookAt(unitId, false);
    });
  }

  /**
   * Visits of new and changed geofences in the past are looked for beside what comes; what fails is done again with the
   * next run.
   */
  #lookBack(): void {
    this.#looking ??= this.#findPast()
      .then(() => this.#past.end())
      .catch((error: unknown) => this.#warn(error, 'visits of the past wait for the database'))
      .finally(() => (this.#looking = null));
  }

  async #findPast(): Promise<void> {
    for (let news = this.#zones.nextNew(); news && !this.#closing; news = this.#zones.nextNew()) {
      const index = new ZoneIndex(news.map(({ zone }) => zone));
      const [{ accountId }] = news;
      const units = this.#zones.unitsOf(accountId);
      const waiting = units.values();
      let done = 0;
      const follow = async (): Promise<void> => {
        for (let next = waiting.next(); !next.done && !this.#closing; next = waiting.next()) {
          const unitId = next.value;
          await this.#queue
            .run(unitId, () => this.#findPastOf(unitId, news, index))
            .catch((error: unknown) => {
              if (error instanceof DatabaseUnavailable) throw error;
              this.#warn(error, 'the visits of a unit in the past could not be found', unitId);
            });
          this.#past.note(accountId, { geofences: news.length, units: units.length, done: ++done });
        }
      };
      await Promise.all(Array.from({ length: PASTS_AT_A_TIME }, follow));
      if (this.#closing) return;
      await this.#zones.foundPast(news, this.#now());
      this.#past.note(accountId, { geofences: news.length, units: units.length, done: units.length });
    }
  }

  async #findPastOf(unitId: number, news: readonly NewZone[], index: ZoneIndex): Promise<void> {
    const layer = this.#zones.layerOf(news, index, unitId);
    const { database, positions, foreground } = this.#options;
    if (!layer || positions.latest.indexOf(unitId) < 0) return;
    const unit = this.#units.get(unitId);
    if (unit) unit.detector.zones.follow(this.#zones.of(unitId));
    if (unit?.detector.dirty) await this.#write(unitId, unit, false);
    const now = this.#now();
    const { visits, crossings } = await findPastVisits(database, positions, {
      breaks: new EventLoopBreaks(foreground),
      unitId,
      setup: unit?.detector.setup ?? (await this.#records.setup(unitId)),
      layer,
      from: now - CROSSING.pastDays * DAY,
      to: unit?.detector.seen ?? Number.POSITIVE_INFINITY,
      now,
    });
    if (!unit) return;
    const { zones, zonesSince } = unit.detector;
    const keys = new Set(news.map(({ zone }) => zone.key));
    zones.adopt(
      keys,
      crossings,
      visits.filter(({ settled }) => settled !== null && settled > zonesSince),
    );
    this.#clock.set(unitId, unit.settle(now));
  }

  #forget(unitId: number): void {
    this.#units.delete(unitId);
    this.#clock.set(unitId, null);
  }

  #now(): Instant {
    return this.#options.time.now();
  }

  #warn(error: unknown, message: string, unitId?: number): void {
    this.#options.logger.warn({ error: String(error), ...(unitId === undefined ? {} : { unitId }) }, message);
  }
}
