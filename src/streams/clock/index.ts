export * from './clock.ts';
export * from './correctedTime.ts';
export * from './timers.ts';
