import type { FullConfig } from 'playwright/test';
import { startServer, type RunningServer } from './server.ts';

/** What a worker needs to know of its product. */
export type WorkerServer = Pick<RunningServer, 'url' | 'ports'>;

/**
 * A product for each worker, so that journeys that run side by side do not meet; WAYLINE_URL names a running one for
 * all instead.
 */
export default async function globalSetup(config: FullConfig): Promise<() => Promise<void>> {
  if (process.env.WAYLINE_URL) return async () => undefined;
  const servers = await Promise.all(Array.from({ length: config.workers }, () => startServer()));
  process.env.WAYLINE_SERVERS = JSON.stringify(servers.map(({ url, ports }): WorkerServer => ({ url, ports })));
  return async () => {
    await Promise.all(servers.map((server) => server.stop()));
  };
}
