import {
  catalogue,
  type CallEnvelope,
  type CallError,
  type MethodName,
  type Request,
} from '../../src/api/contract/index.ts';
import { failure, type Instant, type Result } from '../../src/domain/base/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import { DatabaseUnavailable, StatementTimedOut } from '../store/database.types.ts';
import type { HeavyCalls } from '../call/heavyCalls.ts';
import { checkAccess } from '../call/access.ts';
import { explainRefusal, type BeyondRightsServices } from '../call/beyondRights.ts';
import { findMethod } from './envelope.ts';
import type { Messages } from '../call/messages.ts';
import type { Authenticator, GatewayLogger } from '../call/ports.ts';
import { unavailableKey } from '../call/problems.ts';
import { refuseUnproven } from '../call/proof.ts';
import type { CallContext, CallCookies, Handler, Handlers } from '../call/types.ts';
import { validateData } from '../call/validation.ts';

/** Where a call came from. */
export interface CallOrigin {
  readonly correlationId: string;
  readonly remote: string;
  readonly userAgent: string;
  readonly origin: string;
  readonly isFromThisMachine: boolean;
  readonly now: Instant;
  readonly cookies?: CallCookies | null;
}

export interface CallServices extends BeyondRightsServices {
  readonly handlers: Handlers;
  readonly sessions: Authenticator;
  readonly messages: Messages;
  readonly logger: GatewayLogger;
  /** Room for calls that read much; left out = as much as is asked for. */
  readonly heavyCalls?: HeavyCalls;
}

/** What became of a call, for its answer and its log line. */
export interface CallOutcome {
  readonly result: Result<unknown, CallError>;
  readonly userId: number | null;
  readonly accountId: number | null;
}

/** Seconds after which a client may try again while the database is away. */
export const RETRY_AFTER = 2;

/** Runs one call of the catalogue: method, access, data, handler. Never rejects. */
export async function runCall(
  envelope: CallEnvelope,
  origin: CallOrigin,
  services: CallServices,
): Promise<CallOutcome> {
  const lang = services.messages.resolve(envelope.header.lang);
  const method = findMethod(envelope.header);
  if (!method)
    return refused(
      services.problems.error(lang, ERROR.unknownMethod, {
        values: { method: envelope.header.method, service: envelope.header.service },
      }),
    );
  try {
    return await runMethod(method, envelope, lang, origin, services);
  } catch (error) {
    return refused(unexpected(error, lang, origin.correlationId, services));
  }
}

async function runMethod(
  method: MethodName,
  { header, data }: CallEnvelope,
  lang: string,
  origin: CallOrigin,
  services: CallServices,
): Promise<CallOutcome> {
  const { handlers, sessions, problems } = services;
  const access = await checkAccess(catalogue[method].access, header, sessions, origin.now, catalogue[method]);
  if (!access.ok)
    return refused(problems.error(lang, access.error.code, access.error.key ? { key: access.error.key } : {}));
  const session = access.value;
  const caller = { userId: session?.userId ?? null, accountId: session?.account?.accountId ?? null };
  const unproven = catalogue[method].proof ? refuseUnproven({ session, lang, now: origin.now }, problems) : null;
  if (unproven) return { result: unproven, ...caller };
  const checked = validateData(catalogue[method].request, data, lang, problems);
  if (!checked.ok) return { result: checked, ...caller };
  const context: CallContext = { ...origin, lang, session };
  // The pairing of method, data and handler is kept by the catalogue's type; here it is one of many.
  const handler = handlers[method] as Handler<MethodName>;
  const leave = catalogue[method].heavy ? await enterHeavy(services, origin, session?.sessionId ?? null) : null;
  if (catalogue[method].heavy && leave === null) return { result: failure(tooBusy(lang, services)), ...caller };
  const answer = await handler(checked.value as Request<never>, context).finally(() => leave?.());
  return { result: await explainRefusal(method, checked.value, answer, context, services), ...caller };
}

/** How to leave again; null where there is no room for one more heavy call. */
export async function enterHeavy(
  { heavyCalls }: Pick<CallServices, 'heavyCalls'>,
  { remote }: Pick<CallOrigin, 'remote'>,
  session: number | null,
): Promise<(() => void) | null> {
  return heavyCalls ? heavyCalls.enter({ address: remote, session }) : () => undefined;
}

/** Too much is done at once, by the caller or by everybody. */
export const tooBusy = (lang: string, { problems }: Pick<CallServices, 'problems'>): CallError =>
  problems.error(lang, ERROR.tooManyRequests, { key: 'server.tooBusy', retryAfter: RETRY_AFTER });

/** The error for what a handler threw: the database being away is expected, all else is a bug of ours. */
export function unexpected(
  error: unknown,
  lang: string,
  correlationId: string,
  { problems, logger }: Pick<CallServices, 'problems' | 'logger'>,
): CallError {
  if (error instanceof DatabaseUnavailable) {
    logger.warn({ correlationId, error: error.message }, 'database unavailable');
    return problems.error(lang, ERROR.unavailable, { key: unavailableKey(error), retryAfter: RETRY_AFTER });
  }
  if (error instanceof StatementTimedOut) {
    logger.warn({ correlationId, error: error.stack }, 'a statement took too long');
    return problems.error(lang, ERROR.timeout);
  }
  logger.error(
    { correlationId, error: error instanceof Error ? (error.stack ?? error.message) : String(error) },
    'call failed',
  );
  return problems.error(lang, ERROR.exception);
}

function refused(error: CallError): CallOutcome {
  return { result: failure(error), userId: null, accountId: null };
}
