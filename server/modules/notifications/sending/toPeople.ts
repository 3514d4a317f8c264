import type { Instant } from '../../../../src/domain/base/index.ts';
import { maySeeAlarm } from '../../../../src/domain/notification/index.ts';
import type { MailBrand, Message } from '../../../channels/index.ts';
import { readMailBrand } from '../../shared/index.ts';
import type { SendingServices } from '../services.ts';
import { sealAcknowledgement } from '../../shared/index.ts';
import type { Claimed } from './claim.ts';
import { handOver, note, skip } from './log.ts';
import { recipientOf, type Recipient } from './people.ts';
import { alarmPath, summaryOf, wordsOf, type Worded } from './wording.ts';
import type { AccountId } from '../../../../src/domain/base/index.ts';

/** Sends what waits for a person by a channel as one message, as far as they may read it by now. */
export async function sendToPerson(
  services: SendingServices,
  claimed: readonly [Claimed, ...Claimed[]],
  now: Instant,
): Promise<void> {
  const { database } = services;
  const [{ accountId, userId }] = claimed;
  const recipient = userId === null ? null : await recipientOf(database, accountId, userId);
  if (recipient === null) return skip(database, idsOf(claimed), 'notMember', now);
  const isRead = ({ alarm }: Claimed): boolean => alarm === null || maySeeAlarm(recipient.sight, alarm.isOwn);
  const unread = claimed.filter((each) => !isRead(each));
  if (unread.length > 0) await skip(database, idsOf(unread), 'mayNotRead', now);
  const [first, ...more] = claimed.filter(isRead);
  if (first) await sendRead(services, [first, ...more], recipient, now);
}

const idsOf = (claimed: readonly Claimed[]): number[] => claimed.map(({ id }) => id);

/** One message: of one delivery, or of several that were deferred. */
async function sendRead(
  services: SendingServices,
  claimed: readonly [Claimed, ...Claimed[]],
  recipient: Recipient,
  now: Instant,
): Promise<void> {
  const { database } = services;
  const [{ accountId, channel }] = claimed;
  const ids = idsOf(claimed);
  const worded = await wordedFor(services, claimed, recipient);
  if (channel === 'push') return sendPush(services, claimed, { recipient, worded }, now);
  const address = channel === 'email' ? recipient.email : recipient.mobile;
  if (address === '') return skip(database, ids, 'noAddress', now);
  const brand = channel === 'email' ? await readMailBrand(database, services.directory, accountId as AccountId) : null;
  await database.transaction(async (transaction) => {
    // Somebody else may have sent it where this lease ran out meanwhile.
    const open = await transaction.query<{ id: number }>(
      "select id from notification_delivery where id = any($1::int8[]) and state = 'waiting' order by id for update",
      [ids],
    );
    if (open.length < ids.length) return;
    const message = messageOf(services, claimed, { recipient, worded, address, brand });
    await handOver(transaction, ids, await services.outbox.put(transaction, message, now));
  });
}

const wordedFor = (services: SendingServices, claimed: readonly Claimed[], reading: Recipient): Promise<Worded> =>
  claimed.length === 1 ? wordsOf(services, claimed[0], reading) : summaryOf(services, claimed, reading);

interface Addressed {
  readonly recipient: Recipient;
  readonly worded: Worded;
  readonly address: string;
  readonly brand: MailBrand | null;
}

function messageOf(
  services: SendingServices,
  claimed: readonly Claimed[],
  { recipient, worded: { title, text }, address, brand }: Addressed,
): Message {
  const { writer, publicUrl } = services;
  const { lang } = recipient;
  const [{ alarm, channel }] = claimed;
  const answer = answerOf(services, claimed, recipient);
  if (channel === 'sms') {
    const lines = [title, text, ...(answer === null ? [] : [answer.words])];
    return writer.sms('alarm', address, lang, { text: lines.join('\n') });
  }
  const mail = writer.mail({
    kind: 'alarm',
    recipient: address,
    lang,
    brand,
    values: { title, text: answer === null ? text : `${text}\n\n${answer.words}` },
    ...(publicUrl !== null && {
      link: `${publicUrl}/app/${claimed.length === 1 && alarm !== null ? alarmPath(alarm.id) : 'alarms'}`,
    }),
  });
  return answer === null ? mail : { ...mail, replyTo: answer.address };
}

/** How a message about one alarm may be answered to acknowledge it; null: it may not. */
function answerOf(
  { replies, problems }: SendingServices,
  claimed: readonly Claimed[],
  { lang, handles, hasProvenMobile }: Recipient,
): { readonly words: string; readonly address: string } | null {
  const [{ id, alarm, channel, occasion }] = claimed;
  if (replies === null || !handles || claimed.length > 1 || alarm === null || occasion === 'resolved') return null;
  if (channel === 'sms') {
    const words = problems.text(lang, 'mail.alarm.answerSms', { code: replies.codeOf(id) });
    return hasProvenMobile ? { words, address: '' } : null;
  }
  const address = replies.addressOf(id);
  return address === null ? null : { words: problems.text(lang, 'mail.alarm.answerMail'), address };
}

interface SubscriptionRow {
  [column: string]: unknown;
  id: number;
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** To every browser that the person is signed in with; one that takes it is enough. */
async function sendPush(
  services: SendingServices,
  claimed: readonly [Claimed, ...Claimed[]],
  { recipient, worded }: { readonly recipient: Recipient; readonly worded: Worded },
  now: Instant,
): Promise<void> {
  const { database, push } = services;
  const rows = await database.query<SubscriptionRow>(
    `select p.id, p.endpoint, p.p256dh, p.auth from push_subscription p join session s on s.id = p.session_id
     where p.user_id = $1 and s.ended_at is null and s.bearer_expires_at > $2 order by p.id`,
    [recipient.userId, new Date(now)],
  );
  if (rows.length === 0) return skip(database, idsOf(claimed), 'noSubscription', now);
  const payload = payloadOf(services, claimed, { recipient, worded }, now);
  const options = { urgent: claimed.some(({ alarm }) => alarm?.severity === 'critical'), topic: `d${claimed[0].id}` };
  const outcomes = await Promise.all(
    rows.map(async (row) => ({ row, outcome: await push.send(row, payload, options) })),
  );
  for (const { row, outcome } of outcomes)
    await (outcome.gone
      ? database.query('delete from push_subscription where id = $1', [row.id])
      : database.query('update push_subscription set used_at = $2, problem = $3 where id = $1', [
          row.id,
          new Date(now),
          outcome.ok ? '' : outcome.answer,
        ]));
  await note(
    database,
    claimed,
    {
      ok: outcomes.some(({ outcome }) => outcome.ok),
      final: outcomes.every(({ outcome }) => outcome.gone),
      answer: outcomes.map(({ row, outcome }) => `${new URL(row.endpoint).host}: ${outcome.answer}`).join('; '),
    },
    now,
  );
}

/** What the service worker shows (public/push.js). */
function payloadOf(
  { problems, messages, sealer }: SendingServices,
  claimed: readonly Claimed[],
  { recipient, worded }: { readonly recipient: Recipient; readonly worded: Worded },
  now: Instant,
): string {
  const { lang, userId, handles } = recipient;
  const [{ alarm, accountId, occasion, id }] = claimed;
  const isOne = claimed.length === 1 && alarm !== null;
  const text = (key: string): string => problems.text(lang, `mail.alarm.${key}`);
  return JSON.stringify({
    ...worded,
    lang: messages.resolve(lang),
    dir: messages.languages.find(({ code }) => code === messages.resolve(lang))?.direction ?? 'ltr',
    tag: isOne ? `alarm-${alarm.id}` : `delivery-${id}`,
    path: isOne ? alarmPath(alarm.id) : 'alarms',
    ...(isOne &&
      handles &&
      occasion !== 'resolved' && {
        acknowledge: {
          token: sealAcknowledgement(sealer, { deliveryId: id, alarmId: alarm.id, accountId, userId }, now),
          title: text('acknowledge'),
          done: text('acknowledged'),
          failed: text('notAcknowledged'),
        },
      }),
  });
}
