/** Socket and fold stay behind the worker, so that no page loads them: see `createWorkerPort`. */
export { createLiveSource, type LiveSource } from './liveSource.ts';
export type { LiveIdentity } from './liveMessages.ts';
export { createWorkerPort } from './workerPort.ts';
