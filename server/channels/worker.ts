import { DAY, MINUTE, SECOND, type Instant, type TimeSource } from '../../src/domain/base/index.ts';
import type { Queryable } from '../store/database.types.ts';
import type { Sealer } from '../store/sealing.ts';
import { OUTBOX_COLUMNS, openMessage, type OutboxRow } from './outbox.ts';
import { Undeliverable, type Channel, type StoredMessage } from './types.ts';

/** How often the outbox is looked at. */
const POLL = 2 * SECOND;
const AT_ONCE = 20;
const FIRST_WAIT = MINUTE;
const LONGEST_WAIT = 60 * MINUTE;
/** A code or link that is a day old is of no use to anybody. */
export const GIVE_UP_AFTER = DAY;
const KEEP = 30 * DAY;
const MAXIMUM_PROBLEM = 300;

export interface OutboxWorkerOptions {
  readonly database: Queryable;
  readonly sealer: Sealer;
  readonly channels: readonly Channel[];
  readonly time: TimeSource;
  readonly logger: { info(details: object, message: string): void; warn(details: object, message: string): void };
}

export interface OutboxWorker {
  /** Sends what is due, once; answers how many went out. */
  run(now: Instant): Promise<number>;
  /** Looks again and again until closed. */
  start(): void;
  close(): Promise<void>;
}

/**
 * Sends the outbox. A message whose channel is not set up stays where it is. One that fails is tried
 * again after 1, 2, 4 … 60 minutes, for a day. A crash between sending and noting it sends twice,
 * which is better than not at all.
 */
export function createOutboxWorker({ database, sealer, channels, time, logger }: OutboxWorkerOptions): OutboxWorker {
  const byName = new Map(channels.map((channel) => [channel.name, channel]));
  let timer: NodeJS.Timeout | null = null;
  let work: Promise<unknown> = Promise.resolve();

  const sendOne = async (message: StoredMessage, now: Instant): Promise<boolean> => {
    const problem = await attempt(byName.get(message.channel), message);
    if (problem === null) {
      await database.query(
        'update outbox set sent_at = $2, next_attempt = null, attempts = attempts + 1, problem = null where id = $1',
        [message.id, new Date(now)],
      );
      logger.info({ outboxId: message.id, channel: message.channel }, 'message sent');
      return true;
    }
    const next = problem.final ? null : nextAttempt(message, now);
    await database.query('update outbox set next_attempt = $2, attempts = attempts + 1, problem = $3 where id = $1', [
      message.id,
      next === null ? null : new Date(next),
      problem.text.slice(0, MAXIMUM_PROBLEM),
    ]);
    logger.warn(
      { outboxId: message.id, channel: message.channel, error: problem.text, next },
      next === null ? 'message given up' : 'message could not be sent; trying again',
    );
    return false;
  };
  const run = async (now: Instant): Promise<number> => {
    const rows = await database.query<OutboxRow>(
      `select ${OUTBOX_COLUMNS} from outbox where next_attempt <= $1 and channel = any($2::text[]) order by next_attempt, id limit $3`,
      [new Date(now), [...byName.keys()], AT_ONCE],
    );
    let sent = 0;
    for (const row of rows) if (await sendOne(openMessage(sealer, row), now)) sent++;
    return sent;
  };
  const tick = () => {
    work = run(time.now()).catch((error: unknown) =>
      logger.warn({ error: String(error) }, 'the outbox could not be read; trying again'),
    );
    void work.then(() => {
      if (timer !== null) timer = setTimeout(tick, POLL);
    });
  };
  return {
    run,
    start() {
      if (byName.size > 0) timer = setTimeout(tick, POLL);
    },
    async close() {
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await work;
      for (const channel of channels) channel.close();
    },
  };
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
  const next = now + Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** message.attempts);
  return next > message.createdAt + GIVE_UP_AFTER ? null : next;
}
