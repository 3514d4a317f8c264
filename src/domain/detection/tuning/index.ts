export * from './compare.ts';
export * from './day.ts';
export * from './inputs.ts';
export * from './present.ts';
