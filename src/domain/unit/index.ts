export * from './byName.ts';
export * from './plain.ts';
export * from './status.ts';
export * from './unit.ts';
export * from './drivers.ts';
