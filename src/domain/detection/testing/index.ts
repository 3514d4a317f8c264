export * from './rerun.ts';
export * from './traces.ts';
export * from './tracks.ts';
