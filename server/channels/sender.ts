import { DAY, failure, HOUR, MINUTE, success, type Instant, type Result } from '../../src/domain/base/index.ts';
import type { JobProblem } from '../jobs/index.ts';
import type { Queryable } from '../store/database.types.ts';
import type { Sealer } from '../store/sealing.ts';
import { OUTBOX_COLUMNS, openMessage, type OutboxRow } from './outbox.ts';
import { Undeliverable, type Channel, type StoredMessage } from './types.ts';

/** A code or link that is a day old is of no use to anybody. */
const GIVE_UP_AFTER = DAY;
const KEEP = 30 * DAY;
const MAXIMUM_PROBLEM = 300;

export interface SenderOptions {
  readonly database: Queryable;
  readonly sealer: Sealer;
  readonly channels: readonly Channel[];
  readonly logger: { info(details: object, message: string): void; warn(details: object, message: string): void };
}

/** Sends one message of the outbox. */
export interface Sender {
  send(outboxId: number, now: Instant): Promise<Result<Record<string, never>, JobProblem>>;
  close(): void;
}

/**
 * Sends messages of the outbox, once each: one that has gone out, was given up or is no longer there is done. One that
 * fails is to be tried again (the job kinds `sendEmail` and `sendSms` say when), for a day. A crash between sending and
 * noting it sends twice, which is better than not at all.
 */
export function createSender({ database, sealer, channels, logger }: SenderOptions): Sender {
  const byName = new Map(channels.map((channel) => [channel.name, channel]));
  return {
    async send(outboxId, now) {
      const [row] = await database.query<OutboxRow>(
        `select ${OUTBOX_COLUMNS} from outbox where id = $1 and next_attempt is not null`,
        [outboxId],
      );
      if (!row) return success({});
      const message = openMessage(sealer, row);
      const problem = await attempt(byName.get(message.channel), message);
      if (problem === null) {
        await noteSent(database, message, now);
        await noteDelivery(database, outboxId, { ok: true, answer: '', final: true }, now);
        logger.info({ outboxId, channel: message.channel }, 'message sent');
        return success({});
      }
      const next = problem.final ? null : nextAttempt(message, now);
      await noteProblem(database, message, problem.text, next);
      await noteDelivery(database, outboxId, { ok: false, answer: problem.text, final: next === null }, now);
      logger.warn(
        { outboxId, channel: message.channel, error: problem.text, next },
        next === null ? 'message given up' : 'message could not be sent; trying again',
      );
      return failure({ code: problem.final ? 'undeliverable' : 'expired', retry: next !== null });
    },
    close() {
      for (const channel of channels) channel.close();
    },
  };
}

async function noteSent(database: Queryable, { id }: StoredMessage, now: Instant): Promise<void> {
  await database.query(
    'update outbox set sent_at = $2, next_attempt = null, attempts = attempts + 1, problem = null where id = $1',
    [id, new Date(now)],
  );
}

async function noteProblem(
  database: Queryable,
  { id }: StoredMessage,
  problem: string,
  next: Instant | null,
): Promise<void> {
  await database.query('update outbox set next_attempt = $2, attempts = attempts + 1, problem = $3 where id = $1', [
    id,
    next === null ? null : new Date(next),
    problem.slice(0, MAXIMUM_PROBLEM),
  ]);
}

/** Records the attempt with the notification that the message is about, if it is about one. */
async function noteDelivery(
  database: Queryable,
  outboxId: number,
  { ok, answer, final }: { readonly ok: boolean; readonly answer: string; readonly final: boolean },
  now: Instant,
): Promise<void> {
  await database.query(
    `with attempted as (
       update notification_delivery set attempts = attempts + 1, reason = $3,
         state = case when $2 then 'sent' when $4 then 'failed' else state end, ended_at = case when $4 then $5::timestamptz end
       where outbox_id = $1 returning id)
     insert into notification_attempt (delivery_id, at, ok, answer) select id, $5, $2, $3 from attempted`,
    [outboxId, ok, answer.slice(0, MAXIMUM_PROBLEM), final, new Date(now)],
  );
}

/** Removes messages that are of no use any more. */
export async function purgeOutbox(database: Queryable, now: Instant): Promise<void> {
  await database.query('delete from outbox where created_at < $1', [new Date(now - KEEP)]);
}

interface SendProblem {
  readonly text: string;
  readonly final: boolean;
}

async function attempt(channel: Channel | undefined, message: StoredMessage): Promise<SendProblem | null> {
  if (!channel) return { text: 'This channel is not set up.', final: true };
  if (message.text === '') return { text: message.problem, final: true };
  try {
    await channel.send(message);
    return null;
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), final: error instanceof Undeliverable };
  }
}

/** When to try again, or null: it is too old. */
function nextAttempt(message: StoredMessage, now: Instant): Instant | null {
  const next = now + Math.min(HOUR, MINUTE * 2 ** message.attempts);
  return next > message.createdAt + GIVE_UP_AFTER ? null : next;
}
