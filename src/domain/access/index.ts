export * from './ceiling.ts';
export * from './resources.ts';
export * from './effective.ts';
export * from './grants.ts';
export * from './landing.ts';
export * from './menu.ts';
export * from './offered.ts';
export * from './reach.ts';
