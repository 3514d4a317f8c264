/** The readers stay behind the worker, so that no page loads them: see `readTrackFile`. */
export { createFileSource, type FileSource } from './fileSource.ts';
export type { FileProblem, FileProblemKey } from './fileProblem.ts';
export { readTrackFile } from './readInWorker.ts';
export { FIRST_FILE_UNIT, type FileUnit, type TrackFile } from './trackFile.ts';
