export * from './types.ts';
export * from './parse.ts';
export * from './print.ts';
export * from './program.ts';
