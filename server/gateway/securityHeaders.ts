import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Hosts beside our own that the client may fetch tiles from, as `https://host[:port]`. */
export type TileHosts = readonly string[];

/**
 * Sets the headers of every answer. Scripts and workers come from us alone: no inline script, no eval, and no text that
 * becomes code past the page's one policy (`src/app/trustedTypes.ts`). react-aria and the map set styles on elements,
 * which needs inline styles.
 */
export function setSecurityHeaders(server: FastifyInstance, tileHosts: TileHosts): void {
  void server.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policyOf(tileHosts) },
    xFrameOptions: { action: 'deny' },
    // Tile services ask for the page's origin; nobody is sent the path, which may name a unit.
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    // Only where the request came by https: see below.
    strictTransportSecurity: false,
  });
  server.addHook('onRequest', async (request, answer) => {
    answer.header('permissions-policy', 'geolocation=(self), camera=(), microphone=(), payment=(), usb=()');
    if (request.protocol === 'https') answer.header('strict-transport-security', 'max-age=31536000');
  });
}

const policyOf = (tileHosts: TileHosts): Record<string, string[]> => ({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  workerSrc: ["'self'"],
  childSrc: ["'self'"],
  requireTrustedTypesFor: ["'script'"],
  trustedTypes: ['default'],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'blob:', ...tileHosts],
  fontSrc: ["'self'", 'data:'],
  connectSrc: ["'self'", 'data:', 'blob:', ...tileHosts],
  manifestSrc: ["'self'"],
  mediaSrc: ["'self'", 'blob:'],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  objectSrc: ["'none'"],
});

/** Origins of tile addresses such as `https://{s}.tiles.example/{z}/{x}/{y}.png`; what is no address gives none. */
export function tileOrigins(addresses: readonly (string | null | undefined)[]): string[] {
  const origins = new Set<string>();
  for (const address of addresses) {
    const match = /^(https?):\/\/([^/?#]+)/i.exec(address ?? '');
    if (!match?.[1] || !match[2]) continue;
    // `{s}` stands for one of several names of the host; a policy writes that as a wildcard.
    const host = match[2].replace(/^\{[^}]*\}\./, '*.').replace(/^[^@]*@/, '');
    if (/^[*\w.:-]+$/.test(host)) origins.add(`${match[1].toLowerCase()}://${host}`);
  }
  return [...origins];
}
