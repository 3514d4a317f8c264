import { randomUUID } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import fastify, { type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { SESSION_PATH, type CallEnvelope, type MethodName } from '../../src/api/contract/index.ts';
import { AT_ONCE, BODY, SECOND, type TimeSource } from '../../src/domain/base/index.ts';
import { ERROR, type ErrorCode } from '../../src/domain/errors/index.ts';
import { DatabaseUnavailable, StatementTimedOut, type Database } from '../store/database.types.ts';
import type { Foreground } from '../store/eventLoopBreaks.ts';
import { createCallMetrics } from './callMetrics.ts';
import { HeavyCalls } from '../call/heavyCalls.ts';
import type { Authenticator } from '../call/ports.ts';
import { RETRY_AFTER, runCall, type CallOrigin, type CallOutcome, type CallServices } from './calls.ts';
import type { CallCookies } from '../call/types.ts';
import { cookiesOf } from './cookies.ts';
import { readEnvelope, reply, statusOf } from './envelope.ts';
import { registerFiles, type FileStore } from './files.ts';
import { registerHistory } from './history.ts';
import { registerInbound, type InboundDoor } from './inbound.ts';
import { DEFAULT_LANGUAGE } from '../call/messages.ts';
import type { Metrics } from './metrics.ts';
import { registerPages, type PageOptions } from './pages.ts';
import { registerProbes, type Readiness } from './probes.ts';
import { unavailableKey } from '../call/problems.ts';
import { isFromThisMachine, requestOrigin } from './requestOrigin.ts';
import { registerUpload, type PictureStore } from './upload.ts';
import type { HistoryServices } from './streamRoute.ts';
import { registerVisits } from './visits.ts';
import { setSecurityHeaders, type TileHosts } from './securityHeaders.ts';
import { registerTraccar, type Senders, type TraccarDoor } from './traccar.ts';

interface GatewayConfig {
  /**
   * Who may say by `X-Forwarded-For` whose call it is, and by `X-Forwarded-Host` which name was called: so many proxies
   * in front, or those of these addresses and networks.
   */
  readonly trustProxy: false | number | string[];
  readonly tileHosts: TileHosts;
  /** Where people reach the deployment; null: wherever they came to. */
  readonly publicUrl?: string | null;
}

export interface GatewayOptions
  extends CallServices, PageOptions, Pick<HistoryServices, 'positions' | 'filters' | 'sensorsOf' | 'settingsOf'> {
  readonly database: Pick<Database, 'answers' | 'available'>;
  readonly metrics: Metrics;
  readonly time: TimeSource;
  readonly config: GatewayConfig;
  /** What must be up beside the database before the process is ready: ports, the store. */
  readonly readiness?: Readiness;
  /** Work in the background lets calls go first that it hears of; left out = nobody asks. */
  readonly foreground?: Foreground;
  /** Copies of tables that may lack changes, by name. */
  readonly stale?: () => readonly string[];
  /** What `GET /metrics` asks for; null: it answers programs on this machine alone. */
  readonly metricsKey?: string | null;
  /** `POST /upload` and `GET /images/<id>`. */
  readonly pictures: PictureStore;
  /** `GET /files/<id>`. */
  readonly files: FileStore;
  /** `POST /ingest/traccar`; absent when the protocol is switched off. */
  readonly traccar?: TraccarDoor;
  /** `POST /inbound/sms` and `/inbound/mail`; absent where answers to messages are not taken. */
  readonly inbound?: InboundDoor;
  readonly sessions: Authenticator & Senders;
}

/** What the session's cookie is sent for. */
const SESSION_METHODS: ReadonlySet<string> = new Set<MethodName>(['loginWithBearer', 'endSession']);
/** Time in which a request must have arrived whole. */
const REQUEST_TIMEOUT = 30 * SECOND;
const KEEP_ALIVE = 65 * SECOND;

/** A number of proxies as a question about the nth address on the way, counted from ours. */
const trusts = (proxies: GatewayConfig['trustProxy']) =>
  typeof proxies === 'number' ? (_: string, hop: number) => hop < proxies : proxies;

/** The product's HTTP door (contract, "HTTP"). The caller listens and closes. */
export function createGateway(asked: GatewayOptions): FastifyInstance {
  const options = { ...asked, heavyCalls: asked.heavyCalls ?? new HeavyCalls(AT_ONCE.heavyCalls) };
  const server = fastify({
    logger: false,
    trustProxy: trusts(options.config.trustProxy),
    bodyLimit: BODY.api,
    genReqId: () => randomUUID(),
    requestTimeout: REQUEST_TIMEOUT,
    keepAliveTimeout: KEEP_ALIVE,
    forceCloseConnections: 'idle',
    routerOptions: { ignoreTrailingSlash: false },
  });
  void server.register(fastifyCookie);
  setSecurityHeaders(server, options.config.tileHosts);
  server.addHook('onRequest', async (request, answer) => void answer.header('x-correlation-id', request.id));
  const originOf = (request: FastifyRequest): CallOrigin => ({
    correlationId: request.id,
    remote: request.ip,
    userAgent: request.headers['user-agent'] ?? '',
    origin: requestOrigin(request),
    isFromThisMachine: isFromThisMachine(request),
    now: options.time.now(),
  });
  const { foreground } = options;
  if (foreground) server.addHook('onRequest', async (_, answer) => void answer.raw.once('close', foreground.enter()));
  answerErrors(server, options);
  registerCalls(server, options, originOf);
  registerHistory(server, { ...options, originOf });
  registerVisits(server, { ...options, originOf });
  registerFiles(server, { ...options, originOf });
  registerProbes(server, options);
  registerPages(server, options);
  if (options.traccar)
    registerTraccar(server, { door: options.traccar, senders: options.sessions, now: options.time.now });
  if (options.inbound) registerInbound(server, options.inbound, options.time.now);
  void server.register((scope) => registerUpload(scope, { ...options, originOf }));
  return server;
}

function registerCalls(
  server: FastifyInstance,
  options: GatewayOptions,
  originOf: (request: FastifyRequest) => CallOrigin,
): void {
  const noteCall = createCallMetrics(options.metrics);
  const answerCall = async (request: FastifyRequest, answer: FastifyReply) => {
    const started = performance.now();
    const origin = originOf(request);
    const cookies = cookiesOf(request, answer, options.config.publicUrl);
    const envelope = takes(readEnvelope(request.body), request, cookies);
    const outcome: CallOutcome = envelope
      ? await runCall(envelope, { ...origin, cookies }, options)
      : { result: options.problems.refuse(DEFAULT_LANGUAGE, ERROR.malformed), userId: null, accountId: null };
    const error = outcome.result.ok ? null : outcome.result.error;
    const milliseconds = performance.now() - started;
    // A name that is not in the catalogue comes from outside: it goes into no label.
    const method = envelope && error?.code !== ERROR.unknownMethod ? envelope.header.method : 'unknown';
    noteCall(method, error?.code ?? 'ok', milliseconds / SECOND);
    options.logger.info(
      {
        correlationId: origin.correlationId,
        method,
        code: error?.code ?? 'ok',
        milliseconds: Math.round(milliseconds * 10) / 10,
        remote: origin.remote,
        userId: outcome.userId,
        accountId: outcome.accountId,
      },
      'call',
    );
    if (error?.retry_after !== undefined) answer.header('retry-after', String(error.retry_after));
    answer.header('cache-control', 'no-store');
    return answer
      .code(statusOf(error))
      .send(reply(origin.correlationId, error, outcome.result.ok ? outcome.result.value : null));
  };
  server.post('/api', { bodyLimit: BODY.api }, answerCall);
  server.post(SESSION_PATH, { bodyLimit: BODY.api }, answerCall);
}

/** The envelope where its call may be made at this path: what the session's cookie opens is for our page alone. */
function takes(
  envelope: CallEnvelope | null,
  request: FastifyRequest,
  cookies: CallCookies | null,
): CallEnvelope | null {
  if (request.routeOptions.url !== SESSION_PATH || envelope === null) return envelope;
  return cookies !== null && SESSION_METHODS.has(envelope.header.method) ? envelope : null;
}

/**
 * What fastify refuses by itself, and streams that fail before their first byte, get the shape of every other answer.
 */
function answerErrors(server: FastifyInstance, { problems, logger }: GatewayOptions): void {
  server.setErrorHandler((error: FastifyError, request, answer) => {
    const code = codeOf(error);
    const detail = { correlationId: request.id, path: request.url.split('?')[0], error: error.stack ?? error.message };
    // A stream is ended for a client that goes, which is no failure: who jumps on asks for something else.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' && answer.raw.destroyed)
      logger.info({ ...detail, error: error.code }, 'client went away');
    else if (code === ERROR.exception) logger.error(detail, 'request failed');
    else logger.info({ ...detail, error: error.code }, 'request refused');
    const values = { limit: request.routeOptions.bodyLimit ?? BODY.api };
    const refused = problems.error(
      DEFAULT_LANGUAGE,
      code,
      error instanceof DatabaseUnavailable ? { key: unavailableKey(error), retryAfter: RETRY_AFTER } : { values },
    );
    const own = statusOf(refused);
    const status = own >= 500 ? own : (error.statusCode ?? 400);
    // The stream that failed may have named itself a file already.
    answer.removeHeader('content-disposition').type('application/json; charset=utf-8');
    return answer.code(status).send(reply(request.id, refused, null));
  });
  server.setNotFoundHandler((request, answer) => {
    const refused = problems.error(DEFAULT_LANGUAGE, ERROR.notFound, { key: 'screens.notFound' });
    return answer.code(404).send(reply(request.id, refused, null));
  });
}

function codeOf(error: FastifyError): ErrorCode {
  if (error instanceof DatabaseUnavailable) return ERROR.unavailable;
  if (error instanceof StatementTimedOut) return ERROR.timeout;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return ERROR.bodyTooLarge;
  const status = error.statusCode ?? 500;
  return status >= 400 && status < 500 ? ERROR.malformed : ERROR.exception;
}
