export { recordFactFirings, type FactChange } from './factRows.ts';
export { factChangesOf, foundAt } from './factsOfUnits.ts';
