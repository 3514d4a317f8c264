export { adherenceOf, eventsOfRun, type RunEvent } from './runEvents.ts';
export { RunFold, type ByHand, type RunResult } from './runFold.ts';
