export * from './detect.ts';
export * from './event.ts';
export { emptiedAfter } from './fault.ts';
export * from './series.ts';
export * from './settings.ts';
export { runningMedian } from './median.ts';
