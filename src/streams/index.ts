export * from './types.ts';
export * from './clock/index.ts';
export * from './pipeline/index.ts';
export * from './projections/index.ts';
export * from './sources/backtest/index.ts';
export * from './sources/file/index.ts';
export * from './sources/history/index.ts';
export * from './sources/live/index.ts';
