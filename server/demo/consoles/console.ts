import type { Instant } from '../../../src/domain/base/index.ts';
import type { DeviceReport, ReportRules } from '../driving/index.ts';

/** What a command may ask of a device, whatever its words. */
export interface Controls {
  readonly identifier: string;
  readonly model: string;
  /** When the device was last switched on. */
  readonly bootedAt: Instant;
  now(): Instant;
  /** What it measures at this moment. The report is the caller's until the next call. */
  measure(): DeviceReport;
  rules(): ReportRules;
  /** Milliseconds between two reports; what is left out stays. */
  setIntervals(intervals: Partial<Pick<ReportRules, 'moving' | 'parked'>>): void;
  /** Opens or closes the relay in front of the engine; a vehicle that drives is cut off only once it stopped. */
  cutEngine(cut: boolean): void;
  /** A report goes out at once. */
  reportNow(): void;
  /** Hangs up, and calls again as after a start. */
  restart(): void;
}

/** Does what a command says, and answers as the maker's devices do. */
export type Console = (text: string, controls: Controls) => string;

const two = (value: number): string => String(value).padStart(2, '0');

/** A moment in UTC as devices write it: `2026/11/21` with the mark given, and `9:32:06`. */
export function dateAndTime(at: Instant, mark: string): { date: string; time: string } {
  const moment = new Date(at);
  return {
    date: [moment.getUTCFullYear(), two(moment.getUTCMonth() + 1), two(moment.getUTCDate())].join(mark),
    time: [moment.getUTCHours(), moment.getUTCMinutes(), moment.getUTCSeconds()].map(two).join(':'),
  };
}
