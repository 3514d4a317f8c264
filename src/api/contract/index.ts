export * from './auth.ts';
export * from './catalogue.ts';
export * from './envelope.ts';
export * from './history.ts';
export * from './live.ts';
export * from './mapServices.ts';
export * from './method.ts';
export * from './tracking.ts';
