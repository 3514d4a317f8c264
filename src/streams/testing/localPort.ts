import { LiveCore, type LiveCoreOptions } from '../sources/live/liveCore.ts';
import type { LivePort, LiveReport } from '../sources/live/liveMessages.ts';

/** The live core in the same thread, behind the same messages as the worker: they are cloned and transferred. */
export function createLocalPort(options: Omit<LiveCoreOptions, 'post'>): LivePort {
  let listener: (report: LiveReport) => void = () => {};
  const core = new LiveCore({
    ...options,
    post: (report, transfer) => listener(structuredClone(report, { transfer })),
  });
  return {
    send: (command) => core.handle(structuredClone(command)),
    onReport: (listen) => {
      listener = listen;
    },
    close: () => {
      listener = () => {};
    },
  };
}
