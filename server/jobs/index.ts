export { JOB_KINDS, type ProductJobs } from './catalogue.ts';
export { migrateQueue } from './graphile.ts';
export { addJob, cancelJob } from './productQueue.ts';
export { createJobQueue } from './queue.ts';
export { jobOf, type JobRow } from './rows.ts';
export { jobKind, type JobHandlers, type JobOwner, type JobProblem, type JobRun } from './types.ts';
export { lineUpStrays, purgeJobs } from './upkeep.ts';
export { runDueJobs, startWorkers, type Workers } from './workers.ts';
