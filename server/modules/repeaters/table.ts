import { REPEATER } from '../../../src/domain/base/index.ts';
import type { repeaters, RepeaterProblemCode, RepeaterState } from '../../../src/domain/repeater/index.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { CallContext } from '../../call/types.ts';
import type { Repeaters } from '../../repeaters/index.ts';
import type { Transaction } from '../../store/database.types.ts';
import type { ChangeOf, TableOf } from '../shared/entity/index.ts';
import { addedIds, refuseForeign, refuseUnseenUnits, type Refused } from '../shared/index.ts';

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
    perAccount: { max: REPEATER.perAccount, refusal: 'server.tooManyRepeaters' },
    refuseChange: async (transaction, change, context) =>
      (await refuseHost(change, context, services)) ?? (await refuseUnits(transaction, change, context, services)),
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

async function refuseUnits(
  transaction: Transaction,
  { accountId, before, form }: RepeaterChange,
  context: CallContext,
  services: RepeaterTableServices,
): Promise<Refused | null> {
  const units = addedIds(before?.unit_ids, form.unit_ids);
  const groups = addedIds(before?.label_ids, form.label_ids);
  return (
    refuseUnseenUnits(units, 'unit_ids', accountId, context, services) ??
    (await refuseForeign(
      transaction,
      { kind: 'unitGroup', ids: groups, accounts: [accountId], field: 'label_ids' },
      context,
      services.problems,
    ))
  );
}
