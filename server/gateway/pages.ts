import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DAY } from '../../src/domain/base/index.ts';
import { ERROR } from '../../src/domain/errors/index.ts';
import { reply } from './envelope.ts';
import { DEFAULT_LANGUAGE, type Messages } from '../call/messages.ts';
import type { Problems } from '../call/problems.ts';

export interface PageOptions {
  readonly messages: Messages;
  readonly problems: Problems;
  /** Folder of the built client; null when another server (Vite) serves it. */
  readonly clientDirectory: string | null;
  /** True while the server has no login: its entrance is the set-up page then. */
  readonly setupNeeded: () => Promise<boolean>;
  /** What `GET /client-config/<path>` answers, by path: `map`, `app`, `branding`. Nothing secret: it needs no token. */
  readonly clientConfig: Readonly<Record<string, (request: { readonly host: string }) => unknown>>;
}

/** Where a server with logins asks for them. */
const ENTRANCES: ReadonlySet<string> = new Set(['', 'login']);

/** The build puts a hash of the content into these names, so they never change. */
const HASHED = /^assets\/[\w.-]+$/;
/** Names in the folder of the client: none leads out of it, or to a hidden file. */
const FILE = /^(?:[\w-][\w.-]*\/)*[\w-][\w.-]*$/;
const YEAR = 365 * DAY;

/** A database that is away says nothing of logins: the client finds out that it is away. */
async function isSetupNeeded({ setupNeeded }: PageOptions, request: FastifyRequest): Promise<boolean> {
  try {
    return await setupNeeded();
  } catch (error) {
    request.log.warn({ error: String(error) }, 'whether the server is set up could not be read');
    return false;
  }
}

/** The client and what it needs before anyone signed in. */
export function registerPages(server: FastifyInstance, options: PageOptions): void {
  const { messages, problems, clientConfig } = options;
  const notFound = (request: FastifyRequest, answer: FastifyReply) =>
    answer
      .code(404)
      .send(reply(request.id, problems.error(DEFAULT_LANGUAGE, ERROR.notFound, { key: 'screens.notFound' }), null));

  server.get<{ Params: { lang: string } }>('/fe/translations/:lang', async (request, answer) => {
    const catalogue = messages.catalogue(request.params.lang);
    return catalogue ? answer.header('cache-control', 'no-cache').send(catalogue) : notFound(request, answer);
  });
  server.get('/poly/fe/supported/languages', async () => ({ languages: messages.languages }));
  server.get<{ Params: { '*': string } }>('/client-config/*', async (request, answer) => {
    const path = request.params['*'];
    const read = Object.hasOwn(clientConfig, path) ? clientConfig[path] : undefined;
    if (!read) return notFound(request, answer);
    return answer.header('cache-control', 'no-cache').send(await read({ host: request.host }));
  });
  server.get('/', async (_, answer) => answer.redirect('/app/'));
  server.get('/app', async (_, answer) => answer.redirect('/app/'));
  if (options.clientDirectory === null) return;
  void server.register(fastifyStatic, { root: options.clientDirectory, serve: false, preCompressed: true });
  server.get<{ Params: { '*': string } }>('/app/*', async (request, answer) => {
    if (ENTRANCES.has(request.params['*']) && (await isSetupNeeded(options, request)))
      return answer.header('cache-control', 'no-store').redirect('/app/setup');
    const name = request.params['*'];
    if (HASHED.test(name)) return answer.sendFile(name, { maxAge: YEAR, immutable: true });
    // A screen has no file of its own: the client's router shows it. A missing file stays missing.
    const file = path.posix.extname(name) === '' ? 'index.html' : name;
    if (!FILE.test(file)) return notFound(request, answer);
    return answer.header('cache-control', 'no-cache').sendFile(file, { cacheControl: false });
  });
}
