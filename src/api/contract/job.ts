import { number, object, string } from 'yup';
import type { Job } from '../../domain/job/index.ts';
import { methodOf, pageRequest, type Page } from './method.ts';

const job = methodOf('job-service');
const jobId = object({ job_id: number().integer().positive().required('validation.required') });

/** Which of one's jobs a list shows. */
const JOB_FILTERS = ['', 'open', 'ended'] as const;

/** job-service: what the caller asked for that takes longer than an answer may. */
export const jobMethods = {
  getJobList: job<Page<Job>>()({
    summary: "The caller's own background jobs in the account, the newest first.",
    access: 'session',
    request: pageRequest
      .pick(['page', 'limit'])
      .shape({ filters: object({ state: string().oneOf(JOB_FILTERS, 'validation.oneOf').default('') }).default({}) }),
  }),
  getJob: job<Job>()({
    summary: "One of the caller's own background jobs: how far it is, and what came of it.",
    access: 'session',
    request: jobId,
  }),
  cancelJob: job<Job>()({
    summary:
      "Cancels one of the caller's own jobs: at once where it waits; one that runs ends as soon as it can, and says so by `cancelling`.",
    access: 'session',
    request: jobId,
    quiet: false,
  }),
};
