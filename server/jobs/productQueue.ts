import { JOB_KINDS } from './catalogue.ts';
import { createJobQueue } from './queue.ts';

/**
 * The product's queue. It has no state of its own, so it is handed to nobody: what it does, it does in the caller's
 * transaction.
 */
export const { add: addJob, cancel: cancelJob } = createJobQueue(JOB_KINDS);
