export * from './types.ts';
export * from './summary.ts';
export {
  backtestUnit,
  isSaidByReports,
  leadInOf,
  prepareRules,
  prepareSetup,
  type PreparedSetup,
} from './backtestUnit.ts';
