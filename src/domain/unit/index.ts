export * from './status.ts';
export * from './unit.ts';
