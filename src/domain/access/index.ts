export * from './ceiling.ts';
export * from './resources.ts';
export * from './effective.ts';
export * from './facts.ts';
export * from './grants.ts';
export * from './landing.ts';
export * from './menu.ts';
