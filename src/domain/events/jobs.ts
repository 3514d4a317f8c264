import type { JobState } from '../job/index.ts';
import { about } from './event.ts';

interface JobMoved {
  /** Of the job. */
  readonly job: string;
  readonly state: JobState;
  /** 0 to 1. */
  readonly progress: number;
}

const job = about('job');

/** Background jobs of people; the person alone hears of them. How far one is, is recorded at each tenth. */
export const jobEvents = {
  jobQueued: job<JobMoved>(),
  jobStarted: job<JobMoved>(),
  jobProgressed: job<JobMoved>(),
  jobEnded: job<JobMoved>(),
};
