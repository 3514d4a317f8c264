import {
  backtestUnit,
  groupsByZone,
  leadInOf,
  meetingFacts,
  pathOf,
  prepareRules,
  prepareSetup,
  readReports,
  type PastReports,
  type PreparedSetup,
  type UnitPast,
  type UnitRecords,
} from '../../../domain/backtest/index.ts';
import type { Instant } from '../../../domain/base/index.ts';
import type { RuleTest } from '../../../domain/rule/index.ts';
import {
  BlockStreamReader,
  decodeTrack,
  emptyTrack,
  mergeTracks,
  readTrackHeader,
  type TrackColumns,
} from '../../../domain/telemetry/index.ts';
import type { UnitPath } from '../../../domain/detection/index.ts';
import { inflate } from '../history/inflate.ts';
import type { BacktestCommand, BacktestReport, RecordedUnit, TriedUnit } from './backtestMessages.ts';

/** Reports that a worker keeps decoded, some 60 bytes each; of more, blocks are decoded again for every run. */
const MOST_DECODED = 4_000_000;

/** A unit's reports as the rules of some run read them. */
interface DecodedUnit {
  readonly reports: PastReports;
  /** Of the setup. */
  readonly key: string;
  /** Where it was; made where rules ask for meetings. */
  path?: UnitPath;
}

type Run = Extract<BacktestCommand, { type: 'run' }>;

/** Keeps blocks of units and runs rules over them: what the worker does. */
export class BacktestCore {
  readonly #blocks = new Map<number, Uint8Array[]>();
  readonly #decoded = new Map<number, DecodedUnit>();
  #rows = 0;

  /** What is to be answered; null: nothing. Throws a RangeError where kept blocks are damaged. */
  handle(command: BacktestCommand): BacktestReport | null {
    if (command.type === 'run') return { run: command.run, pasts: this.#run(command) };
    if (command.type === 'keep') this.#keep(command.blocks);
    else for (const unitId of command.unitIds) this.#drop(unitId);
    return null;
  }

  #keep(answer: Uint8Array): void {
    for (const block of new BlockStreamReader().push(answer)) {
      const { unitId } = readTrackHeader(block);
      this.#forget(unitId);
      const own = this.#blocks.get(unitId);
      if (own) own.push(block);
      else this.#blocks.set(unitId, [block]);
    }
  }

  #drop(unitId: number): void {
    this.#forget(unitId);
    this.#blocks.delete(unitId);
  }

  #run({ units, others, rules, places, interval }: Run): UnitPast[] {
    const prepared = prepareRules(rules, places);
    const groupsOf = groupsByZone(places);
    const listensFrom = interval.from - leadInOf(rules);
    const tests = rules.map(({ test }) => test);
    const paths = new Map(others.map((other) => [other.unitId, this.#pathOf(other, prepareSetup(other.setup, tests))]));
    return units.map((unit) => {
      const { timeZone } = unit;
      const setup = prepareSetup(unit.setup, tests);
      const { reports } = this.#decodedOf(unit, setup);
      const records = paths.size === 0 ? unit.records : this.#withMeetings(unit, setup, tests, paths, listensFrom);
      return backtestUnit({ reports, records, setup, timeZone }, prepared, { ...interval, listensFrom }, groupsOf);
    });
  }

  /** What is stored of the unit, and whom it met. */
  #withMeetings(
    unit: RecordedUnit,
    setup: PreparedSetup,
    tests: readonly RuleTest[],
    paths: ReadonlyMap<number, UnitPath>,
    since: Instant,
  ): UnitRecords {
    const others = new Map([...paths].filter(([unitId]) => unitId !== unit.unitId));
    const met = meetingFacts(tests, this.#pathOf(unit, setup), others, since);
    const { facts } = unit.records;
    return { ...unit.records, facts: [...facts, ...met].toSorted((one, other) => one.at - other.at) };
  }

  #pathOf(unit: TriedUnit, setup: PreparedSetup): UnitPath {
    const decoded = this.#decodedOf(unit, setup);
    return (decoded.path ??= pathOf(decoded.reports, setup));
  }

  #decodedOf({ unitId }: Pick<TriedUnit, 'unitId'>, setup: PreparedSetup): DecodedUnit {
    const { key } = setup;
    const known = this.#decoded.get(unitId);
    if (known?.key === key) return known;
    const reports = readReports(this.#decode(unitId, setup), setup);
    const { count } = reports.track;
    this.#forget(unitId);
    const decoded: DecodedUnit = { reports, key };
    if (this.#rows + count <= MOST_DECODED) {
      this.#decoded.set(unitId, decoded);
      this.#rows += count;
    }
    return decoded;
  }

  #decode(unitId: number, { wants }: PreparedSetup): TrackColumns {
    const blocks = this.#blocks.get(unitId);
    if (!blocks) return emptyTrack(unitId, 0);
    return mergeTracks(blocks.map((block) => decodeTrack(block, { inflate, attributes: wants })));
  }

  #forget(unitId: number): void {
    this.#rows -= this.#decoded.get(unitId)?.reports.track.count ?? 0;
    this.#decoded.delete(unitId);
  }
}
