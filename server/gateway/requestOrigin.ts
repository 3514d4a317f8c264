import type { FastifyRequest } from 'fastify';

/** A host as a browser sends it: a name or an address, and a port. Anything else could smuggle text into mails. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Scheme and host that the caller used, as `https://fleet.example`; `http://localhost` when it names none that could be. */
export function requestOrigin(request: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  const host = request.host ?? '';
  return HOST.test(host) ? `${request.protocol}://${host.toLowerCase()}` : 'http://localhost';
}

/**
 * False for a request that another site made a browser send. Browsers say so themselves where the page came by https,
 * or by the page's origin; a program says neither.
 */
export function isFromOwnPage(request: Pick<FastifyRequest, 'headers' | 'host'>, publicUrl: string | null): boolean {
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  const { origin } = request.headers;
  if (origin === undefined || origin === publicUrl) return true;
  return URL.canParse(origin) && new URL(origin).host === request.host.toLowerCase();
}

const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|::ffff:127(?:\.\d{1,3}){3})$/i;
/** What proxies add to say whom they speak for: behind one on this machine everybody would come from here. */
const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via'] as const;

/** True for a call of a program on this machine itself, not of one that a proxy on it hands on. */
export function isFromThisMachine(request: Pick<FastifyRequest, 'headers' | 'socket'>): boolean {
  if (FORWARDED.some((name) => request.headers[name] !== undefined)) return false;
  return LOOPBACK.test(request.socket.remoteAddress ?? '');
}
