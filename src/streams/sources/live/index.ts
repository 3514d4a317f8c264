/** Socket and fold stay behind the worker, so that no page loads them: see `createWorkerPort`. */
export { createLiveSource, type LiveSource, type LiveSourceOptions } from './liveSource.ts';
export type { LiveCommand, LiveIdentity, LivePort, LiveReport } from './liveMessages.ts';
export { createWorkerPort } from './workerPort.ts';
