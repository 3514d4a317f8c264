export * from './user.ts';
export * from './fields.ts';
export * from './profile.ts';
