/** The code that runs the rules stays behind the worker, so that no page loads it. */
export { createBacktest, type Backtest } from './backtest.ts';
export type { TriedUnit } from './backtestMessages.ts';
