import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Need } from '../../src/domain/access/index.ts';
import { isId } from '../../src/domain/base/index.ts';
import { ERROR, type ErrorCode } from '../../src/domain/errors/index.ts';
import { checkAccess } from '../call/access.ts';
import type { CallAccount } from '../call/types.ts';
import { unexpected, type CallOrigin, type CallServices } from './calls.ts';
import { reply, streamStatusOf } from './envelope.ts';

/** Files that were made for people; `app` provides it. */
export interface FileStore {
  /** A file that the account may read, or null. */
  open(
    id: string,
    account: CallAccount,
  ): Promise<{ name: string; type: string; size: number; bytes: AsyncGenerator<Uint8Array> } | null>;
}

interface FileServices extends Pick<CallServices, 'sessions' | 'messages' | 'problems' | 'logger'> {
  readonly files: FileStore;
  originOf(request: FastifyRequest): CallOrigin;
}

/** All files are those of reports. */
const READS: Need = { resource: 'report', action: 'r' };

/** `GET /files/<id>` (contract, "report-service") with `token` and `account` in the headers. */
export function registerFiles(server: FastifyInstance, services: FileServices): void {
  const { messages, problems, sessions, files, logger } = services;
  server.get<{ Params: { id: string } }>('/files/:id', async (request, answer) => {
    const origin = services.originOf(request);
    const lang = messages.resolve(request.headers['accept-language'] ?? '');
    const refuse = (code: ErrorCode) => {
      const error = problems.error(lang, code);
      return answer.code(streamStatusOf(error)).send(reply(origin.correlationId, error, null));
    };
    answer.header('cache-control', 'no-store');
    try {
      const access = await checkAccess(READS, headerOf(request), sessions, origin.now);
      if (!access.ok) return refuse(access.error.code);
      const account = access.value?.account;
      const file = account ? await files.open(request.params.id, account) : null;
      if (!file) return refuse(ERROR.notFound);
      const stream = Readable.from(file.bytes, { objectMode: false });
      stream.on('error', (error) =>
        logger.error({ correlationId: origin.correlationId, error: error.stack ?? error.message }, 'file broke off'),
      );
      answer.headers({
        'content-type': file.type,
        'content-length': String(file.size),
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      });
      return answer.send(stream);
    } catch (error) {
      const problem = unexpected(error, lang, origin.correlationId, services);
      return answer.code(streamStatusOf(problem)).send(reply(origin.correlationId, problem, null));
    }
  });
}

function headerOf({ headers }: FastifyRequest): { token: string | null; account: number | null } {
  const account = Number(headers.account);
  return { token: typeof headers.token === 'string' ? headers.token : null, account: isId(account) ? account : null };
}
