export * from './account.ts';
export * from './scope.ts';
