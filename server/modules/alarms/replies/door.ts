import { createHmac, createHash, timingSafeEqual } from 'node:crypto';
import { object, string } from 'yup';
import { ERROR } from '../../../../src/domain/errors/index.ts';
import { REPLY, SECOND, type Instant } from '../../../../src/domain/base/index.ts';
import type { CallContext } from '../../../call/types.ts';
import { ADDRESS_RULE, addressKey, AttemptLimiter, type ReplyCodes } from '../../shared/index.ts';
import { acknowledgeDelivery, type AbsentServices, type AnsweredDelivery } from '../acknowledge.ts';
import { answeredMail, answeredSms } from './answered.ts';
import { readReply } from './words.ts';

interface ReplyServices extends AbsentServices {
  readonly codes: ReplyCodes;
  /** What the SMS gateway signs with, and the mail service signs in with. */
  readonly secret: string;
  readonly logger: { info(details: object, message: string): void };
}

/** What an answer comes with. */
interface Posted {
  readonly remote: string;
  readonly correlationId: string;
  readonly now: Instant;
}
interface PostedSms extends Posted {
  /** As it was signed. */
  readonly body: Buffer;
  /** Of `wayline-signature`. */
  readonly signature: string;
}

/** What comes of it. `ignored`: it is no answer to a message that may be answered by whoever sent it. */
type Outcome = 'acknowledged' | 'already' | 'ignored';
interface DoorAnswer {
  readonly status: number;
  readonly body: { readonly result: Outcome } | { readonly error: string };
}

/** Takes what people answer to messages about alarms. */
interface ReplyDoor {
  /** Refuses a mail service before its body is read; null: it may go on. */
  refuse(authorization: string, remote: string, now: Instant): DoorAnswer | null;
  sms(posted: PostedSms): Promise<DoorAnswer>;
  /** Fields as mail services post them. */
  mail(posted: Posted & { readonly fields: unknown }): Promise<DoorAnswer>;
}

const WRONG: DoorAnswer = { status: 401, body: { error: 'The secret or the signature is wrong' } };
const UNREADABLE: DoorAnswer = { status: 400, body: { error: 'The body is not what is expected' } };
const LATER: DoorAnswer = { status: 429, body: { error: 'Too many wrong attempts' } };

const smsSchema = object({ from: string().max(REPLY.from).required(), text: string().max(REPLY.text).defined() });

export function createReplyDoor(services: ReplyServices): ReplyDoor {
  const { database, codes, secret } = services;
  const wrong = new AttemptLimiter(ADDRESS_RULE);
  /** Counts a wrong attempt; right ones cost nothing. */
  const refused = (remote: string, now: Instant): DoorAnswer =>
    wrong.attempt(addressKey(remote), now) > 0 ? LATER : WRONG;
  return {
    refuse: (authorization, remote, now) => (isSame(passwordOf(authorization), secret) ? null : refused(remote, now)),
    async sms(reply) {
      const at = signedAt(secret, reply);
      if (at === null) return refused(reply.remote, reply.now);
      const posted = jsonOf(reply.body);
      if (!smsSchema.isValidSync(posted, { strict: true })) return UNREADABLE;
      const words = readReply(posted.text);
      if (words === null) return done('ignored');
      return take(services, await answeredSms(database, codes, { from: posted.from, code: words.code, at }), reply);
    },
    async mail(reply) {
      const posted = mailOf(reply.fields);
      if (posted === null) return UNREADABLE;
      const deliveryId = codes.deliveryAt(posted.to);
      if (deliveryId === null || readReply(posted.text) === null) return done('ignored');
      return take(services, await answeredMail(database, { deliveryId, from: posted.from, at: reply.now }), reply);
    },
  };
}

const done = (result: Outcome): DoorAnswer => ({ status: 200, body: { result } });

async function take(
  services: ReplyServices,
  answered: AnsweredDelivery | null,
  { remote, correlationId, now }: Posted,
): Promise<DoorAnswer> {
  if (answered === null) return done('ignored');
  const context: CallContext = { correlationId, remote, userAgent: '', origin: '', lang: 'en', now, session: null };
  const reply = await acknowledgeDelivery(services, answered, context);
  const outcome: Outcome = reply.ok ? 'acknowledged' : reply.error.code === ERROR.conflict ? 'already' : 'ignored';
  services.logger.info(
    { correlationId, via: answered.via, deliveryId: answered.deliveryId, outcome },
    'alarm answered',
  );
  return done(outcome);
}

/** When the message was signed, if it was by the secret and not long ago; else null. */
function signedAt(secret: string, { body, signature, now }: PostedSms): Instant | null {
  const [, seconds, given] = /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(signature) ?? [];
  if (seconds === undefined) return null;
  const at = Number(seconds) * SECOND;
  const own = createHmac('sha256', secret).update(`${seconds}.`).update(body).digest('hex');
  return timingSafeEqual(Buffer.from(own), Buffer.from(given)) && Math.abs(now - at) <= REPLY.signedFor ? at : null;
}

/** The password of `Authorization: Basic`; empty without. */
function passwordOf(authorization: string): string {
  const [, encoded = ''] = /^Basic\s+([\w+/=-]+)$/i.exec(authorization) ?? [];
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  return text.slice(text.indexOf(':') + 1);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (given: string, secret: string): boolean => timingSafeEqual(digest(given), digest(secret));

function jsonOf(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'));
  } catch {
    return null;
  }
}

interface PostedMail {
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

/**
 * Names under which mail services post the parts of a mail, the best first: what is answered alone, and where it
 * arrived.
 */
const FIELDS = {
  from: ['sender', 'from', 'From'],
  to: ['recipient', 'OriginalRecipient', 'envelope', 'to', 'To'],
  text: ['stripped-text', 'StrippedTextReply', 'text', 'body-plain', 'TextBody'],
} as const;

/** Null: a part is missing. */
function mailOf(fields: unknown): PostedMail | null {
  if (typeof fields !== 'object' || fields === null) return null;
  const all = new Map(Object.entries(fields));
  const of = (names: readonly string[]): string =>
    names.map((name) => all.get(name)).find((value): value is string => typeof value === 'string' && value !== '') ??
    '';
  const mail = { from: of(FIELDS.from), to: of(FIELDS.to), text: of(FIELDS.text) };
  return mail.from === '' || mail.to === '' ? null : mail;
}
