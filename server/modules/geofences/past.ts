import { success, type AccountId, type Result } from '../../../src/domain/base/index.ts';
import type { CallContext } from '../../call/types.ts';
import { addJob, type JobProblem, type JobRun } from '../../jobs/index.ts';
import type { Detection } from '../../pipeline/index.ts';
import type { Transaction } from '../../store/database.types.ts';
import { accountOf, sessionOf } from '../shared/index.ts';

/** The caller sees how far the visits of the past are of what they changed about the account's geofences. */
export async function followPastVisits(
  transaction: Transaction,
  accountId: AccountId,
  context: CallContext,
): Promise<void> {
  await addJob(
    transaction,
    'findPastVisits',
    { account_id: accountId },
    {
      now: context.now,
      owner: { accountId: accountOf(context).accountId, userId: sessionOf(context).userId },
      dedupeKey: `past visits ${accountId}`,
    },
  );
}

/** Waits for the visits of the past, and reports how far they are. After a crash it goes on where detection is then. */
export async function findPastVisits(
  detection: Pick<Detection, 'followPast'>,
  accountId: AccountId,
  { signal, report }: Pick<JobRun, 'report' | 'signal'>,
): Promise<Result<{ geofences: number; units: number }, JobProblem>> {
  const found = await detection.followPast(accountId, {
    signal,
    report: ({ geofences, units, done }) =>
      report({ fraction: units === 0 ? 1 : done / units, step: 'readingPast', values: { geofences, done, units } }),
  });
  return success({ ...found });
}
