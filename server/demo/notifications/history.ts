import { MINUTE, SECOND, toIso, type Instant, type PersonalChannel } from '../../../src/domain/base/index.ts';
import { commandTemplate, fillTemplate, initialValues } from '../../../src/domain/command/index.ts';
import { protocolOfModel } from '../../../src/domain/device/index.ts';
import { eventOf } from '../../../src/domain/events/index.ts';
import type { DeliveryOccasion, NotificationChannel } from '../../../src/domain/notification/index.ts';
import type { Severity } from '../../../src/domain/alert/index.ts';
import type { Transaction } from '../../store/database.types.ts';
import { chance, hash } from '../random.ts';
import { MARK } from '../scribe.ts';
import { DEMO_NOTIFICATIONS } from './forms.ts';

/** Writes what is to be sent of what happened to an alarm, as the product does it. */
export type Announce = (
  transaction: Transaction,
  announcement: {
    readonly row: AnnouncedRow;
    readonly sequence: number;
    readonly occasion: DeliveryOccasion;
    readonly target: {
      readonly userId: number | null;
      readonly roleId: number | null;
      readonly channels: readonly PersonalChannel[];
    } | null;
    readonly by: number | null;
    readonly now: Instant;
  },
) => Promise<void>;

interface AnnouncedRow {
  [column: string]: unknown;
  id: number;
  account_id: number;
  alert_id: number | null;
  unit_id: number;
  severity: Severity;
  at: Date;
  time: Date;
  sequence: number;
  kind: string;
  user_id: number | null;
  to_user: number | null;
  to_role: number | null;
  channels: PersonalChannel[] | null;
}

const OCCASIONS: Readonly<Record<string, DeliveryOccasion>> = {
  alarmRaised: 'raised',
  alarmReopened: 'reopened',
  alarmEscalated: 'escalated',
  alarmAssigned: 'assigned',
  alarmResolved: 'resolved',
};

/** Announces what happened to the demo's alarms as the product would have then, and notes how that went. */
export async function addHistory(transaction: Transaction, announce: Announce, now: Instant): Promise<void> {
  const rows = await transaction.query<AnnouncedRow>(
    `select m.id, m.account_id, m.alert_id, m.unit_id, m.severity, m.at, e.time, e.kind, e.user_id,
       row_number() over (partition by m.id order by e.sequence)::int4 as sequence,
       (e.data ->> 'to_user_id')::int8 as to_user, (e.data ->> 'to_role_id')::int8 as to_role, e.data -> 'channels' as channels
     from event e join alarm m on m.id = e.subject_id and m.account_id = e.account_id join account a on a.id = m.account_id
     where e.subject_type = 'alarm' and e.kind = any($1::text[]) and a.settings ->> '${MARK}' is not null and e.time < $2
       and not (e.kind = 'alarmReopened' and e.data ->> 'cause' = 'byHand')
     order by e.time, e.sequence`,
    [Object.keys(OCCASIONS), toIso(now)],
  );
  for (const row of rows) {
    const { kind, time, sequence, user_id: by, to_user: userId, to_role: roleId } = row;
    const channels = row.channels ?? [];
    const isForSomebody = userId !== null || roleId !== null || channels.length > 0;
    const target = isForSomebody ? { userId, roleId, channels } : null;
    await announce(transaction, { row, sequence, occasion: OCCASIONS[kind], target, by, now: time.getTime() });
  }
  await send(transaction, now);
  await switchOff(transaction, now);
}

interface SentRow {
  [column: string]: unknown;
  id: number;
  channel: NotificationChannel;
  due_at: Date;
  models: string[];
}

interface Outcome {
  readonly state: 'sent' | 'failed';
  readonly attempts: readonly { readonly after: number; readonly ok: boolean; readonly answer: string }[];
}

const once = (after: number, answer: string): Outcome => ({ state: 'sent', attempts: [{ after, ok: true, answer }] });

/** How a message fared: nearly all arrive immediately, some only when they are tried again. */
function outcomeOf({ id, channel, models }: SentRow): Outcome {
  const after = SECOND * (1 + (hash(id, 1) % 4));
  const isHard = chance(id, 2) < 0.05;
  switch (channel) {
    case 'push':
      return once(after, 'fcm.googleapis.com: HTTP 201');
    case 'email':
      return isHard ? again(after, MINUTE, '450 4.7.1 Greylisted, please try again later', '') : once(after, '');
    case 'sms':
      return isHard ? again(after, MINUTE, 'The SMS gateway answered HTTP 503.', '') : once(after, '');
    case 'webhook':
      return {
        state: 'failed',
        attempts: [0, 0.5, 2.5, 10.5, 42.5, 102.5, 162.5, 222.5].map((minutes) => ({
          after: after + minutes * MINUTE,
          ok: false,
          answer: 'HTTP 410 This address has moved',
        })),
      };
    case 'command': {
      const text = models.map(locateText).find((each) => each !== null) ?? null;
      return text === null
        ? { state: 'failed', attempts: [{ after, ok: false, answer: 'noDevice' }] }
        : once(after, text);
    }
  }
}

const again = (after: number, wait: number, problem: string, answer: string): Outcome => ({
  state: 'sent',
  attempts: [
    { after, ok: false, answer: problem },
    { after: after + wait, ok: true, answer },
  ],
});

function locateText(model: string): string | null {
  const protocol = protocolOfModel(model);
  const template = protocol === null ? undefined : commandTemplate(protocol, 'locate');
  const filled = template && fillTemplate(template, initialValues(template));
  return filled?.ok ? filled.value : null;
}

/** Deliveries that were due are over; those deferred beyond now go out by themselves. */
async function send(transaction: Transaction, now: Instant): Promise<void> {
  const rows = await transaction.query<SentRow>(
    `select d.id, d.channel, d.due_at, coalesce((select array_agg(v.device_model order by v.id) from unit_device ud join device v on v.id = ud.device_id where ud.unit_id = m.unit_id), '{}') as models
     from notification_delivery d join alarm m on m.id = d.alarm_id join account a on a.id = d.account_id
     where d.state = 'waiting' and d.due_at <= $1 and a.settings ->> '${MARK}' is not null order by d.id`,
    [toIso(now)],
  );
  const outcomes = rows.map((row) => ({ row, outcome: outcomeOf(row) }));
  const attempts = outcomes.flatMap(({ row, outcome }) =>
    outcome.attempts
      .map(({ after, ok, answer }) => ({ delivery_id: row.id, at: row.due_at.getTime() + after, ok, answer }))
      .filter(({ at }) => at < now),
  );
  await transaction.query(
    `insert into notification_attempt (delivery_id, at, ok, answer)
     select delivery_id, at, ok, answer from jsonb_to_recordset($1) as t (delivery_id int8, at timestamptz, ok boolean, answer text) order by at`,
    [JSON.stringify(attempts.map((attempt) => ({ ...attempt, at: toIso(attempt.at) })))],
  );
  await transaction.query(
    `update notification_delivery d set state = o.state, attempts = o.attempts, reason = o.reason, ended_at = o.ended_at, lead_id = d.id
     from jsonb_to_recordset($1) as o (id int8, state text, attempts int4, reason text, ended_at timestamptz) where d.id = o.id`,
    [
      JSON.stringify(
        outcomes.map(({ row, outcome: { state, attempts: all } }) => ({
          id: row.id,
          state,
          attempts: all.length,
          reason: state === 'failed' ? (all.at(-1)?.answer ?? '') : '',
          ended_at: toIso(Math.min(now, row.due_at.getTime() + (all.at(-1)?.after ?? 0))),
        })),
      ),
    ],
  );
}

/** Those that do not work are switched off by who made them, an hour ago. */
async function switchOff(transaction: Transaction, now: Instant): Promise<void> {
  const at = toIso(now - 60 * MINUTE);
  for (const { company, form } of DEMO_NOTIFICATIONS) {
    const { name, status = 'active' } = form;
    if (status === 'active') continue;
    const rows = await transaction.query<{ id: number; account_id: number; saved_by: number }>(
      `update notification n set status = $3 from account a
       where a.id = n.account_id and a.settings ->> '${MARK}' = $1 and n.name = $2 returning n.id, n.account_id, n.saved_by`,
      [company, name, status],
    );
    for (const { id, account_id, saved_by } of rows)
      await transaction.appendEvent(
        eventOf(
          { kind: 'notificationStatusChanged', data: { name, before: { status: 'active' }, after: { status } } },
          { account_id, subject_id: id, user_id: saved_by, time: at },
        ),
      );
  }
}
