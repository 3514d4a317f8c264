import { REPORT, toIso } from '../../../src/domain/base/index.ts';
import type { GenerationState, reports } from '../../../src/domain/report/index.ts';
import { reachOf } from '../../call/reach.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import type { ChangeOf, TableOf } from '../shared/entity/index.ts';
import { accountOf, addedIds, refuseForeign, refuseUnseenUnits, type Refused } from '../shared/index.ts';
import { STATE } from './generationRow.ts';

interface ReportTableServices {
  readonly directory: Pick<UnitDirectory, 'accountOf' | 'scopeOf' | 'sightOf'>;
  readonly problems: Problems;
}

/** Reports with how their last generation did. */
export function reportTable(services: ReportTableServices): TableOf<typeof reports> {
  return {
    join: `left join lateral (
      select ${STATE} as state, g.created_at as generated_at
      from report_generation g left join job j on j.id = g.job_id
      where g.report_id = t.id order by g.id desc limit 1) latest on true`,
    joined: { state: 'latest.state', generated_at: 'latest.generated_at' },
    read: ({ state, generated_at: at }) => ({
      state: state as GenerationState | null,
      generated_at: at === null ? null : toIso((at as Date).getTime()),
    }),
    perAccount: { max: REPORT.perAccount, refusal: 'server.tooManyReports' },
    refuseChange: async (transaction, change, context) =>
      refuseUnseenUnits(
        addedIds(change.before?.unit_ids, change.form.unit_ids),
        'unit_ids',
        change.accountId,
        context,
        services,
      ) ?? (await refuseOthers(transaction, change, context, services)),
  };
}

type ReportChange = ChangeOf<typeof reports>;

/** Groups are the account's own; geofences of sub-accounts may be named where the caller reaches them. */
async function refuseOthers(
  transaction: Transaction,
  { accountId, before, form }: ReportChange,
  context: CallContext,
  { problems }: ReportTableServices,
): Promise<Refused | null> {
  const groups = addedIds(before?.label_ids, form.label_ids);
  const geofences = addedIds(before?.geofence_ids, form.geofence_ids);
  const reached = reachOf(accountOf(context), { resource: 'geofences', action: 'r' });
  return (
    (await refuseForeign(
      transaction,
      { kind: 'unitGroup', ids: groups, accounts: [accountId], field: 'label_ids' },
      context,
      problems,
    )) ??
    refuseForeign(
      transaction,
      { kind: 'geofence', ids: geofences, accounts: reached, field: 'geofence_ids' },
      context,
      problems,
    )
  );
}
