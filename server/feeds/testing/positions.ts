import type { FeedPositions } from '../types.ts';

/** A store in which nothing is committed and no unit was ever heard, with parts replaced. */
export function stillPositions(part: Partial<FeedPositions> = {}): FeedPositions {
  const times = new Float64Array();
  return {
    sequence: 0,
    latest: {
      count: 0,
      unitIds: new Uint32Array(),
      times,
      receivedTimes: times,
      sequences: times,
      longitudes: new Int32Array(),
      latitudes: new Int32Array(),
      states: new Uint32Array(),
      flags: new Uint8Array(),
      indexOf: () => -1,
      position: () => null,
    },
    onCommitted: () => () => undefined,
    async *readTracks() {},
    readCommitted: () => null,
    ...part,
  };
}
