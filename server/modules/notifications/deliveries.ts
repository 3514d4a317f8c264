import type { CallError, Page, Request } from '../../../src/api/contract/index.ts';
import type { Severity } from '../../../src/domain/alert/index.ts';
import { success, type Result } from '../../../src/domain/base/index.ts';
import {
  alarmSightBy,
  maySeeAlarm,
  type AlarmSight,
  type Delivery,
  type DeliveryAttempt,
  type DeliveryOccasion,
  type DeliveryState,
  type NotificationChannel,
} from '../../../src/domain/notification/index.ts';
import type { CallContext } from '../../call/types.ts';
import { isOwnUnit } from '../../pipeline/index.ts';
import { accountOf, Conditions, escapeLike, readPage, unknownSortColumn } from '../shared/index.ts';
import type { NotificationServices } from './services.ts';

interface Row {
  [column: string]: unknown;
  id: number;
  notification_id: number | null;
  occasion: DeliveryOccasion;
  channel: NotificationChannel;
  state: DeliveryState;
  reason: string;
  deferred: boolean;
  recipient: string;
  alarm_id: number | null;
  alert_name: string | null;
  unit_name: string | null;
  severity: Severity | null;
  own_unit: boolean;
  created_at: Date;
  due_at: Date;
  ended_at: Date | null;
  attempts: DeliveryAttempt[];
}

/** Who got it: a person or a webhook. */
const RECIPIENT = "coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username, w.name, '')";
const OWN_UNIT = isOwnUnit('m.account_id', 'm.unit_id', 'm.at');
/** Alarms `m` that may be read. */
const SEEN: Readonly<Record<AlarmSight, string>> = { none: 'false', own: OWN_UNIT, below: 'true' };
/** The last attempts, oldest first. */
const ATTEMPTS = `coalesce((select jsonb_agg(jsonb_build_object('at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'ok', t.ok, 'answer', t.answer) order by t.id)
  from (select * from notification_attempt where delivery_id = d.id order by id desc limit 20) t), '[]')`;

/** The last attempt failed, or there is none to come. */
const IS_PROBLEM = `(d.state = 'failed' or (d.state in ('waiting', 'handed')
  and (select not t.ok from notification_attempt t where t.delivery_id = d.id order by t.id desc limit 1)))`;

/** A page of the log; of alarms that the caller may not read it says neither what nor where. */
export async function listDeliveries(
  { database, problems }: NotificationServices,
  request: Request<'getDeliveryList'>,
  context: CallContext,
): Promise<Result<Page<Delivery>, CallError>> {
  const { filters } = request;
  const conditions = new Conditions().add((place) => `d.account_id = ${place}`, accountOf(context).accountId);
  for (const column of ['notification_id', 'webhook_id', 'alarm_id', 'state', 'channel'] as const)
    if (filters[column]) conditions.add((place) => `d.${column} = ${place}`, filters[column]);
  if (filters.problems) conditions.add((place) => `(${place}::boolean and ${IS_PROBLEM})`, true);
  const sight = alarmSightBy(accountOf(context).permissions);
  const text = request.search.trim();
  if (text)
    conditions.add(
      (place) =>
        `(${RECIPIENT} ilike ${place} or (${SEEN[sight]} and (m.alert_name ilike ${place} or m.unit_name ilike ${place})))`,
      `%${escapeLike(text)}%`,
    );
  const page = await readPage<Row, Delivery>(
    database,
    { ...request, sort: request.sort || '-created_at' },
    {
      columns: `d.id, d.notification_id, d.occasion, d.channel, d.state, d.reason, d.deferred, ${RECIPIENT} as recipient, d.alarm_id, m.alert_name, m.unit_name, m.severity, ${OWN_UNIT} as own_unit,
        d.created_at, d.due_at, d.ended_at, ${ATTEMPTS} as attempts`,
      from: 'notification_delivery d left join alarm m on m.id = d.alarm_id left join app_user u on u.id = d.user_id left join webhook w on w.id = d.webhook_id',
      conditions,
      sorts: { created_at: 'd.created_at' },
      fallback: 'created_at',
      id: 'd.id desc',
    },
    (row) => deliveryOf(row, sight),
  );
  return page ? success(page) : unknownSortColumn(context, problems);
}

function deliveryOf(row: Row, sight: AlarmSight): Delivery {
  const { id, alert_name, unit_name, severity, own_unit, created_at, due_at, ended_at, ...rest } = row;
  const isSeen = maySeeAlarm(sight, own_unit);
  return {
    ...rest,
    delivery_id: id,
    alert_name: (isSeen ? alert_name : null) ?? '',
    unit_name: (isSeen ? unit_name : null) ?? '',
    severity: isSeen ? severity : null,
    created_at: created_at.toISOString(),
    due_at: due_at.toISOString(),
    ended_at: ended_at?.toISOString() ?? null,
  };
}
