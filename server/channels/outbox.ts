import type { Instant } from '../../src/domain/base/index.ts';
import { addJob } from '../jobs/index.ts';
import type { Database, Queryable, Transaction } from '../store/database.types.ts';
import type { Sealer } from '../store/sealing.ts';
import type { ChannelName, Message, Outbox, OutboxQuery, StoredMessage } from './types.ts';

export interface OutboxRow {
  id: number;
  channel: ChannelName;
  recipient: string;
  subject: string;
  body: string;
  created_at: Date;
  attempts: number;
  sent_at: Date | null;
  problem: string | null;
}

export const OUTBOX_COLUMNS = 'id, channel, recipient, subject, body, created_at, attempts, sent_at, problem';

const SENDING = { email: 'sendEmail', sms: 'sendSms' } as const;

/** Has the message sent; its job knows no more of it than its number. */
async function addSending(transaction: Transaction, channel: ChannelName, id: number, now: Instant): Promise<void> {
  await addJob(transaction, SENDING[channel], { outbox_id: id }, { now, dedupeKey: `outbox ${id}` });
}

/**
 * The outbox table; bodies hold codes and links, so they are sealed. Messages go out by the channels that are set up;
 * the others stay where they are.
 */
export function createOutbox(sealer: Sealer, channels: readonly ChannelName[]): Outbox {
  return {
    async put(transaction, message, now) {
      const id = await transaction.nextId('outbox');
      await transaction.query(
        'insert into outbox (id, channel, recipient, subject, body, created_at, next_attempt) values ($1, $2, $3, $4, $5, $6, $6)',
        [id, message.channel, message.recipient, message.subject, sealBody(sealer, message), new Date(now)],
      );
      if (channels.includes(message.channel)) await addSending(transaction, message.channel, id, now);
      return id;
    },
    list: (database, query) => listMessages(database, sealer, query),
  };
}

/** Has the messages sent that wait without a job: of a backup, or put in before their channel was set up. */
export async function sendWaiting(database: Database, channels: readonly ChannelName[], now: Instant): Promise<void> {
  await database.transaction(async (transaction) => {
    const rows = await transaction.query<{ id: number; channel: ChannelName }>(
      `select id, channel from outbox where next_attempt is not null and channel = any($1::text[])
          and not exists (select from job where dedupe_key = 'outbox ' || outbox.id and state in ('queued', 'running')) order by id`,
      [channels],
    );
    for (const { id, channel } of rows) await addSending(transaction, channel, id, now);
  });
}

async function listMessages(
  database: Queryable,
  sealer: Sealer,
  query: OutboxQuery,
): Promise<{ rows: StoredMessage[]; total: number }> {
  const where = `where ($1 = '' or lower(recipient) = lower($1)) and (not $2::boolean or sent_at is null)
    and ($3 = '' or position(lower($3) in lower(recipient || ' ' || subject)) > 0)`;
  const parameters = [query.recipient, query.unsentOnly, query.search];
  const rows = await database.query<OutboxRow>(
    `select ${OUTBOX_COLUMNS} from outbox ${where} order by id desc limit $4 offset $5`,
    [...parameters, query.limit, (query.page - 1) * query.limit],
  );
  const [count] = await database.query<{ total: number }>(`select count(*) as total from outbox ${where}`, parameters);
  return { rows: rows.map((row) => openMessage(sealer, row)), total: count?.total ?? 0 };
}

function sealBody(sealer: Sealer, { text, html, replyTo, logo }: Message): string {
  return sealer.seal(JSON.stringify({ text, html, replyTo, ...(logo && { logo: logo.toString('base64') }) }));
}

/** The message as it was put in. One that was sealed under a lost key has no text any more, and says so. */
export function openMessage(sealer: Sealer, row: OutboxRow): StoredMessage {
  const opened = sealer.open(row.body);
  const { text, html, replyTo, logo } =
    opened === null
      ? { text: '', html: '', replyTo: undefined }
      : (JSON.parse(opened) as Pick<Message, 'text' | 'html' | 'replyTo'> & { logo?: string });
  return {
    id: row.id,
    channel: row.channel,
    recipient: row.recipient,
    subject: row.subject,
    text,
    html,
    ...(replyTo !== undefined && { replyTo }),
    ...(logo !== undefined && { logo: Buffer.from(logo, 'base64') }),
    createdAt: toInstant(row.created_at),
    attempts: row.attempts,
    sentAt: row.sent_at === null ? null : toInstant(row.sent_at),
    problem: opened === null ? 'The text was sealed under another key and cannot be read.' : (row.problem ?? ''),
  };
}

function toInstant(date: Date): Instant {
  return new Date(date).getTime();
}
