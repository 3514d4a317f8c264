import type { LivePort, LiveReport } from './liveMessages.ts';

/** How long a closing worker has to put its last picture away. */
const LAST_WORDS = 1_000;

/** Starts the worker that owns socket and fold. */
export function createWorkerPort(): LivePort {
  const worker = new Worker(new URL('./live.worker.ts', import.meta.url), { type: 'module', name: 'live' });
  return {
    send: (command) => worker.postMessage(command),
    onReport: (listener) =>
      worker.addEventListener('message', (message: MessageEvent<LiveReport>) => listener(message.data)),
    close: () => void setTimeout(() => worker.terminate(), LAST_WORDS),
  };
}
