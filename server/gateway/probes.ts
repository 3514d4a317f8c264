import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Database } from '../store/database.types.ts';
import { collect, type Metrics } from './metrics.ts';
import { createOpenApi } from './openapi.ts';
import { isFromThisMachine } from './requestOrigin.ts';

/** Parts of the process by name, and whether each is up. */
export type Readiness = () => Readonly<Record<string, boolean>>;

/** A database that says nothing for so long is not ready, ms. */
const PATIENCE = 4_000;

export interface ProbeOptions {
  readonly database: Pick<Database, 'answers' | 'available'>;
  readonly metrics: Metrics;
  readonly readiness?: Readiness;
  /** Copies of tables that may lack changes, by name: the process works on with what it knows. */
  readonly stale?: () => readonly string[];
  /** What `GET /metrics` asks for as a bearer token; null: it answers programs on this machine alone. */
  readonly metricsKey?: string | null;
}

/** For machines that look after the process: health, readiness, metrics, the API's description. */
export function registerProbes(
  server: FastifyInstance,
  { database, metrics, readiness, stale, metricsKey = null }: ProbeOptions,
): void {
  server.get('/healthz', async () => ({ status: 'ok' }));
  server.get('/readyz', async (_, answer) => {
    const checks: Record<string, boolean> = { database: await database.answers(PATIENCE), ...readiness?.() };
    const ready = Object.values(checks).every(Boolean);
    return answer
      .code(ready ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status: ready ? 'ready' : 'not ready', checks, stale: stale?.() ?? [] });
  });
  collect(metrics, {
    type: 'gauge',
    name: 'wayline_database_up',
    help: 'Whether the last attempt to reach Postgres succeeded.',
    read: () => (database.available ? 1 : 0),
  });
  server.get('/metrics', async (request, answer) => {
    // How busy a fleet is, and what fails, is nobody's business outside.
    if (!mayMeasure(request, metricsKey)) return answer.code(401).header('www-authenticate', 'Bearer').send();
    return answer.type(metrics.contentType).send(await metrics.metrics());
  });
  const openApi = createOpenApi();
  server.get('/api/openapi.json', async () => openApi);
}

function mayMeasure(request: FastifyRequest, key: string | null): boolean {
  if (key === null) return isFromThisMachine(request);
  const [, given = ''] = /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '') ?? [];
  return timingSafeEqual(sha256(given), sha256(key));
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
