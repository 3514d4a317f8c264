import { DEFAULT_SETTINGS } from '../../../src/domain/account/index.ts';
import { DAY, SERVICE, toIso, type AccountId } from '../../../src/domain/base/index.ts';
import type { ServiceState, serviceReminders } from '../../../src/domain/maintenance/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import type { TableOf } from '../shared/entity/index.ts';
import { refuseUnseenUnits, type Refused } from '../shared/index.ts';
import type { MaintenanceServices } from './services.ts';
import { measure } from './remaining.ts';

const numberOrNull = (value: unknown): number | null => (value === null ? null : Number(value));

/** The gravest last, so that a list that is sorted by it goes from good to bad. */
const RANK = "array_position(array['paused', 'ok', 'soon', 'due', 'overdue'], t.state)";

/** Maintenance reminders with how they stand, which is looked at with every change and by the clock. */
export function serviceTable(services: MaintenanceServices): TableOf<typeof serviceReminders> {
  return {
    join: 'left join unit v on v.id = t.unit_id',
    joined: {
      unit_name: "coalesce(v.name, '')",
      state: 't.state',
      left_km: 't.left_km',
      left_hours: 't.left_hours',
      left_days: 't.left_days',
      due_on: 't.due_on',
      done_count: 't.done_count',
      currency: "coalesce(a.currency, '')",
    },
    sorts: { unit_name: 'lower(v.name)', state: RANK },
    searched: ['v.name', 't.work::text'],
    filters: { state: (value) => `t.state = ${value}`, unit_id: (value) => `t.unit_id = ${value}` },
    /** Of a unit that its account does not see any more nothing is shown but the reminder. */
    read({ account_id, unit_id, unit_name, state, left_km, left_hours, left_days, due_on, done_count, currency }) {
      const isSeen = unit_id === null || isSeenBy(services, account_id, unit_id);
      return {
        unit_name: isSeen ? String(unit_name) : '',
        state: state as ServiceState,
        left_km: isSeen ? numberOrNull(left_km) : null,
        left_hours: isSeen ? numberOrNull(left_hours) : null,
        left_days: numberOrNull(left_days),
        due_on: due_on === null ? null : String(due_on),
        done_count: Number(done_count),
        currency: String(currency),
      };
    },
    perAccount: { max: SERVICE.perAccount, refusal: 'server.tooManyServices' },
    refuseChange: async (_, { before, form, accountId }, context) =>
      (before?.last_on === form.last_on ? null : refuseDay(form.last_on, context, services)) ??
      refuseUnseenUnits(
        form.unit_id === null || form.unit_id === before?.unit_id ? [] : [form.unit_id],
        'unit_id',
        accountId,
        context,
        services,
      ),
    async afterWrite(transaction, id, { before, form }, context) {
      const isOther = before === null || before.last_on !== form.last_on || before.unit_id !== form.unit_id;
      if (isOther) await countFrom(transaction, id, form.last_on, context);
      await measure(transaction, [id], context.now);
    },
  };
}

function isSeenBy({ directory }: MaintenanceServices, accountId: AccountId, unitId: number): boolean {
  return directory.sightOf(new Set<number>(directory.scopeOf(accountId)), unitId)?.length !== 0;
}

/** Counts from the day of the last service, or from now on. */
async function countFrom(
  transaction: Transaction,
  id: number,
  lastOn: string | null,
  context: CallContext,
): Promise<void> {
  await transaction.query(
    `update service_reminder t
     set counts_from = coalesce($2::date::timestamp at time zone coalesce(a.settings ->> 'timezone', $4), $3::timestamptz),
         days_from = null, carried_km = 0, carried_hours = 0, hours_seen = null, hours_counted = 0
     from account a where a.id = t.account_id and t.id = $1`,
    [id, lastOn, toIso(context.now), DEFAULT_SETTINGS.timezone],
  );
}

/** The last service was not done tomorrow, wherever that is. */
function refuseDay(lastOn: string | null, context: CallContext, { problems }: MaintenanceServices): Refused | null {
  return lastOn !== null && Date.parse(lastOn) > context.now + DAY
    ? problems.refuseField(context.lang, 'last_on', 'validation.service.future')
    : null;
}
