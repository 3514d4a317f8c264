import { APP_VERSION, COOKIE_HEADER, type CallError, type ReplyEnvelope } from '../contract/index.ts';
import { SESSION, failure, success, type Result } from '../../domain/base/index.ts';
import { failureOf, localFailure } from './failures.ts';
import type { CallFailure, ClientOptions } from './types.ts';

/** One request to the server, its answer still unread. */
export interface Exchange {
  readonly path: string;
  readonly init: RequestInit;
  readonly signal: AbortSignal | undefined;
  /** The answer's body is read when this is over: the caller's abort ends that, too. */
  readonly isStream?: boolean;
}

/** Sends the request; a failure when nobody answers in time. Rejects only with the caller's abort. */
export async function send<T>(
  options: ClientOptions,
  { path, init, signal, isStream = false }: Exchange,
  read: (response: Response) => Promise<Result<T, CallFailure>>,
): Promise<Result<T, CallFailure>> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    controller.abort();
  }, options.requestTimeout ?? SESSION.requestTimeout);
  signal?.addEventListener('abort', abort);
  try {
    return await read(await options.fetch(`${options.baseUrl}${path}`, { ...init, signal: controller.signal }));
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    // `fetch` and the body's reader reject with a TypeError or the abort; anything else is a bug.
    if (!isLate && !(error instanceof TypeError)) throw error;
    return failure(localFailure(isLate ? 'TIMEOUT' : 'NETWORK', options));
  } finally {
    clearTimeout(timer);
    if (!isStream) signal?.removeEventListener('abort', abort);
  }
}

/** A POST of the envelope (contract, "HTTP"). */
export function envelopeInit(
  options: ClientOptions,
  header: { service: string; method: string; token: string | null; account: number | null },
  data: object,
): RequestInit {
  const headers: Record<string, string> = { 'content-type': 'application/json', [COOKIE_HEADER]: '1' };
  if (options.realmKey) headers.authorization = `bearer ${options.realmKey}`;
  const full = { timezone: options.timezone(), lang: options.language(), version: APP_VERSION, ...header };
  return { method: 'POST', headers, body: JSON.stringify({ header: full, data }) };
}

/** A POST of one file with the header's fields beside it (contract, "POST /upload"). */
export function uploadInit(options: ClientOptions, token: string | null, file: Blob): RequestInit {
  const body = new FormData();
  const fields = {
    token: token ?? '',
    account: String(options.getSession().accountId ?? ''),
    lang: options.language(),
  };
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  body.append('file', file);
  return { method: 'POST', body, headers: options.realmKey ? { authorization: `bearer ${options.realmKey}` } : {} };
}

/** A GET of a file (contract, "HTTP"), with the token and the account in headers. */
export function fileInit(options: ClientOptions, token: string | null): RequestInit {
  const headers = {
    token: token ?? '',
    account: String(options.getSession().accountId ?? ''),
    'accept-language': options.language(),
    ...(options.realmKey && { authorization: `bearer ${options.realmKey}` }),
  };
  return { method: 'GET', headers };
}

/** Reads an answer of `POST /api`. An answer that is no envelope (a proxy's page) counts as the network's failure. */
export async function readReply<T>(
  response: Response,
  hasToken: boolean,
  options: ClientOptions,
): Promise<Result<T, CallFailure>> {
  const correlationId = response.headers.get('x-correlation-id');
  const envelope = parseReply(await response.text());
  if (!envelope) return failure(localFailure('NETWORK', options, correlationId));
  if (envelope.error) return failure(failureOf(envelope.error, envelope.header.correlationId, hasToken));
  return success(envelope.data as T);
}

/** Reads an answer without an envelope: configuration, translations. */
export async function readPlain<T>(response: Response, options: ClientOptions): Promise<Result<T, CallFailure>> {
  if (!response.ok) return readReply<T>(response, true, options);
  const value = parse(await response.text());
  return value === undefined ? failure(localFailure('NETWORK', options)) : success(value as T);
}

function parseReply(text: string): ReplyEnvelope | null {
  const value = parse(text);
  if (typeof value !== 'object' || value === null || !('error' in value) || !('header' in value)) return null;
  const { error, header } = value as { error: unknown; header: unknown };
  if (
    typeof header !== 'object' ||
    header === null ||
    typeof (header as { correlationId?: unknown }).correlationId !== 'string'
  )
    return null;
  return error === null || isCallError(error) ? (value as ReplyEnvelope) : null;
}

function isCallError(value: unknown): value is CallError {
  if (typeof value !== 'object' || value === null) return false;
  const { code, message } = value as Partial<CallError>;
  return typeof code === 'string' && typeof message === 'string';
}

/** Undefined when the text is no JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
