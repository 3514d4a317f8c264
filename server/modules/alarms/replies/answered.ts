import { REPLY, toIso, type Instant } from '../../../../src/domain/base/index.ts';
import type { Queryable } from '../../../store/database.types.ts';
import type { ReplyCodes } from '../../shared/index.ts';
import type { AnsweredDelivery } from '../acknowledge.ts';

interface Row {
  [column: string]: unknown;
  id: number;
  alarm_id: number;
  account_id: number;
  user_id: number;
  /** How many alarms its message was about. */
  together: number;
}

const MESSAGES = `select d.id, d.alarm_id, d.account_id, d.user_id, (select count(*)::int4 from notification_delivery w where w.outbox_id = d.outbox_id) as together
  from notification_delivery d join app_user u on u.id = d.user_id join outbox o on o.id = d.outbox_id
  where d.alarm_id is not null and d.occasion not in ('resolved', 'test') and d.state in ('handed', 'sent') and o.created_at > $1 and o.created_at <= $2`;

/**
 * The text message that a person answers from the proven number of theirs: the one with the code, or, without a code,
 * the last that went there before they wrote, answered or not, so that an answer that comes twice reaches no other.
 * Null: none, or the last was about several alarms.
 */
export async function answeredSms(
  database: Queryable,
  codes: ReplyCodes,
  { from, code, at }: { readonly from: string; readonly code: string | null; readonly at: Instant },
): Promise<AnsweredDelivery | null> {
  const digits = digitsOf(from);
  if (digits === '') return null;
  const rows = await database.query<Row>(
    `${MESSAGES} and d.channel = 'sms' and u.mobile_verified_at is not null and regexp_replace(u.mobile, '\\D', '', 'g') = $3
     order by d.outbox_id desc, d.id desc limit ${REPLY.searched}`,
    [toIso(at - REPLY.life), toIso(at), digits],
  );
  const row = code === null ? rows.at(0) : rows.find(({ id }) => codes.codeOf(id) === code);
  return row && row.together === 1 ? answeredOf(row, 'sms') : null;
}

/** The mail that a person answers from the address that it went to; null: it is none that may be answered. */
export async function answeredMail(
  database: Queryable,
  { deliveryId, from, at }: { readonly deliveryId: number; readonly from: string; readonly at: Instant },
): Promise<AnsweredDelivery | null> {
  const [row] = await database.query<Row>(`${MESSAGES} and d.channel = 'email' and d.id = $3 and lower(u.email) = $4`, [
    toIso(at - REPLY.life),
    toIso(at),
    deliveryId,
    addressIn(from),
  ]);
  return row && row.together === 1 ? answeredOf(row, 'email') : null;
}

const answeredOf = (row: Row, via: 'sms' | 'email'): AnsweredDelivery => ({
  deliveryId: row.id,
  alarmId: row.alarm_id,
  accountId: row.account_id,
  userId: row.user_id,
  via,
});

/** A number as it is compared: gateways write +49…, 0049… or 49…. */
const digitsOf = (number: string): string => number.replace(/\D/g, '').replace(/^00/, '');

/** The address in "Name <name@host>". */
const addressIn = (from: string): string => (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim().toLowerCase();
