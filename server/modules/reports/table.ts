import { REPORT, toIso } from '../../../src/domain/base/index.ts';
import type { GenerationState, reports } from '../../../src/domain/report/index.ts';
import { reachOf } from '../../call/reach.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import type { ChangeOf, TableOf } from '../shared/entity/index.ts';
import { accountOf, conflictAt, lockAccount, type Refused } from '../shared/index.ts';
import { STATE } from './generationRow.ts';

interface ReportTableServices {
  readonly directory: Pick<UnitDirectory, 'accountOf' | 'scopeOf' | 'sightOf'>;
  readonly problems: Problems;
}

/** Reports with how their last generation did. */
export function reportTable(services: ReportTableServices): TableOf<typeof reports> {
  return {
    join: `left join lateral (select ${STATE} as state, g.created_at as generated_at from report_generation g left join job j on j.id = g.job_id
      where g.report_id = t.id order by g.id desc limit 1) latest on true`,
    joined: { state: 'latest.state', generated_at: 'latest.generated_at' },
    read: ({ state, generated_at: at }) => ({
      state: state as GenerationState | null,
      generated_at: at === null ? null : toIso((at as Date).getTime()),
    }),
    refuseChange: async (transaction, change, context) =>
      (change.before === null ? await refuseCount(transaction, change, context, services) : null) ??
      refuseUnits(change, context, services) ??
      (await refuseForeign(transaction, change, context, services)),
  };
}

type ReportChange = ChangeOf<typeof reports>;

/** Two who add one at the same time wait for each other. */
async function refuseCount(
  transaction: Transaction,
  { accountId }: ReportChange,
  context: CallContext,
  { problems }: ReportTableServices,
): Promise<Refused | null> {
  await lockAccount(transaction, accountId);
  const [{ count }] = await transaction.query<{ count: number }>(
    'select count(*) as count from report where account_id = $1',
    [accountId],
  );
  return count >= REPORT.perAccount
    ? conflictAt('name', 'server.tooManyReports', context, problems, { max: REPORT.perAccount })
    : null;
}

/** Newly named units are ones that the account and the caller see; unknown ones and those of others look the same. */
function refuseUnits(
  { accountId, before, form }: ReportChange,
  context: CallContext,
  { directory, problems }: ReportTableServices,
): Refused | null {
  const reached = reachOf(accountOf(context), { resource: 'units', action: 'r' });
  const accounts = new Set<number>(directory.scopeOf(accountId).filter((id) => reached.includes(id)));
  const isSeen = (unitId: number): boolean =>
    directory.accountOf(unitId) !== 0 && directory.sightOf(accounts, unitId)?.length !== 0;
  const fresh = form.unit_ids.filter((id) => before === null || !before.unit_ids.includes(id));
  return fresh.every(isSeen) ? null : problems.refuseField(context.lang, 'unit_ids', 'server.ruleUnitUnknown');
}

/** What the account owns, by list; geofences of sub-accounts may be named where the caller reaches them. */
const OWNED = {
  label_ids: "select id from label where account_id = any($1::int8[]) and kind = 'units' and id = any($2::int8[])",
  geofence_ids: 'select id from geofence where account_id = any($1::int8[]) and id = any($2::int8[])',
} as const;

async function refuseForeign(
  transaction: Transaction,
  { accountId, before, form }: ReportChange,
  context: CallContext,
  { problems }: ReportTableServices,
): Promise<Refused | null> {
  const accounts = {
    label_ids: [accountId],
    geofence_ids: reachOf(accountOf(context), { resource: 'geofences', action: 'r' }),
  };
  for (const field of ['label_ids', 'geofence_ids'] as const) {
    const fresh = form[field].filter((id) => before === null || !before[field].includes(id));
    if (fresh.length === 0) continue;
    const rows = await transaction.query<{ id: number }>(OWNED[field], [accounts[field], fresh]);
    const there = new Set(rows.map(({ id }) => id));
    if (!fresh.every((id) => there.has(id))) return problems.refuseField(context.lang, field, 'validation.oneOf');
  }
  return null;
}
