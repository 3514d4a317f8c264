import type {
  BacktestPlaces,
  BacktestSetup,
  TriedRule,
  UnitPast,
  UnitRecords,
} from '../../../domain/backtest/index.ts';
import type { Interval } from '../../../domain/base/index.ts';

/** A unit that rules are tried on, with how its reports are read. */
export interface TriedUnit {
  readonly unitId: number;
  readonly setup: BacktestSetup;
  /** Of its account. */
  readonly timeZone: string;
}

/** The same with what is stored of it beside its reports. */
export interface RecordedUnit extends TriedUnit {
  readonly records: UnitRecords;
}

/** Page to worker. */
export type BacktestCommand =
  /** Blocks as the server answered them; they stay until they are dropped. */
  | { readonly type: 'keep'; readonly blocks: Uint8Array<ArrayBuffer> }
  | { readonly type: 'drop'; readonly unitIds: readonly number[] }
  | {
      readonly type: 'run';
      readonly run: number;
      readonly units: readonly RecordedUnit[];
      /** Units that the rules have these meet. */
      readonly others: readonly TriedUnit[];
      readonly rules: readonly TriedRule[];
      readonly places: BacktestPlaces;
      readonly interval: Interval;
    };

/** Worker to page: what the rules of a run found at its units, in their order. */
export interface BacktestReport {
  readonly run: number;
  readonly pasts: readonly UnitPast[];
}
