import type { FileRequest, FileAnswer } from './readInWorker.ts';
import { openTrackFile } from './openTrackFile.ts';

/** Reads one file away from the page, so that a large one does not stop it. */
self.addEventListener('message', ({ data }: MessageEvent<FileRequest>) => {
  const answer: FileAnswer = openTrackFile(data.name, data.bytes, data.at);
  const buffers = answer.ok
    ? answer.value.units
        .flatMap(({ rows, line }) => (line === null ? [rows] : [rows, line]))
        .flatMap(({ times, longitudes, latitudes, states }) => [times, longitudes, latitudes, states])
    : [];
  self.postMessage(answer, { transfer: buffers.map((column) => (column as Float64Array<ArrayBuffer>).buffer) });
});
