import type { Instant } from '../../src/domain/base/index.ts';
import type { Queryable, Transaction } from '../store/database.types.ts';
import { putInLine, takeOutOfLine } from './graphile.ts';
import { recordJobEvent, type JobRow } from './rows.ts';
import type { JobKind, JobKinds, JobOwner, PayloadOf } from './types.ts';

/** The channel on which workers hear of jobs that are to end; the message is the job's number. */
export const CANCEL_CHANNEL = 'wayline_cancel_job';

/** Jobs of a person have an owner, those of the server have none. */
type OwnerOf<Kind> = Kind extends JobKind<object, object, 'person'> ? { owner: JobOwner } : { owner?: undefined };

export type AddOptions<Kind> = OwnerOf<Kind> & {
  now: Instant;
  /** When it is due; left out: now. */
  runAt?: Instant;
  /** Of several jobs with the same text that wait, one is kept, due at the earliest of their times. */
  dedupeKey?: string;
};

/** Adds and cancels jobs in the transaction of the change that asks for them: both come about, or neither. */
export interface JobQueue<Kinds extends JobKinds> {
  /**
   * Answers the number of the job. Throws where the payload does not fit its schema, which is a mistake of the caller.
   */
  add<Name extends keyof Kinds & string>(
    transaction: Transaction,
    name: Name,
    payload: PayloadOf<Kinds[Name]>,
    options: AddOptions<Kinds[Name]>,
  ): Promise<number>;
  /**
   * Ends the owner's job: at once where it waits, else as soon as it hears of it. Null: they have no such job; what has
   * ended stays as it is.
   */
  cancel(transaction: Transaction, jobId: number, owner: JobOwner, now: Instant): Promise<JobRow | null>;
}

/** Needs no worker: who adds jobs need not be the process that does them. */
export function createJobQueue<Kinds extends JobKinds>(kinds: Kinds): JobQueue<Kinds> {
  return {
    async add(transaction, name, payload, { owner, now, runAt = now, dedupeKey }) {
      const kind = kinds[name];
      const valid = kind.payload.validateSync(payload, { strict: true });
      const row = await insertJob(transaction, { name, payload: valid, owner, now, runAt, dedupeKey });
      await putInLine(transaction, { name, concurrency: kind.concurrency }, row.id, row.run_at.getTime());
      await recordJobEvent(transaction, 'jobQueued', row, now);
      return row.id;
    },
    cancel: cancelJob,
  };
}

interface NewJob {
  readonly name: string;
  readonly payload: object;
  readonly owner?: JobOwner;
  readonly now: Instant;
  readonly runAt: Instant;
  readonly dedupeKey?: string;
}

async function insertJob(transaction: Queryable, job: NewJob): Promise<JobRow> {
  const [row] = await transaction.query<JobRow>(
    `insert into job (kind, account_id, user_id, payload, dedupe_key, state, created_at, run_at)
     values ($1, $2, $3, $4, $5, 'queued', $6, $7)
     on conflict (dedupe_key) where state = 'queued' do update set run_at = least(job.run_at, excluded.run_at)
     returning *`,
    [
      job.name,
      job.owner?.accountId ?? null,
      job.owner?.userId ?? null,
      JSON.stringify(job.payload),
      job.dedupeKey ?? null,
      new Date(job.now),
      new Date(job.runAt),
    ],
  );
  return row;
}

async function cancelJob(
  transaction: Transaction,
  jobId: number,
  owner: JobOwner,
  now: Instant,
): Promise<JobRow | null> {
  const [job] = await transaction.query<JobRow>(
    'select * from job where id = $1 and user_id = $2 and account_id = $3 for update',
    [jobId, owner.userId, owner.accountId],
  );
  if (!job) return null;
  if (job.state === 'queued') return cancelWaiting(transaction, jobId, now);
  if (job.state !== 'running' || job.cancel_requested_at !== null) return job;
  await transaction.query('select pg_notify($1, $2)', [CANCEL_CHANNEL, String(jobId)]);
  const [asked] = await transaction.query<JobRow>('update job set cancel_requested_at = $2 where id = $1 returning *', [
    jobId,
    new Date(now),
  ]);
  return asked;
}

async function cancelWaiting(transaction: Transaction, jobId: number, now: Instant): Promise<JobRow> {
  await takeOutOfLine(transaction, jobId);
  const [row] = await transaction.query<JobRow>(
    "update job set state = 'cancelled', ended_at = $2 where id = $1 returning *",
    [jobId, new Date(now)],
  );
  await recordJobEvent(transaction, 'jobEnded', row, now);
  return row;
}
