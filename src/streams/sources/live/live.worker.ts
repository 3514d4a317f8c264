import { systemTime } from '../../clock/correctedTime.ts';
import { systemTimers } from '../../clock/timers.ts';
import { LiveCore } from './liveCore.ts';
import type { LiveCommand } from './liveMessages.ts';
import { createIndexedDbSnapshots } from './snapshotStore.ts';
import { openSocketIo } from './socketIo.ts';

/** The worker's side of the live source: wires {@link LiveCore} to the platform. */
const core = new LiveCore({
  open: openSocketIo,
  time: systemTime,
  timers: systemTimers,
  random: () => Math.random(),
  snapshots: createIndexedDbSnapshots(indexedDB),
  post: (report, transfer) => self.postMessage(report, { transfer }),
});

self.addEventListener('message', (message: MessageEvent<LiveCommand>) => core.handle(message.data));
self.addEventListener('offline', () => core.handle({ type: 'networkLost' }));
self.addEventListener('online', () => core.handle({ type: 'retry' }));
