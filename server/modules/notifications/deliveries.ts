import type { CallError, Page, Request } from '../../../src/api/contract/index.ts';
import type { Severity } from '../../../src/domain/alert/index.ts';
import { success, type Result } from '../../../src/domain/base/index.ts';
import type {
  Delivery,
  DeliveryAttempt,
  DeliveryOccasion,
  DeliveryState,
  NotificationChannel,
} from '../../../src/domain/notification/index.ts';
import type { CallContext } from '../../call/types.ts';
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
  created_at: Date;
  due_at: Date;
  ended_at: Date | null;
  attempts: DeliveryAttempt[];
}

const PERSON = "coalesce(nullif(trim(u.first_name || ' ' || u.last_name), ''), u.username, '')";
/** The last attempts, oldest first. */
const ATTEMPTS = `coalesce((select jsonb_agg(jsonb_build_object('at', to_char(t.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'ok', t.ok, 'answer', t.answer) order by t.id)
  from (select * from notification_attempt where delivery_id = d.id order by id desc limit 20) t), '[]')`;

/** A page of the log. */
export async function listDeliveries(
  { database, problems }: NotificationServices,
  request: Request<'getDeliveryList'>,
  context: CallContext,
): Promise<Result<Page<Delivery>, CallError>> {
  const { filters } = request;
  const conditions = new Conditions().add((place) => `d.account_id = ${place}`, accountOf(context).accountId);
  for (const column of ['notification_id', 'alarm_id', 'state', 'channel'] as const)
    if (filters[column]) conditions.add((place) => `d.${column} = ${place}`, filters[column]);
  const text = request.search.trim();
  if (text)
    conditions.add(
      (place) => `(${PERSON} ilike ${place} or m.alert_name ilike ${place} or m.unit_name ilike ${place})`,
      `%${escapeLike(text)}%`,
    );
  const page = await readPage<Row, Delivery>(
    database,
    { ...request, sort: request.sort || '-created_at' },
    {
      columns: `d.id, d.notification_id, d.occasion, d.channel, d.state, d.reason, d.deferred, ${PERSON} as recipient, d.alarm_id, m.alert_name, m.unit_name, m.severity,
        d.created_at, d.due_at, d.ended_at, ${ATTEMPTS} as attempts`,
      from: 'notification_delivery d left join alarm m on m.id = d.alarm_id left join app_user u on u.id = d.user_id',
      conditions,
      sorts: { created_at: 'd.created_at' },
      fallback: 'created_at',
      id: 'd.id desc',
    },
    deliveryOf,
  );
  return page ? success(page) : unknownSortColumn(context, problems);
}

const deliveryOf = ({ id, alert_name, unit_name, created_at, due_at, ended_at, ...row }: Row): Delivery => ({
  ...row,
  delivery_id: id,
  alert_name: alert_name ?? '',
  unit_name: unit_name ?? '',
  created_at: created_at.toISOString(),
  due_at: due_at.toISOString(),
  ended_at: ended_at?.toISOString() ?? null,
});
