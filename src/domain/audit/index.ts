export * from './entry.ts';
export * from './secrets.ts';
