import type { Instant, Result } from '../../../domain/base/index.ts';
import type { FileProblem } from './fileProblem.ts';
import type { TrackFile } from './trackFile.ts';

export interface FileRequest {
  readonly name: string;
  readonly bytes: ArrayBuffer;
  /** Where in time a track without times is shown. */
  readonly at: Instant;
}

export type FileAnswer = Result<TrackFile, FileProblem>;

/** Reads a dropped file in a worker of its own. Rejects when the worker breaks, which is a bug. */
export async function readTrackFile(file: File, at: Instant): Promise<FileAnswer> {
  const bytes = await file.arrayBuffer();
  const worker = new Worker(new URL('./file.worker.ts', import.meta.url), { type: 'module', name: 'file' });
  try {
    return await new Promise<FileAnswer>((resolve, reject) => {
      worker.addEventListener('message', ({ data }: MessageEvent<FileAnswer>) => resolve(data));
      worker.addEventListener('error', (event) => reject(new Error(event.message)));
      const request: FileRequest = { name: file.name, bytes, at };
      worker.postMessage(request, [bytes]);
    });
  } finally {
    worker.terminate();
  }
}
