export * from './generation.ts';
export * from './period.ts';
export { ownDays, reports, shiftOf, type Report, type ReportForm } from './report.ts';
export * from './types.ts';
