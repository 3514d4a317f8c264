export * from './clock.ts';
export * from './device.ts';
export * from './status.ts';
export * from './guess.ts';
export * from './lock.ts';
export * from './models.ts';
export * from './unread.ts';
