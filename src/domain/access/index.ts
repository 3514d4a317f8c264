export * from './resources.ts';
export * from './effective.ts';
export * from './landing.ts';
export * from './menu.ts';
