export * from './shared/index.ts';
export * from './trips/index.ts';
export * from './fuel/index.ts';
export * from './filters/index.ts';
export * from './rules/index.ts';
export * from './routes/index.ts';
export * from './tuning/index.ts';
export * from './shown.ts';
export { DETECTION_VERSION } from './version.ts';
