import { leadInOf, type BacktestPlaces, type UnitPast } from '../../../domain/backtest/index.ts';
import { success, type Interval, type Result } from '../../../domain/base/index.ts';
import type { RuleTest } from '../../../domain/rule/index.ts';
import type { LoadFailure } from '../replay/chunkLoader.ts';
import type { BacktestCommand, BacktestReport, TriedUnit } from './backtestMessages.ts';

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
  readonly port?: BacktestPort;
}

/** Rules, and the units and interval that they are tried on. */
interface BacktestQuestion {
  readonly units: readonly TriedUnit[];
  readonly tests: readonly RuleTest[];
  /** Geofences that they name. */
  readonly places: BacktestPlaces;
  readonly interval: Interval;
}

/** Tries rules on the past. Blocks that were read once are kept: another run over them asks the server for nothing. */
export interface Backtest {
  /**
   * Answers what the rules found at each unit; `onPart` hears of it as it goes on. Rejects when the signal aborts, or the
   * worker breaks.
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
/** Bytes of blocks that are kept; beyond, those of units that the run is not about go. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Opens a back-test with a worker of its own. */
export function createBacktest({ fetchBlocks, port = createBacktestPort() }: BacktestOptions): Backtest {
  return new WorkerBacktest(fetchBlocks, port);
}

interface Kept {
  readonly span: Interval;
  readonly bytes: number;
}

interface Waiting {
  resolve(pasts: readonly UnitPast[]): void;
  reject(error: Error): void;
}

class WorkerBacktest implements Backtest {
  readonly #fetchBlocks: BacktestOptions['fetchBlocks'];
  readonly #port: BacktestPort;
  readonly #kept = new Map<number, Kept>();
  readonly #waiting = new Map<number, Waiting>();
  #runs = 0;

  constructor(fetchBlocks: BacktestOptions['fetchBlocks'], port: BacktestPort) {
    this.#fetchBlocks = fetchBlocks;
    this.#port = port;
    port.onReport(({ run, pasts }) => {
      this.#waiting.get(run)?.resolve(pasts);
      this.#waiting.delete(run);
    });
    port.onBroken((message) => this.#giveUp(message));
  }

  async run(
    question: BacktestQuestion,
    onPart: (pasts: readonly UnitPast[]) => void,
    signal: AbortSignal,
  ): Promise<Result<readonly UnitPast[], LoadFailure>> {
    const { units, tests, interval } = question;
    const span = { from: interval.from - leadInOf(tests), to: interval.to };
    this.#makeRoom(units);
    const portions = portionsOf(units);
    const loads: Promise<Result<null, LoadFailure>>[] = [];
    const load = (place: number): void => {
      if (place >= portions.length || place in loads) return;
      loads[place] = this.#load(portions[place], span, signal);
      // One that is ahead may be given up before anybody waits for it.
      loads[place].catch(() => undefined);
    };
    const pasts: UnitPast[] = [];
    for (const [place, portion] of portions.entries()) {
      load(place);
      load(place + 1);
      const loaded = await loads[place];
      if (!loaded.ok) return loaded;
      pasts.push(...(await this.#runPortion({ ...question, units: portion })));
      signal.throwIfAborted();
      onPart([...pasts]);
    }
    return success(pasts);
  }

  close(): void {
    this.#giveUp('The back-test was closed');
    this.#port.close();
  }

  async #load(units: readonly TriedUnit[], span: Interval, signal: AbortSignal): Promise<Result<null, LoadFailure>> {
    const missing = Map.groupBy(
      units.flatMap(({ unitId }) => this.#missingOf(unitId, span).map((part) => ({ unitId, part }))),
      ({ part: { from, to } }) => `${from} ${to}`,
    );
    for (const group of missing.values()) {
      const [{ part }] = group;
      const unitIds = group.map(({ unitId }) => unitId);
      const answer = await this.#fetchBlocks(unitIds, part, signal);
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

  #runPortion({ units, tests, places, interval }: BacktestQuestion): Promise<readonly UnitPast[]> {
    const run = ++this.#runs;
    const answer = new Promise<readonly UnitPast[]>((resolve, reject) => this.#waiting.set(run, { resolve, reject }));
    this.#port.send({ type: 'run', run, units, tests, places, interval });
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

function createBacktestPort(): BacktestPort {
  const worker = new Worker(new URL('./backtest.worker.ts', import.meta.url), { type: 'module', name: 'backtest' });
  return {
    send: (command) => worker.postMessage(command, command.type === 'keep' ? [command.blocks.buffer] : []),
    onReport: (listener) =>
      worker.addEventListener('message', (message: MessageEvent<BacktestReport>) => listener(message.data)),
    onBroken: (listener) => worker.addEventListener('error', (event) => listener(event.message)),
    close: () => worker.terminate(),
  };
}
