import { can } from '../../../src/domain/access/index.ts';
import { NOTIFICATION } from '../../../src/domain/base/index.ts';
import type { notifications } from '../../../src/domain/notification/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import type { ChangeOf, TableOf } from '../shared/entity/index.ts';
import { accountOf, addedIds, refuseForeign, refuseUnseenUnits, sessionOf, type Refused } from '../shared/index.ts';
import { outcomeOf, readOutcome } from './outcome.ts';

interface NotificationServices {
  readonly directory: Pick<UnitDirectory, 'accountOf' | 'scopeOf' | 'sightOf'>;
  readonly problems: Problems;
}

type NotificationChange = ChangeOf<typeof notifications>;

/** Lists of a notification that are tables of their own. */
const LISTS = ['alert', 'unit', 'label', 'user', 'role', 'webhook'] as const;
type Listed = (typeof LISTS)[number];

const idsOf = (one: Listed): string =>
  `coalesce((select array_agg(${one}_id order by ${one}_id) from notification_${one} where notification_id = t.id), '{}')`;

const { joined, sorts } = outcomeOf('notification_id');

/** Notifications with what they are about and whom they reach. */
export function notificationTable(services: NotificationServices): TableOf<typeof notifications> {
  return {
    joined,
    elsewhere: {
      alert_ids: idsOf('alert'),
      unit_ids: idsOf('unit'),
      label_ids: idsOf('label'),
      user_ids: idsOf('user'),
      role_ids: idsOf('role'),
      webhook_ids: idsOf('webhook'),
    },
    read: readOutcome,
    sorts,
    filters: {
      alert_id: (value) =>
        `exists (select from alert l where l.id = ${value} and l.account_id = t.account_id
           and (t.all_alerts or exists (select from notification_alert where notification_id = t.id and alert_id = l.id)))`,
      webhook_id: (value) =>
        `exists (select from notification_webhook where notification_id = t.id and webhook_id = ${value})`,
    },
    perAccount: { max: NOTIFICATION.perAccount, refusal: 'server.tooManyNotifications' },
    refuseChange: async (transaction, change, context) =>
      refuseUnseenUnits(
        addedIds(change.before?.unit_ids, change.form.unit_ids),
        'unit_ids',
        change.accountId,
        context,
        services,
      ) ??
      refuseCommand(change, context, services) ??
      (await refuseOthers(transaction, change, context, services)),
    columns: (_, context) => ({ saved_by: sessionOf(context).userId }),
    async afterWrite(transaction, id, { before, form }) {
      for (const one of LISTS) {
        const field = `${one}_ids` as const;
        if (before === null || String(before[field]) !== String(form[field]))
          await put(transaction, id, one, form[field]);
      }
    },
  };
}

async function put(transaction: Transaction, id: number, one: Listed, ids: readonly number[]): Promise<void> {
  await transaction.query(`delete from notification_${one} where notification_id = $1`, [id]);
  await transaction.query(
    `insert into notification_${one} (notification_id, ${one}_id) select $1, id from unnest($2::int8[]) as i (id) group by id`,
    [id, ids],
  );
}

/** A person has to be allowed to send the command that they let alarms send. */
function refuseCommand(
  { before, form }: NotificationChange,
  context: CallContext,
  { problems }: NotificationServices,
): Refused | null {
  if (!form.channels.includes('command')) return null;
  const isSame = before !== null && before.channels.includes('command') && before.command_code === form.command_code;
  return isSame || can(accountOf(context).permissions, { resource: 'units', action: 'ec' })
    ? null
    : problems.refuseField(context.lang, 'channels', 'server.notificationCommand');
}

/** What belongs to the account, by list. */
const OWNED = { alert: 'alert', label: 'unitGroup', user: 'user', role: 'role', webhook: 'webhook' } as const;

async function refuseOthers(
  transaction: Transaction,
  { accountId, before, form }: NotificationChange,
  context: CallContext,
  { problems }: NotificationServices,
): Promise<Refused | null> {
  for (const one of ['alert', 'label', 'user', 'role', 'webhook'] as const) {
    const field = `${one}_ids` as const;
    const named = { kind: OWNED[one], ids: addedIds(before?.[field], form[field]), accounts: [accountId], field };
    const refused = await refuseForeign(transaction, named, context, problems);
    if (refused) return refused;
  }
  return null;
}
