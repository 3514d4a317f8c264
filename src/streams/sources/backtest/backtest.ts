import {
  leadInOf,
  NO_RECORDS,
  wantedRecords,
  type BacktestPlaces,
  type TriedRule,
  type UnitPast,
  type UnitRecords,
  type WantedRecords,
} from '../../../domain/backtest/index.ts';
import { clamp, failure, success, type Interval, type Result } from '../../../domain/base/index.ts';
import type { LoadFailure } from '../replay/chunkLoader.ts';
import type { BacktestCommand, BacktestReport, RecordedUnit, TriedUnit } from './backtestMessages.ts';

/** The worker as this side sees it. */
export interface BacktestPort {
  send(command: BacktestCommand): void;
  onReport(listener: (report: BacktestReport) => void): void;
  /** The worker itself broke, which is a bug: nothing that waits for it will come. */
  onBroken(listener: (message: string) => void): void;
  close(): void;
}

export interface BacktestOptions {
  /** The units' stored blocks that touch the span. Rejects only when the signal aborts. */
  fetchBlocks(
    unitIds: readonly number[],
    span: Interval,
    signal: AbortSignal,
  ): Promise<Result<Uint8Array<ArrayBuffer>, LoadFailure>>;
  /** What is stored of the units beside; one that is left out has nothing. Rejects only when the signal aborts. */
  fetchRecords(
    unitIds: readonly number[],
    wanted: WantedRecords,
    span: Interval,
    signal: AbortSignal,
  ): Promise<Result<ReadonlyMap<number, UnitRecords>, LoadFailure>>;
  /** Left out: workers of its own, as many as leave the page its share of the processor. */
  readonly ports?: readonly BacktestPort[];
}

/** Rules, and the units and interval that they are tried on. */
interface BacktestQuestion {
  readonly units: readonly TriedUnit[];
  /** Units that the rules have these meet. */
  readonly others: readonly TriedUnit[];
  readonly rules: readonly TriedRule[];
  /** Geofences that they name. */
  readonly places: BacktestPlaces;
  readonly interval: Interval;
}

/** Tries rules on the past. Blocks that were read once are kept: another run over them asks the server for nothing. */
export interface Backtest {
  /**
   * Answers what the rules found at each unit; `onPart` hears of it as it goes on. Rejects when the signal aborts, or
   * the worker breaks.
   */
  run(
    question: BacktestQuestion,
    onPart: (pasts: readonly UnitPast[]) => void,
    signal: AbortSignal,
  ): Promise<Result<readonly UnitPast[], LoadFailure>>;
  close(): void;
}

/** Units that are read and gone through at once: so long does an edit wait for what it has made needless. */
const PORTION = 8;
/** Bytes of blocks that a worker keeps; beyond, those of units that the run is not about go. */
const MOST_BYTES = 128 * 1024 * 1024;

/** Workers at least and at most: a run is to be over in two seconds also where there are two cores. */
const WORKERS = { least: 2, most: 4 } as const;

/** Opens a back-test with workers of its own. */
export function createBacktest({ ports = createPorts(), ...source }: BacktestOptions): Backtest {
  return new WorkerBacktest(ports.map((port) => new Lane(source, port)));
}

type Source = Pick<BacktestOptions, 'fetchBlocks' | 'fetchRecords'>;
type Portion = Result<readonly RecordedUnit[], LoadFailure>;
type Pasts = Result<readonly UnitPast[], LoadFailure>;

/** Spreads the units over the workers; a unit stays where its blocks are. */
class WorkerBacktest implements Backtest {
  readonly #lanes: readonly Lane[];
  readonly #laneOf = new Map<number, number>();

  constructor(lanes: readonly Lane[]) {
    this.#lanes = lanes;
  }

  async run(
    question: BacktestQuestion,
    onPart: (pasts: readonly UnitPast[]) => void,
    signal: AbortSignal,
  ): Promise<Pasts> {
    for (const { unitId } of question.units)
      if (!this.#laneOf.has(unitId)) this.#laneOf.set(unitId, this.#laneOf.size % this.#lanes.length);
    const pasts: UnitPast[] = [];
    // A failure in one lane ends the others.
    const giveUp = new AbortController();
    const either = AbortSignal.any([signal, giveUp.signal]);
    const runs = this.#lanes.map(async (lane, place) => {
      const units = question.units.filter(({ unitId }) => this.#laneOf.get(unitId) === place);
      const failed = await lane.run({ ...question, units }, (part) => onPart([...push(pasts, part)]), either);
      if (failed !== null) giveUp.abort(new GivenUp(failed));
    });
    try {
      await Promise.all(runs);
    } catch (error) {
      giveUp.abort(error);
      await Promise.allSettled(runs);
      if (giveUp.signal.reason instanceof GivenUp) return failure(giveUp.signal.reason.problem);
      throw error;
    }
    if (giveUp.signal.reason instanceof GivenUp) return failure(giveUp.signal.reason.problem);
    return success(pasts);
  }

  close(): void {
    for (const lane of this.#lanes) lane.close();
  }
}

/** Why the other workers need not go on. */
class GivenUp extends Error {
  readonly problem: LoadFailure;

  constructor(problem: LoadFailure) {
    super(problem.message);
    this.problem = problem;
  }
}

function push<Item>(items: Item[], more: readonly Item[]): readonly Item[] {
  items.push(...more);
  return items;
}

interface Kept {
  readonly span: Interval;
  readonly bytes: number;
}

interface Waiting {
  resolve(pasts: readonly UnitPast[]): void;
  reject(error: Error): void;
}

/** One worker, with the units whose blocks it has. */
class Lane {
  readonly #source: Source;
  readonly #port: BacktestPort;
  readonly #kept = new Map<number, Kept>();
  /** Records that were read, by the unit and what was asked for. */
  readonly #records = new Map<string, UnitRecords>();
  readonly #waiting = new Map<number, Waiting>();
  #runs = 0;

  constructor(source: Source, port: BacktestPort) {
    this.#source = source;
    this.#port = port;
    port.onReport(({ run, pasts }) => {
      this.#waiting.get(run)?.resolve(pasts);
      this.#waiting.delete(run);
    });
    port.onBroken((message) => this.#giveUp(message));
  }

  /** Answers why history could not be read; null: it was. Rejects when the signal aborts, or the worker breaks. */
  async run(
    question: BacktestQuestion,
    onPart: (pasts: readonly UnitPast[]) => void,
    signal: AbortSignal,
  ): Promise<LoadFailure | null> {
    const { units, others, rules, interval } = question;
    const span = { from: interval.from - leadInOf(rules), to: interval.to };
    const wanted = wantedRecords(rules.map(({ test }) => test));
    this.#makeRoom([...units, ...others]);
    const met = units.length === 0 || others.length === 0 ? null : await this.#loadBlocks(others, span, signal);
    if (met?.ok === false) return met.error;
    const portions = portionsOf(units);
    const loads: Promise<Portion>[] = [];
    const load = (place: number): void => {
      if (place >= portions.length || place in loads) return;
      loads[place] = this.#load(portions[place], wanted, span, signal);
      // One that is ahead may be given up before anybody waits for it.
      loads[place].catch(() => undefined);
    };
    for (const place of portions.keys()) {
      load(place);
      load(place + 1);
      const loaded = await loads[place];
      if (!loaded.ok) return loaded.error;
      const pasts = await this.#runPortion(question, loaded.value);
      signal.throwIfAborted();
      onPart(pasts);
    }
    return null;
  }

  close(): void {
    this.#giveUp('The back-test was closed');
    this.#port.close();
  }

  async #load(
    units: readonly TriedUnit[],
    wanted: WantedRecords,
    span: Interval,
    signal: AbortSignal,
  ): Promise<Portion> {
    const [blocks, records] = await Promise.all([
      this.#loadBlocks(units, span, signal),
      this.#loadRecords(units, wanted, span, signal),
    ]);
    return blocks.ok ? records : blocks;
  }

  async #loadRecords(
    units: readonly TriedUnit[],
    wanted: WantedRecords,
    span: Interval,
    signal: AbortSignal,
  ): Promise<Portion> {
    const none = wanted.facts.length + wanted.bounds.length === 0 && !wanted.drivers && !wanted.roads;
    const keyOf = ({ unitId }: TriedUnit): string => JSON.stringify([unitId, wanted, span]);
    const missing = none ? [] : units.filter((unit) => !this.#records.has(keyOf(unit)));
    if (missing.length > 0) {
      const unitIds = missing.map(({ unitId }) => unitId);
      const answer = await this.#source.fetchRecords(unitIds, wanted, span, signal);
      if (!answer.ok) return answer;
      for (const unit of missing) this.#records.set(keyOf(unit), answer.value.get(unit.unitId) ?? NO_RECORDS);
    }
    return success(units.map((unit) => ({ ...unit, records: this.#records.get(keyOf(unit)) ?? NO_RECORDS })));
  }

  async #loadBlocks(
    units: readonly TriedUnit[],
    span: Interval,
    signal: AbortSignal,
  ): Promise<Result<null, LoadFailure>> {
    const missing = Map.groupBy(
      units.flatMap(({ unitId }) => this.#missingOf(unitId, span).map((part) => ({ unitId, part }))),
      ({ part: { from, to } }) => `${from} ${to}`,
    );
    for (const group of missing.values()) {
      const [{ part }] = group;
      const unitIds = group.map(({ unitId }) => unitId);
      const answer = await this.#source.fetchBlocks(unitIds, part, signal);
      if (!answer.ok) return answer;
      const bytes = answer.value.length / unitIds.length;
      this.#port.send({ type: 'keep', blocks: answer.value });
      for (const unitId of unitIds) this.#note(unitId, part, bytes);
    }
    return success(null);
  }

  /** What of the span is not kept: before what is, after it, or all. */
  #missingOf(unitId: number, { from, to }: Interval): Interval[] {
    const kept = this.#kept.get(unitId)?.span;
    if (!kept || kept.to < from || kept.from > to) return [{ from, to }];
    const before = from < kept.from ? [{ from, to: kept.from }] : [];
    return to > kept.to ? [...before, { from: kept.to, to }] : before;
  }

  #note(unitId: number, { from, to }: Interval, bytes: number): void {
    const kept = this.#kept.get(unitId);
    const touches = kept !== undefined && kept.span.from <= to && kept.span.to >= from;
    const span = touches ? { from: Math.min(kept.span.from, from), to: Math.max(kept.span.to, to) } : { from, to };
    this.#kept.set(unitId, { span, bytes: (kept?.bytes ?? 0) + bytes });
  }

  /** Drops what the run does not need, where too much is kept. */
  #makeRoom(units: readonly TriedUnit[]): void {
    const total = [...this.#kept.values()].reduce((sum, { bytes }) => sum + bytes, 0);
    if (total <= MOST_BYTES) return;
    const needed = new Set(units.map(({ unitId }) => unitId));
    const unitIds = [...this.#kept.keys()].filter((unitId) => !needed.has(unitId));
    for (const unitId of unitIds) this.#kept.delete(unitId);
    this.#port.send({ type: 'drop', unitIds });
  }

  #runPortion(
    { others, rules, places, interval }: BacktestQuestion,
    units: readonly RecordedUnit[],
  ): Promise<readonly UnitPast[]> {
    const run = ++this.#runs;
    const answer = new Promise<readonly UnitPast[]>((resolve, reject) => this.#waiting.set(run, { resolve, reject }));
    this.#port.send({ type: 'run', run, units, others, rules, places, interval });
    return answer;
  }

  #giveUp(message: string): void {
    for (const { reject } of this.#waiting.values()) reject(new Error(message));
    this.#waiting.clear();
  }
}

function portionsOf(units: readonly TriedUnit[]): TriedUnit[][] {
  const portions: TriedUnit[][] = [];
  for (let first = 0; first < units.length; first += PORTION) portions.push(units.slice(first, first + PORTION));
  return portions;
}

function createPorts(): BacktestPort[] {
  const workers = clamp(navigator.hardwareConcurrency - 1, WORKERS.least, WORKERS.most);
  return Array.from({ length: workers }, createPort);
}

function createPort(): BacktestPort {
  const worker = new Worker(new URL('./backtest.worker.ts', import.meta.url), { type: 'module', name: 'backtest' });
  return {
    send: (command) => worker.postMessage(command, command.type === 'keep' ? [command.blocks.buffer] : []),
    onReport: (listener) =>
      worker.addEventListener('message', (message: MessageEvent<BacktestReport>) => listener(message.data)),
    onBroken: (listener) => worker.addEventListener('error', (event) => listener(event.message)),
    close: () => worker.terminate(),
  };
}
