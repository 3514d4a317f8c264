/** Socket and fold in a worker that hands the changed rows over, as the live worker does. */
import { takeRows } from '../../src/streams/pipeline/fleetRows.ts';
import { openFrames } from './receiveFrames.ts';

export interface FoldCommand {
  readonly units: number;
  readonly round: number;
}

const frames = openFrames();

self.addEventListener('message', async ({ data: { units, round } }: MessageEvent<FoldCommand>) => {
  const fold = await frames.next(units, round);
  const batch = takeRows(fold.fleet);
  self.postMessage(batch, { transfer: batch === null ? [] : [batch.buffer] });
});
