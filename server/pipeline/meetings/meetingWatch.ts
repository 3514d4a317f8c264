import { isDeepStrictEqual } from 'node:util';
import { MINUTE, RULE, SECOND, type Instant, type TimeSource } from '../../../src/domain/base/index.ts';
import { meetingsOf } from '../../../src/domain/detection/index.ts';
import { TRACK_FLAG } from '../../../src/domain/telemetry/index.ts';
import {
  DatabaseUnavailable,
  EventLoopBreaks,
  type CommittedBatch,
  type Database,
  type PositionStore,
} from '../../store/index.ts';
import type { DetectionLedger } from '../facts.ts';
import { Setups } from '../setup.ts';
import { MeetingBook } from './meetingBook.ts';
import {
  noteProgress,
  readMeetings,
  readProgress,
  writeMeetings,
  type Pair,
  type PairMeetings,
} from './meetingRows.ts';
import { Paths } from './paths.ts';
import { RecentBoxes } from './recentBoxes.ts';

export interface MeetingOptions {
  readonly database: Database;
  readonly positions: Pick<PositionStore, 'latest' | 'onCommitted' | 'readCommitted' | 'readTracks' | 'sequence'>;
  readonly directory: DetectionLedger;
  readonly time: TimeSource;
  readonly logger: { warn(details: object, message: string): void };
}

/** Meetings of units behind the acknowledgement. */
interface Meetings {
  /** Looks whom units that reported met or left. */
  run(): Promise<void>;
  close(): Promise<void>;
}

/** A report says where its unit was since the one before, if that is not longer ago. */
const BACK = RULE.memory * SECOND;
/** How long before a rule was made it is looked who is together: they did not meet since. */
const RULE_BACK = 10 * MINUTE;
/** Metres a second: nobody is further from where a unit was lately than this. */
const FASTEST = 60;
/** A meeting ends a little further apart than it begins. */
const REACH_MARGIN = 1.2;
/** Pairs whose meetings are stored together. */
const PAIRS_AT_ONCE = 200;

export function openMeetings(options: MeetingOptions): Meetings {
  return new MeetingWatch(options);
}

/** What is to be looked at, from when on; `begins`: for a rule that is new. */
interface Dirty {
  readonly reports: Map<number, Instant>;
  readonly begins: Map<number, Instant>;
}

class MeetingWatch implements Meetings {
  readonly #options: MeetingOptions;
  readonly #book: MeetingBook;
  readonly #paths: Paths;
  readonly #boxes = new RecentBoxes();
  readonly #stop: () => void;
  #dirty: Dirty = { reports: new Map(), begins: new Map() };
  /** Rules that were looked at since they were made; null before what is stored was read. */
  #known: Set<string> | null = null;
  #running: Promise<void> | null = null;
  #closing = false;

  constructor(options: MeetingOptions) {
    this.#options = options;
    this.#paths = new Paths(options.positions, new Setups(options.database));
    this.#book = new MeetingBook(options.database, options.directory, (error) =>
      this.#warn(error, 'rules on meetings could not be read; trying again'),
    );
    this.#stop = options.positions.onCommitted((batch) => this.#hear(batch));
  }

  run(): Promise<void> {
    this.#running ??= this.#runOnce().finally(() => (this.#running = null));
    return this.#running;
  }

  async close(): Promise<void> {
    this.#closing = true;
    this.#stop();
    this.#book.close();
    await this.#running;
  }

  /** Called for every group: it notes who reported, and where that was. */
  #hear({ count, unitIds, times, flags, latitudes, longitudes }: CommittedBatch): void {
    for (let place = 0; place < count; place++) {
      const unitId = unitIds[place];
      if ((flags[place] & TRACK_FLAG.hasPosition) === 0 || !this.#book.has(unitId)) continue;
      this.#boxes.note(unitId, times[place], latitudes[place], longitudes[place]);
      noteEarliest(this.#dirty.reports, unitId, times[place] - BACK);
    }
  }

  async #runOnce(): Promise<void> {
    const { database, positions, time } = this.#options;
    try {
      await this.#book.current();
      if (this.#book.rules.length === 0 && this.#known === null) return;
      await this.#begin();
      this.#takeUpNew();
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error;
      return;
    }
    const now = time.now();
    const { sequence } = positions;
    const dirty = this.#dirty;
    if (dirty.reports.size + dirty.begins.size === 0) return;
    this.#dirty = { reports: new Map(), begins: new Map() };
    try {
      for (const begins of [true, false])
        await this.#look(this.#pairsOf(begins ? dirty.begins : dirty.reports, now), begins, now);
      // Units that were not looked at wait for the next start.
      if (this.#closing) return;
      await noteProgress(database, sequence, now);
      this.#paths.tidy(now);
    } catch (error) {
      // A second look finds the same.
      for (const kind of ['reports', 'begins'] as const)
        for (const [unitId, from] of dirty[kind]) noteEarliest(this.#dirty[kind], unitId, from);
      this.#paths.forget();
      if (!(error instanceof DatabaseUnavailable))
        this.#warn(error, 'meetings could not be looked for; it is tried again');
    }
  }

  /** Once: reports that came since the last look, as far as they can be distinguished; else those since then. */
  async #begin(): Promise<void> {
    if (this.#known !== null) return;
    const { database, positions } = this.#options;
    const progress = await readProgress(database);
    this.#fill();
    this.#known = new Set(
      this.#book.rules.filter(({ from }) => progress !== null && from <= progress.at).map(({ key }) => key),
    );
    if (progress === null) return;
    for (const unitId of this.#boxes.units()) {
      const track = positions.readCommitted(unitId, progress.sequence);
      if (track === null) noteEarliest(this.#dirty.reports, unitId, progress.at - RULE_BACK);
      else if (track.count > 0) noteEarliest(this.#dirty.reports, unitId, track.times[0] - BACK);
    }
  }

  /** Units of rules that are new. */
  #takeUpNew(): void {
    const known = (this.#known ??= new Set());
    const fresh = this.#book.rules.filter(({ key }) => !known.has(key));
    this.#known = new Set(this.#book.rules.map(({ key }) => key));
    if (fresh.length === 0) return;
    this.#fill();
    // Units that are in a group of it by now may be fitted otherwise than when it was read.
    this.#paths.forget();
    for (const { from, distances } of fresh)
      for (const { others } of distances)
        for (const unitId of others) noteEarliest(this.#dirty.begins, unitId, from - RULE_BACK);
  }

  /** Where units of rules are that did not report since the start. */
  #fill(): void {
    const { latest } = this.#options.positions;
    for (let index = 0; index < latest.count; index++) {
      const unitId = latest.unitIds[index];
      if (this.#boxes.has(unitId) || (latest.flags[index] & TRACK_FLAG.hasPosition) === 0) continue;
      if (this.#book.has(unitId))
        this.#boxes.note(unitId, latest.times[index], latest.latitudes[index], latest.longitudes[index]);
    }
  }

  /** Who may have met these units, or left them. */
  #pairsOf(units: ReadonlyMap<number, Instant>, now: Instant): Pair[] {
    const pairs = new Map<string, Pair>();
    for (const [unitId, from] of units) {
      // Positions that the boxes do not have yet were not far from those that they have.
      const slack = this.#boxes.covers(unitId, from) ? 0 : (Math.max(0, now - from) / SECOND) * FASTEST;
      for (const otherId of this.#nearOf(unitId, this.#book.reachOf(unitId) * REACH_MARGIN + slack)) {
        const [low, high] = unitId < otherId ? [unitId, otherId] : [otherId, unitId];
        const key = `${low} ${high}`;
        const known = pairs.get(key);
        if (known && known.from <= from) continue;
        if (known || this.#book.distancesOf(low, high).length > 0) pairs.set(key, { unitId: low, otherId: high, from });
      }
    }
    return [...pairs.values()];
  }

  /** Of each pair one is a unit that others meet: whoever is none is not looked for among all. */
  #nearOf(unitId: number, metres: number): readonly number[] {
    const { others } = this.#book;
    if (others.has(unitId)) return this.#boxes.near(unitId, metres);
    return [...others].filter((otherId) => this.#boxes.areNear(unitId, otherId, metres));
  }

  async #look(pairs: readonly Pair[], begins: boolean, now: Instant): Promise<void> {
    const { database, directory } = this.#options;
    const breaks = new EventLoopBreaks();
    for (let start = 0; start < pairs.length && !this.#closing; start += PAIRS_AT_ONCE) {
      const part = pairs.slice(start, start + PAIRS_AT_ONCE);
      const storedOf = await readMeetings(database, part);
      const changes: { readonly stored: PairMeetings; readonly found: PairMeetings }[] = [];
      for (const pair of part) {
        const { unitId, otherId, from } = pair;
        const [one, other] = [
          await this.#paths.pathOf(unitId, from, now),
          await this.#paths.pathOf(otherId, from, now),
        ];
        for (const metres of this.#book.distancesOf(unitId, otherId)) {
          const stored = storedOf(pair, metres);
          const open = stored.find((meeting) => meeting.from < from) ?? null;
          const search = { metres, since: from, open, begins: begins && open === null };
          const meetings = meetingsOf(one, other, search);
          if (!isDeepStrictEqual(meetings, stored))
            changes.push({ stored: { ...pair, metres, meetings: stored }, found: { ...pair, metres, meetings } });
        }
        await breaks.take();
      }
      if (changes.length > 0)
        await database.transaction((transaction) => writeMeetings(transaction, directory, changes, now));
    }
  }

  #warn(error: unknown, message: string): void {
    this.#options.logger.warn({ error: String(error) }, message);
  }
}

function noteEarliest(units: Map<number, Instant>, unitId: number, from: Instant): void {
  const known = units.get(unitId);
  if (known === undefined || from < known) units.set(unitId, from);
}
