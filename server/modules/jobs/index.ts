import type { CallError, Page, Request } from '../../../src/api/contract/index.ts';
import { success, type Result } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { OPEN_JOB_STATES, type Job } from '../../../src/domain/job/index.ts';
import type { Problems } from '../../call/problems.ts';
import type { CallContext, Handlers } from '../../call/types.ts';
import { cancelJob, jobOf, type JobOwner, type JobRow } from '../../jobs/index.ts';
import type { Database, Queryable } from '../../store/database.types.ts';
import { Conditions, notFound, readPage, sessionOf } from '../shared/index.ts';

export interface JobServices {
  readonly database: Database;
  readonly problems: Problems;
}

const OWN = 'select * from job where id = $1 and user_id = $2 and account_id = $3';

/** job-service: a person's own jobs in the account that they work in; those of others do not exist for them. */
export function createJobHandlers({
  database,
  problems,
}: JobServices): Pick<Handlers, 'getJobList' | 'getJob' | 'cancelJob'> {
  const asOwner =
    <Data, Value>(act: (data: Data, owner: JobOwner, context: CallContext) => Promise<Result<Value, CallError>>) =>
    async (data: Data, context: CallContext): Promise<Result<Value, CallError>> => {
      const { userId, account } = sessionOf(context);
      if (!account) return problems.refuse(context.lang, ERROR.accountMissing);
      return act(data, { userId, accountId: account.accountId }, context);
    };
  const shown = (row: JobRow | null | undefined, context: CallContext): Result<Job, CallError> =>
    row ? success(jobOf(row)) : notFound(context, problems);
  return {
    getJobList: asOwner(async (request: Request<'getJobList'>, owner) =>
      success(await listJobs(database, request, owner)),
    ),
    getJob: asOwner(async ({ job_id: id }: Request<'getJob'>, { userId, accountId }, context) => {
      const [row] = await database.query<JobRow>(OWN, [id, userId, accountId]);
      return shown(row, context);
    }),
    cancelJob: asOwner(async ({ job_id: id }: Request<'cancelJob'>, owner, context) => {
      const row = await database.transaction((transaction) => cancelJob(transaction, id, owner, context.now));
      return shown(row, context);
    }),
  };
}

async function listJobs(
  database: Queryable,
  { page, limit, filters }: Request<'getJobList'>,
  { userId, accountId }: JobOwner,
): Promise<Page<Job>> {
  const conditions = new Conditions()
    .add((place) => `user_id = ${place}`, userId)
    .add((place) => `account_id = ${place}`, accountId);
  if (filters.state !== '')
    conditions.add((place) => `(state = any(${place}::text[])) = ${String(filters.state === 'open')}`, OPEN_JOB_STATES);
  const source = { columns: '*', from: 'job', conditions, sorts: { id: 'id' }, fallback: 'id', id: 'id' };
  const jobs = await readPage<JobRow, Job>(database, { page, limit, sort: '-id' }, source, jobOf);
  if (jobs === null) throw new Error('Jobs have a column "id".');
  return jobs;
}
