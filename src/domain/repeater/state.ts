/**
 * How a repeater does. `running`: what comes is sent; `retrying`: the last attempt failed, and the next one is due
 * soon; `failing`: several in a row failed; `paused`: it is inactive, or its account is closed.
 */
export type RepeaterState = 'running' | 'retrying' | 'failing' | 'paused';

/**
 * Why something was not sent; the sentence is `repeaters.problems.<code>`, with what the other side said behind it.
 * `blocked`: the address is in a private network; `ownListener`: it is one of this server; `dropped`: it waited for too
 * long.
 */
export type RepeaterProblemCode =
  | 'unknownHost'
  | 'blocked'
  | 'ownListener'
  | 'notConnected'
  | 'closed'
  | 'noAnswer'
  | 'tls'
  | 'loginRefused'
  | 'answered'
  | 'refused'
  | 'dropped'
  | 'error';

/** What a repeater has done, as lists and pages show it. */
export interface RepeaterCondition {
  state: RepeaterState;
  /** Messages since it was added. */
  sent: number;
  /** Messages that wait to be sent. */
  waiting: number;
  /** Messages that waited for longer than they may. */
  dropped: number;
  /** Messages that the receiver will never take. */
  refused: number;
  /** Seconds since the oldest message that waits was received; null: none waits. */
  lag: number | null;
  /** ISO 8601 UTC; null: nothing was sent yet. */
  last_success: string | null;
  last_error: RepeaterProblemCode | null;
  /** What the other side said; empty: nothing. */
  last_error_detail: string;
  last_error_at: string | null;
  /** When the next attempt is due; null: nothing failed. */
  next_attempt: string | null;
  has_password: boolean;
}

/** A line of a repeater's log of errors. */
export interface RepeaterLogEntry {
  readonly entry_id: number;
  readonly at: string;
  readonly code: RepeaterProblemCode;
  readonly detail: string;
  /** Null: it was about the connection as a whole. */
  readonly unit_id: number | null;
  readonly unit_name: string;
  /** Messages that it was about. */
  readonly messages: number;
}

/** What a receiver said to a test. */
export interface RepeaterTest {
  readonly ok: boolean;
  readonly code: RepeaterProblemCode | null;
  readonly detail: string;
}
