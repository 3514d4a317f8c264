export * from './filter.ts';
export * from './settings.ts';
export * from './filtered.ts';
export * from './filterMessage.ts';
export * from './filterCore.ts';
