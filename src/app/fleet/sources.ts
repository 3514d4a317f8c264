import type { Client } from '../../api/client/index.ts';
import type { LiveRefusal } from '../../api/contract/index.ts';
import {
  CorrectedTime,
  createClock,
  createHistorySource,
  createLiveSource,
  createPipeline,
  createWorkerDecoder,
  createWorkerPort,
  systemTime,
  systemTimers,
  type Clock,
  type FetchHistory,
  type HistorySource,
  type LiveIdentity,
  type LiveSource,
  type Pipeline,
  type TrackDecoder,
} from '../../streams/index.ts';
import type { Calls } from '../../views/shared/services/calls.ts';

export interface FleetAppOptions {
  readonly client: Client;
  /** The screens' calls, for what people do from the unit views. */
  readonly call: Calls['call'];
  identity(): LiveIdentity | null;
  onRefused(refusal: LiveRefusal): void;
  /** Notified of new tokens. Returns an undo. */
  onTokens(listener: () => void): () => void;
}

/** Clock, pipeline and the two sources of the server. */
export interface Sources {
  readonly clock: Clock;
  readonly pipeline: Pipeline;
  readonly live: LiveSource;
  readonly history: HistorySource;
}

/** Makes them and starts live. The server's clock corrects the browser's, so that ages are honest. */
export function createSources({ client, identity, onRefused }: Omit<FleetAppOptions, 'call'>): Sources {
  const time = new CorrectedTime(systemTime);
  const clock = createClock({ timeSource: time });
  const pipeline = createPipeline({
    clock,
    timers: systemTimers,
    requestFrame: (run) => requestAnimationFrame(run),
    cancelFrame: (id) => cancelAnimationFrame(id),
  });
  const live = createLiveSource({ url: '', getAuth: identity, onRefused, timeSource: time, port: createWorkerPort() });
  const decoder = createWorkerDecoder();
  const history = createHistorySource({
    decoder,
    timeSource: time,
    timers: systemTimers,
    fetchHistory: fetchBy(client, decoder),
  });
  live.offset$.subscribe((offset) => time.adopt(offset));
  pipeline.setSources({ live, history });
  return { clock, pipeline, live, history };
}

/** The history source speaks in rejections; the failure's code goes along. */
export function fetchBy(client: Client, decoder: TrackDecoder): FetchHistory {
  return async (path, data, signal) => {
    const answer = await client.stream(path, data, { signal, fetch: (url, init) => decoder.fetch(url, init) });
    if (!answer.ok) throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
    return answer.value;
  };
}
