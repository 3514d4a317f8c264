export { adherenceOf, eventsOfRun, type RunEvent } from './runEvents.ts';
export { Pace } from './pace.ts';
export { RunFold, type ByHand, type RunResult } from './runFold.ts';
