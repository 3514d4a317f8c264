/** The readers stay behind the worker, so that no page loads them: see `readTrackFile`. */
export { createFileSource, type FileSource } from './fileSource.ts';
export { readTrackFile } from './readInWorker.ts';
export type { TrackFile } from './trackFile.ts';
