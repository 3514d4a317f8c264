import type { CallError } from '../contract/index.ts';
import { ERROR, behaviourOf } from '../../domain/errors/index.ts';
import type { CallFailure, ClientOptions } from './types.ts';

/** Specification, chapter 8. */
const TEXTS = { TIMEOUT: 'Request timed out', NETWORK: 'Server error, please try after some time' } as const;

/** The failure that a server's error comes to. */
export function failureOf(error: CallError, correlationId: string | null, hasToken: boolean): CallFailure {
  return {
    code: error.code,
    message: withCorrelation(error.message, correlationId),
    text: error.message,
    title: error.title,
    correlationId,
    fields: error.fields ?? [],
    behaviour: behaviourOf(error.code, hasToken),
    retryAfter: error.retry_after ?? null,
  };
}

/** A failure without an answer: too slow, or nobody there. */
export function localFailure(
  code: 'TIMEOUT' | 'NETWORK',
  options: Pick<ClientOptions, 'failureText'>,
  correlationId: string | null = null,
): CallFailure {
  const message = options.failureText?.(code) ?? TEXTS[code];
  return failureOf({ code, message, title: '', category: 'server' }, correlationId, true);
}

/** Nothing to log in again with. */
export function bearerFailure(options: Pick<ClientOptions, 'failureText'>): CallFailure {
  const failure = localFailure('NETWORK', options);
  return {
    ...failure,
    code: ERROR.bearerToken,
    behaviour: behaviourOf(ERROR.bearerToken, false),
    text: '',
    message: '',
  };
}

/** ' Correlation ID: {id}' at the end of the message, when there is an id. */
function withCorrelation(message: string, correlationId: string | null): string {
  return correlationId === null ? message : `${message} Correlation ID: ${correlationId}`;
}
