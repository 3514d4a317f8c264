import type { FileRequest, FileAnswer } from './readInWorker.ts';
import { openTrackFile } from './openTrackFile.ts';

/** Reads one file away from the page, so that a large one does not stop it. */
self.addEventListener('message', ({ data }: MessageEvent<FileRequest>) => {
  const answer: FileAnswer = openTrackFile(data.name, data.bytes);
  const buffers = answer.ok
    ? answer.value.units.flatMap(({ rows }) => [rows.times, rows.longitudes, rows.latitudes, rows.states])
    : [];
  self.postMessage(answer, { transfer: buffers.map((column) => (column as Float64Array<ArrayBuffer>).buffer) });
});
