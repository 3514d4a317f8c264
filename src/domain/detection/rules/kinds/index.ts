export * from './condition.ts';
export { ConditionMemory, type KnownTruths } from './conditionMemory.ts';
export * from './tree.ts';
