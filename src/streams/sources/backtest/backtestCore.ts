import {
  backtestUnit,
  groupsByZone,
  leadInOf,
  prepareRules,
  prepareSetup,
  readReports,
  type PastReports,
  type PreparedSetup,
  type UnitPast,
} from '../../../domain/backtest/index.ts';
import {
  BlockStreamReader,
  decodeTrack,
  emptyTrack,
  mergeTracks,
  readTrackHeader,
  type TrackColumns,
} from '../../../domain/telemetry/index.ts';
import { inflate } from '../history/inflate.ts';
import type { BacktestCommand, BacktestReport, TriedUnit } from './backtestMessages.ts';

/** Reports that a worker keeps decoded, some 60 bytes each; of more, blocks are decoded again for every run. */
const MOST_DECODED = 4_000_000;

/** A unit's reports as the rules of some run read them. */
interface DecodedUnit {
  readonly reports: PastReports;
  /** Of the setup. */
  readonly key: string;
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

  #run({ units, rules, places, interval }: Run): UnitPast[] {
    const prepared = prepareRules(rules, places);
    const groupsOf = groupsByZone(places);
    const listensFrom = interval.from - leadInOf(rules);
    const tests = rules.map(({ test }) => test);
    return units.map((unit) => {
      const { records, timeZone } = unit;
      const setup = prepareSetup(unit.setup, tests);
      const reports = this.#reportsOf(unit, setup);
      return backtestUnit({ reports, records, setup, timeZone }, prepared, { ...interval, listensFrom }, groupsOf);
    });
  }

  #reportsOf({ unitId }: Pick<TriedUnit, 'unitId'>, setup: PreparedSetup): PastReports {
    const { key } = setup;
    const known = this.#decoded.get(unitId);
    if (known?.key === key) return known.reports;
    const reports = readReports(this.#decode(unitId, setup), setup);
    const { count } = reports.track;
    this.#forget(unitId);
    if (this.#rows + count <= MOST_DECODED) {
      this.#decoded.set(unitId, { reports, key });
      this.#rows += count;
    }
    return reports;
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
