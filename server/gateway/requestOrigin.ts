import type { FastifyRequest } from 'fastify';

/** A host as a browser sends it: a name or an address, and a port. Anything else could smuggle text into mails. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Scheme and host that the caller used, as `https://fleet.example`; `http://localhost` when it names none that could be. */
export function requestOrigin(request: Pick<FastifyRequest, 'protocol' | 'host'>): string {
  const host = request.host ?? '';
  return HOST.test(host) ? `${request.protocol}://${host.toLowerCase()}` : 'http://localhost';
}
