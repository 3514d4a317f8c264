export * from './geo.ts';
export * from './ids.ts';
export * from './limits.ts';
export * from './measure.ts';
export * from './result.ts';
export * from './time.ts';
