export * from './unitEvent.ts';
