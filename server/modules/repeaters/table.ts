import { REPEATER, type AccountId } from '../../../src/domain/base/index.ts';
import type { repeaters, RepeaterProblemCode, RepeaterState } from '../../../src/domain/repeater/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import { reachOf } from '../../call/reach.ts';
import type { CallContext } from '../../call/types.ts';
import type { Repeaters } from '../../repeaters/index.ts';
import type { Transaction } from '../../store/database.types.ts';
import type { ChangeOf, TableOf } from '../shared/entity/index.ts';
import { accountOf, conflictAt, lockAccount, type Refused } from '../shared/index.ts';

export interface RepeaterTableServices {
  readonly directory: Pick<UnitDirectory, 'accountOf' | 'scopeOf' | 'sightOf'>;
  readonly problems: Problems;
  readonly repeaters: Pick<Repeaters, 'refusalOf'>;
}

type RepeaterChange = ChangeOf<typeof repeaters>;
type Listed = 'unit' | 'label';

const idsOf = (one: Listed): string =>
  `coalesce((select array_agg(${one}_id order by ${one}_id) from repeater_${one} where repeater_id = t.id), '{}')`;

const iso = (at: unknown): string | null => (at instanceof Date ? at.toISOString() : null);

/** Repeaters with their units, and how they do. */
export function repeaterTable(services: RepeaterTableServices): TableOf<typeof repeaters> {
  return {
    join: 'left join repeater_state s on s.repeater_id = t.id',
    joined: {
      state:
        "case when t.status = 'active' and a.status = 'active' then coalesce(s.state, 'running') else 'paused' end",
      sent: 'coalesce(s.sent, 0)',
      waiting: 'coalesce(s.waiting, 0)',
      dropped: 'coalesce(s.dropped, 0)',
      refused: 'coalesce(s.refused, 0)',
      lag: 'case when s.waiting_since is not null then greatest(0, extract(epoch from now() - s.waiting_since))::int8 end',
      last_success: 's.last_success',
      last_error: 's.last_error',
      last_error_detail: "coalesce(s.last_error_detail, '')",
      last_error_at: 's.last_error_at',
      next_attempt: 's.next_attempt',
      has_password: 't.password is not null',
    },
    elsewhere: { unit_ids: idsOf('unit'), label_ids: idsOf('label') },
    read: (row) => ({
      state: row.state as RepeaterState,
      sent: Number(row.sent),
      waiting: Number(row.waiting),
      dropped: Number(row.dropped),
      refused: Number(row.refused),
      lag: row.lag === null ? null : Number(row.lag),
      last_success: iso(row.last_success),
      last_error: row.last_error as RepeaterProblemCode | null,
      last_error_detail: String(row.last_error_detail),
      last_error_at: iso(row.last_error_at),
      next_attempt: iso(row.next_attempt),
      has_password: row.has_password === true,
    }),
    sorts: {
      last_success: "coalesce(s.last_success, '-infinity')",
      lag: 'coalesce(extract(epoch from now() - s.waiting_since), -1)',
    },
    refuseChange: async (transaction, change, context) =>
      (change.before === null ? await refuseCount(transaction, change.accountId, context, services) : null) ??
      (await refuseHost(change, context, services)) ??
      refuseUnits(change, context, services) ??
      (await refuseGroups(transaction, change, context, services)),
    async afterWrite(transaction, id, { before, form }) {
      for (const one of ['unit', 'label'] as const) {
        const field = `${one}_ids` as const;
        if (before === null || String(before[field]) !== String(form[field]))
          await put(transaction, id, one, form[field]);
      }
    },
  };
}

async function put(transaction: Transaction, id: number, one: Listed, ids: readonly number[]): Promise<void> {
  await transaction.query(`delete from repeater_${one} where repeater_id = $1`, [id]);
  await transaction.query(
    `insert into repeater_${one} (repeater_id, ${one}_id) select $1, id from unnest($2::int8[]) as i (id) group by id`,
    [id, ids],
  );
}

async function refuseCount(
  transaction: Transaction,
  accountId: AccountId,
  context: CallContext,
  { problems }: RepeaterTableServices,
): Promise<Refused | null> {
  // Two who add one at the same time wait for each other.
  await lockAccount(transaction, accountId);
  const [{ count }] = await transaction.query<{ count: number }>(
    'select count(*) as count from repeater where account_id = $1',
    [accountId],
  );
  return Number(count) >= REPEATER.perAccount
    ? conflictAt('name', 'server.tooManyRepeaters', context, problems, { max: REPEATER.perAccount })
    : null;
}

/** An address to which nothing would ever be sent; where names lead to is looked at when it connects. */
async function refuseHost(
  { before, form }: RepeaterChange,
  { lang }: CallContext,
  { problems, repeaters: engine }: RepeaterTableServices,
): Promise<Refused | null> {
  if (before !== null && before.host === form.host && before.port === form.port) return null;
  const refusal = await engine.refusalOf(form);
  if (refusal === null) return null;
  return problems.refuseField(
    lang,
    'host',
    refusal === 'blocked' ? 'server.repeaterHostBlocked' : 'server.repeaterHostOwn',
  );
}

/** Newly named units are ones that the account and the caller see; unknown ones and those of others look the same. */
function refuseUnits(
  { accountId, before, form }: RepeaterChange,
  context: CallContext,
  services: RepeaterTableServices,
): Refused | null {
  const fresh = form.unit_ids.filter((id) => before === null || !before.unit_ids.includes(id));
  return refuseUnseen(fresh, accountId, context, services);
}

/** Refuses units that the account and the caller do not see. */
export function refuseUnseen(
  unitIds: readonly number[],
  accountId: AccountId,
  context: CallContext,
  { directory, problems }: Pick<RepeaterTableServices, 'directory' | 'problems'>,
): Refused | null {
  const reached = reachOf(accountOf(context), { resource: 'units', action: 'r' });
  const accounts = new Set<number>(directory.scopeOf(accountId).filter((id) => reached.includes(id)));
  const isSeen = (unitId: number): boolean =>
    directory.accountOf(unitId) !== 0 && directory.sightOf(accounts, unitId)?.length !== 0;
  return unitIds.every(isSeen) ? null : problems.refuseField(context.lang, 'unit_ids', 'server.ruleUnitUnknown');
}

async function refuseGroups(
  transaction: Transaction,
  { accountId, before, form }: RepeaterChange,
  { lang }: CallContext,
  { problems }: RepeaterTableServices,
): Promise<Refused | null> {
  const fresh = form.label_ids.filter((id) => before === null || !before.label_ids.includes(id));
  if (fresh.length === 0) return null;
  const rows = await transaction.query<{ id: number }>(
    "select id from label where account_id = $1 and kind = 'units' and id = any($2::int8[]) for share",
    [accountId, fresh],
  );
  return rows.length === new Set(fresh).size ? null : problems.refuseField(lang, 'label_ids', 'validation.oneOf');
}
