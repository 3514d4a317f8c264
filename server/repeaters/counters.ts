import type { Instant } from '../../src/domain/base/index.ts';
import type { RepeaterProblemCode, RepeaterState } from '../../src/domain/repeater/index.ts';

/** What a repeater has done, as it is stored. */
export interface StoredState {
  readonly state: Exclude<RepeaterState, 'paused'>;
  readonly sent: number;
  readonly waiting: number;
  readonly dropped: number;
  readonly refused: number;
  readonly waitingSince: Instant | null;
  readonly lastSuccess: Instant | null;
  readonly lastError: { readonly code: RepeaterProblemCode; readonly detail: string; readonly at: Instant } | null;
  readonly nextAttempt: Instant | null;
}

/** A line of the log of errors that is to be stored. */
export interface LogLine {
  readonly at: Instant;
  readonly code: RepeaterProblemCode;
  readonly detail: string;
  readonly unitId: number | null;
  readonly messages: number;
}

/** Characters of an answer that are kept. */
const LONGEST_DETAIL = 300;
/** Lines that wait to be stored, where the database is away for long. */
const MOST_LINES = 100;

/** Counts what a repeater does. */
export class Counters {
  sent: number;
  dropped: number;
  refused: number;
  lastSuccess: Instant | null;
  lastError: StoredState['lastError'];
  lines: LogLine[] = [];

  constructor(stored: StoredState | undefined) {
    this.sent = stored?.sent ?? 0;
    this.dropped = stored?.dropped ?? 0;
    this.refused = stored?.refused ?? 0;
    this.lastSuccess = stored?.lastSuccess ?? null;
    this.lastError = stored?.lastError ?? null;
  }

  /** An error, in the log and as the last one. */
  note({ detail, ...line }: LogLine): void {
    const short = detail.slice(0, LONGEST_DETAIL);
    this.lastError = { code: line.code, detail: short, at: line.at };
    this.lines.push({ ...line, detail: short });
    if (this.lines.length > MOST_LINES) this.lines.shift();
  }
}
