import type { FastifyReply, FastifyRequest } from 'fastify';
import { COOKIE_HEADER, SESSION_PATH } from '../../src/api/contract/index.ts';
import { SECOND } from '../../src/domain/base/index.ts';
import type { CallCookies, CookieName } from '../call/types.ts';

/** Where each is sent: what renews a session with the call that renews it, and with no other. */
const COOKIES: Readonly<Record<CookieName, { readonly name: string; readonly path: string }>> = {
  session: { name: 'wayline_session', path: SESSION_PATH },
  device: { name: 'wayline_device', path: '/api' },
};

/**
 * The cookies of a call, for our page alone: it asks for them by a header that no other site can send without being
 * asked for permission first. Programs that do not ask get their tokens in the answers.
 */
export function cookiesOf(request: FastifyRequest, answer: FastifyReply): CallCookies | null {
  if (request.headers[COOKIE_HEADER] === undefined) return null;
  return {
    read: (name) => request.cookies[COOKIES[name].name] ?? null,
    write(kind, value, lifetime = 0) {
      const { name, path } = COOKIES[kind];
      const options = { path, httpOnly: true, sameSite: 'strict', secure: request.protocol === 'https' } as const;
      if (value === null) answer.clearCookie(name, options);
      else answer.setCookie(name, value, { ...options, maxAge: Math.floor(lifetime / SECOND) });
    },
  };
}
