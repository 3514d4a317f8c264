import type { Interval } from '../../../src/domain/base/index.ts';
import type { FilteredPosition } from '../filtered.ts';
import type { SensorColumns } from './sensorColumns.ts';

/** What an export is made of. */
export interface ExportSource {
  readonly unitIds: readonly number[];
  readonly interval: Interval;
  /** Points after which the export ends and says so. */
  readonly limit: number;
  nameOf(unitId: number): string;
  /** A time (ISO 8601) as the account writes it, in its time zone. */
  timeText(time: string): string;
  /** What the units' sensors make of a report; of one source, reports are given once and in their order. */
  readonly sensors: SensorColumns;
  /** Every stored position of the units, oldest first, with what their validity filters say of it. */
  read(unitIds: readonly number[]): AsyncIterable<FilteredPosition>;
}

/** A file format for people's tools, written piece by piece so that any length fits in memory. */
export interface ExportFormat {
  readonly contentType: string;
  readonly extension: string;
  write(source: ExportSource): AsyncGenerator<string>;
}

/** Counts points down; the writers stop when it says so. */
export class Budget {
  #left: number;
  exhausted = false;

  constructor(limit: number) {
    this.#left = limit;
  }

  /** True when one more point may be written. */
  take(): boolean {
    if (this.#left > 0) {
      this.#left--;
      return true;
    }
    this.exhausted = true;
    return false;
  }
}
