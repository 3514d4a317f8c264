import type { FastifyReply, FastifyRequest } from 'fastify';
import { COOKIE_HEADER, SESSION_PATH } from '../../src/api/contract/index.ts';
import { SECOND } from '../../src/domain/base/index.ts';
import type { CallCookies, CookieName } from '../call/types.ts';
import { isFromOwnPage } from './requestOrigin.ts';

/** Where each is sent: what renews a session with the call that renews it, and with no other. */
const COOKIES: Readonly<Record<CookieName, { readonly name: string; readonly path: string }>> = {
  session: { name: 'wayline_session', path: SESSION_PATH },
  device: { name: 'wayline_device', path: '/api' },
};

/**
 * The cookies of a call, for our page alone: it asks for them by a header that no other site can send without being
 * asked for permission first. Programs that do not ask get their tokens in the answers. Behind a proxy that ends TLS
 * the address of the deployment says that the browser came by https.
 */
export function cookiesOf(
  request: FastifyRequest,
  answer: FastifyReply,
  publicUrl: string | null = null,
): CallCookies | null {
  if (request.headers[COOKIE_HEADER] === undefined || !isFromOwnPage(request, publicUrl)) return null;
  const secure = request.protocol === 'https' || (publicUrl?.startsWith('https:') ?? false);
  return {
    isRenewal: request.routeOptions.url === SESSION_PATH,
    read: (name) => request.cookies[COOKIES[name].name] ?? null,
    write(kind, value, lifetime = 0) {
      const { name, path } = COOKIES[kind];
      const options = { path, httpOnly: true, sameSite: 'strict', secure } as const;
      if (value === null) answer.clearCookie(name, options);
      else answer.setCookie(name, value, { ...options, maxAge: Math.floor(lifetime / SECOND) });
    },
  };
}
