import { COMMAND, failure, success, type Instant, type Result } from '../base/index.ts';

/** The state of a command to a device. */
export const EXECUTION_STATES = ['queued', 'sent', 'answered', 'refused', 'timedOut', 'cancelled', 'expired'] as const;
export type ExecutionState = (typeof EXECUTION_STATES)[number];

/** What happens to one. `lost`: the connection went before an answer. */
export const EXECUTION_EVENTS = ['send', 'accept', 'refuse', 'timeOut', 'retry', 'lost', 'cancel', 'expire'] as const;
export type ExecutionEvent = (typeof EXECUTION_EVENTS)[number];

/**
 * Which state follows which. A device that answers after the time is up has answered all the same. Sent commands cannot
 * be called back.
 */
const EXECUTION_TRANSITIONS: Readonly<
  Record<ExecutionState, Readonly<Partial<Record<ExecutionEvent, ExecutionState>>>>
> = {
  queued: { send: 'sent', refuse: 'refused', cancel: 'cancelled', expire: 'expired', accept: 'answered' },
  sent: { accept: 'answered', refuse: 'refused', timeOut: 'timedOut', retry: 'queued', lost: 'queued' },
  timedOut: { accept: 'answered', refuse: 'refused' },
  answered: {},
  refused: {},
  cancelled: {},
  expired: {},
};

/** The state after the event, or a refusal that names both. */
export function executionAfter(
  state: ExecutionState,
  event: ExecutionEvent,
): Result<ExecutionState, { code: 'notAllowed'; state: ExecutionState; event: ExecutionEvent }> {
  const next = EXECUTION_TRANSITIONS[state][event];
  return next ? success(next) : failure({ code: 'notAllowed', state, event });
}

/** True where nothing more is to be done. A command that timed out is done, though an answer may still come. */
export function isFinished(state: ExecutionState): boolean {
  return state !== 'queued' && state !== 'sent';
}

/** What decides when a command is sent again. Times in Unix milliseconds. */
export interface ExecutionProgress {
  readonly state: ExecutionState;
  /** How often it was sent. */
  readonly attempts: number;
  readonly queuedAt: Instant;
  /** Of the last sending; null before the first. */
  readonly sentAt: Instant | null;
  readonly dangerous: boolean;
}

/** After the last moment at which a queued command may be sent; then it expires. */
export const expiresAt = (progress: Pick<ExecutionProgress, 'queuedAt'>): Instant =>
  progress.queuedAt + COMMAND.lifetime;

/** When to stop waiting for the answer to what was sent last; null while nothing is awaited. */
export function answerDueAt(progress: ExecutionProgress): Instant | null {
  return progress.state === 'sent' && progress.sentAt !== null ? progress.sentAt + COMMAND.answerTimeout : null;
}

/**
 * The event that follows when the time for an answer is up: another try, while tries are left. What cuts an engine is
 * sent once: nobody knows whether the first one arrived, and by the second one the vehicle may be on the road.
 */
export function afterSilence(progress: ExecutionProgress): 'retry' | 'timeOut' {
  return !progress.dangerous && progress.attempts < COMMAND.attempts ? 'retry' : 'timeOut';
}

/**
 * When a queued command may be sent, given that its device is connected then: the first time at once, each
 * further time after twice the wait. Null when it will not be sent (any more).
 */
export function nextAttemptAt(progress: ExecutionProgress): Instant | null {
  if (progress.state !== 'queued') return null;
  if (progress.attempts === 0 || progress.sentAt === null) return progress.queuedAt;
  const wait = COMMAND.firstRetry * 2 ** (progress.attempts - 1);
  const at = progress.sentAt + wait;
  return at < expiresAt(progress) ? at : null;
}
