export * from './condition.ts';
export { ConditionMemory, type KnownTruths } from './conditionMemory.ts';
