export { openPositionStore, type OpenedPositionStore, type PositionStoreOptions } from './store.ts';
