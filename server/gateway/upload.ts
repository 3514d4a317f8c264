import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { CallError } from '../../src/api/contract/index.ts';
import {
  AT_ONCE,
  IMAGE,
  failure,
  isId,
  Slots,
  success,
  type AccountId,
  type Instant,
  type Result,
} from '../../src/domain/base/index.ts';
import { ERROR, type ErrorCode } from '../../src/domain/errors/index.ts';
import { tooBusy, unexpected, type CallOrigin, type CallServices } from './calls.ts';
import { reply, statusOf } from './envelope.ts';
import type { CallSession } from '../call/types.ts';

/** Where pictures are kept; `app` provides it. */
export interface PictureStore {
  take(
    bytes: Uint8Array,
    owner: { userId: number; accountId: number | null },
    now: Instant,
  ): Promise<Result<{ image_id: string; url: string; width: number; height: number }, 'notAnImage'>>;
  read(id: string): Promise<{ type: string; data: Buffer } | null>;
}

export interface UploadServices extends Pick<CallServices, 'sessions' | 'messages' | 'problems' | 'logger'> {
  readonly pictures: PictureStore;
  originOf(request: FastifyRequest): CallOrigin;
}

const MEGABYTE = 1024 * 1024;
const LONGEST_FIELD = 1_000;
/** Ids are not guessed and what they name never changes. */
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** What a form carries: text fields, and one file in memory. */
interface Form {
  readonly fields: ReadonlyMap<string, string>;
  readonly file: Buffer | null;
}

/**
 * `POST /upload` takes one picture as multipart: `token`, `account`, `lang` and the file, in any order;
 * `GET /images/<id>` serves it. The answer has the shape of every call's.
 */
export async function registerUpload(server: FastifyInstance, services: UploadServices): Promise<void> {
  const { logger } = services;
  await server.register(multipart, {
    limits: {
      files: 1,
      fileSize: IMAGE.bytes,
      fields: 10,
      fieldSize: LONGEST_FIELD,
      fieldNameSize: 50,
      parts: 11,
      headerPairs: 20,
    },
    throwFileSizeLimit: true,
  });
  const uploads = createUploadSlots();
  server.post('/upload', async (request, answer) => {
    const origin = services.originOf(request);
    const leave = uploads.before.take({ address: origin.remote, session: null });
    // Before a byte of it is read: pictures wait in memory, and unpacked they are a hundred times as large.
    const taken = leave
      ? await takeUpload(request, origin, uploads, services).finally(leave)
      : failure(tooBusy(services.messages.resolve(''), services));
    if (!leave) answer.header('connection', 'close');
    const error = taken.ok ? null : taken.error;
    logger.info(
      { correlationId: origin.correlationId, method: 'upload', code: error?.code ?? 'ok', remote: origin.remote },
      'call',
    );
    answer.header('cache-control', 'no-store');
    if (error?.retry_after !== undefined) answer.header('retry-after', String(error.retry_after));
    return answer
      .code(error?.code === ERROR.tooManyRequests ? 429 : statusOf(error))
      .send(reply(origin.correlationId, error, taken.ok ? taken.value : null));
  });
  server.get<{ Params: { id: string } }>('/images/:id', async (request, answer) =>
    sendPicture(request, answer, services),
  );
}

/** Uploads at once: what is known before they are read, and whose they turn out to be. */
const createUploadSlots = () => {
  const { perSession, ...known } = AT_ONCE.uploads;
  return { before: new Slots(known), bySession: new Slots({ perSession }) };
};

async function takeUpload(
  request: FastifyRequest,
  origin: CallOrigin,
  { bySession }: ReturnType<typeof createUploadSlots>,
  services: UploadServices,
): Promise<Result<unknown, CallError>> {
  const { problems, messages, pictures } = services;
  let lang = messages.resolve('');
  try {
    const form = await readForm(request);
    lang = messages.resolve(form.ok ? (form.value.fields.get('lang') ?? '') : '');
    if (!form.ok) {
      if (form.error === 'malformed') return problems.refuse(lang, ERROR.malformed);
      return problems.refuse(lang, ERROR.bodyTooLarge, {
        key: 'server.fileTooLarge',
        values: { megabytes: IMAGE.bytes / MEGABYTE },
      });
    }
    const session = await checkToken(form.value, request, origin, services);
    if (!session.ok) return failure(problems.error(lang, session.error));
    if (!form.value.file) return problems.refuseField(lang, 'file', 'validation.required');
    const { userId, account, sessionId } = session.value;
    const leave = bySession.take({ address: null, session: sessionId });
    if (!leave) return failure(tooBusy(lang, services));
    const owner = { userId, accountId: account?.accountId ?? null };
    const taken = await pictures.take(form.value.file, owner, origin.now).finally(leave);
    return taken.ok ? taken : problems.refuseField(lang, 'file', 'server.notAnImage');
  } catch (error) {
    return failure(unexpected(error, lang, origin.correlationId, services));
  }
}

async function readForm(request: FastifyRequest): Promise<Result<Form, 'malformed' | 'tooLarge'>> {
  if (!request.isMultipart()) return failure('malformed');
  const fields = new Map<string, string>();
  let file: Buffer | null = null;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') file = await part.toBuffer();
      else if (typeof part.value === 'string') fields.set(part.fieldname, part.value);
    }
  } catch (error) {
    // The parser names its own refusals; whatever else breaks while a body is read is the sender's.
    return failure((error as { code?: string }).code === 'FST_REQ_FILE_TOO_LARGE' ? 'tooLarge' : 'malformed');
  }
  return success({ fields, file });
}

async function checkToken(
  { fields }: Form,
  request: FastifyRequest,
  { now }: CallOrigin,
  { sessions }: UploadServices,
): Promise<Result<CallSession, ErrorCode>> {
  const header = request.headers.token;
  const token = fields.get('token') ?? (typeof header === 'string' ? header : '');
  const account = Number(fields.get('account') ?? request.headers.account);
  if (token === '') return failure(ERROR.accessToken);
  const answer = await sessions.authenticate(token, isId(account) ? (account as AccountId) : null, now);
  if (!answer.ok) return failure(answer.error.code);
  return success(answer.value.session);
}

async function sendPicture(
  request: FastifyRequest<{ Params: { id: string } }>,
  answer: FastifyReply,
  { pictures, problems, messages }: UploadServices,
): Promise<FastifyReply> {
  const picture = await pictures.read(request.params.id);
  if (!picture)
    return answer.code(404).send(reply(request.id, problems.error(messages.resolve(''), ERROR.notFound), null));
  // Looked at as a page of its own it may run nothing (the type and nosniff are set for it as well).
  answer.headers({ 'cache-control': IMMUTABLE, 'content-security-policy': "default-src 'none'; sandbox" });
  return answer.type(picture.type).send(picture.data);
}
