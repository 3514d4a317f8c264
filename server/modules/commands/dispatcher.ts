import { eventOf, type DomainEvent, type EventKindAbout } from '../../../src/domain/events/index.ts';
import { COMMAND, toIso, type Instant, type TimeSource } from '../../../src/domain/base/index.ts';
import {
  afterSilence,
  answerDueAt,
  executionAfter,
  expiresAt,
  isFinished,
  nextAttemptAt,
  withoutPasswordsOf,
  type ExecutionEvent,
  type ExecutionState,
} from '../../../src/domain/command/index.ts';
import { foundAt, recordFactFirings, type DetectionLedger } from '../../pipeline/index.ts';
import type { Contact, DeviceWire } from '../../ingest/index.ts';
import type { CommandAnswer, DeviceHandle } from '../../ingest/types.ts';
import type { Database, Transaction } from '../../store/database.types.ts';
import type { Sealer } from '../../store/index.ts';
import { mayStillCommand } from './reach.ts';
import { readOpen, type OpenExecution } from './rows.ts';

/** How often the dispatcher looks whether an answer is overdue, in milliseconds. */
const LOOK_EVERY = 1_000;

/** What is recorded of an execution that is in a state from now on. */
const MOVED = {
  queued: 'commandQueued',
  sent: 'commandSent',
  answered: 'commandAnswered',
  refused: 'commandRefused',
  timedOut: 'commandTimedOut',
  cancelled: 'commandCancelled',
  expired: 'commandExpired',
} as const satisfies Record<ExecutionState, EventKindAbout<'command'>>;

export interface DispatcherOptions {
  readonly database: Database;
  /** Whose devices an account reaches at the moment of sending. */
  readonly directory: DetectionLedger;
  readonly wire: DeviceWire;
  /** Opens the texts that hold a password. */
  readonly sealer: Pick<Sealer, 'open'>;
  readonly time: TimeSource;
  readonly logger: { warn(details: object, message: string): void };
}

/** Sends commands when their devices are there, and waits for what they say. */
export interface CommandDispatcher {
  connected(identifier: string): boolean;
  /** Takes over an execution that was just committed as queued; resolves when it was sent, if it can be now. */
  take(execution: OpenExecution): Promise<void>;
  /** Takes one back; false when it was sent or finished in between. */
  cancel(id: number): Promise<boolean>;
  /**
   * Sends one that waits for a confirmation of this address, and notes who gave it; false when it does not wait for
   * it.
   */
  confirm(id: number, address: string, userId: number): Promise<boolean>;
  /** What is due now: answers that did not come, retries, ends of life. Called every second; by hand in tests. */
  look(): Promise<void>;
  /** Resolves when everything begun is written. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

/**
 * The one place where executions move from state to state once they are queued. Each move is written
 * before it is acted on, so that a command is never sent by two lives of the process without a trace.
 */
export async function openCommandDispatcher(options: DispatcherOptions): Promise<CommandDispatcher> {
  const dispatcher = new Dispatcher(options);
  for (const execution of await readOpen(options.database, options.sealer, options.time.now()))
    dispatcher.keep(execution);
  const undo = [
    options.wire.onConnected((device) => dispatcher.sendWaiting(device.identifier)),
    options.wire.onAnswer((device, _, answer, from) => dispatcher.answered(device, answer, from)),
    options.database.onEvents((events) => dispatcher.follow(events)),
  ];
  const timer = setInterval(() => void dispatcher.look(), LOOK_EVERY);
  timer.unref();
  return {
    connected: (identifier) => options.wire.connected(identifier),
    take: (execution) => dispatcher.take(execution),
    cancel: (id) => dispatcher.cancel(id),
    confirm: (id, address, userId) => dispatcher.confirm(id, address, userId),
    look: () => dispatcher.look(),
    settled: () => dispatcher.settled(),
    async close() {
      clearInterval(timer);
      for (const stop of undo) stop();
      await dispatcher.settled();
    },
  };
}

class Dispatcher {
  readonly #options: DispatcherOptions;
  readonly #open = new Map<number, OpenExecution>();
  /**
   * Executions by device, oldest first: who connects is asked for here, on every request of a device that speaks HTTP.
   */
  readonly #byIdentifier = new Map<string, OpenExecution[]>();
  /** Moves of one process follow each other. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(options: DispatcherOptions) {
    this.#options = options;
  }

  keep(execution: OpenExecution): void {
    this.#open.set(execution.id, execution);
    this.#byIdentifier.set(execution.identifier, [...(this.#byIdentifier.get(execution.identifier) ?? []), execution]);
  }

  take(execution: OpenExecution): Promise<void> {
    this.keep(execution);
    return this.#options.wire.connected(execution.identifier)
      ? this.sendWaiting(execution.identifier)
      : Promise.resolve();
  }

  /** Sends what waits for the device and is due. */
  sendWaiting(identifier: string): Promise<void> {
    const waiting = this.#byIdentifier.get(identifier)?.filter((execution) => execution.state === 'queued');
    if (!waiting?.length) return Promise.resolve();
    return this.#queue(async () => {
      for (const execution of waiting) await this.#send(execution);
    });
  }

  cancel(id: number): Promise<boolean> {
    return this.#queue(async () => {
      const execution = this.#open.get(id);
      return execution?.state === 'queued' ? this.#move(execution, 'cancel') : false;
    });
  }

  confirm(id: number, address: string, userId: number): Promise<boolean> {
    return this.#queue(async () => {
      const execution = this.#open.get(id);
      if (execution?.state !== 'queued' || execution.awaitsAddress !== address) return false;
      await this.#note(execution, 'commandConfirmed', address, userId);
      execution.confirmedAddress = address;
      execution.awaitsAddress = null;
      await this.#send(execution);
      return true;
    });
  }

  /** A device may answer after the time was up, as long as the command would have lived. */
  answered(
    device: Pick<DeviceHandle, 'deviceId' | 'identifier'>,
    { reference, accepted, text }: CommandAnswer,
    from: Contact | undefined,
  ): void {
    void this.#queue(async () => {
      const execution = this.#addressee(device, reference, from);
      if (!execution) return;
      // Some devices repeat the command.
      const answer = printable(withoutPasswordsOf(execution.text ?? '', text));
      await this.#move(execution, accepted === false ? 'refuse' : 'accept', answer);
    });
  }

  /**
   * A device that goes by another identifier is waited for under that; what waits for one that is deleted is taken
   * back.
   */
  follow(events: readonly DomainEvent[]): void {
    for (const event of events) {
      if (event.kind !== 'deviceDeleted' && event.kind !== 'deviceUpdated') continue;
      const deviceId = event.subject_id;
      const identifier = (event.kind === 'deviceUpdated' && event.data.after?.unique_identifier) || null;
      if (event.kind === 'deviceUpdated' && identifier === null) continue;
      void this.#queue(async () => {
        // A copy: what is renamed is put in again.
        for (const execution of [...this.#open.values()].filter((each) => each.deviceId === deviceId)) {
          if (identifier !== null) this.#rename(execution, identifier);
          else if (execution.state === 'queued') await this.#move(execution, 'cancel');
          else this.#forget(execution);
        }
      });
    }
  }

  look(): Promise<void> {
    const now = this.#options.time.now();
    return this.#queue(async () => {
      for (const execution of this.#open.values()) {
        try {
          await this.#lookAt(execution, now);
        } catch (error) {
          // One that cannot be moved on keeps no other waiting.
          this.#warn(error);
        }
      }
    });
  }

  async settled(): Promise<void> {
    await this.#work;
  }

  async #lookAt(execution: OpenExecution, now: Instant): Promise<void> {
    if (execution.state === 'timedOut') {
      if (now >= expiresAt(execution)) this.#forget(execution);
    } else if (execution.state === 'queued' && now >= expiresAt(execution)) await this.#move(execution, 'expire');
    else if (execution.state === 'queued' && this.#options.wire.connected(execution.identifier))
      await this.#send(execution);
    else if (now >= (answerDueAt(execution) ?? Infinity)) await this.#move(execution, afterSilence(execution));
  }

  async #send(execution: OpenExecution): Promise<void> {
    const { database, directory, wire, time } = this.#options;
    const now = time.now();
    if (
      execution.state !== 'queued' ||
      (nextAttemptAt(execution) ?? Infinity) > now ||
      !wire.connected(execution.identifier)
    )
      return;
    // A day may lie between the asking and the sending: the device may be another's by now, or in another vehicle.
    const { text } = execution;
    if (text === null || !(await mayStillCommand(database, execution, directory.scopeOf(execution.accountId), now)))
      return void (await this.#move(execution, 'cancel'));
    if (await this.#awaitsConfirmation(execution)) return;
    const { attempts, sentAt } = execution;
    const to = wire.contactOf(execution.identifier) ?? null;
    execution.attempts++;
    execution.sentAt = now;
    if (!(await this.#move(execution, 'send'))) return;
    // The move took a moment: another connection may have come, which nobody confirmed.
    execution.sentTo = wire.contactOf(execution.identifier) ?? null;
    const isSame = execution.sentTo === to || !execution.dangerous;
    const outcome = isSame ? wire.send(execution.identifier, { reference: referenceOf(execution), text }) : 'offline';
    if (outcome === 'sent') return;
    // It did not go out after all: this was no attempt.
    execution.attempts = attempts;
    execution.sentAt = sentAt;
    await this.#move(execution, outcome === 'offline' ? 'lost' : 'refuse', outcome === 'offline' ? '' : 'unsupported');
  }

  /**
   * Whether a dangerous command waits: its device came less than a minute ago, or from another address. It goes out
   * when a
   * person confirms the address, or once the connection is settled.
   */
  async #awaitsConfirmation(execution: OpenExecution): Promise<boolean> {
    const address = execution.dangerous ? this.#options.wire.unsettledAddress(execution.identifier) : null;
    if (address === null || address === execution.confirmedAddress) return false;
    if (execution.awaitsAddress !== address) {
      await this.#note(execution, 'commandAwaitsConfirmation', address, null);
      execution.awaitsAddress = address;
    }
    return true;
  }

  async #note(
    { id, accountId, code, unitId, deviceId }: OpenExecution,
    kind: 'commandAwaitsConfirmation' | 'commandConfirmed',
    address: string,
    userId: number | null,
  ): Promise<void> {
    const now = this.#options.time.now();
    await this.#options.database.transaction(async (transaction) => {
      await transaction.query(
        kind === 'commandConfirmed'
          ? 'update command_execution set confirmed_address = $2, awaits_address = null where id = $1'
          : 'update command_execution set awaits_address = $2 where id = $1',
        [id, address],
      );
      await transaction.appendEvent(
        eventOf(
          { kind, data: { name: code, unit_id: unitId, device_id: deviceId, address } },
          { account_id: accountId, subject_id: id, user_id: userId, time: toIso(now) },
        ),
      );
    });
  }

  /** The execution that an answer is for; without a reference the oldest that waits for one, then one that waited. */
  #addressee(
    { deviceId, identifier }: Pick<DeviceHandle, 'deviceId' | 'identifier'>,
    reference: number | null,
    from: Contact | undefined,
  ): OpenExecution | undefined {
    const asked = (this.#byIdentifier.get(identifier) ?? []).filter(
      (execution) =>
        execution.deviceId === deviceId &&
        execution.attempts > 0 &&
        // A command that cuts an engine has worked only where the connection says so to which it went.
        (!execution.dangerous || (from !== undefined && execution.sentTo === from)),
    );
    if (reference !== null) return asked.find((execution) => referenceOf(execution) === reference);
    return asked.find(({ state }) => state === 'sent') ?? asked.find(({ state }) => state === 'queued') ?? asked.at(-1);
  }

  /** Writes the move and reports it; false when it is not allowed. */
  async #move(execution: OpenExecution, event: ExecutionEvent, answer = ''): Promise<boolean> {
    const next = executionAfter(execution.state, event);
    if (!next.ok) return false;
    await this.#write(execution, next.value, answer);
    execution.state = next.value;
    execution.awaitsAddress = null;
    if (isFinished(next.value) && next.value !== 'timedOut') this.#forget(execution);
    return true;
  }

  async #write(execution: OpenExecution, state: ExecutionState, answer: string): Promise<void> {
    const now = this.#options.time.now();
    const { id, accountId, code, attempts, sentAt, unitId, deviceId } = execution;
    await this.#options.database.transaction(async (transaction) => {
      await transaction.query(
        'update command_execution set state = $2, attempts = $3, sent_at = $4, finished_at = $5, answer = $6, sealed_text = case when $5::timestamptz is null then sealed_text end, awaits_address = null where id = $1',
        [
          id,
          state,
          attempts,
          sentAt === null ? null : new Date(sentAt),
          isFinished(state) ? new Date(now) : null,
          answer,
        ],
      );
      await transaction.appendEvent(
        eventOf(
          { kind: MOVED[state], data: { name: code, unit_id: unitId, device_id: deviceId, answer } },
          { account_id: accountId, subject_id: id, user_id: null, time: toIso(now) },
        ),
      );
      await noteFailure(transaction, this.#options.directory, execution, state, now);
    });
  }

  #rename(execution: OpenExecution, identifier: string): void {
    this.#forget(execution);
    execution.identifier = identifier;
    this.keep(execution);
  }

  #forget(execution: OpenExecution): void {
    this.#open.delete(execution.id);
    const left = this.#byIdentifier.get(execution.identifier)?.filter((other) => other !== execution) ?? [];
    if (left.length > 0) this.#byIdentifier.set(execution.identifier, left);
    else this.#byIdentifier.delete(execution.identifier);
  }

  /** One after the other; what could not be written is tried again by the next look. */
  #queue<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#work.then(work);
    this.#work = done.catch((error: unknown) => this.#warn(error));
    return done;
  }

  #warn(error: unknown): void {
    this.#options.logger.warn({ error: String(error) }, 'a command could not be moved on; trying again');
  }
}

/** Rules may ask for commands that failed; one that is answered late did not. */
async function noteFailure(
  transaction: Transaction,
  ledger: DetectionLedger,
  { id, unitId }: Pick<OpenExecution, 'id' | 'unitId'>,
  state: ExecutionState,
  now: Instant,
): Promise<void> {
  if (unitId === null || !isFinished(state)) return;
  const isFailure = state === 'refused' || state === 'timedOut' || state === 'expired';
  const found = isFailure ? foundAt('commandFailed', now) : null;
  await recordFactFirings(transaction, ledger, [{ unitId, key: `command ${id}`, found }], now);
}

/** What protocols carry as the number of a command: 32 bits, 0 being none. */
function referenceOf({ id }: Pick<OpenExecution, 'id'>): number {
  return id % 0x1_0000_0000 || 1;
}

/** A device's words as the log keeps them: what the database cannot hold, and what no line shows, becomes a blank. */
function printable(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, COMMAND.answerLength)
    .toWellFormed();
}
