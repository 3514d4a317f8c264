export * from './condition.ts';
export { ConditionMemory } from './conditionMemory.ts';
