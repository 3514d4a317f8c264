import { can } from '../../../src/domain/access/index.ts';
import { NOTIFICATION, type AccountId } from '../../../src/domain/base/index.ts';
import type { notifications } from '../../../src/domain/notification/index.ts';
import { reachOf } from '../../call/reach.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import type { ChangeOf, TableOf } from '../shared/entity/index.ts';
import { accountOf, conflictAt, sessionOf, type Refused } from '../shared/index.ts';
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
    refuseChange: async (transaction, change, context) =>
      (change.before === null ? await refuseCount(transaction, change.accountId, context, services) : null) ??
      refuseUnits(change, context, services) ??
      refuseCommand(change, context, services) ??
      (await refuseForeign(transaction, change, context, services)),
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

/** Two who add one at the same time wait for each other. */
async function refuseCount(
  transaction: Transaction,
  accountId: AccountId,
  context: CallContext,
  { problems }: NotificationServices,
): Promise<Refused | null> {
  await transaction.query('select id from account where id = $1 for update', [accountId]);
  const [{ count }] = await transaction.query<{ count: number }>(
    'select count(*) as count from notification where account_id = $1',
    [accountId],
  );
  return Number(count) >= NOTIFICATION.perAccount
    ? conflictAt('name', 'server.tooManyNotifications', context, problems, { max: NOTIFICATION.perAccount })
    : null;
}

/** Units that are named anew are ones that the account and the caller see; unknown ones and those of others look the same. */
function refuseUnits(
  { accountId, before, form }: NotificationChange,
  context: CallContext,
  { directory, problems }: NotificationServices,
): Refused | null {
  const reached = reachOf(accountOf(context), { resource: 'units', action: 'r' });
  const accounts = new Set<number>(directory.scopeOf(accountId).filter((id) => reached.includes(id)));
  const isSeen = (unitId: number): boolean =>
    directory.accountOf(unitId) !== 0 && directory.sightOf(accounts, unitId)?.length !== 0;
  const fresh = form.unit_ids.filter((id) => before === null || !before.unit_ids.includes(id));
  return fresh.every(isSeen) ? null : problems.refuseField(context.lang, 'unit_ids', 'server.ruleUnitUnknown');
}

/** Whoever has a command sent by alarms has to be allowed to send it themselves. */
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

/** What belongs to the account, by list; those that were named before may have gone since. */
const OWNED: Readonly<Record<Exclude<Listed, 'unit'>, string>> = {
  alert: 'select id from alert where account_id = $1 and id = any($2::int8[]) for share',
  label: "select id from label where account_id = $1 and kind = 'units' and id = any($2::int8[]) for share",
  user: 'select user_id as id from membership where account_id = $1 and user_id = any($2::int8[])',
  role: 'select id from role where account_id = $1 and id = any($2::int8[]) for share',
  webhook: 'select id from webhook where account_id = $1 and id = any($2::int8[]) for share',
};

async function refuseForeign(
  transaction: Transaction,
  { accountId, before, form }: NotificationChange,
  { lang }: CallContext,
  { problems }: NotificationServices,
): Promise<Refused | null> {
  for (const one of ['alert', 'label', 'user', 'role', 'webhook'] as const) {
    const field = `${one}_ids` as const;
    const fresh = form[field].filter((id) => before === null || !before[field].includes(id));
    if (fresh.length === 0) continue;
    const rows = await transaction.query<{ id: number }>(OWNED[one], [accountId, fresh]);
    const there = new Set(rows.map(({ id }) => id));
    if (!fresh.every((id) => there.has(id))) return problems.refuseField(lang, field, 'validation.oneOf');
  }
  return null;
}
