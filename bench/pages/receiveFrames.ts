import { io, type Socket } from 'socket.io-client';
import { readFrame } from '../../src/domain/telemetry/index.ts';
import { LiveFold } from '../../src/streams/sources/live/liveFold.ts';
import type { ReportClientEvents, ReportServerEvents } from '../support/reports.ts';
import { EPOCH, timeOf } from './world.ts';

export type ReportSocket = Socket<ReportServerEvents, ReportClientEvents>;

/** A line to the server of reports. */
export const openReports = (): ReportSocket => io(self.location.origin, { transports: ['websocket'] });

/** Asks for frames and folds them as the live feed does. */
export function openFrames(): { next(units: number, round: number): Promise<LiveFold> } {
  const socket = openReports();
  const fold = new LiveFold(EPOCH);
  fold.begin({ epoch: 'bench', sequence: 0, resumed: false, serverTime: EPOCH });
  return {
    next(units, round) {
      const folded = Promise.withResolvers<LiveFold>();
      socket.once('frame', (bytes) => {
        fold.fold(readFrame(bytes), timeOf(round));
        folded.resolve(fold);
      });
      socket.emit('send', 'frame', units, round);
      return folded.promise;
    },
  };
}
