export * from './traces.ts';
export * from './tracks.ts';
