export * from './countdown.ts';
export * from './invitation.ts';
