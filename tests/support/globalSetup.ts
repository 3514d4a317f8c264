import { startServer } from './server.ts';

/** One product for all journeys; WAYLINE_URL names a running one instead. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  if (process.env.WAYLINE_URL) return async () => undefined;
  const server = await startServer();
  process.env.WAYLINE_URL = server.url;
  process.env.WAYLINE_PORTS = JSON.stringify(server.ports);
  return () => server.stop();
}
