/** Folds what it is sent and hands the changed rows over, as the live worker does. */
import { readFrame } from '../../src/domain/telemetry/index.ts';
import { takeRows, type RowBatch } from '../../src/streams/pipeline/fleetRows.ts';
import { LiveFold } from '../../src/streams/sources/live/liveFold.ts';
import { EPOCH, frameBytes, timeOf } from './world.ts';

export interface FoldCommand {
  readonly units: number;
  readonly round: number;
}

const fold = new LiveFold(EPOCH);
fold.begin({ epoch: 'bench', sequence: 0, resumed: false, serverTime: EPOCH });

self.addEventListener('message', ({ data: { units, round } }: MessageEvent<FoldCommand>) => {
  const bytes = frameBytes(units, 1, round, round === 0 ? 'snapshot' : 'changes');
  fold.fold(readFrame(bytes), timeOf(round));
  const batch: RowBatch | null = takeRows(fold.fleet);
  self.postMessage(batch, { transfer: batch === null ? [] : [batch.buffer] });
});
