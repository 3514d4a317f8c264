import { failure, fromIso, type Result } from '../../../src/domain/base/index.ts';
import type { JobProblem, JobRun } from '../../jobs/index.ts';
import type { Repeaters } from '../../repeaters/index.ts';
import type { Queryable } from '../../store/database.types.ts';

interface Payload {
  readonly repeater_id: number;
  readonly unit_ids: readonly number[] | null;
  readonly from: string;
  readonly to: string;
}

/** The job `resendPeriod`. After a crash it begins again: receivers know messages that come twice. */
export async function resendPeriod(
  { database, repeaters }: { readonly database: Queryable; readonly repeaters: Pick<Repeaters, 'resend'> },
  { repeater_id: id, unit_ids: unitIds, from, to }: Payload,
  run: Pick<JobRun, 'owner' | 'report' | 'signal'>,
): Promise<Result<{ units: number; messages: number; refused: number }, JobProblem>> {
  const { owner } = run;
  // The job's owner may have left the account meanwhile.
  const [member] = await database.query('select 1 from membership where user_id = $1 and account_id = $2', [
    owner?.userId,
    owner?.accountId,
  ]);
  const resent = member
    ? repeaters.resend(id, { unitIds, from: fromIso(from), to: fromIso(to), report: run.report, signal: run.signal })
    : null;
  return resent ?? failure({ code: 'repeaterGone', retry: false });
}
