import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallError } from '../../src/api/contract/index.ts';
import type { Need } from '../../src/domain/access/index.ts';
import type { AccountSettings } from '../../src/domain/account/index.ts';
import {
  BODY,
  failure,
  success,
  type AccountId,
  type Instant,
  type Result,
  type UserId,
} from '../../src/domain/base/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import type { PositionStore } from '../store/types.ts';
import { checkAccess } from '../call/access.ts';
import type { HistoryFilters } from '../call/historyFilters.ts';
import type { UnitDirectory } from '../call/ports.ts';
import { unitsInSight, type UnitsInSight } from '../call/reach.ts';
import type { CallAccount } from '../call/types.ts';
import { enterHeavy, tooBusy, unexpected, type CallOrigin, type CallServices } from './calls.ts';
import { readEnvelope, reply, streamStatusOf } from './envelope.ts';
import type { SensorsByUnit } from './exports/index.ts';

export interface HistoryServices extends CallServices {
  readonly directory: UnitDirectory;
  readonly positions: Pick<PositionStore, 'readBlocks' | 'readBackfill' | 'readPositions' | 'readPast'>;
  /** The validity filters of units; left out = nobody touched any. */
  readonly filters?: HistoryFilters;
  /** Sensors of units as far as the accounts of the scope see them now; left out = none. */
  sensorsOf?(unitIds: readonly number[], scope: readonly AccountId[]): Promise<SensorsByUnit>;
  /** How an account wants its dates. */
  /** Formats of dates in files, in the time zone of the person who asks. */
  settingsOf(accountId: AccountId, userId: UserId): Promise<AccountSettings>;
  originOf(request: FastifyRequest): CallOrigin;
}

/** A stream to send, and how it is called. */
export interface Answer {
  readonly contentType: string;
  readonly fileName?: string;
  readonly bytes: AsyncGenerator<Uint8Array>;
}

/** One that takes the place of a heavy call until it is sent. */
interface OpenedAnswer extends Answer {
  leave(): void;
}

type Opener = (data: unknown, account: CallAccount, lang: string, userId: UserId) => Promise<Result<Answer, CallError>>;

/** A call whose answer is a stream, at a path of its own: who may, and what it answers. */
export interface StreamRoute {
  readonly path: string;
  readonly method: string;
  readonly need: Need;
  readonly open: Opener;
}

/** The envelope in, a stream out. */
export function registerStream(server: FastifyInstance, services: HistoryServices, route: StreamRoute): void {
  const { path, method, need, open } = route;
  server.post(path, { bodyLimit: BODY.api }, async (request, answer) => {
    const origin = services.originOf(request);
    const opened = await openStream(request.body, method, need, open, origin, services);
    if (!opened.ok) return refuseStream(answer, opened.error).send(reply(origin.correlationId, opened.error, null));
    return sendStream(answer, opened.value, origin, services);
  });
}

async function openStream(
  body: unknown,
  method: string,
  need: Need,
  open: Opener,
  origin: CallOrigin,
  services: HistoryServices,
): Promise<Result<OpenedAnswer, CallError>> {
  const { messages, problems, sessions } = services;
  const envelope = readEnvelope(body);
  if (!envelope) return failure(problems.error(messages.resolve(''), ERROR.malformed));
  const lang = messages.resolve(envelope.header.lang);
  if (envelope.header.method !== method || envelope.header.service !== 'tracking-service') {
    return failure(
      problems.error(lang, ERROR.unknownMethod, {
        values: { method: envelope.header.method, service: envelope.header.service },
      }),
    );
  }
  try {
    const access = await checkAccess(need, envelope.header, sessions, origin.now);
    if (!access.ok) return failure(problems.error(lang, access.error.code));
    if (!access.value?.account) return failure(problems.error(lang, ERROR.accountMissing));
    const { account, userId, sessionId } = access.value;
    const leave = await enterHeavy(services, origin, sessionId);
    if (leave === null) return failure(tooBusy(lang, services));
    const opened = await open(envelope.data, account, lang, userId).catch((error: unknown) => {
      leave();
      throw error;
    });
    if (opened.ok) return success({ ...opened.value, leave });
    leave();
    return opened;
  } catch (error) {
    return failure(unexpected(error, lang, origin.correlationId, services));
  }
}

function refuseStream(answer: FastifyReply, error: CallError): FastifyReply {
  if (error.retry_after !== undefined) answer.header('retry-after', String(error.retry_after));
  return answer.code(streamStatusOf(error));
}

/** The units that a call about [from, to) may read. */
export function reach(
  { directory, problems }: HistoryServices,
  account: CallAccount,
  asked: readonly number[] | undefined,
  from: Instant,
  to: Instant,
  lang: string,
): Result<UnitsInSight, CallError> {
  const units = unitsInSight(directory, account.scope, asked, from, to);
  if (units) return success(units);
  return problems.refuse(lang, ERROR.notFound);
}

/**
 * Sends with back-pressure: the store is read no faster than the client takes. When the client
 * goes, the stream is destroyed and with it the reading. A failure on the way breaks the answer
 * off, so that it cannot be taken for a whole one.
 */
function sendStream(
  answer: FastifyReply,
  opened: OpenedAnswer,
  { correlationId }: CallOrigin,
  { logger }: HistoryServices,
): FastifyReply {
  const stream = Readable.from(opened.bytes, { objectMode: false, highWaterMark: 256 * 1024 });
  stream.once('close', () => opened.leave());
  stream.on('error', (error) =>
    logger.error({ correlationId, error: error.stack ?? error.message }, 'history stream broke off'),
  );
  answer.header('content-type', opened.contentType).header('cache-control', 'no-store');
  if (opened.fileName) answer.header('content-disposition', `attachment; filename="${opened.fileName}"`);
  return answer.send(stream);
}
