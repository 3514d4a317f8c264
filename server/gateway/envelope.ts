import {
  catalogue,
  type CallEnvelope,
  type CallError,
  type CallHeader,
  type MethodName,
  type ReplyEnvelope,
} from '../../src/api/contract/index.ts';
import { BODY, isId } from '../../src/domain/base/index.ts';
import { ERROR, type ErrorCode } from '../../src/domain/errors/index.ts';

const MAXIMUM_NAME = 100;
const MAXIMUM_TOKEN = 500;
/** Time zones reach from UTC-12 to UTC+14. */
const MAXIMUM_ZONE = 14 * 60;

/** Reads the envelope of a call (contract, "HTTP"); null when it is none. Absent optional fields get their default. */
export function readEnvelope(body: unknown): CallEnvelope | null {
  if (!isObject(body) || !isObject(body.header)) return null;
  const { timezone = 0, lang = 'en', method, service, token = null, account = null, version = '' } = body.header;
  if (!isName(method) || !isName(service) || !isName(lang) || typeof version !== 'string') return null;
  if (token !== null && (typeof token !== 'string' || token.length > MAXIMUM_TOKEN)) return null;
  if (account !== null && !isId(account)) return null;
  if (typeof timezone !== 'number' || !(Math.abs(timezone) <= MAXIMUM_ZONE)) return null;
  if (body.data !== undefined && body.data !== null && !isObject(body.data)) return null;
  if (isDeeper(body.data, BODY.depth)) return null;
  const header: CallHeader = { timezone, lang, method, service, token, account, version };
  return { header, data: body.data ?? {} };
}

/**
 * Whether lists and things stand in each other deeper than that; without calling itself, as nobody knows how deep it
 * is.
 */
function isDeeper(value: unknown, depth: number): boolean {
  let level: unknown[] = [value];
  for (let at = 0; level.length > 0; at++) {
    if (at > depth) return true;
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
  return false;
}

/** Services that methods were under before they went to the one of the specification: scripts may still name those. */
const FORMER_SERVICES: Partial<Record<MethodName, string>> = {
  getAccountDetails: 'account-service',
  getUserAccounts: 'auth-service',
};

/**
 * The method that a header names, or null: the service must be the method's own, or the one that it was under before.
 */
export function findMethod(header: CallHeader): MethodName | null {
  if (!Object.hasOwn(catalogue, header.method)) return null;
  const method = header.method as MethodName;
  return header.service === catalogue[method].service || header.service === FORMER_SERVICES[method] ? method : null;
}

export function reply(correlationId: string, error: CallError | null, data: unknown): ReplyEnvelope {
  return { error, header: { status: error ? 'error' : 'ok', correlationId }, data: error ? null : data };
}

/** Statuses of what the gateway itself decides; everything that a method decides is 200. */
const STATUS: Partial<Record<ErrorCode, number>> = {
  [ERROR.malformed]: 400,
  [ERROR.unknownMethod]: 404,
  [ERROR.bodyTooLarge]: 413,
  [ERROR.exception]: 500,
  [ERROR.unavailable]: 503,
  [ERROR.timeout]: 504,
};

export function statusOf(error: CallError | null): number {
  return error ? (STATUS[error.code] ?? 200) : 200;
}

/** Statuses of the streaming calls, whose answers are files for people's tools: these look at the status only. */
export function streamStatusOf(error: CallError): number {
  const own = STATUS[error.code];
  if (own !== undefined) return own;
  if (error.code === ERROR.validation) return 422;
  if (error.code === ERROR.notFound) return 404;
  if (error.code === ERROR.tooManyRequests) return 429;
  return error.code === ERROR.accessToken ? 401 : 403;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= MAXIMUM_NAME;
}
