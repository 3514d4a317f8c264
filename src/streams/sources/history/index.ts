/** The code that decodes and reads blocks stays behind the worker, so that no page loads it: see `workerDecoder`. */
export type { FetchHistory } from './historyLoader.ts';
export { createHistorySource, type HistorySource } from './historySource.ts';
export type { FilteredTrack } from './filtering.ts';
export type { TrackDecoder } from './trackDecoder.ts';
export { createWorkerDecoder } from './workerDecoder.ts';
