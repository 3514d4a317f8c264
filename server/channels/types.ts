import type { Instant } from '../../src/domain/base/index.ts';
import type { Queryable, Transaction } from '../store/database.types.ts';

export type ChannelName = 'email' | 'sms';

/** A message as a person gets it. `html` is for mail readers that show it; never instead of the text. */
export interface Message {
  readonly channel: ChannelName;
  readonly recipient: string;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Where answers to a mail go; left out: to its sender. */
  readonly replyTo?: string;
  /** A PNG that the HTML shows as `cid:logo`; it travels with the mail, so that reading one loads nothing. */
  readonly logo?: Buffer;
}

/** A message of the outbox, opened. */
export interface StoredMessage extends Message {
  readonly id: number;
  readonly createdAt: Instant;
  readonly attempts: number;
  readonly sentAt: Instant | null;
  readonly problem: string;
}

export interface OutboxQuery {
  readonly recipient: string;
  readonly unsentOnly: boolean;
  readonly search: string;
  readonly page: number;
  readonly limit: number;
}

/**
 * Messages on their way. They are put in by the transaction of the act that causes them: no invitation
 * without its mail, and no mail of something that did not happen.
 */
export interface Outbox {
  put(transaction: Transaction, message: Message, now: Instant): Promise<number>;
  /** Newest first. */
  list(database: Queryable, query: OutboxQuery): Promise<{ rows: StoredMessage[]; total: number }>;
}

/** One way out. Rejects with {@link Undeliverable} when trying again is no use, else with anything. */
export interface Channel {
  readonly name: ChannelName;
  send(message: Message): Promise<void>;
  close(): void;
}

/** The other side refused the message for good: no such mailbox, no such number. */
export class Undeliverable extends Error {
  override readonly name = 'Undeliverable';
}
