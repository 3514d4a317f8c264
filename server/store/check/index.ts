export { checkStore, type CheckedStore } from './checkStore.ts';
