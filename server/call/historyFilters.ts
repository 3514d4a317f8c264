import { DEFAULT_FILTERS, type FilterSettings } from '../../src/domain/detection/index.ts';

/** The validity filters of units, as the server keeps them. */
export interface HistoryFilters {
  of(unitId: number): FilterSettings;
  /** Units whose filters somebody set to something. */
  readonly own: ReadonlyMap<number, FilterSettings>;
  /** Resolves when every change published so far counts. */
  settled(): Promise<void>;
}

/** All filters are as nobody touched them. */
export const NO_FILTERS: HistoryFilters = { of: () => DEFAULT_FILTERS, own: new Map(), settled: async () => undefined };
