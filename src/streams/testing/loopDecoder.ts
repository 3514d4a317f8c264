import { DecodeCore } from '../sources/history/decodeCore.ts';
import type { DecodeReport } from '../sources/history/decodeMessages.ts';
import type { TrackDecoder } from '../sources/history/trackDecoder.ts';
import { createWorkerDecoder } from '../sources/history/workerDecoder.ts';

/** The worker's two sides in one thread; messages are cloned and transferred as between threads. */
export function createLoopDecoder(fetch: TrackDecoder['fetch']): TrackDecoder {
  let listener: (report: DecodeReport) => void = () => {};
  const core = new DecodeCore({
    fetch,
    post(report, transfer) {
      const copy = structuredClone(report, { transfer });
      queueMicrotask(() => listener(copy));
    },
  });
  return createWorkerDecoder({
    send: (command) => void core.handle(structuredClone(command)),
    onReport: (listen) => {
      listener = listen;
    },
    onBroken: () => {},
    close: () => {},
  });
}
