export * from './account.ts';
export * from './scope.ts';
export * from './status.ts';
export * from './choices.ts';
export * from './details.ts';
export * from './settings.ts';
