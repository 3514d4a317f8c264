export * from './command.ts';
export * from './execution.ts';
export * from './template.ts';
export * from './library.ts';
export * from './secrets.ts';
