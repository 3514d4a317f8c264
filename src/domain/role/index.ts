export * from './role.ts';
export * from './tree.ts';
