import type { Schedule } from '../route/index.ts';
import { about, type Updated } from './event.ts';

/** What every event about a run says. */
interface OfRun {
  readonly route_id: number;
  /** The route's. */
  readonly name: string;
  readonly unit_id: number;
  readonly unit: string;
  /** It happened long ago, or was reported before: nobody is woken for it. */
  readonly late: boolean;
}

interface AtCheckpoint extends OfRun {
  readonly checkpoint: string;
  /** Seconds after the planned time; null where there is none. */
  readonly delay: number | null;
}

const run = about('route_run');

/** Runs of units along routes: what people do to them, and what is found in the reports. */
export const routeEvents = {
  /** Made ahead by schedules, or taken back by a change of them. */
  runsPlanned: run<{
    readonly route_id: number;
    readonly name: string;
    readonly added: number;
    readonly removed: number;
  }>(),
  /** Paused or continued, or in other groups; other changes are the route's. */
  scheduleUpdated: about('schedule')<Updated<Pick<Schedule, 'enabled' | 'labels'>>>(),
  runPlanned: run<OfRun & { readonly start: string }>(),
  runStartedByHand: run<OfRun>(),
  runAbortedByHand: run<OfRun>(),
  runStarted: run<OfRun>(),
  runFinished: run<OfRun & { readonly adherence: number | null }>(),
  runAborted: run<OfRun & { readonly reason: string }>(),
  checkpointReached: run<AtCheckpoint>(),
  checkpointLate: run<AtCheckpoint>(),
  checkpointSkipped: run<AtCheckpoint>(),
  unitOffRoute: run<OfRun>(),
  unitBackOnRoute: run<OfRun>(),
  /** Events of the run that were notified before are other now; it is no news. */
  runChanged: run<OfRun>(),
};
