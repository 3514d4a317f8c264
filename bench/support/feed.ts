import http from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AccountId } from '../../src/domain/base/index.ts';
import { IGNITION, MOTION, packState } from '../../src/domain/telemetry/index.ts';
import { startFeeds, type FeedPositions, type Feeds } from '../../server/feeds/index.ts';
import type { CommittedBatch, LatestStates } from '../../server/store/index.ts';
import { quiet } from './cluster.ts';

export interface OpenFeed {
  readonly url: string;
  readonly feeds: Feeds;
  close(): Promise<void>;
}

/** An HTTP server on a free port. */
export async function listen(): Promise<{ server: http.Server; url: string }> {
  const server = http.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** The product's live feed over one account that owns every unit. */
export async function openFeed(positions: FeedPositions): Promise<OpenFeed> {
  const { server, url } = await listen();
  const account = 1 as AccountId;
  let opened = 0;
  const feeds = startFeeds({
    http: server,
    positions,
    directory: { accountOf: () => account, allocationAt: () => null, unitIdsOf: () => [] },
    lookUpAlarm: () => Promise.resolve(null),
    // A session of its own for each: one may have so many connections only (AT_ONCE.liveFeeds).
    authenticate: () =>
      Promise.resolve({
        ok: true,
        value: { sessionId: ++opened, userId: 1, scope: [account], reach: [account], permissions: { units: ['r'] } },
      }),
    onSessionsEnded: () => () => undefined,
    onEvents: () => () => undefined,
    correlationId: () => 'bench',
    epoch: 'bench',
    run: 'bench',
    time: { now: () => Date.now() },
    logger: quiet,
  });
  return { url, feeds, close: () => feeds.close() };
}

/** What the feed needs of a store, committing by hand: so that the feed alone is measured. */
export class CommitsByHand implements FeedPositions {
  sequence = 0;
  readonly latest: LatestStates;
  readonly #listeners = new Set<(batch: CommittedBatch) => void>();
  readonly #state = packState(60, 90, MOTION.moving, IGNITION.on, false);

  constructor(units: number) {
    const numbers = (): Float64Array => new Float64Array(units);
    this.latest = {
      count: units,
      unitIds: Uint32Array.from({ length: units }, (_, index) => index + 1),
      times: numbers(),
      receivedTimes: numbers(),
      sequences: numbers(),
      longitudes: new Int32Array(units).fill(514_000_000),
      latitudes: new Int32Array(units).fill(357_000_000),
      states: new Uint32Array(units),
      flags: new Uint8Array(units).fill(3),
      indexOf: (unitId) => (unitId >= 1 && unitId <= units ? unitId - 1 : -1),
      position: () => null,
    };
  }

  onCommitted(listener: (batch: CommittedBatch) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Nothing is stored: no unit is filtered again. */
  async *readTracks(): AsyncIterable<never> {}

  readCommitted(): null {
    return null;
  }

  /** Commits a position of `count` units from `first` on, taken at `time`. */
  commit(first: number, count: number, time: number): void {
    const { unitIds, times, sequences, longitudes, latitudes, states } = this.latest;
    this.sequence++;
    times.fill(time, first, first + count);
    sequences.fill(this.sequence, first, first + count);
    states.fill(this.#state, first, first + count);
    const part = <Column extends Uint32Array | Int32Array | Float64Array>(column: Column): Column =>
      column.subarray(first, first + count) as Column;
    const batch: CommittedBatch = {
      sequence: this.sequence,
      count,
      unitIds: part(unitIds),
      times: part(times),
      longitudes: part(longitudes),
      latitudes: part(latitudes),
      states: part(states),
      flags: this.latest.flags.subarray(first, first + count),
      receivedTimes: part(times),
      speeds: new Float32Array(count).fill(60),
      satellites: new Int16Array(count).fill(-1),
      hdops: new Float32Array(count).fill(Number.NaN),
      accuracies: new Float32Array(count).fill(Number.NaN),
      advanced: new Uint8Array(count).fill(1),
    };
    for (const listener of this.#listeners) listener(batch);
  }
}
