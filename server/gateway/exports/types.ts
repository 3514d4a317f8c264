import type { Interval } from '../../../src/domain/base/index.ts';
import type { Position } from '../../../src/domain/telemetry/index.ts';

/** What an export is made of. */
export interface ExportSource {
  readonly unitIds: readonly number[];
  readonly interval: Interval;
  /** Points after which the export ends and says so. */
  readonly limit: number;
  nameOf(unitId: number): string;
  /** A time (ISO 8601) as the account writes it, in its time zone. */
  timeText(time: string): string;
  /** Positions of the units, oldest first. */
  read(unitIds: readonly number[]): AsyncIterable<Position>;
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
